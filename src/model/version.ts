declare const __GATE_VERSION__: string | undefined;
declare const __GATE_SOURCE__: string | undefined;

/** Version and source digest baked in by `scripts/build.mjs`; `unbuilt` when run from sources, as tests do. */
export const GATE_VERSION: string = typeof __GATE_VERSION__ === 'string' ? __GATE_VERSION__ : 'unbuilt';
export const GATE_SOURCE: string = typeof __GATE_SOURCE__ === 'string' ? __GATE_SOURCE__ : 'unbuilt';

/** Names of the gate's own environment that a server may see: nothing of the job's tokens, inputs or paths. */
const EXACT = new Set(['PATH', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'RUNNER_TRACKING_ID']);
const PREFIXES = ['LC_', 'CUDA_', 'NVIDIA_', 'HF_'];
const SECRET = /TOKEN|SECRET/i;

/** Marks every process of a run, so that one that left its process group is still found. */
export const RUN_MARKER = 'GOODPUT_GATE_RUN';

export interface ServerEnvironment {
  /** The gate's own environment. */
  own: Readonly<Record<string, string | undefined>>;
  /** `env` of the launch; wins over the gate's own. */
  launchEnv: Record<string, string>;
  /** Names the bar lets through. */
  passEnv: string[];
  /** Fresh folder for HOME and caches; null keeps the real HOME (`scratch: false`). */
  scratch: string | null;
  /** Unique text for this run's processes. */
  marker: string;
}

/**
 * The environment of a server process, built from an allow-list. HOME and XDG_CACHE_HOME point to the scratch folder so
 * that no compile cache of one arm serves the other; HF_HOME stays the real one, since models are inputs, not state.
 */
export function serverEnvironment(options: ServerEnvironment): Record<string, string> {
  const { own } = options;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    const byPrefix = PREFIXES.some((prefix) => name.startsWith(prefix)) && !SECRET.test(name);
    if (EXACT.has(name) || byPrefix || options.passEnv.includes(name)) env[name] = value;
  }
  const home = own['HOME'];
  if (options.scratch !== null) {
    env['HOME'] = options.scratch;
    env['XDG_CACHE_HOME'] = `${options.scratch}/.cache`;
  } else if (home !== undefined) {
    env['HOME'] = home;
  }
  if (env['HF_HOME'] === undefined && home !== undefined) env['HF_HOME'] = `${home}/.cache/huggingface`;
  return { ...env, ...options.launchEnv, [RUN_MARKER]: options.marker };
}

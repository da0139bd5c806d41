import { describe, expect, it } from 'vitest';
import type { Launch } from '../../src/model/launch.js';
import { launchDifference, launchesEqual } from '../../src/plan/diff.js';

const BASE: Launch = {
  start: ['vllm', 'serve', '{model}', '--port', '{port}', '--max-num-seqs', '256'],
  env: { A: '1', B: 'two words' },
  port: null,
  ready: { path: '/health', timeoutMs: 300_000 },
  stop: { signal: 'SIGTERM', graceMs: 10_000 },
  identity: null,
  resetCache: null,
  scratch: true,
};

describe('launchDifference', () => {
  it('is empty for the same launch', () => {
    expect(launchDifference(BASE, structuredClone(BASE))).toEqual([]);
  });

  it('names the option whose value changed', () => {
    const other = { ...BASE, start: BASE.start.map((word) => (word === '256' ? '512' : word)) };
    expect(launchDifference(BASE, other)).toEqual(['start: `--max-num-seqs 256` became `--max-num-seqs 512`']);
  });

  it('names what was added and removed, each on a line', () => {
    const start = ['vllm', 'serve', '{model}', '--quantization', 'fp8', '--port', '{port}', '--note', 'a b'];
    expect(launchDifference(BASE, { ...BASE, start })).toEqual([
      'start: added `--quantization fp8`',
      'start: `--max-num-seqs 256` became `--note "a b"`',
    ]);
    expect(launchDifference(BASE, { ...BASE, start: BASE.start.slice(0, 5) })).toEqual([
      'start: removed `--max-num-seqs 256`',
    ]);
  });

  it('compares the environment by name', () => {
    expect(launchDifference(BASE, { ...BASE, env: { A: '2', C: '3' } })).toEqual([
      'env.A: `1` became `2`',
      'env.B: removed (was `"two words"`)',
      'env.C: added `3`',
    ]);
  });

  it('compares every other setting', () => {
    const other: Launch = {
      ...BASE,
      port: 8000,
      ready: { path: '/ready', timeoutMs: 1 },
      stop: { signal: 'SIGINT', graceMs: 1 },
      identity: { file: 'x' },
      resetCache: { method: 'POST', path: '/r', expect: null },
      scratch: false,
    };
    const names = launchDifference(BASE, other).map((line) => line.split(':')[0]);
    expect(names).toEqual([
      'port',
      'ready.path',
      'ready.timeout (ms)',
      'stop.signal',
      'stop.grace (ms)',
      'identity',
      'reset_cache',
      'scratch',
    ]);
  });

  it('says which arm already runs', () => {
    expect(launchDifference(null, null)).toEqual([]);
    expect(launchDifference(BASE, null)).toHaveLength(1);
    expect(launchDifference(null, BASE)).toHaveLength(1);
  });
});

describe('launchesEqual', () => {
  it('asks for start and env alone', () => {
    expect(launchesEqual(BASE, { ...BASE, port: 1, scratch: false, ready: { path: '/', timeoutMs: 1 } })).toBe(true);
    expect(launchesEqual(BASE, { ...BASE, start: [...BASE.start, '-v'] })).toBe(false);
    expect(launchesEqual(BASE, { ...BASE, start: [...BASE.start].reverse() })).toBe(false);
    expect(launchesEqual(BASE, { ...BASE, env: { ...BASE.env, A: '2' } })).toBe(false);
    expect(launchesEqual(BASE, { ...BASE, env: { B: 'two words', A: '1' } })).toBe(true);
    expect(launchesEqual(null, null)).toBe(true);
    expect(launchesEqual(BASE, null)).toBe(false);
  });
});

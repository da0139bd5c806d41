import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLaunch, resetRefusals } from '../../src/plan/launch.js';
import { draftOf, planOf } from './support.js';

function launchFile(name: string) {
  const reading = readLaunch({ file: name, text: readFileSync(`fixtures/plans/launches/ok/${name}`, 'utf8') });
  if (!reading.ok) throw new Error(`${name}: ${JSON.stringify(reading.problems)}`);
  return reading.value;
}

describe('readLaunch', () => {
  it('fills in every default', () => {
    const { launch, defaults } = launchFile('minimal.yml');
    expect(launch).toEqual({
      start: ['./serve', '--port={port}'],
      env: {},
      port: null,
      ready: { path: '/health', timeoutMs: 300_000 },
      stop: { signal: 'SIGTERM', graceMs: 10_000 },
      identity: null,
      resetCache: null,
      scratch: true,
    });
    expect(defaults).toEqual([
      'ready.path',
      'ready.timeout',
      'stop.signal',
      'stop.grace',
      'scratch',
      'port',
      'identity',
      'reset_cache',
    ]);
  });

  it('reads every key', () => {
    expect(launchFile('vllm.yml').launch).toEqual({
      start: ['vllm', 'serve', '{model}', '--port', '{port}', '--max-num-seqs', '256'],
      env: { VLLM_SERVER_DEV_MODE: '1' },
      port: null,
      ready: { path: '/health', timeoutMs: 300_000 },
      stop: { signal: 'SIGINT', graceMs: 30_000 },
      identity: { command: ['python', '-c', 'import vllm; print(vllm.__version__)'] },
      resetCache: { method: 'POST', path: '/reset_prefix_cache', expect: 'true' },
      scratch: false,
    });
    expect(launchFile('fixed-port.yml').launch).toMatchObject({ port: 8000, identity: { file: 'build/server.bin' } });
  });
});

describe('resetRefusals', () => {
  const draft = draftOf({ 'window: 120s': 'window: 120s\n  cache: reset' });
  const able = launchFile('vllm.yml');
  const unable = launchFile('minimal.yml');

  it('has nothing to say where both launches can reset, or where no reset is asked', () => {
    expect(resetRefusals(planOf(draft), { baseline: able, candidate: able }, draft)).toEqual([]);
    expect(resetRefusals(planOf(draftOf()), { baseline: unable, candidate: null }, draftOf())).toEqual([]);
  });

  it('names each arm that can not', () => {
    const found = resetRefusals(planOf(draft), { baseline: unable, candidate: null }, draft);
    expect(found.map(({ line, message }) => ({ line, message }))).toEqual([
      { line: 10, message: '`reset`, but minimal.yml has no `reset_cache`' },
      { line: 10, message: '`reset`, but the candidate is a server that already runs' },
    ]);
  });
});

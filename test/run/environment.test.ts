import { describe, expect, it } from 'vitest';
import { RUN_MARKER, serverEnvironment } from '../../src/run/environment.js';

const own = {
  PATH: '/bin',
  HOME: '/home/runner',
  LANG: 'C',
  LC_ALL: 'C',
  TZ: 'UTC',
  TMPDIR: '/t',
  LD_LIBRARY_PATH: '/lib',
  CUDA_HOME: '/cuda',
  NVIDIA_VISIBLE_DEVICES: 'all',
  HF_HUB_OFFLINE: '1',
  HF_TOKEN: 's1',
  HF_API_SECRET: 's2',
  RUNNER_TRACKING_ID: 'github_1',
  GITHUB_TOKEN: 's3',
  ACTIONS_RUNTIME_TOKEN: 's4',
  INPUT_PLAN: 'p',
  NODE_OPTIONS: '--inspect',
  MODEL_KEY: 's5',
};
const base = { own, launchEnv: {}, passEnv: [], scratch: '/scratch', marker: 'm' };

describe('the environment of a server', () => {
  it('is the allow-list, a fresh home, the real model folder and the marker', () => {
    expect(serverEnvironment(base)).toEqual({
      PATH: '/bin',
      LANG: 'C',
      LC_ALL: 'C',
      TZ: 'UTC',
      TMPDIR: '/t',
      LD_LIBRARY_PATH: '/lib',
      CUDA_HOME: '/cuda',
      NVIDIA_VISIBLE_DEVICES: 'all',
      HF_HUB_OFFLINE: '1',
      RUNNER_TRACKING_ID: 'github_1',
      HOME: '/scratch',
      XDG_CACHE_HOME: '/scratch/.cache',
      HF_HOME: '/home/runner/.cache/huggingface',
      [RUN_MARKER]: 'm',
    });
  });

  it('takes names that the bar lets through, and lets the launch decide its own', () => {
    const env = serverEnvironment({
      ...base,
      passEnv: ['MODEL_KEY', 'ABSENT'],
      launchEnv: { HF_HOME: '/models', LANG: 'de' },
    });
    expect(env).toMatchObject({ MODEL_KEY: 's5', HF_HOME: '/models', LANG: 'de' });
    expect(env).not.toHaveProperty('ABSENT');
  });

  it('keeps the real home without scratch', () => {
    const env = serverEnvironment({ ...base, scratch: null });
    expect(env['HOME']).toBe('/home/runner');
    expect(env).not.toHaveProperty('XDG_CACHE_HOME');
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { killEverything, outputOf, startChild } from '../../src/run/child.js';
import { nowMs } from '../../src/run/clock.js';
import { RUN_MARKER } from '../../src/run/environment.js';
import { oddSleep, pidsOf, until } from './support.js';

const never = new AbortController().signal;

function sh(script: string) {
  const marker = randomUUID();
  const env = { PATH: process.env['PATH'] ?? '', [RUN_MARKER]: marker };
  return { command: ['sh', '-c', script], cwd: '/', env, marker };
}

afterEach(() => {
  vi.restoreAllMocks();
  killEverything();
});

describe('a child', () => {
  it('takes a daemon with it that left group, session, environment and, at last, its parent', async () => {
    const nap = oddSleep();
    const child = startChild({ ...sh(`setsid env -i ${nap} & wait`), stdio: 'ignore' });
    await until(() => pidsOf(nap).length === 1);
    child.look();
    process.kill(-(child.process?.pid ?? 0), 'SIGKILL');
    await until(() => child.exit() !== null && pidsOf(nap).length === 1);
    expect(await child.end('SIGTERM', 0)).toEqual([]);
    expect(pidsOf(nap)).toEqual([]);
  });

  it('takes a grandchild with it that left the group and kept the environment', async () => {
    const nap = oddSleep();
    // Two forks in a row: the parent is gone before anybody looks.
    const child = startChild({ ...sh(`(setsid ${nap} &) ; exit 3`), stdio: 'ignore' });
    await until(() => child.exit() !== null && pidsOf(nap).length === 1);
    expect(child.exit()).toBe('exited with code 3');
    expect(await child.end('SIGTERM', 0)).toEqual([]);
    expect(pidsOf(nap)).toEqual([]);
  });

  it('leaves strangers alone', async () => {
    const nap = oddSleep();
    const other = oddSleep();
    const stranger = startChild({ ...sh(`exec ${nap}`), stdio: 'ignore' });
    const child = startChild({ ...sh(`exec ${other}`), stdio: 'ignore' });
    await until(() => pidsOf(nap).length + pidsOf(other).length === 2);
    expect(await child.end('SIGTERM', 1000)).toEqual([]);
    expect(pidsOf(nap)).toEqual([stranger.process?.pid]);
    expect(pidsOf(other)).toEqual([]);
    await stranger.end('SIGKILL', 0);
  });

  it('is told about when it can not be killed, and tried again at the end', async () => {
    const nap = oddSleep();
    const child = startChild({ ...sh(`exec ${nap}`), stdio: 'ignore' });
    await until(() => pidsOf(nap).length === 1);
    vi.spyOn(process, 'kill').mockReturnValue(true);
    expect(await child.end('SIGTERM', 0, 200)).toEqual([child.process?.pid]);
    vi.restoreAllMocks();
    killEverything();
    await until(() => pidsOf(nap).length === 0);
  });

  it('that can not be started is no exception, however the system says so', async () => {
    for (const [command, why] of [
      [['/etc/passwd/x'], 'ENOTDIR'],
      [['sh', 'a\0b'], 'null bytes'],
      [['sh', 'x'.repeat(3_000_000)], 'E2BIG'],
      [['no-such-program'], 'ENOENT'],
    ] as const) {
      const child = startChild({ ...sh(''), command, stdio: 'ignore' });
      await until(() => child.exit() !== null);
      expect(child.exit()).toMatch(/^could not be started: /);
      expect(child.exit()).toContain(why);
      expect(await child.end('SIGTERM', 0)).toEqual([]);
    }
  });
});

describe('the output of a program', () => {
  it('is what it printed, whoever holds its output open, and nothing of it lives on', async () => {
    const nap = oddSleep();
    const start = nowMs();
    expect(await outputOf(sh(`${nap} & setsid ${nap} & echo " v1 "`), 5000, never)).toBe('v1');
    expect(nowMs() - start).toBeLessThan(3000);
    expect(pidsOf(nap)).toEqual([]);
  });

  it('is none of one that fails, prints without end, or is none', async () => {
    expect(await outputOf(sh('echo half; exit 1'), 5000, never)).toBeNull();
    expect(await outputOf(sh('yes | head -c 100000'), 5000, never)).toBeNull();
    expect(await outputOf({ ...sh(''), command: ['no-such-program'] }, 5000, never)).toBeNull();
    expect(await outputOf({ ...sh(''), command: ['/etc/passwd/x'] }, 5000, never)).toBeNull();
  });

  it('is none of one that ignores SIGTERM beyond its limit', async () => {
    const nap = oddSleep();
    const stubborn = sh(`trap "" TERM; echo v1; while :; do ${nap}; done`);
    const start = nowMs();
    expect(await outputOf(stubborn, 300, never)).toBeNull();
    expect(nowMs() - start).toBeLessThan(3000);
    expect(pidsOf(nap)).toEqual([]);
  });

  it('is not waited for once the gate is interrupted', async () => {
    const nap = oddSleep();
    const controller = new AbortController();
    setTimeout(() => controller.abort('SIGTERM'), 200);
    const start = nowMs();
    const stubborn = sh(`trap "" TERM; while :; do ${nap}; done`);
    expect(await outputOf(stubborn, 60_000, controller.signal)).toBeNull();
    expect(await outputOf(stubborn, 60_000, controller.signal)).toBeNull();
    expect(nowMs() - start).toBeLessThan(3000);
    expect(pidsOf(nap)).toEqual([]);
  });
});

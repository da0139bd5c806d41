import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Launch } from '../../src/model/launch.js';
import { loadAgent } from '../../src/run/client.js';
import { readIdentity } from '../../src/run/identity.js';
import { logTail } from '../../src/run/log-tail.js';
import { portBusy } from '../../src/run/ports.js';
import { makeScratch, removeScratch } from '../../src/run/scratch.js';
import { killEverything, startServer } from '../../src/run/server.js';
import { makeFolder } from './support.js';

const never = new AbortController().signal;
afterEach(killEverything);

const LAUNCH: Launch = {
  start: ['sh', '-c', 'exec sleep 60', '{port}'],
  env: { FROM_LAUNCH: 'port {port}' },
  port: null,
  ready: { path: '/health', timeoutMs: 1000 },
  stop: { signal: 'SIGTERM', graceMs: 1000 },
  identity: null,
  resetCache: null,
  scratch: true,
};

async function started(more: Partial<Launch>) {
  const launch = { ...LAUNCH, ...more };
  const checkout = makeFolder();
  const logPath = join(makeFolder(), 'server.log');
  const server = await startServer({ launch, checkout, model: 'm', passEnv: [], logPath, gatePath: '/gate.js' });
  return { server, launch, checkout, logPath };
}

/** The declared identity alone: nobody answers at the URL. */
async function declared(one: Awaited<ReturnType<typeof started>>): Promise<string | null> {
  const agent = loadAgent(1000);
  const identity = await readIdentity({ url: 'http://127.0.0.1:9', agent, headers: {}, started: one, signal: never });
  await agent.destroy();
  return identity.declared;
}

/** Root writes everywhere; as nobody, a folder without write permission is one. */
function asNobody<T>(job: () => T): T {
  if (process.geteuid?.() !== 0) return job();
  process.seteuid?.(65_534);
  try {
    return job();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a server of ours', () => {
  it('does not start where somebody listens on its fixed port: it would answer for it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { server } = await started({ port });
    expect(server.exit()).toBe(`could not be started: something else listens on port ${port} of 127.0.0.1`);
    expect(await server.stop()).toEqual([]);
    other.close();
    expect(await portBusy(port)).toBe(false);
  });

  it('says who still listens on its port when it is stopped', async () => {
    const { server } = await started({});
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(server.port, '127.0.0.1', resolve));
    expect(await server.stop()).toEqual([`somebody still listens on port ${server.port} after the stop`]);
    other.close();
  });

  it('whose program is a path through a file could not be started', async () => {
    const one = await started({ start: ['./serve.yml/x', '{port}'] });
    writeFileSync(join(one.checkout, 'serve.yml'), '');
    const again = await startServer({ ...one, launch: one.launch, model: 'm', passEnv: [], gatePath: '' });
    expect(again.exit()).toContain('ENOTDIR');
    expect(await again.stop()).toEqual([]);
  });
});

describe('a declared identity', () => {
  it('is the output of a command in the environment and fresh home of the server', async () => {
    const command = ['sh', '-c', 'echo "$HOME $FROM_LAUNCH"; pwd'];
    const one = await started({ identity: { command } });
    const [first = '', folder] = (await declared(one))?.split('\n') ?? [];
    const home = first.split(' ')[0] ?? '';
    expect(home).not.toBe(process.env['HOME']);
    expect(first).toBe(`${home} port ${one.server.port}`);
    expect(folder).toBe(one.checkout);
    expect(one.server.exit()).toBeNull();
    await one.server.stop();
    expect(existsSync(home)).toBe(false);
  });

  it('is the digest of a plain file, and unknown for a folder, a pipe and nothing', async () => {
    const one = await started({});
    writeFileSync(join(one.checkout, 'weights'), 'abc');
    mkdirSync(join(one.checkout, 'folder'));
    execFileSync('mkfifo', [join(one.checkout, 'pipe')]);
    const of = (file: string) => declared({ ...one, launch: { ...one.launch, identity: { file } } });
    expect(await of('weights')).toBe('weights sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const file of ['folder', 'pipe', 'nothing']) expect(await of(file), file).toBeNull();
    await one.server.stop();
  });
});

describe('a scratch folder', () => {
  it('is removed with folders in it that lost their write permission', () => {
    asNobody(() => {
      const folder = makeScratch();
      const cache = join(folder, 'go', 'mod');
      mkdirSync(cache, { recursive: true });
      writeFileSync(join(cache, 'x'), '');
      chmodSync(cache, 0o500);
      chmodSync(join(folder, 'go'), 0o500);
      expect(removeScratch(folder)).toBeNull();
      expect(existsSync(folder)).toBe(false);
    });
  });

  it('that can not be removed is told, not thrown', () => {
    const above = asNobody(() => {
      const folder = makeScratch();
      mkdirSync(join(folder, 'x'));
      chmodSync(folder, 0o500);
      expect(removeScratch(join(folder, 'x'))).toContain('could not be removed');
      return folder;
    });
    asNobody(() => removeScratch(above));
  });
});

describe('the tail of a log', () => {
  it('is its last lines, however long it is', () => {
    const path = join(makeFolder(), 'server.log');
    const fd = openSync(path, 'w');
    ftruncateSync(fd, 3 * 2 ** 30);
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    writeSync(fd, `\n${lines.join('\n')}\n`, 3 * 2 ** 30);
    closeSync(fd);
    expect(logTail(path)).toEqual(lines.slice(-20));
  });

  it('is empty for what is no plain file, and waits for nobody', () => {
    const folder = makeFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    writeFileSync(join(folder, 'secret'), 'secret\n');
    symlinkSync(join(folder, 'secret'), join(folder, 'link'));
    for (const name of ['pipe', 'link', 'nothing']) expect(logTail(join(folder, name)), name).toEqual([]);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('secret\n');
    expect(logTail(join(folder, 'secret'))).toEqual(['secret']);
  });
});

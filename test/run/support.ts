import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server of the test's own until the test ends. Gives its URL. */
export async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'goodput-gate-run-'));
}

/** The command line of a `sleep` that nobody else runs. */
export function oddSleep(): string {
  return `sleep ${3000 + Math.floor(Math.random() * 6000)}.${Math.floor(Math.random() * 1e6)}`;
}

/** Pids of living processes with exactly that command line. */
export function pidsOf(commandLine: string): number[] {
  const list = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const [, pid, state, args] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return args === commandLine && !state?.startsWith('Z') ? [Number(pid)] : [];
  });
}

/** Waits until something holds, at most 5 s. */
export async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !holds(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!holds()) throw new Error('did not come to hold within 5 s');
}

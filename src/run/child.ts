import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { nowMs, sleep } from './clock.js';
import { ProcessFamily } from './processes.js';

/** How often the end of processes is looked at, ms. */
const LOOK_MS = 50;
/** How long SIGKILL is repeated: a process that holds a GPU may take seconds to go. */
const KILL_MS = 10_000;
/** Most that `outputOf` takes, and its patience for output that was written but not read yet. */
const OUTPUT_BYTES = 64 * 1024;
const LAST_WORDS_MS = 1_000;

export interface ChildOptions {
  /** Program and arguments; never passed to a shell. */
  command: readonly string[];
  cwd: string;
  /** Its whole environment; carries the marker. */
  env: Record<string, string>;
  marker: string;
  stdio: StdioOptions;
}

/** A process the gate started, with everything that came from it. */
export interface Child {
  /** Null where it could not be started. */
  process: ChildProcess | null;
  /** How it ended, in words that follow its name; null while it lives. */
  exit(): string | null;
  /** Notes who descends from it right now, so that `end` finds those that leave group, session and environment. */
  look(): void;
  /**
   * The signal to the group, up to `graceMs` for it to go, then SIGKILL for everything left, up to `killMs`. Resolves
   * with the pids that live on: none, but for a process the kernel can't end.
   */
  end(signal: NodeJS.Signals, graceMs: number, killMs?: number): Promise<number[]>;
}

/** Everything that was started and may still live: what an emergency exit of the gate has to kill. */
const alive = new Set<ProcessFamily>();

/** SIGKILL for all of it; safe to call at any moment, from a signal handler or at exit. */
export function killEverything(): void {
  for (const family of alive) family.kill();
}

/** Starts a program in a process group of its own. Never throws: a program that can't be started has ended so. */
export function startChild({ command, cwd, env, marker, stdio }: ChildOptions): Child {
  const [program = '', ...args] = command;
  let exit: string | null = null;
  let child: ChildProcess | null = null;
  const failed = (error: unknown) => {
    exit ??= `could not be started: ${error instanceof Error ? error.message : String(error)}`;
  };
  try {
    child = spawn(program, args, { cwd, env, detached: true, stdio });
  } catch (error) {
    // Node throws some of the system's errors (ENOTDIR, E2BIG) and emits others.
    failed(error);
  }
  child?.on('error', failed);
  child?.on('exit', (code, signal) => {
    exit ??= signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  });
  const family = child?.pid === undefined ? null : new ProcessFamily(child.pid, marker);
  if (family !== null) alive.add(family);
  return {
    process: child,
    exit: () => exit,
    look: () => {
      family?.look();
    },
    end: async (signal, graceMs, killMs = KILL_MS) => {
      if (family === null) return [];
      const left = await endFamily(family, signal, graceMs, killMs);
      // Survivors stay on the list: the gate tries again when it ends.
      if (left.length === 0) alive.delete(family);
      return left;
    },
  };
}

async function endFamily(family: ProcessFamily, signal: NodeJS.Signals, graceMs: number, killMs: number) {
  family.signal(signal);
  let left = family.look();
  for (const endMs = nowMs() + graceMs; left.length > 0 && nowMs() < endMs; left = family.look()) await sleep(LOOK_MS);
  for (const endMs = nowMs() + killMs; left.length > 0 && nowMs() < endMs; left = family.look()) {
    family.kill();
    await sleep(LOOK_MS);
  }
  return left;
}

/**
 * What a program prints, without blanks around it; null where it fails, prints more than 64 KiB, or takes longer than
 * `limitMs`. Nothing of it lives on, whatever it does about signals and whoever holds its output open.
 */
export async function outputOf(
  options: Omit<ChildOptions, 'stdio'>,
  limitMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  const child = startChild({ ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  const { process: program } = child;
  const stdout = program?.stdout;
  if (program === null || !stdout) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= OUTPUT_BYTES) chunks.push(chunk);
  });
  const closed = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const ended = new Promise<void>((resolve) => {
    program.once('exit', () => resolve());
    program.once('error', () => resolve());
  });
  await within(ended, limitMs, signal);
  const inTime = program.exitCode === 0;
  await child.end('SIGKILL', 0);
  // Its last words may still be in the pipe; an escaped process may hold that open for ever.
  await within(closed, LAST_WORDS_MS);
  stdout.destroy();
  return inTime && bytes <= OUTPUT_BYTES ? Buffer.concat(chunks).toString('utf8').trim() : null;
}

/** Resolves with the event, after `limitMs`, or when the signal aborts, whichever is first. */
async function within(event: Promise<void>, limitMs: number, signal?: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  await Promise.race([event, sleep(limitMs, limit.signal)]);
  signal?.removeEventListener('abort', stop);
  stop();
}

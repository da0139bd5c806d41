import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { Launch } from '../model/launch.js';
import { type Child, outputOf, startChild } from './child.js';
import { serverEnvironment } from './environment.js';
import { freePort, portBusy } from './ports.js';
import { makeScratch, removeScratch } from './scratch.js';

export { killEverything } from './child.js';

export interface StartOptions {
  launch: Launch;
  /** Root of the arm's checkout: the server's working directory. */
  checkout: string;
  model: string;
  passEnv: string[];
  /** File that receives the server's output. */
  logPath: string;
  /** The gate's command line file, for `{gate}`. */
  gatePath: string;
}

/** A server the gate started. It lives until `stop`. */
export interface OwnServer {
  url: string;
  port: number;
  /** How the first process of the group ended, in words; null while it lives. */
  exit(): string | null;
  /** Notes the server's processes, for `stop`. Not inside a measured window: it reads the whole process list. */
  look(): void;
  /** What a program prints in the server's checkout and environment; null where it fails or takes too long. */
  outputOf(command: readonly string[], limitMs: number, signal: AbortSignal): Promise<string | null>;
  /**
   * Declared signal to the group, grace (the declared one, at most `graceMs`), SIGKILL to whatever is left. Resolves with
   * what could not be cleared away, one clause each: nothing, almost always.
   */
  stop(graceMs?: number): Promise<string[]>;
}

/** Starts the server as an argument array, never through a shell, in its own process group, output to a file. */
export async function startServer(options: StartOptions): Promise<OwnServer> {
  const { launch, checkout } = options;
  const port = launch.port ?? (await freePort());
  const words: Record<string, string> = {
    port: String(port),
    model: options.model,
    node: process.execPath,
    gate: options.gatePath,
  };
  const fill = (text: string) => text.replace(/\{(port|model|node|gate)\}/g, (_, word: string) => words[word] ?? '');
  const scratch = launch.scratch ? makeScratch() : null;
  const environment = (marker: string) =>
    serverEnvironment({
      own: process.env,
      launchEnv: Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, fill(value)])),
      passEnv: options.passEnv,
      scratch,
      marker,
    });
  const child = (await portBusy(port))
    ? neverStarted(`could not be started: something else listens on port ${port} of 127.0.0.1`)
    : startLogged(launch.start.map(fill), checkout, environment, options.logPath);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    exit: child.exit,
    look: child.look,
    outputOf: (command, limitMs, signal) => {
      // A marker of its own: what ends this program must not end the server.
      const marker = randomUUID();
      return outputOf({ command, cwd: checkout, env: environment(marker), marker }, limitMs, signal);
    },
    stop: async (graceMs = launch.stop.graceMs) => {
      const pids = await child.end(launch.stop.signal as NodeJS.Signals, Math.min(graceMs, launch.stop.graceMs));
      const kept = scratch === null ? null : removeScratch(scratch);
      return [
        ...pids.map((pid) => `process ${pid} of the server survived SIGKILL`),
        ...(child.process !== null && (await portBusy(port))
          ? [`somebody still listens on port ${port} after the stop`]
          : []),
        ...(kept === null ? [] : [kept]),
      ];
    },
  };
}

function startLogged(
  command: string[],
  cwd: string,
  environment: (marker: string) => Record<string, string>,
  logPath: string,
): Child {
  const marker = randomUUID();
  const log = openSync(logPath, 'a');
  try {
    return startChild({ command, cwd, env: environment(marker), marker, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

function neverStarted(why: string): Child {
  return { process: null, exit: () => why, look: () => {}, end: () => Promise.resolve([]) };
}

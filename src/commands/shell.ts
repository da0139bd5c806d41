import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '../model/verdict.js';
import { escapeTerminal } from '../report/escape.js';
import { nowMs } from '../run/clock.js';
import { killEverything } from '../run/server.js';

/** The first of NAME, NAME-2, NAME-3, ... that does not exist in the working directory. */
export function freshFolder(name: string): string {
  for (let i = 1; ; i += 1) {
    const folder = resolve(i === 1 ? name : `${name}-${i}`);
    if (!existsSync(folder)) return folder;
  }
}

/** Makes progress lines with the seconds since now; text from outside is escaped. */
export function progressLines(): (text: string) => string {
  const startMs = nowMs();
  return (text) => `[${((nowMs() - startMs) / 1000).toFixed(1).padStart(6)} s] ${escapeTerminal(text)}\n`;
}

/** A lost terminal (SIGHUP) ends the gate as SIGTERM does: its servers have sessions of their own and would live on. */
const ENDINGS = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/**
 * Runs a job with a signal that aborts at the first SIGINT, SIGTERM or SIGHUP, so that it can stop its servers and close
 * its bundle; a second one kills the servers and ends the process at once.
 */
export async function interruptible<T>(job: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    const ending = ENDINGS[name as keyof typeof ENDINGS];
    if (controller.signal.aborted) {
      killEverything();
      process.exit(EXIT[ending]);
    }
    process.stderr.write(`${name}: stopping the servers and closing the bundle\n`);
    controller.abort(ending);
  };
  for (const name of Object.keys(ENDINGS)) process.on(name, onSignal);
  process.on('exit', killEverything);
  try {
    return await job(controller.signal);
  } finally {
    for (const name of Object.keys(ENDINGS)) process.off(name, onSignal);
    process.off('exit', killEverything);
  }
}

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

/** Progress lines with the seconds since the start; text from outside is escaped. */
export function progressTo(stream: NodeJS.WritableStream): (text: string) => void {
  const startMs = nowMs();
  return (text) => {
    stream.write(`[${((nowMs() - startMs) / 1000).toFixed(1).padStart(6)} s] ${escapeTerminal(text)}\n`);
  };
}

/**
 * Runs a job with a signal that aborts at the first SIGINT or SIGTERM, so that it can stop its servers and close its
 * bundle; a second one kills the servers and ends the process at once.
 */
export async function interruptible<T>(job: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      killEverything();
      process.exit(EXIT[name as 'SIGINT' | 'SIGTERM']);
    }
    process.stderr.write(`${name}: stopping the servers and closing the bundle\n`);
    controller.abort(name);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('exit', killEverything);
  try {
    return await job(controller.signal);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    process.off('exit', killEverything);
  }
}

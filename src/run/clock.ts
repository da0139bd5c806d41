import { performance } from 'node:perf_hooks';

/** Monotonic time in ms since the process's own origin; the only clock durations are taken from. */
export function nowMs(): number {
  return performance.now();
}

/** Cumulative time the event loop has spent idle, ms (libuv's idle metric). */
export function idleMs(): number {
  return performance.nodeTiming.idleTime;
}

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

import { KIND } from '../bundle/raw.js';
import type { LoadClient } from './client.js';
import { nowMs } from './clock.js';

/** Distance to a due time at which the pacer stops sleeping and polls the loop instead (toolchain, 6.1). */
const POLL_MS = 1.2;

/** One request of the schedule, ready to go. */
export interface Scheduled {
  /** Position in the trace. */
  index: number;
  /** ms after the window's start. */
  dueMs: number;
  body: Buffer;
}

export interface ReplayOptions {
  /** In due order. */
  schedule: Scheduled[];
  client: LoadClient;
  /** Window start on the process clock, ms. */
  originMs: number;
  /** Deadline of a request, ms after it is due. */
  timeoutMs: number;
  /** Longest wait after the last due time, ms. */
  drainMs: number;
  signal: AbortSignal;
}

/**
 * Open loop: a request leaves when it is due, whatever is outstanding. Resolves when every request has its outcome, at
 * the end of the drain (outstanding ones are cancelled then), or when the signal aborts (what was not sent stays so).
 *
 * Pacing is one timer chain that re-checks the clock, so that nothing leaves early, plus the same check in
 * every data callback, so that a burst of reads doesn't hold a send back (client I/O, section 6).
 */
export function replay(options: ReplayOptions): Promise<void> {
  const { schedule, client, originMs, signal } = options;
  const last = schedule.at(-1);
  if (last === undefined) return Promise.resolve();
  const drainEndMs = originMs + last.dueMs + options.drainMs;
  let next = 0;
  let oldest = 0;
  let stopPacing = () => {};
  let deadline: NodeJS.Timeout | null = null;

  return new Promise((resolve) => {
    const finish = () => {
      stopPacing();
      if (deadline !== null) clearTimeout(deadline);
      client.onRead = () => {};
      client.onSettled = () => {};
      signal.removeEventListener('abort', cancel);
      clearInterval(flush);
      resolve();
    };
    const cancel = () => {
      client.onSettled = () => {};
      for (const exchange of client.exchanges) exchange.giveUp(KIND.cancelled);
      finish();
    };
    const sendDue = () => {
      for (;;) {
        const item = schedule[next];
        if (item === undefined || nowMs() < originMs + item.dueMs) return;
        next += 1;
        client.send(item.index, item.body, item.dueMs);
      }
    };
    const chain = () => {
      sendDue();
      const item = schedule[next];
      if (item === undefined) return;
      const waitMs = originMs + item.dueMs - nowMs() - POLL_MS;
      if (waitMs >= 1) {
        const timer = setTimeout(chain, Math.floor(waitMs));
        stopPacing = () => clearTimeout(timer);
      } else {
        const turn = setImmediate(chain);
        stopPacing = () => clearImmediate(turn);
      }
    };
    // Deadlines fall in sending order, so one timer for the oldest open request is enough.
    const watch = () => {
      const now = nowMs();
      for (; ; oldest += 1) {
        const exchange = client.exchanges[oldest];
        const item = schedule[oldest];
        if (exchange === undefined || item === undefined) break;
        if (exchange.isClosed) continue;
        if (now < originMs + item.dueMs + options.timeoutMs) break;
        exchange.giveUp(KIND.deadline);
      }
      if (next === schedule.length && now >= drainEndMs) return cancel();
      const item = schedule[oldest] ?? last;
      const waitMs = Math.min(originMs + item.dueMs + options.timeoutMs, Math.max(drainEndMs, now + 1)) - now;
      deadline = setTimeout(watch, Math.max(1, waitMs));
    };

    const flush = setInterval(() => client.log.flush(), 1000);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) return cancel();
    client.onRead = sendDue;
    client.onSettled = () => {
      if (client.settledCount === schedule.length) finish();
    };
    chain();
    watch();
  });
}

/** One read as the callback recorded it. */
export interface RawRead {
  /** Event-loop iteration, counted over all recorded ones: an index into the iteration table. */
  iteration: number;
  /** The callback's own clock, ms. */
  tMs: number;
  /** The request whose socket was read. */
  stream: number;
}

/** One recorded event-loop iteration: from its first data callback to its check phase. */
export interface IterationRow {
  /** Clock in the first data callback, right after the poll returned. */
  tBatchMs: number;
  /** Clock in the check phase, after all reads. */
  tEndMs: number;
  /** `performance.nodeTiming.idleTime`, cumulative, at those two moments. */
  idleAtBatchMs: number;
  idleAtEndMs: number;
  /** Reads in the iteration. */
  reads: number;
}

/** When a read's bytes became readable: not after `upperMs`, not before `lowerMs`. */
export interface StampInterval {
  upperMs: number;
  lowerMs: number;
}

/** libuv takes this many ready sockets per poll and, finding its list full, polls again within the iteration. */
const FULL_POLL_READS = 1024;

/** From the return of a poll to the clock in its first callback: scanning hundreds of ready sockets takes this long. */
const POLL_SCAN_MS = 0.3;

/**
 * Resolves recorded reads to intervals (client I/O, section 1, mechanism 3). `reads` are in recorded order; row k of
 * `iterations` is iteration k, undefined where a cut file lost it. One interval per read, in the same order.
 *
 * - Upper end: a stream's first read in an iteration was readable when the poll returned, so `tBatchMs`. Its later ones,
 *   and every read of an iteration with 1024 or more, may have come after that poll: their own callback time.
 * - Lower end: upper minus the time since the previous recorded poll that the loop was not idle. What arrives while the
 *   callbacks of one iteration run is only seen at the next poll, so their time counts; while the loop was idle, an
 *   arrival would have woken it.
 * - The first recorded iteration has none before it to measure from, so its poll counts as instantaneous: the lower end
 *   is its `tBatchMs`, never after the upper end.
 * - A read whose row is lost: its own callback time, and back to the previous recorded poll where there is one, idle or
 *   not; without one the width is 0.
 *
 * libuv counts a late wake-up as idle, so the width misses the client's own scheduling delay. Order markers (mechanism
 * 4) would narrow both ends here, after the interval of mechanism 3 is known.
 */
export function resolveStamps(
  reads: readonly RawRead[],
  iterations: readonly (IterationRow | undefined)[],
): StampInterval[] {
  const lastIteration = new Map<number, number>();
  const previous = previousRows(iterations);
  return reads.map(({ iteration, tMs, stream }) => {
    const isFirst = lastIteration.get(stream) !== iteration;
    lastIteration.set(stream, iteration);
    const row = iterations[iteration];
    const before = previous[Math.min(iteration, iterations.length)];
    const pollMs = before === undefined ? undefined : before.tBatchMs - POLL_SCAN_MS;
    if (row === undefined) return { upperMs: tMs, lowerMs: Math.min(tMs, pollMs ?? tMs) };
    const upperMs = isFirst && row.reads < FULL_POLL_READS ? row.tBatchMs : tMs;
    if (before === undefined || pollMs === undefined) return { upperMs, lowerMs: Math.min(upperMs, row.tBatchMs) };
    const busyMs = upperMs - pollMs - (row.idleAtBatchMs - before.idleAtBatchMs);
    return { upperMs, lowerMs: upperMs - Math.max(0, busyMs) };
  });
}

/** For each iteration, and for the one after the last, the nearest recorded row before it. */
function previousRows(iterations: readonly (IterationRow | undefined)[]): (IterationRow | undefined)[] {
  let last: IterationRow | undefined;
  const previous: (IterationRow | undefined)[] = [];
  for (const row of iterations) {
    previous.push(last);
    last = row ?? last;
  }
  previous.push(last);
  return previous;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IterationRow, type RawRead, resolveStamps } from '../../src/stream/stamps.js';

const row = (
  tBatchMs: number,
  tEndMs: number,
  idleAtBatchMs: number,
  idleAtEndMs: number,
  reads = 2,
): IterationRow => ({
  tBatchMs,
  tEndMs,
  idleAtBatchMs,
  idleAtEndMs,
  reads,
});
const read = (iteration: number, tMs: number, stream = 1): RawRead => ({ iteration, tMs, stream });

// Poll 1 returns 12 ms after poll 0; the loop was idle for 8 of them. The scan of 0.3 ms counts as busy.
const table = [row(100, 102, 50, 50), row(112, 115, 58, 58)];

describe('resolveStamps', () => {
  it.each<[string, RawRead[], (IterationRow | undefined)[], number, number]>([
    ['a first read: the poll, less the busy time since the last poll', [read(1, 112.5)], table, 112, 107.7],
    ['a second read: its own time', [read(1, 112.5), read(1, 114)], table, 114, 107.7],
    ['another stream in the same iteration is a first read', [read(1, 112.5), read(1, 114, 2)], table, 112, 107.7],
    ['the next iteration is a first read again', [read(0, 101), read(1, 114)], table, 112, 107.7],
    [
      'idle between the callbacks and the poll: only the callbacks count',
      [read(1, 112.5)],
      [row(100, 102, 50, 50), row(112, 115, 60, 60)],
      112,
      109.7,
    ],
    [
      'more idle than time, by rounding: no width',
      [read(1, 112)],
      [row(100, 102, 50, 50), row(112, 115, 63, 63)],
      112,
      112,
    ],
    [
      'idle time is counted from poll to poll',
      [read(1, 112)],
      [row(100, 102, 50, 53), row(112, 115, 58, 58)],
      112,
      107.7,
    ],
    ['a full poll: its own time', [read(1, 114)], [row(100, 102, 50, 50), row(112, 115, 58, 58, 1024)], 114, 107.7],
    ['one short of a full poll', [read(1, 114)], [row(100, 102, 50, 50), row(112, 115, 58, 58, 1023)], 112, 107.7],
    ['the very first read: no width', [read(0, 101)], table, 100, 100],
    ['the very first iteration, second read: from its poll', [read(0, 101), read(0, 101.5)], table, 101.5, 100],
    ['the very first iteration, full poll, early callback', [read(0, 99.9)], [row(100, 102, 50, 50, 1024)], 99.9, 99.9],
    ['a lost row after others: back to the last poll', [read(2, 130)], table, 130, 111.7],
    ['a lost row far after others', [read(9, 130)], table, 130, 111.7],
    ['a lost row between others', [read(1, 111)], [table[0], undefined, table[1]], 111, 99.7],
    ['after a lost row: the nearest recorded poll', [read(2, 112.5)], [table[0], undefined, table[1]], 112, 107.7],
    ['a lost row that began right after a poll', [read(2, 112)], table, 112, 111.7],
    ['no table at all: no width', [read(0, 101)], [], 101, 101],
  ])('%s', (_, reads, iterations, upperMs, lowerMs) => {
    const interval = resolveStamps(reads, iterations).at(-1);
    expect(interval?.upperMs).toBe(upperMs);
    expect(interval?.lowerMs).toBeCloseTo(lowerMs, 9);
  });

  it('gives one interval per read, never upside down, never later than the callback and the poll', () => {
    const steps = fc.record({
      poll: fc.double({ min: 0, max: 20, noNaN: true }),
      idle: fc.double({ min: 0, max: 1, noNaN: true }),
      callbacks: fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.nat({ max: 3 })), { minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 20 }), (iterations) => {
        let now = 0;
        let idle = 0;
        const reads: RawRead[] = [];
        const rows = iterations.map((step, iteration) => {
          now += step.poll;
          idle += step.poll * step.idle;
          const tBatchMs = now;
          for (const [ms, stream] of step.callbacks) {
            now += ms;
            reads.push({ iteration, tMs: now, stream });
          }
          return row(tBatchMs, now, idle, idle, step.callbacks.length);
        });
        const intervals = resolveStamps(reads, rows);
        expect(intervals).toHaveLength(reads.length);
        intervals.forEach(({ upperMs, lowerMs }, k) => {
          expect(lowerMs).toBeLessThanOrEqual(upperMs);
          expect(upperMs).toBeLessThanOrEqual(reads[k]?.tMs ?? Number.NaN);
          const previousPoll = rows[(reads[k]?.iteration ?? 0) - 1]?.tBatchMs ?? 0;
          expect(lowerMs).toBeGreaterThanOrEqual(previousPoll - 0.3 - 1e-9);
        });
      }),
      { seed: 22, numRuns: 300 },
    );
  });
});

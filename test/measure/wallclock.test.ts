import { describe, expect, it } from 'vitest';
import { wallClock } from '../../src/measure/wallclock.js';
import type { RequestRecord } from '../../src/model/record.js';
import { answered, NO_ANSWER, traceOf } from '../judge/support.js';

const [request] = traceOf(20).requests;

/** Sent at `sentMs`, events at `outputMs`, ends with the last; one token an event unless `tokens` says else. */
function record(sentMs: number, outputMs: number[], tokens: Partial<RequestRecord['tokens']> = {}): RequestRecord {
  if (request === undefined) throw new Error('the trace is empty');
  const one = answered(request, { lagMs: 0, ttftMs: 1, gapMs: 1, pauseMs: null, tokens: 2, override: {} });
  const count = outputMs.length;
  const [first = null, last = null] = [outputMs[0], outputMs.at(-1)];
  return {
    ...one,
    sentMs,
    outputMs,
    firstOutputMs: first,
    lastOutputMs: last,
    terminalMs: last,
    tokens: { ...one.tokens, count, prompt: 50, ...tokens },
  };
}

describe('the wall-clock view', () => {
  it('counts what happens inside the window, whoever sent it', () => {
    const leadIn = record(-500, [-100, 100, 200]);
    const late = record(900, [950, 1000, 1100]);
    const figures = wallClock([leadIn, late], 1000);
    expect(figures.outputTokensPerS).toBe(3);
    expect(figures.inputTokensPerS).toBe(50);
    expect(figures.completedPerS).toBe(1);
    expect(figures.outstandingAtStart).toBe(1);
    expect(figures.outstandingAtEnd).toBe(1);
  });

  it('is half open: the first instant is inside, the end is not', () => {
    expect(wallClock([record(-1, [0])], 1000).completedPerS).toBe(1);
    expect(wallClock([record(-1, [1000])], 1000).completedPerS).toBe(0);
  });

  it('spreads an answer over its events', () => {
    expect(wallClock([record(0, [500, 1500], { count: 10 })], 1000).outputTokensPerS).toBe(5);
  });

  it('puts known tokens of the first event where they were', () => {
    expect(wallClock([record(0, [500, 1500, 1600], { count: 10, firstEvent: 8 })], 1000).outputTokensPerS).toBe(8);
    expect(wallClock([record(0, [-5, 500, 1600], { count: 10, firstEvent: 8 })], 1000).outputTokensPerS).toBe(1);
  });

  it('spreads an answer evenly where its first event is said to hold more than the whole', () => {
    expect(wallClock([record(0, [500, 600, 1600], { count: 3, firstEvent: 50 })], 1000).outputTokensPerS).toBe(2);
  });

  it('is unknown as soon as one answer inside it has no count, and only then', () => {
    const uncounted = { count: null, prompt: null };
    expect(wallClock([record(0, [500]), record(0, [600], uncounted)], 1000)).toMatchObject({
      outputTokensPerS: null,
      inputTokensPerS: null,
    });
    expect(wallClock([record(0, [500]), record(0, [1600], uncounted)], 1000)).toMatchObject({
      outputTokensPerS: 1,
      inputTokensPerS: 50,
    });
  });

  it('counts an unfinished request as outstanding, and no failure as completed', () => {
    const failed: RequestRecord = { ...record(100, [200]), ...NO_ANSWER, outcome: 'error', terminalMs: 300 };
    const open: RequestRecord = { ...record(100, [200]), ...NO_ANSWER, outcome: 'cancelled', terminalMs: null };
    const figures = wallClock([failed, open], 1000);
    expect(figures.completedPerS).toBe(0);
    expect(figures.outstandingAtEnd).toBe(1);
  });
});

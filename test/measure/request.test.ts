import { describe, expect, it } from 'vitest';
import { NOT_APPLICABLE, requestFigures } from '../../src/measure/request.js';
import type { RequestRecord } from '../../src/model/record.js';
import { answered, NO_ANSWER, traceOf } from '../judge/support.js';

const [request] = traceOf(20).requests;
if (request === undefined) throw new Error('the trace is empty');

/** Due at 1000 ms, sent 5 ms late, first output 100 ms after the send, then an event each 10 ms. */
function record(tokens: number, override: Partial<RequestRecord> = {}): RequestRecord {
  const due = { ...request, dueMs: 1000 } as typeof request & object;
  return answered(due, { lagMs: 5, ttftMs: 100, gapMs: 10, pauseMs: null, tokens, override });
}

function tokensOf(one: RequestRecord, change: Partial<RequestRecord['tokens']>): RequestRecord {
  return { ...one, tokens: { ...one.tokens, ...change } };
}

describe('latencies of one request', () => {
  it('start at the due time, and at the send beside it', () => {
    const figures = requestFigures(record(5));
    expect(figures.lagMs.value).toBe(5);
    expect(figures.due.ttftMs.value).toBe(105);
    expect(figures.sent.ttftMs.value).toBe(100);
    expect(figures.due.lastTokenMs.value).toBe(145);
    expect(figures.due.e2eMs.value).toBe(146);
    expect(figures.sent.e2eMs.value).toBe(141);
  });

  it('tell first output from first visible output', () => {
    const figures = requestFigures(record(5, { firstVisibleMs: 1200 }));
    expect(figures.due.ttftMs.value).toBe(105);
    expect(figures.due.firstVisibleMs.value).toBe(200);
  });

  it('are null with a reason, never 0, where nothing came', () => {
    const figures = requestFigures(record(5, { ...NO_ANSWER, terminalMs: null }));
    expect(figures.due.ttftMs).toEqual({ value: null, reason: 'no output' });
    expect(figures.due.firstVisibleMs).toEqual({ value: null, reason: 'no visible output' });
    expect(figures.due.e2eMs).toEqual({ value: null, reason: 'no end' });
    expect(figures.tpotMs).toEqual({ value: null, reason: 'no output' });
    expect(figures.maxGapMs).toEqual({ value: null, reason: 'no output' });
  });

  it('have no clock to start from the send when nothing was sent', () => {
    const figures = requestFigures(record(5, { sentMs: null }));
    expect(figures.lagMs).toEqual({ value: null, reason: 'not sent' });
    expect(figures.sent.ttftMs).toEqual({ value: null, reason: 'not sent' });
    expect(figures.due.ttftMs.value).toBe(105);
  });
});

describe('TPOT', () => {
  it('divides by n - 1', () => {
    expect(requestFigures(record(5)).tpotMs.value).toBe(10);
  });

  it('divides by n - m when the first event is known to hold m tokens', () => {
    const one = tokensOf(record(5), { count: 8, firstEvent: 4 });
    expect(requestFigures(one).tpotMs.value).toBe(10);
    expect(requestFigures(tokensOf(one, { firstEvent: null })).tpotMs.value).toBeCloseTo(40 / 7, 12);
  });

  it('does not apply to exactly one token, and is unknown for an unknown count', () => {
    expect(requestFigures(record(1)).tpotMs).toEqual({ value: null, reason: NOT_APPLICABLE });
    const unknown = requestFigures(tokensOf(record(1), { count: null }));
    expect(unknown.tpotMs.reason).toBe('the number of output tokens is unknown');
    expect(unknown.maxGapMs.reason).toBe('the whole answer came in one event');
  });

  it('has no evidence when a longer answer came in one event', () => {
    const whole = tokensOf(record(1), { count: 30 });
    expect(requestFigures(whole).tpotMs.reason).toBe('the whole answer came in one event');
    expect(requestFigures(whole).maxGapMs.reason).toBe('the whole answer came in one event');
  });

  it('has no evidence when the first event holds every token', () => {
    const one = tokensOf(record(2), { count: 30, firstEvent: 30 });
    expect(requestFigures(one).tpotMs).toEqual({
      value: null,
      reason: 'a count of 30 leaves no token after the first event',
    });
  });
});

describe('gaps', () => {
  it('give the longest whatever the events hold', () => {
    const outputMs = [1100, 1110, 1190, 1200];
    const one = record(4, { outputMs, perToken: { basis: null, reason: 'events hold several tokens' } });
    expect(requestFigures(one).maxGapMs.value).toBe(80);
    expect(requestFigures(one).itl).toEqual({ gapsMs: null, reason: 'events hold several tokens' });
  });

  it('are time between tokens only on a known basis', () => {
    expect(requestFigures(record(4)).itl).toEqual({ gapsMs: [10, 10, 10], reason: null });
    expect(requestFigures(record(1)).itl).toEqual({ gapsMs: null, reason: NOT_APPLICABLE });
    expect(requestFigures(tokensOf(record(1), { count: 9 })).itl.reason).toBe('fewer than two output events');
  });

  it('are none where all events came at one moment, which shows no more than a single event', () => {
    const one = record(3, { outputMs: [1100, 1100, 1100] });
    expect(requestFigures(one).maxGapMs.reason).toBe('the whole answer came at one moment');
    expect(requestFigures(one).tpotMs.reason).toBe('the whole answer came at one moment');
    expect(requestFigures(record(3, { outputMs: [1100, 1100, 1101] })).maxGapMs.value).toBe(1);
  });
});

describe("a server's count of one token", () => {
  it('does not excuse an answer of two events or more', () => {
    const figures = requestFigures(record(1, { outputMs: [1100, 1500] }));
    expect(figures.maxGapMs.value).toBe(400);
    expect(figures.tpotMs).toEqual({
      value: null,
      reason: 'a count of 1 leaves no token after the first event',
    });
    expect(figures.itl.reason).not.toBe(NOT_APPLICABLE);
  });

  it('does not excuse an event of more text than a token holds', () => {
    expect(requestFigures(record(1, { outputCharacters: 64 })).maxGapMs.reason).toBe(NOT_APPLICABLE);
    const long = requestFigures(record(1, { outputCharacters: 65 }));
    expect(long.maxGapMs.reason).toBe('the whole answer came in one event');
    expect(long.tpotMs.reason).toBe('the whole answer came in one event');
    expect(long.itl.reason).toBe('fewer than two output events');
  });

  it('excuses nothing where there was no output', () => {
    expect(requestFigures(record(1, NO_ANSWER)).maxGapMs.reason).toBe('no output');
    expect(requestFigures(record(1, NO_ANSWER)).tpotMs.reason).toBe('no output');
  });
});

describe('TPOT by a count that a server may send', () => {
  // Five events, 40 ms from the first to the last.
  it.each([
    ['none', { count: null }, null],
    ['zero', { count: 0 }, null],
    ['negative', { count: -3 }, null],
    ['a fraction', { count: 1.5 }, null],
    ['one', { count: 1 }, null],
    ['fewer than events', { count: 2 }, 40],
    ['one an event', { count: 5 }, 10],
    ['several an event', { count: 41 }, 1],
    ['nothing in the first event', { count: 5, firstEvent: 0 }, 10],
    ['all but one in the first event', { count: 5, firstEvent: 4 }, 40],
    ['all in the first event', { count: 5, firstEvent: 5 }, null],
    ['more in the first event than in all', { count: 5, firstEvent: 9 }, null],
  ])('%s', (_, change, tpotMs) => {
    const figures = requestFigures(tokensOf(record(5), change));
    expect(figures.tpotMs.value).toBe(tpotMs);
    expect(figures.tpotMs.reason).not.toBe(NOT_APPLICABLE);
    expect(figures.maxGapMs.value).toBe(10);
  });
});

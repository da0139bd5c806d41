/** The latency figures of one answer, each with the reason where there is none (design, section 2). */

import type { Figure } from '../model/measure.js';
import type { RequestRecord } from '../model/record.js';
import { gaps } from '../stats/series.js';

/** Where a latency starts: when the trace says that the request leaves, or when its bytes were handed to the socket. */
export type Clock = 'due' | 'sent';

/** Latencies that start on a clock, ms. */
interface ClockFigures {
  ttftMs: Figure;
  firstVisibleMs: Figure;
  lastTokenMs: Figure;
  e2eMs: Figure;
}

export interface RequestFigures {
  /** Sent minus due. */
  lagMs: Figure;
  /** From the due time: what the user waited, however late the generator was. Objectives are judged on these. */
  due: ClockFigures;
  /** From the send: what the server alone took. Shown beside. */
  sent: ClockFigures;
  /** (last output - first output) / (n - 1); n - m where the first event is known to hold m tokens. */
  tpotMs: Figure;
  /** Longest gap between output events, whatever they hold. */
  maxGapMs: Figure;
  /** Every gap between output events; null with the reason where a gap can't be read as time between tokens. */
  itl: { gapsMs: readonly number[]; reason: null } | { gapsMs: null; reason: string };
}

/** An answer of exactly one output token, known count, has no pace: the objective counts as met. */
export const NOT_APPLICABLE = 'not applicable: exactly one output token';

/** Figures of one record, in ms; a figure that the evidence doesn't hold is null with its reason, never 0. */
export function requestFigures(record: RequestRecord): RequestFigures {
  return {
    lagMs: span(record.dueMs, record.sentMs, 'not sent'),
    due: clockFigures(record, record.dueMs),
    sent: clockFigures(record, record.sentMs),
    tpotMs: tpot(record),
    maxGapMs: maxGap(record),
    itl: interTokenGaps(record),
  };
}

function clockFigures(record: RequestRecord, startMs: number | null): ClockFigures {
  return {
    ttftMs: span(startMs, record.firstOutputMs, 'no output'),
    firstVisibleMs: span(startMs, record.firstVisibleMs, 'no visible output'),
    lastTokenMs: span(startMs, record.lastOutputMs, 'no output'),
    e2eMs: span(startMs, record.terminalMs, 'no end'),
  };
}

function tpot(record: RequestRecord): Figure {
  const { count, firstEvent } = record.tokens;
  if (count === 1) return none(NOT_APPLICABLE);
  if (count === null) return none('the number of output tokens is unknown');
  const first = record.outputMs[0];
  const last = record.outputMs.at(-1);
  if (first === undefined || last === undefined) return none('no output');
  if (record.outputMs.length < 2) return none('the whole answer came in one event');
  const divisor = count - (firstEvent ?? 1);
  if (divisor < 1) return none(`${count} output tokens, none of them after the first event`);
  return { value: (last - first) / divisor, reason: null };
}

function maxGap(record: RequestRecord): Figure {
  if (record.tokens.count === 1) return none(NOT_APPLICABLE);
  if (record.outputMs.length === 0) return none('no output');
  if (record.outputMs.length < 2) return none('the whole answer came in one event');
  const longest = gaps(record.outputMs).reduce((max, gap) => Math.max(max, gap), 0);
  return { value: longest, reason: null };
}

function interTokenGaps(record: RequestRecord): RequestFigures['itl'] {
  if (record.tokens.count === 1) return { gapsMs: null, reason: NOT_APPLICABLE };
  if (record.outputMs.length < 2) return { gapsMs: null, reason: 'fewer than two output events' };
  if (record.perToken.basis === null) {
    return { gapsMs: null, reason: record.perToken.reason ?? 'the tokens of an event are unknown' };
  }
  return { gapsMs: gaps(record.outputMs), reason: null };
}

function span(fromMs: number | null, toMs: number | null, missing: string): Figure {
  if (fromMs === null) return none('not sent');
  return toMs === null ? none(missing) : { value: toMs - fromMs, reason: null };
}

function none(reason: string): Figure {
  return { value: null, reason };
}

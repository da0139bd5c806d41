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
  /**
   * (last output - first output) / (n - 1); n - m where the first event is known to hold m tokens, which is one at least.
   * A count below the number of events is taken as it is: it only lengthens TPOT.
   */
  tpotMs: Figure;
  /** Longest gap between output events, whatever they hold. */
  maxGapMs: Figure;
  /** Every gap between output events; null with the reason where a gap can't be read as time between tokens. */
  itl: { gapsMs: readonly number[]; reason: null } | { gapsMs: null; reason: string };
}

/** An answer of exactly one output token, known count, has no pace: the objective counts as met. */
export const NOT_APPLICABLE = 'not applicable: exactly one output token';

/** Longest text that may be one token, in characters: only runs of blanks and dashes make longer tokens. */
const LONGEST_TOKEN = 64;

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
  if (isOneToken(record)) return none(NOT_APPLICABLE);
  if (count === null) return none('the number of output tokens is unknown');
  const outputSpan = spanOf(record);
  if (outputSpan.value === null) return outputSpan;
  const divisor = count - Math.max(1, firstEvent ?? 1);
  if (divisor < 1) return none(`a count of ${count} leaves no token after the first event`);
  return { value: outputSpan.value / divisor, reason: null };
}

function maxGap(record: RequestRecord): Figure {
  if (isOneToken(record)) return none(NOT_APPLICABLE);
  const outputSpan = spanOf(record);
  if (outputSpan.value === null) return outputSpan;
  const longest = gaps(record.outputMs).reduce((max, gap) => Math.max(max, gap), 0);
  return { value: longest, reason: null };
}

/** A count of one is only a claim: what came in several events, or is too long for a token, has more of them. */
function isOneToken({ tokens, outputMs, outputCharacters }: RequestRecord): boolean {
  return tokens.count === 1 && outputMs.length === 1 && outputCharacters <= LONGEST_TOKEN;
}

/** First to last output; none where everything came at one moment, in however many events. */
function spanOf({ outputMs }: RequestRecord): Figure {
  const first = outputMs[0];
  const last = outputMs.at(-1);
  if (first === undefined || last === undefined) return none('no output');
  if (outputMs.length < 2) return none('the whole answer came in one event');
  return last > first ? { value: last - first, reason: null } : none('the whole answer came at one moment');
}

function interTokenGaps(record: RequestRecord): RequestFigures['itl'] {
  if (isOneToken(record)) return { gapsMs: null, reason: NOT_APPLICABLE };
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

/** What happened inside the declared window, whoever sent the request: kept apart from the arrival cohort. */

import type { RequestRecord } from '../model/record.js';

export interface WallClock {
  outputTokensPerS: number | null;
  inputTokensPerS: number | null;
  completedPerS: number;
  outstandingAtStart: number;
  outstandingAtEnd: number;
}

/**
 * Rates over the window [0, windowMs) from all records of a run, lead-in and lead-out included. A token rate is null as
 * soon as one answer that belongs to it has an unknown count: an undercount would look like a result.
 */
export function wallClock(records: readonly RequestRecord[], windowMs: number): WallClock {
  const windowS = windowMs / 1000;
  const inside = (ms: number | null) => ms !== null && ms >= 0 && ms < windowMs;
  const completed = records.filter((record) => record.outcome === 'success' && inside(record.terminalMs));
  const outputTokens = sumOrNull(records.map((record) => tokensInside(record, inside)));
  const inputTokens = sumOrNull(
    records.filter((record) => inside(record.firstOutputMs)).map((record) => record.tokens.prompt),
  );
  return {
    outputTokensPerS: outputTokens === null ? null : outputTokens / windowS,
    inputTokensPerS: inputTokens === null ? null : inputTokens / windowS,
    completedPerS: completed.length / windowS,
    outstandingAtStart: outstanding(records, 0),
    outstandingAtEnd: outstanding(records, windowMs),
  };
}

/**
 * Output tokens of one answer inside the window: the first event holds the tokens it is known to hold, the rest is
 * spread evenly over the other events, at their times.
 */
function tokensInside(record: RequestRecord, inside: (ms: number) => boolean): number | null {
  const events = record.outputMs.length;
  const insideEvents = record.outputMs.filter(inside).length;
  if (insideEvents === 0) return 0;
  const { count, firstEvent } = record.tokens;
  if (count === null) return null;
  if (firstEvent === null || firstEvent > count || events === 1) return (count * insideEvents) / events;
  const firstInside = inside(record.outputMs[0] ?? Number.NaN) ? 1 : 0;
  const perLaterEvent = (count - firstEvent) / (events - 1);
  return firstInside * firstEvent + (insideEvents - firstInside) * perLaterEvent;
}

/** Requests sent before `atMs` whose outcome was not yet known then. */
function outstanding(records: readonly RequestRecord[], atMs: number): number {
  return records.filter(
    ({ sentMs, terminalMs }) => sentMs !== null && sentMs < atMs && (terminalMs === null || terminalMs >= atMs),
  ).length;
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

/** One run's figures over its arrival cohort. */

import { LATENCIES, type Latency, MISSES, type Miss, type Percentiles, type RunFigures } from '../model/measure.js';
import { OUTCOMES, type RequestRecord } from '../model/record.js';
import type { Run } from '../model/run.js';
import type { Phase, TraceRequest } from '../model/trace.js';
import { percentiles } from './percentiles.js';
import type { RequestFigures } from './request.js';
import { wallClock } from './wallclock.js';

/** One offered request of one run: what the trace asked, what came back, and why it did not qualify. */
export interface OfferedRequest {
  request: TraceRequest;
  phase: Phase;
  /** Id of the SLO it is judged by; null where the plan declares none for its class. */
  slo: string | null;
  /** Null where the evidence is missing. */
  record: RequestRecord | null;
  figures: RequestFigures | null;
  /** Empty: qualified. */
  misses: readonly Miss[];
}

/** @param offered every request of the trace, in its order */
export function runFigures(
  run: Run,
  offered: readonly OfferedRequest[],
  { windowMs, scheduleLagMs }: { windowMs: number; scheduleLagMs: number },
): RunFigures {
  const cohort = offered.filter((one) => one.phase === 'cohort');
  const judged = cohort.filter((one) => one.slo !== null);
  const qualified = judged.filter((one) => one.misses.length === 0).length;
  return {
    number: run.number,
    arm: run.arm,
    pair: run.pair,
    end: run.end,
    offered: judged.length,
    outcomes: tally(
      OUTCOMES,
      judged.flatMap(({ record }) => (record === null ? [] : [record.outcome])),
    ),
    qualified,
    misses: tally(
      MISSES,
      judged.flatMap((one) => one.misses),
    ),
    attainment: judged.length === 0 ? null : qualified / judged.length,
    goodputRps: (qualified * 1000) / windowMs,
    latencies: latencies(judged),
    wallClock: wallClock(
      offered.flatMap(({ record }) => record ?? []),
      windowMs,
    ),
    outputTokens: outputTokens(judged),
    outputCharacters: successes(judged).reduce((sum, { record }) => sum + record.outputCharacters, 0),
    lag: lag(cohort, scheduleLagMs),
    stampUncertaintyMs: run.health?.stampUncertaintyMs?.p50 ?? null,
  };
}

/** A percentile of a failed request's latency would be a figure of the failure, so only successes have values. */
function latencies(judged: readonly OfferedRequest[]): Record<Latency, Percentiles> {
  const measured = successes(judged);
  const of = (latency: Latency): Percentiles => {
    const values = measured.flatMap(({ figures }) => valuesOf(figures, latency));
    const having = measured.filter(({ figures }) => valuesOf(figures, latency).length > 0).length;
    return percentiles(values, judged.length - having);
  };
  return Object.fromEntries(LATENCIES.map((latency) => [latency, of(latency)])) as Record<Latency, Percentiles>;
}

function valuesOf(figures: RequestFigures, latency: Latency): readonly number[] {
  if (latency === 'itlMs') return figures.itl.gapsMs ?? [];
  const value = latencyOf(figures, latency);
  return value === null ? [] : [value];
}

/** One request's value of a latency that has one value a request, ms. */
export function latencyOf(figures: RequestFigures, latency: Exclude<Latency, 'itlMs'>): number | null {
  switch (latency) {
    case 'ttftSentMs':
      return figures.sent.ttftMs.value;
    case 'e2eSentMs':
      return figures.sent.e2eMs.value;
    case 'tpotMs':
    case 'maxGapMs':
      return figures[latency].value;
    default:
      return figures.due[latency].value;
  }
}

/** Tokens of the successful answers; null as soon as one of them has an unknown count. */
function outputTokens(judged: readonly OfferedRequest[]): number | null {
  let sum = 0;
  for (const { record } of successes(judged)) {
    if (record.tokens.count === null) return null;
    sum += record.tokens.count;
  }
  return sum;
}

function lag(cohort: readonly OfferedRequest[], lateMs: number): RunFigures['lag'] {
  const lags = cohort.flatMap(({ figures }) => figures?.lagMs.value ?? []);
  const late = lags.filter((ms) => ms > lateMs).length;
  const { p50, p99, max } = percentiles(lags, cohort.length - lags.length);
  return { p50Ms: p50, p99Ms: p99, maxMs: max, lateShare: cohort.length === 0 ? 0 : late / cohort.length };
}

type Answered = OfferedRequest & { record: RequestRecord; figures: RequestFigures };

function successes(judged: readonly OfferedRequest[]): Answered[] {
  return judged.filter((one): one is Answered => one.record?.outcome === 'success' && one.figures !== null);
}

/** How often each of `keys` was found; 0 where it was not. */
export function tally<K extends string>(keys: readonly K[], found: readonly K[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const key of found) counts[key] += 1;
  return counts;
}

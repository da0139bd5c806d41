/** V1: did requests leave when the trace said, and alike in both arms? (section 5.1) Lag = sent - due. */

import { mean } from '../../stats/series.js';

/** Lags of one run in ms, one a request; null = not sent through the client's fault. */
export type Lags = readonly (number | null)[];

export interface LagLimits {
  /** Above this a request counts as late. */
  lateMs: number;
  /** Largest share of late requests in any run; 0 in strict mode. */
  maxLateShare: number;
  /** No request of any run may lag more. */
  maxLagMs: number;
}

type LagReason = 'unsent' | 'max_lag' | 'late_share' | 'arm_bias';

export interface ScheduleLag {
  unsent: number;
  /** Largest lag of all runs; null when nothing was sent. */
  maxLagMs: number | null;
  worstLateShare: number;
  /** Mean lag of the candidate's runs minus that of the baseline's; null when an arm sent nothing. */
  armDifferenceMs: number | null;
  /** What `armDifferenceMs` may be, in either direction. */
  armDifferenceLimitMs: number;
  reasons: LagReason[];
  result: 'OK' | 'INVALID';
}

export const DEFAULT_LAG_LIMITS: LagLimits = { lateMs: 20, maxLateShare: 0.005, maxLagMs: 250 };
/** A steady lag in one arm may use this share of the smallest TTFT limit: it breaks no per-request limit. */
const ARM_DIFFERENCE_SHARE = 0.01;
/** Lag may move a clause's mean log ratio by this share of its margin. */
const MATERIAL_SHARE = 0.1;

/**
 * V1 (a) to (c).
 *
 * @param ttftReferenceMs smallest declared TTFT limit; without one the baseline's median TTFT
 */
export function checkScheduleLag(
  baseline: readonly Lags[],
  candidate: readonly Lags[],
  ttftReferenceMs: number,
  limits: LagLimits = DEFAULT_LAG_LIMITS,
): ScheduleLag {
  const runs = [...baseline, ...candidate];
  const unsent = runs.reduce((sum, run) => sum + run.filter((lag) => lag === null).length, 0);
  const maxLagMs = runs.flatMap(sentLags).reduce<number | null>((max, lag) => Math.max(max ?? lag, lag), null);
  const worstLateShare = Math.max(0, ...runs.map((run) => lateShare(run, limits.lateMs)));
  const [before, after] = [meanLag(baseline), meanLag(candidate)];
  const armDifferenceMs = before === null || after === null ? null : after - before;
  const armDifferenceLimitMs = ARM_DIFFERENCE_SHARE * ttftReferenceMs;

  const reasons: LagReason[] = [];
  if (unsent > 0) reasons.push('unsent');
  if (maxLagMs !== null && maxLagMs > limits.maxLagMs) reasons.push('max_lag');
  if (worstLateShare > limits.maxLateShare) reasons.push('late_share');
  if (armDifferenceMs !== null && Math.abs(armDifferenceMs) > armDifferenceLimitMs) reasons.push('arm_bias');
  const result = reasons.length > 0 ? 'INVALID' : 'OK';
  return { unsent, maxLagMs, worstLateShare, armDifferenceMs, armDifferenceLimitMs, reasons, result };
}

/** A relative clause's mean log ratio with latencies from the due time and from the sent time, and its log margin. */
export interface TwoClocks {
  meanFromDue: number;
  meanFromSent: number;
  logMargin: number;
}

/**
 * V1 (d): how far lag moved each gating relative clause, in either direction, against a tenth of its margin. It looks
 * at that movement, not at the contrast of the arms.
 */
export function checkLagMaterial(clauses: readonly TwoClocks[]): { each: boolean[]; result: 'OK' | 'INVALID' } {
  const each = clauses.map(
    ({ meanFromDue, meanFromSent, logMargin }) => Math.abs(meanFromDue - meanFromSent) > MATERIAL_SHARE * -logMargin,
  );
  return { each, result: each.includes(true) ? 'INVALID' : 'OK' };
}

function sentLags(run: Lags): number[] {
  return run.filter((lag) => lag !== null);
}

function lateShare(run: Lags, lateMs: number): number {
  return run.length === 0 ? 0 : sentLags(run).filter((lag) => lag > lateMs).length / run.length;
}

/** Mean over the sent requests of a run, then over the runs that sent any. */
function meanLag(runs: readonly Lags[]): number | null {
  const means = runs
    .map(sentLags)
    .filter((lags) => lags.length > 0)
    .map(mean);
  return means.length === 0 ? null : mean(means);
}

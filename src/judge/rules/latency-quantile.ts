/** A latency quantile of the candidate relative to the baseline, run by run (section 4.2). */

import { at } from '../../stats/at.js';
import { nearestRank, type Ratio, sorted } from '../../stats/rank.js';
import { mean } from '../../stats/series.js';
import { type PairedEvidence, pairedEvidence } from './paired.js';

export interface LatencyTerms {
  /** Largest relative increase, e.g. 0.1. */
  maxIncrease: number;
  /** Smallest increase worth a FAIL, in the unit of the quantiles; 0 when none is declared. */
  minEffectMs: number;
  /** One-sided error level. */
  level: number;
}

/** A run whose failures leave no finite quantile: a broken candidate, or a baseline that can't be compared with. */
export interface InfiniteQuantile {
  kind: 'infinite';
  arm: 'baseline' | 'candidate';
  /** Pairs, from 1, whose run of that arm has none. */
  pairs: number[];
  outcome: 'INVALID' | 'FAIL';
}

export interface FiniteQuantiles extends PairedEvidence {
  kind: 'finite';
  /** Relative increase that decided: `maxIncrease`, or the one `minEffectMs` amounts to when that is larger. */
  allowedIncrease: number;
  /** Geometric mean of the baseline's quantiles, ms. */
  baselineMs: number;
  /** Relative change of the quantile, > 0 = slower, with its one-sided bounds. */
  increase: number;
  increaseLower: number;
  increaseUpper: number;
}

/**
 * Compares one quantile a run over K >= 2 pairs. Quantiles of different runs meet only in this paired log form: never
 * pooled, never averaged.
 *
 * @param baselineMs, candidateMs `runQuantile` of each run in the order of the pairs, Infinity where it has none
 */
export function latencyEvidence(
  baselineMs: readonly number[],
  candidateMs: readonly number[],
  { maxIncrease, minEffectMs, level }: LatencyTerms,
): FiniteQuantiles | InfiniteQuantile {
  if (baselineMs.length !== candidateMs.length) {
    throw new RangeError(`${baselineMs.length} baseline runs can't pair with ${candidateMs.length} candidate runs`);
  }
  if (![...baselineMs, ...candidateMs].every((ms) => ms > 0))
    throw new RangeError('a latency quantile must be positive');
  const baselineGaps = infinitePairs(baselineMs);
  if (baselineGaps.length > 0) return { kind: 'infinite', arm: 'baseline', pairs: baselineGaps, outcome: 'INVALID' };
  const candidateGaps = infinitePairs(candidateMs);
  if (candidateGaps.length > 0) return { kind: 'infinite', arm: 'candidate', pairs: candidateGaps, outcome: 'FAIL' };

  const typicalMs = Math.exp(mean(baselineMs.map((ms) => Math.log(ms))));
  const allowedIncrease = Math.max(maxIncrease, minEffectMs / typicalMs);
  const logRatios = baselineMs.map((ms, k) => Math.log(ms / at(candidateMs, k)));
  const evidence = pairedEvidence(logRatios, { logMargin: latencyLogMargin(allowedIncrease), level, seFloor: 0 });
  return {
    kind: 'finite',
    ...evidence,
    allowedIncrease,
    baselineMs: typicalMs,
    increase: Math.exp(-evidence.mean) - 1,
    increaseLower: Math.exp(-evidence.upper) - 1,
    increaseUpper: Math.exp(-evidence.lower) - 1,
  };
}

/** ln of the smallest baseline-to-candidate ratio that a relative increase allows. */
export function latencyLogMargin(maxIncrease: number): number {
  return -Math.log(1 + maxIncrease);
}

/**
 * Nearest-rank quantile of one run over the requests with a defined value. Infinity when more than 1 - p of the
 * offered requests failed; null when none has a value, which is missing evidence and not a latency.
 */
export function runQuantile(
  valuesMs: readonly number[],
  { offered, failed }: { offered: number; failed: number },
  p: Ratio,
): number | null {
  if (failed * p.den > offered * (p.den - p.num)) return Number.POSITIVE_INFINITY;
  return valuesMs.length === 0 ? null : nearestRank(sorted(valuesMs), p);
}

function infinitePairs(quantilesMs: readonly number[]): number[] {
  return quantilesMs.flatMap((ms, k) => (ms === Number.POSITIVE_INFINITY ? [k + 1] : []));
}

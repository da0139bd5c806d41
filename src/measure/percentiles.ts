/** Nearest-rank percentiles of one run, or of none: a percentile that n can't support is null, never a number. */

import type { Percentiles } from '../model/measure.js';
import { nearestRank, type Ratio, sorted, upperRankMinN } from '../stats/rank.js';

/** A percentile is printed from the n on at which its one-sided bound at this confidence exists (section 3.4). */
const CONFIDENCE = 0.95;

const P50 = withMinN({ num: 50, den: 100 });
const P90 = withMinN({ num: 90, den: 100 });
const P95 = withMinN({ num: 95, den: 100 });
const P99 = withMinN({ num: 99, den: 100 });

/** @param without requests (for gaps: answers) of the same population that have no value */
export function percentiles(values: readonly number[], without: number): Percentiles {
  const sample = sorted(values);
  const n = sample.length;
  const rank = ({ p, minN }: { p: Ratio; minN: number }) => (n < minN ? null : nearestRank(sample, p));
  return { n, without, p50: rank(P50), p90: rank(P90), p95: rank(P95), p99: rank(P99), max: sample[n - 1] ?? null };
}

function withMinN(p: Ratio): { p: Ratio; minN: number } {
  return { p, minN: upperRankMinN(p, CONFIDENCE) };
}

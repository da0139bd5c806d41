/** Wilson's score interval for a share, and the sample sizes below which it can't show anything (sections 2 and 3.2). */

import { tQuantile, zQuantile } from './quantile.js';

/** One-sided bounds of a share: each holds at its own confidence. */
export interface ShareBounds {
  lower: number;
  upper: number;
}

/**
 * One-sided Wilson bounds (Wilson 1927). Assumes independent trials.
 *
 * @param share observed share in [0, 1]
 * @param n trials, > 0; fractional for an effective sample size
 * @param confidence of each bound, e.g. 0.95
 */
export function wilsonBounds(share: number, n: number, confidence: number): ShareBounds {
  if (!(n > 0)) throw new RangeError(`a share needs at least one trial, not ${n}`);
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a share lies in [0, 1], not at ${share}`);
  const z = zQuantile(confidence);
  const centre = share + (z * z) / (2 * n);
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { lower: Math.max(0, (centre - reach) / scale), upper: Math.min(1, (centre + reach) / scale) };
}

/** The fewest trials with which the plain bound reaches `target` when none of them misses (R1). */
export function plainMinN(target: number, confidence: number): number {
  const z = zQuantile(confidence);
  return Math.ceil((z * z * target) / (1 - target));
}

/**
 * The fewest distinct requests with which the cluster-adjusted bound reaches `target` when none of them misses, at
 * design effect `floor` (R1, and `n_needed` of section 3.3).
 */
export function adjustedMinN(target: number, confidence: number, blocks: number, floor: number): number {
  const t = tQuantile(confidence, blocks - 1);
  return Math.ceil((floor * t * t * target) / (1 - target));
}

/** The most misses among `n` with which the plain lower bound still reaches `target`; -1 when not even none will do. */
export function maxMisses(n: number, target: number, confidence: number): number {
  let misses = 0;
  while (misses <= n && wilsonBounds((n - misses) / n, n, confidence).lower >= target) misses += 1;
  return misses - 1;
}

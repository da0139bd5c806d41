/** Nearest-rank percentiles and the order statistics that bound them, on integers throughout (section 3.4). */

import { at } from './at.js';

/** A percentile as a ratio of integers, 0 < num < den: 95/100. No float ever decides a rank. */
export interface Ratio {
  num: number;
  den: number;
}

declare const ascending: unique symbol;
/** Ascending values; only `sorted` makes one, so a percentile of an unsorted sample doesn't compile. */
export type Sorted = Float64Array & { readonly [ascending]: true };

/** A sorted copy; infinities are allowed and sort last. Throws a RangeError on NaN. */
export function sorted(values: Iterable<number>): Sorted {
  const copy = Float64Array.from(values).sort();
  // NaN sorts after everything else, so the last place tells.
  if (copy.length > 0 && Number.isNaN(copy[copy.length - 1])) throw new RangeError('a sample holds NaN');
  return copy as Sorted;
}

/** 0.95 -> 95/100, from the shortest decimal that reads back as the same number. RangeError unless 0 < p < 1. */
export function ratioOf(p: number): Ratio {
  if (!(p > 0 && p < 1)) throw new RangeError(`a percentile lies inside (0, 1), not at ${p}`);
  const [mantissa = '', exponent = '0'] = String(p).split('e-');
  const digits = mantissa.replace('.', '');
  const places = (mantissa.split('.')[1] ?? '').length + Number(exponent);
  let den = 1;
  for (let place = 0; place < places; place += 1) den *= 10;
  return { num: Number(digits), den };
}

/** ceil(p * n) in whole numbers: the rank, from 1, of the p-quantile among `n` values. */
export function rankOf(n: number, p: Ratio): number {
  const scaled = n * p.num;
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`rank ${p.num}/${p.den} of ${n} exceeds whole numbers`);
  const rest = scaled % p.den;
  return (scaled - rest) / p.den + (rest > 0 ? 1 : 0);
}

/** The nearest-rank p-quantile of a sample that holds at least one value. */
export function nearestRank(sample: Sorted, p: Ratio): number {
  if (sample.length === 0) throw new RangeError('an empty sample has no percentile');
  return at(sample, rankOf(sample.length, p) - 1);
}

/**
 * Rank of the one-sided upper confidence bound of the p-quantile for independent values: the smallest r with
 * P(Binomial(n, p) <= r - 1) >= confidence, or null when `n` values can't support it.
 */
export function upperRank(n: number, p: Ratio, confidence: number): number | null {
  const weights = binomialWeights(n, p);
  const allowed = (1 - confidence) * weights.reduceRight((sum, weight) => sum + weight, 0);
  let tail = 0;
  let rank = n + 1;
  // Summed from the far end, where the terms are small: P(X >= rank - 1) may not exceed 1 - confidence.
  while (rank > 1 && tail + at(weights, rank - 1) <= allowed * (1 + 1e-12)) {
    rank -= 1;
    tail += at(weights, rank);
  }
  return rank <= n ? rank : null;
}

/** Binomial probabilities of 0..n up to a common factor: 1 at the mode, then outward by their ratios. */
function binomialWeights(n: number, p: Ratio): Float64Array {
  const weights = new Float64Array(n + 1);
  const odds = p.num / (p.den - p.num);
  const mode = Math.min(n, Math.floor(((n + 1) * p.num) / p.den));
  weights[mode] = 1;
  for (let k = mode; k < n; k += 1) weights[k + 1] = (at(weights, k) * odds * (n - k)) / (k + 1);
  for (let k = mode; k > 0; k -= 1) weights[k - 1] = (at(weights, k) * k) / (odds * (n - k + 1));
  return weights;
}

/**
 * Upper rank for values that share a queue: the rank of `upperRank` at a third of the sample, stretched back to the
 * whole, or null. Neighbours make a tail quantile about three times as variable as independence would have it.
 */
export function clusteredUpperRank(n: number, p: Ratio, confidence: number): number | null {
  const third = Math.floor(n / 3);
  const rank = third > 0 ? upperRank(third, p, confidence) : null;
  return rank === null ? null : Math.ceil((rank * n) / third);
}

/** The fewest independent values whose largest is an upper bound of the p-quantile: ceil(ln(1 - confidence) / ln p). */
export function upperRankMinN(p: Ratio, confidence: number): number {
  // The slack keeps an exact answer, such as p = 1/2 at 1 - 1/32, from being pushed up by a rounding.
  return Math.ceil(Math.log(1 - confidence) / Math.log(p.num / p.den) - 1e-9);
}

/**
 * The cluster-adjusted Wilson bound (decision procedure, section 3.3). Requests that arrive together share a queue, so
 * n requests hold less evidence than n independent ones. After Korn and Graubard 1998 the Wilson form stays and the
 * sample size is replaced by an effective one, here with a floor on the design effect that is read from the run itself.
 */

import { at } from './at.js';
import { autocorrelation } from './autocorrelation.js';
import { tQuantile, zQuantile } from './quantile.js';
import { adjustedMinN, type ShareBounds, wilsonBounds } from './wilson.js';

/** One value per request of a run, in trace order: 1 = qualified, 0 = not. */
export type Bits = readonly number[];

/** Latency series of the same runs as the outcomes: one list a run, one value a request in trace order. */
export interface LatencySeries {
  /** Scores (`latencyScore`); null = failed, counted as worst. */
  scores: readonly (readonly (number | null)[])[];
  /** TTFT in ms; null = none, counted as largest. */
  ttftMs: readonly (readonly (number | null)[])[];
}

/** The least design effect the bound may assume, and where it came from. */
export interface DesignEffectFloor {
  value: number;
  setBy: 'minimum' | 'near_miss' | 'ttft_ranks' | 'outcomes';
  /** Autocorrelation time of the near-miss series; of the outcomes where no latencies are known. */
  tauNearMiss: number;
  /** Autocorrelation time and lag-1 correlation of the mean TTFT ranks; null where no latencies are known. */
  tauTtft: number | null;
  lag1Ttft: number | null;
}

/** The adjusted bounds with every intermediate figure of steps 1 to 7. */
export interface AdjustedBounds extends ShareBounds {
  /** Distinct requests. */
  n: number;
  /** Runs (K). */
  runs: number;
  qualified: number;
  share: number;
  varianceBlocks: number;
  varianceRuns: number;
  df: number;
  nEff: number;
  designEffect: number;
  nAdj: number;
}

export interface AdaptiveBounds extends AdjustedBounds {
  floor: DesignEffectFloor;
  /** Distinct requests at which zero misses would reach the target at this correlation. */
  nNeeded: number;
}

const MINIMUM_FLOOR = 2;
const NEAR_MISS_FACTOR = 1.15;
/** The share of a run that the near-miss series marks: as if the server sat on a 95 % target. */
const NEAR_MISS_SHARE = 0.05;

/** Ranks 1..n, ties given their mean rank, null ranked as the largest. */
export function meanRanks(values: readonly (number | null)[]): number[] {
  const keys = values.map((value) => value ?? Number.POSITIVE_INFINITY);
  const order = keys.map((_, i) => i).sort((i, j) => compare(at(keys, i), at(keys, j)));
  const ranks = new Array<number>(keys.length).fill(0);
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && at(keys, at(order, end)) === at(keys, at(order, start))) end += 1;
    for (const i of order.slice(start, end)) ranks[i] = (start + 1 + end) / 2;
  }
  return ranks;
}

/** Marks (1) the worst scores of one run: 5 % of the requests or all without a score; of equals the later is worse. */
export function nearMisses(scores: readonly (number | null)[]): number[] {
  const keys = scores.map((score) => score ?? Number.POSITIVE_INFINITY);
  const withoutScore = scores.filter((score) => score === null).length;
  const count = Math.max(Math.ceil(NEAR_MISS_SHARE * keys.length - 1e-9), withoutScore);
  const worstFirst = keys.map((_, i) => i).sort((i, j) => compare(at(keys, j), at(keys, i)) || j - i);
  const marks = new Array<number>(keys.length).fill(0);
  for (const i of worstFirst.slice(0, count)) marks[i] = 1;
  return marks;
}

/** The design-effect floor D (step 0) from latencies, or from the outcomes alone. */
export function designEffectFloor(runs: readonly Bits[], latencies: LatencySeries | null): DesignEffectFloor {
  if (latencies === null) {
    const { tau } = autocorrelation(positionMeans(runs));
    const value = Math.max(MINIMUM_FLOOR, NEAR_MISS_FACTOR * tau);
    const setBy = value > MINIMUM_FLOOR ? 'outcomes' : 'minimum';
    return { value, setBy, tauNearMiss: tau, tauTtft: null, lag1Ttft: null };
  }
  requireSameShape(runs, latencies.scores);
  requireSameShape(runs, latencies.ttftMs);
  const near = autocorrelation(positionMeans(latencies.scores.map(nearMisses)));
  const ttft = autocorrelation(positionMeans(latencies.ttftMs.map(meanRanks)));
  const value = Math.max(MINIMUM_FLOOR, NEAR_MISS_FACTOR * near.tau, ttft.tau);
  const setBy = value === MINIMUM_FLOOR ? 'minimum' : value === ttft.tau ? 'ttft_ranks' : 'near_miss';
  return { value, setBy, tauNearMiss: near.tau, tauTtft: ttft.tau, lag1Ttft: ttft.lag1 };
}

/**
 * Steps 1 to 7 with a given design-effect floor.
 *
 * @param runs K >= 1 runs of equal length n >= blocks
 * @param confidence of each one-sided bound
 * @throws RangeError when the runs are empty, unequal or shorter than the number of blocks
 */
export function adjustedBounds(
  runs: readonly Bits[],
  { confidence, blocks, floor }: { confidence: number; blocks: number; floor: number },
): AdjustedBounds {
  const means = positionMeans(runs);
  const n = means.length;
  if (blocks < 2 || n < blocks) throw new RangeError(`${n} requests can't be cut into ${blocks} time blocks`);
  const totals = runs.map(total);
  const qualified = total(totals);
  const share = qualified / (n * runs.length);
  let varianceBlocks = blockVariance(means, blocks, share);
  let varianceRuns = runVariance(
    totals.map((hits) => hits / n),
    share,
  );
  let df = blocks - 1;
  let nEff = n / floor;
  const variance = varianceBlocks + varianceRuns;
  if (variance < 1e-15) {
    varianceBlocks = 0;
    varianceRuns = 0;
  } else {
    const runTerm = runs.length > 1 ? (varianceRuns * varianceRuns) / (runs.length - 1) : 0;
    df = (variance * variance) / ((varianceBlocks * varianceBlocks) / (blocks - 1) + runTerm);
    // The cap is what keeps repeats of one trace from counting as new requests.
    nEff = Math.min((share * (1 - share)) / variance, nEff);
  }
  const ratio = zQuantile(confidence) / tQuantile(confidence, df);
  const nAdj = nEff * ratio * ratio;
  const bounds = wilsonBounds(share, nAdj, confidence);
  const designEffect = n / nEff;
  return {
    n,
    runs: runs.length,
    qualified,
    share,
    varianceBlocks,
    varianceRuns,
    df,
    nEff,
    designEffect,
    nAdj,
    ...bounds,
  };
}

/** The whole of section 3.3 except its knee rule: the floor from the run's own correlation, then the bounds. */
export function adaptiveBounds(
  runs: readonly Bits[],
  latencies: LatencySeries | null,
  { confidence, blocks, target }: { confidence: number; blocks: number; target: number },
): AdaptiveBounds {
  const floor = designEffectFloor(runs, latencies);
  const bounds = adjustedBounds(runs, { confidence, blocks, floor: floor.value });
  return { ...bounds, floor, nNeeded: adjustedMinN(target, confidence, blocks, floor.value) };
}

/** Mean over the runs at each position. */
function positionMeans(runs: readonly (readonly number[])[]): number[] {
  requireSameShape(runs, runs);
  const n = at(runs, 0).length;
  const sums = new Array<number>(n).fill(0);
  for (const run of runs) {
    for (let i = 0; i < n; i += 1) sums[i] = at(sums, i) + at(run, i);
  }
  return sums.map((sum) => sum / runs.length);
}

/** As many series as runs, each as long as the first run. */
function requireSameShape(runs: readonly Bits[], series: readonly { readonly length: number }[]): void {
  const n = at(runs, 0).length;
  const odd = series.find((one) => one.length !== n);
  if (odd !== undefined) throw new RangeError(`runs of one trace hold ${n} and ${odd.length} requests`);
  if (series.length !== runs.length) throw new RangeError(`${runs.length} runs, but ${series.length} latency series`);
}

function blockVariance(means: readonly number[], blocks: number, share: number): number {
  const n = means.length;
  let sum = 0;
  for (let j = 0; j < blocks; j += 1) {
    const block = means.slice(Math.floor((j * n) / blocks), Math.floor(((j + 1) * n) / blocks));
    const pull = (total(block) - block.length * share) / n;
    sum += pull * pull;
  }
  return (blocks / (blocks - 1)) * sum;
}

function runVariance(shares: readonly number[], share: number): number {
  const count = shares.length;
  if (count < 2) return 0;
  return total(shares.map((r) => (r - share) * (r - share))) / (count * (count - 1));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Unlike a difference, also orders infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** V6 and the gating clause `sustained`: does the queue grow through the window? (section 5.1) */

import { at } from '../../stats/at.js';
import { tQuantile } from '../../stats/quantile.js';
import { mean, type Step, timeAverage } from '../../stats/series.js';

const BACKLOG_BLOCKS = 8;
const MIN_TTFT_RATIO = 1.5;

export interface Backlog {
  /** Least-squares slope of outstanding requests over the blocks. */
  slopePerBlock: number;
  /** Slope over its ordinary standard error. */
  t: number;
  tCritical: number;
  /** The slope over all blocks as a share of the mean number outstanding. */
  growth: number;
  /** Median TTFT of the last quarter of the requests over that of the second quarter. */
  ttftRatio: number;
  growing: boolean;
}

/**
 * Time-average of one run's outstanding requests in 8 equal blocks of [0.2 W, W); the first fifth, in which the server
 * fills up, is left out. Average the result over the runs of an arm.
 */
export function backlogBlocks(outstanding: readonly Step[], windowMs: number): number[] {
  // 0.2 W + 0.8 W j / 8, divided once so that edges on whole milliseconds stay there.
  const edge = (j: number) => (windowMs * (BACKLOG_BLOCKS + 4 * j)) / (5 * BACKLOG_BLOCKS);
  return Array.from({ length: BACKLOG_BLOCKS }, (_, j) => timeAverage(outstanding, edge(j), edge(j + 1)));
}

/**
 * Whether one arm's backlog grows: the queue must rise beyond chance and TTFT with it. Neither alone will do, since
 * consecutive counts are correlated.
 *
 * @param blockMeans outstanding requests in each block, averaged over the arm's runs
 * @param ttftMs mean of the runs' median TTFT over the second and the last quarter of the requests
 */
export function measureBacklog(
  blockMeans: readonly number[],
  ttftMs: { secondQuarter: number; lastQuarter: number },
): Backlog {
  const blocks = blockMeans.length;
  const df = blocks - 2;
  const level = mean(blockMeans);
  const middle = (blocks - 1) / 2;
  let spread = 0;
  let covariance = 0;
  for (let j = 0; j < blocks; j += 1) {
    spread += (j - middle) * (j - middle);
    covariance += (j - middle) * (at(blockMeans, j) - level);
  }
  const slopePerBlock = covariance / spread;
  let residual = 0;
  for (let j = 0; j < blocks; j += 1) {
    const miss = at(blockMeans, j) - level - slopePerBlock * (j - middle);
    residual += miss * miss;
  }
  // A queue that never changes has neither slope nor scatter, but for rounding: no growth, not 0 / 0.
  const flat = Math.abs(slopePerBlock) <= 1e-12 * level;
  const t = flat ? 0 : slopePerBlock / Math.sqrt(residual / df / spread);
  const tCritical = tQuantile(0.99, df);
  const growth = flat ? 0 : (slopePerBlock * blocks) / level;
  const ttftRatio = ttftMs.lastQuarter / ttftMs.secondQuarter;
  return { slopePerBlock, t, tCritical, growth, ttftRatio, growing: t > tCritical && ttftRatio > MIN_TTFT_RATIO };
}

/** A growing baseline means that the load is beyond it (`operating_point`); a growing candidate alone is its fault. */
export function decideSustained(baselineGrows: boolean, candidateGrows: boolean): 'PASS' | 'FAIL' | 'INVALID' {
  if (baselineGrows) return 'INVALID';
  return candidateGrows ? 'FAIL' : 'PASS';
}

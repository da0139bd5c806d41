/** Attainment of an absolute target by the cluster-adjusted Wilson bound and the knee rule (section 3.3). */

import {
  type AdaptiveBounds,
  type AdjustedBounds,
  adaptiveBounds,
  adjustedBounds,
  type Bits,
  type LatencySeries,
} from '../../stats/cluster.js';
import { type ShareBounds, wilsonBounds } from '../../stats/wilson.js';
import type { Decision } from './decision.js';

/** Above this lag-1 correlation of TTFT ranks the server sits at the knee, where one trace can't show attainment. */
export const KNEE_LAG1 = 0.7;

export interface AttainmentTerms {
  /** Least share of qualified requests, in (0, 1). */
  target: number;
  /** One-sided error level. */
  level: number;
  /** Time blocks; 10 by default. */
  blocks?: number;
}

/** The plain bounds printed beside the adjusted ones; both assume independent requests. */
interface PlainBounds {
  /** N = n K: assumes independent repeats too. */
  plainPooled: ShareBounds;
  /** N = n, the same share. */
  plainDistinct: ShareBounds;
}

export type FixedFloorAttainment = AdjustedBounds & PlainBounds & { decision: Decision };

export interface Attainment extends AdaptiveBounds, PlainBounds {
  /** Whether the knee rule applies; null where TTFT isn't known and it can't be checked. */
  knee: boolean | null;
  decision: Decision;
  /** `absolute.knee` when the knee rule took a PASS away. */
  reason: 'absolute.knee' | null;
}

/**
 * Judges one arm's runs against a target.
 *
 * @param runs K runs of the clause's requests in trace order, 1 = qualified
 * @param latencies of the same requests; null where only outcomes are known
 * @throws RangeError on runs that are empty, unequal or shorter than the number of blocks
 */
export function judgeAttainment(
  runs: readonly Bits[],
  latencies: LatencySeries | null,
  { target, level, blocks = 10 }: AttainmentTerms,
): Attainment {
  const bounds = adaptiveBounds(runs, latencies, { confidence: 1 - level, blocks, target });
  const lag1 = bounds.floor.lag1Ttft;
  const knee = lag1 === null ? null : lag1 > KNEE_LAG1;
  const shown = decideShare(bounds, target);
  const stopped = shown === 'PASS' && knee === true;
  return {
    ...bounds,
    ...plainBounds(bounds, 1 - level),
    knee,
    decision: stopped ? 'INCONCLUSIVE' : shown,
    reason: stopped ? 'absolute.knee' : null,
  };
}

/** Steps 1 to 7 with a design-effect floor from elsewhere, and no knee rule. */
export function judgeAttainmentAtFloor(
  runs: readonly Bits[],
  floor: number,
  { target, level, blocks = 10 }: AttainmentTerms,
): FixedFloorAttainment {
  const bounds = adjustedBounds(runs, { confidence: 1 - level, blocks, floor });
  return { ...bounds, ...plainBounds(bounds, 1 - level), decision: decideShare(bounds, target) };
}

function plainBounds({ share, n, runs }: AdjustedBounds, confidence: number): PlainBounds {
  return {
    plainPooled: wilsonBounds(share, n * runs, confidence),
    plainDistinct: wilsonBounds(share, n, confidence),
  };
}

function decideShare({ lower, upper }: ShareBounds, target: number): Decision {
  if (lower >= target) return 'PASS';
  return upper < target ? 'FAIL' : 'INCONCLUSIVE';
}

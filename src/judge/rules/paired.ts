/** The paired log comparison behind every relative clause (sections 4.1 and 4.2). The run is the unit of evidence. */

import { tCdf, tQuantile, tUpperTail } from '../../stats/quantile.js';
import { mean, sampleSd } from '../../stats/series.js';
import type { Decision } from './decision.js';

export interface PairedTerms {
  /** ln of the worst ratio still allowed, < 0. */
  logMargin: number;
  /** One-sided error level. */
  level: number;
  /** The least standard error the evidence may claim; 0 where there is none. */
  seFloor: number;
}

/** One log ratio a pair, candidate better > 0; all figures are on the log scale. */
export interface PairedEvidence {
  pairs: number;
  logRatios: readonly number[];
  mean: number;
  /** Standard error from the spread between pairs. */
  seT: number;
  seFloor: number;
  /** The larger of the two. */
  se: number;
  df: number;
  tCritical: number;
  lower: number;
  upper: number;
  logMargin: number;
  /** P(T <= mean/se): small when the candidate is worse. The p that joins the Holm family. */
  pRegression: number;
  /** P(T >= (mean - logMargin)/se): small when the margin is kept. */
  pNonInferior: number;
  /** Sign-flip (permutation) p of a regression; null beyond 20 pairs, where it is no longer enumerated. */
  pSignFlip: number | null;
  /** A regression beyond chance, whether inside the margin or not. */
  shownWorse: boolean;
}

/** Evidence from two or more pairs. Throws a RangeError on fewer, or on a margin that allows nothing. */
export function pairedEvidence(
  logRatios: readonly number[],
  { logMargin, level, seFloor }: PairedTerms,
): PairedEvidence {
  const pairs = logRatios.length;
  if (pairs < 2) throw new RangeError(`a paired comparison needs two pairs, not ${pairs}`);
  if (!(logMargin < 0)) throw new RangeError(`a log margin is negative, not ${logMargin}`);
  const centre = mean(logRatios);
  const seT = standardError(logRatios);
  const se = Math.max(seT, seFloor);
  const df = pairs - 1;
  const tCritical = tQuantile(1 - level, df);
  const upper = centre + tCritical * se;
  return {
    pairs,
    logRatios,
    mean: centre,
    seT,
    seFloor,
    se,
    df,
    tCritical,
    lower: centre - tCritical * se,
    upper,
    logMargin,
    pRegression: tCdf(studentised(centre, se), df),
    pNonInferior: tUpperTail(studentised(centre - logMargin, se), df),
    pSignFlip: signFlipP(logRatios),
    shownWorse: upper < 0,
  };
}

/** Standard error of the mean of two or more values. */
export function standardError(values: readonly number[]): number {
  return sampleSd(values) / Math.sqrt(values.length);
}

/**
 * PASS when the margin is shown to be kept; FAIL when worse beyond chance, estimated beyond the margin and
 * `holmRejects` (section 8); else INCONCLUSIVE.
 */
export function decidePaired(evidence: PairedEvidence, holmRejects: boolean): Decision {
  if (evidence.lower >= evidence.logMargin) return 'PASS';
  const broken = evidence.shownWorse && evidence.mean < evidence.logMargin;
  return broken && holmRejects ? 'FAIL' : 'INCONCLUSIVE';
}

/** mean / se, with the limit a vanishing spread tends to: runs that agree exactly are certain, 0 / 0 says nothing. */
function studentised(centre: number, se: number): number {
  return centre === 0 ? 0 : centre / se;
}

/** Share of the 2^K sign patterns whose sum is no larger than the observed one. */
function signFlipP(logRatios: readonly number[]): number | null {
  if (logRatios.length > 20) return null;
  let sums = [0];
  let observed = 0;
  for (const ratio of logRatios) {
    const size = Math.abs(ratio);
    sums = sums.flatMap((sum) => [sum - size, sum + size]);
    observed += ratio;
  }
  // The slack counts a tie as a tie whatever the order of the additions.
  return sums.filter((sum) => sum <= observed + 1e-12).length / sums.length;
}

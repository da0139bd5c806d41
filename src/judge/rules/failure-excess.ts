/** The guard against a candidate that fails where the baseline doesn't (section 4.5). */

import { at } from '../../stats/at.js';
import { normalUpperTail, tUpperTail } from '../../stats/quantile.js';
import { mean } from '../../stats/series.js';
import { standardError } from './paired.js';

/** Smallest difference of the failed shares that may FAIL. */
export const MIN_FAILURE_EXCESS = 0.001;

export interface FailureExcess {
  pairs: number;
  /** Mean difference on the square-root scale, where counts have a nearly constant spread of 1/2 (Anscombe 1948). */
  mean: number;
  /** Its standard error from the spread between pairs, and the one Poisson scatter gives. */
  seT: number;
  sePoisson: number;
  /** Candidate's failed share minus the baseline's. */
  excess: number;
  pT: number;
  pPoisson: number;
  /** The larger of the two; it joins the Holm family. */
  pMoreFailures: number;
}

/**
 * Compares the failed requests of K >= 2 pairs. The spread between runs alone is a matter of luck for small counts, the
 * Poisson scatter alone is wrong when failures cluster: both must call the difference unlikely.
 *
 * @param baselineFailed, candidateFailed failed requests of each run, in the order of the pairs
 * @param n requests of a run
 */
export function failureExcess(
  baselineFailed: readonly number[],
  candidateFailed: readonly number[],
  n: number,
): FailureExcess {
  const pairs = baselineFailed.length;
  if (pairs !== candidateFailed.length || pairs < 2) {
    throw new RangeError(
      `two or more pairs are needed, not ${pairs} baseline and ${candidateFailed.length} candidate runs`,
    );
  }
  const differences = candidateFailed.map(
    (failed, k) => Math.sqrt(failed + 0.375) - Math.sqrt(at(baselineFailed, k) + 0.375),
  );
  const centre = mean(differences);
  const seT = standardError(differences);
  const sePoisson = Math.sqrt(1 / (2 * pairs));
  const pT = seT <= 1e-12 ? (centre > 0 ? 0 : 1) : tUpperTail(centre / seT, pairs - 1);
  const pPoisson = normalUpperTail(centre / sePoisson);
  const excess = (total(candidateFailed) - total(baselineFailed)) / (pairs * n);
  return { pairs, mean: centre, seT, sePoisson, excess, pT, pPoisson, pMoreFailures: Math.max(pT, pPoisson) };
}

/** FAIL or nothing: the guard never passes anything and never makes a verdict INCONCLUSIVE. */
export function decideFailureExcess(
  { excess }: FailureExcess,
  holmRejects: boolean,
  minimum = MIN_FAILURE_EXCESS,
): 'FAIL' | 'NOT_SHOWN' {
  return holmRejects && excess >= minimum ? 'FAIL' : 'NOT_SHOWN';
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, failed) => sum + failed, 0);
}

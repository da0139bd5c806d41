/** Holm's step-down test over the family of relative clauses and the failure guard (section 8, Holm 1979). */

import { at } from '../../stats/at.js';

/**
 * Which hypotheses the family rejects at `level`, in the order given. Ties go by that order.
 *
 * @param pValues p of a regression, one a clause
 */
export function holm(pValues: readonly number[], level: number): boolean[] {
  const order = pValues.map((_, i) => i).sort((i, j) => at(pValues, i) - at(pValues, j) || i - j);
  const rejects = new Array<boolean>(pValues.length).fill(false);
  for (const [rank, i] of order.entries()) {
    if (at(pValues, i) > level / (pValues.length - rank)) break;
    rejects[i] = true;
  }
  return rejects;
}

/** A gross regression may end the session after two pairs; nothing may pass there (section 6.1). */

/** ln of a statistic (qualified + 0.5, or a quantile) in the two baseline runs. */
export type BaselineLogs = readonly [number, number];

export interface GrossClause {
  logMargin: number;
  /** Log ratios of the two pairs, candidate worse < 0. */
  logRatios: readonly [number, number];
  baselineLogs: BaselineLogs;
  /** Standard error from the discordant requests of both pairs; goodput only, else null. */
  seFloor: number | null;
}

export interface GrossFinding {
  mean: number;
  /** Both pairs lie beyond twice the margin. */
  beyondTwiceMargin: boolean;
  /** The pairs differ by at most half their mean. */
  pairsAgree: boolean;
  /** The baseline's own two runs agree within the margin, in this statistic and in goodput. */
  baselineSteady: boolean;
  /** Goodput only: the mean lies five standard errors below zero. */
  beyondScatter: boolean;
  fires: boolean;
}

/**
 * Asks every gating relative clause.
 *
 * @param goodput margin and baseline of the session's goodput: a machine that moved there discredits every clause
 */
export function grossFailure(
  clauses: readonly GrossClause[],
  goodput: { logMargin: number; baselineLogs: BaselineLogs },
): { each: GrossFinding[]; outcome: 'FAIL' | 'CONTINUE' } {
  const goodputSteady = isSteady(goodput.baselineLogs, goodput.logMargin);
  const each = clauses.map((clause): GrossFinding => {
    const [first, second] = clause.logRatios;
    const mean = (first + second) / 2;
    const beyondTwiceMargin = Math.max(first, second) <= 2 * clause.logMargin;
    const pairsAgree = Math.abs(first - second) <= Math.abs(mean) / 2;
    const baselineSteady = goodputSteady && isSteady(clause.baselineLogs, clause.logMargin);
    const beyondScatter = clause.seFloor === null || mean <= -5 * clause.seFloor;
    const fires = beyondTwiceMargin && pairsAgree && baselineSteady && beyondScatter;
    return { mean, beyondTwiceMargin, pairsAgree, baselineSteady, beyondScatter, fires };
  });
  return { each, outcome: each.some((finding) => finding.fires) ? 'FAIL' : 'CONTINUE' };
}

function isSteady([first, second]: BaselineLogs, logMargin: number): boolean {
  return Math.abs(first - second) <= -logMargin;
}

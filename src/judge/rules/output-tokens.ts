/** V7 and the gating clause `same_work`: did both arms generate as much? It compares work, not speed (section 5.1). */

import type { Decision } from './decision.js';

export interface OutputTokens {
  /** ln(candidate / baseline) of the output tokens; infinite when one arm has none. */
  lnRatio: number;
  limit: number;
  warn: boolean;
  result: 'SAME_WORK' | 'DIFFERENT_WORK';
}

const STRICT_LIMIT = Math.log(1.02);
const LIMIT = Math.log(1.05);

/**
 * @param baselineTokens, candidateTokens output tokens of the requests that succeeded in both arms
 * @param e2eObjective whether a gating objective times the whole answer, which moves one for one with its length
 */
export function compareOutputTokens(
  baselineTokens: number,
  candidateTokens: number,
  e2eObjective: boolean,
): OutputTokens {
  const lnRatio = baselineTokens === candidateTokens ? 0 : Math.log(candidateTokens / baselineTokens);
  const limit = e2eObjective ? STRICT_LIMIT : LIMIT;
  const size = Math.abs(lnRatio);
  return { lnRatio, limit, warn: size > STRICT_LIMIT, result: size > limit ? 'DIFFERENT_WORK' : 'SAME_WORK' };
}

/** Different work FAILs a candidate that cut answers short, by its own finish reasons; else nothing can be compared. */
export function decideSameWork({ result }: OutputTokens, candidateTruncates: boolean): Decision {
  if (result === 'SAME_WORK') return 'PASS';
  return candidateTruncates ? 'FAIL' : 'INCONCLUSIVE';
}

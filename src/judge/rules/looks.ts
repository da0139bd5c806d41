import type { Decision } from './decision.js';

/** What a look means for the session: an undecided one goes on unless it was the last. */
export function afterLook(decision: Decision, isLast: boolean): Decision | 'CONTINUE' {
  return decision === 'INCONCLUSIVE' && !isLast ? 'CONTINUE' : decision;
}

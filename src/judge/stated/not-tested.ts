/** Stated clause `conditions_not_tested`: where this verdict says nothing. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { figure, listed } from '../words.js';
import { stated } from './stated.js';

/** Checks of the decision procedure that this version does not evaluate, by the names reports use. */
const NOT_EVALUATED = [
  'drift of the baseline between runs (V4)',
  "Little's law against the server's own gauge (V5)",
  'growth of the backlog and the clause sustained (V6)',
  'equal work in both arms and the clause same_work (V7)',
  'coalesced answers and the clause streaming',
  'declared quality checks',
  'the roofline of the model',
] as const;

export function notTested(c: Case): Clause[] {
  const { windowMs } = c.plan.workload;
  const requests = c.runs[0]?.figures.offered ?? 0;
  return stated('conditions_not_tested', 'Conditions not tested', {
    sentence: `Not tested: any other load than this trace's (${requests} requests in ${figure(windowMs / 1000)} s), so neither capacity nor overload; other prompts, lengths, languages and models; runs longer than the window, and what builds up over hours; other machines and networks; sessions on another day, whose machine may run at another speed; users who cancel, retry or answer. Not evaluated by this version of the gate: ${listed(NOT_EVALUATED)}.`,
    figures: { checks_not_evaluated: NOT_EVALUATED.length },
  });
}

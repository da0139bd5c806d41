/** Every clause of the report, in its order. A new rule is one file and one line here. */

import type { Clause } from '../model/verdict.js';
import type { Case } from './case.js';
import { attainmentClauses } from './gating/attainment.js';
import { failuresClause } from './gating/failures.js';
import { goodputClause } from './gating/goodput.js';
import { latencyClauses } from './gating/latency.js';
import { STATED } from './stated/index.js';
import { baselineClause } from './validity/baseline.js';
import { candidateBrokenClause } from './validity/candidate-broken.js';
import { evidenceClause } from './validity/evidence.js';
import { identityClause } from './validity/identity.js';
import { scheduleLagClause } from './validity/schedule-lag.js';

type Rule = (c: Case) => Clause[];

const GATING: readonly Rule[] = [attainmentClauses, goodputClause, latencyClauses, failuresClause];

/** In the order in which a failed check names the reason of an INVALID. */
const VALIDITY: readonly Rule[] = [
  candidateBrokenClause,
  baselineClause,
  evidenceClause,
  identityClause,
  scheduleLagClause,
];

export function clausesOf(c: Case): Clause[] {
  return [...GATING, ...VALIDITY, ...STATED].flatMap((rule) => rule(c));
}

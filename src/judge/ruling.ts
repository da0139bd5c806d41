/** From a case's clauses to one verdict with its reason. */

import type { Clause, Verdict } from '../model/verdict.js';
import type { Case } from './case.js';
import { type ClauseOutcome, overallVerdict } from './rules/precedence.js';

export interface Ruling {
  verdict: Verdict;
  /** The first of `because`, as machines read it. */
  reason: string;
  /** Ids of the clauses that decided. */
  because: readonly string[];
}

/** Folds the clauses by precedence; after two pairs only a gross regression counts among the gating ones. */
export function ruling(c: Case, clauses: readonly Clause[]): Ruling {
  const { verdict, because } = overallVerdict({
    clauses: clauses.flatMap(gatingOutcome),
    invalid: clauses.filter(({ role, outcome }) => role === 'validity' && outcome === 'INVALID').map(({ id }) => id),
    candidateBroken: clauses.some(({ id, outcome }) => id === 'candidate_broken' && outcome === 'FAIL'),
  });
  const gross = because.filter((id) => verdict === 'FAIL' && c.relative?.gross.get(id)?.fires === true);
  const ordered = c.point.kind === 'gross' ? [...gross, ...because.filter((id) => !gross.includes(id))] : because;
  const first = ordered[0] ?? 'no_gating_clause';
  return { verdict, reason: first === 'evidence' ? 'evidence_incomplete' : first, because: ordered };
}

/** A gating clause that was asked and can't be answered leaves the session without the evidence it needs (V3). */
function gatingOutcome({ id, role, outcome }: Clause): ClauseOutcome[] {
  if (role !== 'gating') return [];
  if (outcome === 'REPORTED') return [{ id, role, outcome: 'NOT_SHOWN' }];
  return [{ id, role, outcome: outcome === 'UNKNOWN' ? 'INVALID' : outcome }];
}

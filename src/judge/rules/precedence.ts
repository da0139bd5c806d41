/** From clauses to one verdict, and from the verdict to the job's conclusion (section 5). */

export type Verdict = 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'INVALID';

export interface ClauseOutcome {
  id: string;
  role: 'gating' | 'stated';
  /** `NOT_SHOWN` is a guard that found nothing: no claim, so no PASS either. */
  outcome: Verdict | 'NOT_SHOWN';
}

export interface SessionFindings {
  clauses: readonly ClauseOutcome[];
  /** Ids of the validity checks that failed. */
  invalid: readonly string[];
  /** Never ready, crashed in two runs, or qualifies nothing: FAIL whatever the validity checks say. */
  candidateBroken: boolean;
}

export interface Overall {
  verdict: Verdict;
  /** The ids that decided: failed checks, or the clauses with the verdict's outcome. */
  because: string[];
}

/** `candidate_broken` > INVALID > FAIL > INCONCLUSIVE > PASS over gating clauses; nothing evaluated is INVALID. */
export function overallVerdict({ clauses, invalid, candidateBroken }: SessionFindings): Overall {
  if (candidateBroken) return { verdict: 'FAIL', because: ['candidate_broken'] };
  const gating = clauses.filter((clause) => clause.role === 'gating');
  const idsOf = (outcome: Verdict) => gating.filter((clause) => clause.outcome === outcome).map((clause) => clause.id);
  const invalidIds = [...invalid, ...idsOf('INVALID')];
  if (invalidIds.length > 0) return { verdict: 'INVALID', because: invalidIds };
  for (const verdict of ['FAIL', 'INCONCLUSIVE', 'PASS'] as const) {
    const because = idsOf(verdict);
    if (because.length > 0) return { verdict, because };
  }
  return { verdict: 'INVALID', because: ['no_gating_clause'] };
}

/** What a policy may override: the job's conclusion for the two verdicts that show nothing, never the verdict itself. */
export interface ConclusionPolicy {
  invalid: 'fail' | 'pass';
  inconclusive: 'fail' | 'pass';
}

/** A job ends in success or failure, nothing else: a neutral check would satisfy a required one. */
export function conclusionOf(verdict: Verdict, policy: ConclusionPolicy): 'success' | 'failure' {
  const passes = {
    PASS: true,
    FAIL: false,
    INCONCLUSIVE: policy.inconclusive === 'pass',
    INVALID: policy.invalid === 'pass',
  };
  return passes[verdict] ? 'success' : 'failure';
}

/** Guard clause `failures`: the candidate fails requests where the baseline does not (section 4.5). Always on. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import type { Relative } from '../relative.js';
import { decideFailureExcess, MIN_FAILURE_EXCESS } from '../rules/failure-excess.js';
import { percent, pValue, signedPercent } from '../words.js';
import { TOO_FEW_PAIRS, undecided } from './undecided.js';

export function failuresClause(c: Case): Clause[] {
  const head = { id: 'failures', role: 'gating', title: 'Failed requests against the baseline' } as const;
  if (c.relative === null) return [clause({ ...head, outcome: 'UNKNOWN', sentence: TOO_FEW_PAIRS })];
  const { failures, rejects } = c.relative;
  const { evidence } = failures;
  return [
    clause({
      ...head,
      outcome: failuresOutcome(c, c.relative),
      statistic: { value: evidence.excess, unit: 'share' },
      n: failures.n * evidence.pairs,
      limit: { value: MIN_FAILURE_EXCESS, unit: 'share' },
      sentence: sentence(c, c.relative),
      figures: {
        failed_baseline: failures.baseline.join(' '),
        failed_candidate: failures.candidate.join(' '),
        requests_per_run: failures.n,
        mean_sqrt_difference: evidence.mean,
        se_t: evidence.seT,
        se_poisson: evidence.sePoisson,
        p_t: evidence.pT,
        p_poisson: evidence.pPoisson,
        p_more_failures: evidence.pMoreFailures,
        level: c.level,
        holm_rejects: rejects.has('failures'),
      },
    }),
  ];
}

/** A guard that finds nothing has shown nothing: never a PASS, never INCONCLUSIVE. */
export function failuresOutcome(c: Case, { failures, rejects }: Relative): 'FAIL' | 'REPORTED' {
  if (undecided(c) !== null) return 'REPORTED';
  return decideFailureExcess(failures.evidence, rejects.has('failures')) === 'FAIL' ? 'FAIL' : 'REPORTED';
}

function sentence(c: Case, relative: Relative): string {
  const { baseline, candidate, n, evidence } = relative.failures;
  const share = (failed: readonly number[]) => percent(total(failed) / (n * failed.length));
  const facts = `Of ${n} requests a run the candidate failed ${candidate.join(', ')} (${share(candidate)}), the baseline ${baseline.join(', ')} (${share(baseline)}): ${signedPercent(evidence.excess)} of the requests, p ${pValue(evidence.pMoreFailures)}.`;
  if (failuresOutcome(c, relative) === 'FAIL') return `${facts} More failures beyond chance.`;
  return `${facts} ${undecided(c) ?? 'More failures are not shown; a guard that finds nothing proves nothing.'}`;
}

function total(failed: readonly number[]): number {
  return failed.reduce((sum, count) => sum + count, 0);
}

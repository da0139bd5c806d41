/** `arms_indistinguishable`: is there anything to compare? (design, section 7, Identity) */

import type { Arm } from '../../model/arm.js';
import type { Launch } from '../../model/launch.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { listed } from '../words.js';

export function identityClause(c: Case): Clause[] {
  const differences = differencesOf(c);
  const { expectIdentical } = c.plan.comparison;
  const head = { id: 'arms_indistinguishable', role: 'validity', title: 'The arms differ' } as const;
  const figures = { differences: differences.length, expect_identical: expectIdentical, ...identities(c) };
  if (expectIdentical) {
    const found = differences.length === 0 ? 'none was found' : `they differ in ${listed(differences)}`;
    const sentence = `The plan expects identical arms (comparison.expect_identical), so no difference is asked for; ${found}. A verdict here speaks of the gate and the machine.`;
    return [clause({ ...head, outcome: 'REPORTED', declared: 'comparison.expect_identical: true', sentence, figures })];
  }
  const sentence =
    differences.length > 0
      ? `The arms differ in ${listed(differences)}.`
      : 'Nothing distinguishes the arms: same start command and environment, and no declared identity or engine version that differs. Commit, port and URL do not count.';
  return [clause({ ...head, outcome: differences.length > 0 ? 'PASS' : 'INVALID', sentence, figures })];
}

/** Whether there is nothing to compare, although the plan expects a difference. */
export function indistinguishable(c: Case): boolean {
  return !c.plan.comparison.expectIdentical && differencesOf(c).length === 0;
}

/** What distinguishes the arms, in words; empty when nothing does. */
function differencesOf(c: Case): string[] {
  const { baseline, candidate } = c.evidence.session.launches;
  const launch =
    baseline === null || candidate === null
      ? []
      : (['start', 'env'] as const).filter((key) => canonical(baseline[key]) !== canonical(candidate[key]));
  const identity = (['declared', 'engine'] as const).filter((key) => isToldApart(c, key));
  const names = { start: 'launch start', env: 'launch env', declared: 'declared identity', engine: 'engine version' };
  return [...launch, ...identity].map((key) => names[key]);
}

type IdentityKey = 'declared' | 'engine';

/**
 * Whether the candidate says something else than the baseline, which says one thing in all its runs: another value,
 * several, or, where it was asked, none. A baseline without an identity, or whose own changes, distinguishes nothing;
 * a candidate can't make the arms indistinguishable by what it says.
 */
function isToldApart(c: Case, key: IdentityKey): boolean {
  const before = valuesOf(c, 'baseline', key);
  const asked = c.runs.some(({ run }) => run.arm === 'candidate' && run.identity !== null);
  if (before.length !== 1 || !asked) return false;
  const after = valuesOf(c, 'candidate', key);
  return after.length !== 1 || after[0] !== before[0];
}

/** What an arm's runs told, each value once. */
function valuesOf(c: Case, arm: Arm, key: IdentityKey): string[] {
  return [...new Set(c.runs.flatMap(({ run }) => (run.arm === arm ? (run.identity?.[key] ?? []) : [])))];
}

function identities(c: Case): Clause['figures'] {
  const told = (arm: Arm, key: IdentityKey) => valuesOf(c, arm, key).join(', ') || null;
  return {
    baseline_declared: told('baseline', 'declared'),
    candidate_declared: told('candidate', 'declared'),
    baseline_engine: told('baseline', 'engine'),
    candidate_engine: told('candidate', 'engine'),
  };
}

/** The order of an argument array counts, that of environment variables does not. */
function canonical(value: Launch['start'] | Launch['env']): string {
  return JSON.stringify(Array.isArray(value) ? value : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
  const identity = (['declared', 'engine'] as const).filter((key) => {
    const [before, after] = [steady(c, 'baseline', key), steady(c, 'candidate', key)];
    return before !== null && after !== null && before !== after;
  });
  const names = { start: 'launch start', env: 'launch env', declared: 'declared identity', engine: 'engine version' };
  return [...launch, ...identity].map((key) => names[key]);
}

/** An arm's identity where all its runs that know it agree; one that changes by itself distinguishes nothing. */
function steady(c: Case, arm: Arm, key: 'declared' | 'engine'): string | null {
  const values = new Set(c.runs.flatMap(({ run }) => (run.arm === arm ? (run.identity?.[key] ?? []) : [])));
  const [only] = values;
  return values.size === 1 ? (only ?? null) : null;
}

function identities(c: Case): Clause['figures'] {
  return {
    baseline_declared: steady(c, 'baseline', 'declared'),
    candidate_declared: steady(c, 'candidate', 'declared'),
    baseline_engine: steady(c, 'baseline', 'engine'),
    candidate_engine: steady(c, 'candidate', 'engine'),
  };
}

/** The order of an argument array counts, that of environment variables does not. */
function canonical(value: Launch['start'] | Launch['env']): string {
  return JSON.stringify(Array.isArray(value) ? value : Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

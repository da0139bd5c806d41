/** What all stated clauses share: they say what a number means, and "unknown" where the evidence doesn't tell. */

import { ARMS, type Arm } from '../../model/arm.js';
import type { RequestRecord } from '../../model/record.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { type MeasuredRun, replayed } from '../measured.js';

/** A stated clause; `unknown` when something that it asks is not in the evidence. */
export function stated(
  id: string,
  title: string,
  parts: { unknown?: boolean; sentence: string; figures?: Clause['figures']; n?: number; declared?: string },
): Clause[] {
  const { unknown = false, ...rest } = parts;
  return [clause({ id, role: 'stated', title, outcome: unknown ? 'UNKNOWN' : 'REPORTED', ...rest })];
}

export function replayedRuns(c: Case, arm: Arm): MeasuredRun[] {
  return c.runs.filter((run) => run.run.arm === arm && replayed(run));
}

/** Successful answers of the cohort over an arm's runs. */
export function answers(c: Case, arm: Arm): RequestRecord[] {
  return replayedRuns(c, arm).flatMap((run) =>
    run.offered.flatMap(({ phase, record }) => (phase === 'cohort' && record?.outcome === 'success' ? [record] : [])),
  );
}

/** `baseline A, candidate B`. */
export function byArm(of: (arm: Arm) => string): string {
  return ARMS.map((arm) => `${arm} ${of(arm)}`).join(', ');
}

/** One figure per arm, named `<arm>_<name>`. */
export function armFigure<V>(name: string, of: (arm: Arm) => V): Record<string, V> {
  return Object.fromEntries(ARMS.map((arm) => [`${arm}_${name}`, of(arm)]));
}

/** Sum of the known values; null when none is known. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Each value once, in the order of first appearance. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

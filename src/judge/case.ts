/** What one decision is made from: the runs up to a point of the session, paired, with everything measured on them. */

import { armFigures } from '../measure/arms.js';
import { ARMS, type Arm } from '../model/arm.js';
import type { Evidence } from '../model/bundle.js';
import type { ArmFigures } from '../model/measure.js';
import type { Plan } from '../model/plan.js';
import { lookLevel } from '../stats/looks.js';
import { type MeasuredRun, type Pair, replayed } from './measured.js';
import { type Relative, relativeFindings } from './relative.js';

/** Where the session is judged: a declared look, two pairs for the gross rule, a broken server, or nowhere planned. */
export interface Point {
  kind: 'look' | 'gross' | 'broken' | 'none';
  pairs: number;
}

export interface Case {
  evidence: Evidence;
  plan: Plan;
  point: Point;
  /** One-sided level of the relative clauses: a look's. */
  level: number;
  /** One-sided level of the absolute clauses, which are judged once, at the stop (section 6). */
  absoluteLevel: number;
  /** Runs up to the point, in order, broken ones included. */
  runs: readonly MeasuredRun[];
  /** Runs after the point: in the bundle, not in the verdict. */
  unusedRuns: number;
  /** Pairs of which both runs replayed the trace. */
  pairs: readonly Pair[];
  arms: Record<Arm, ArmFigures>;
  /** Null below two pairs. */
  relative: Relative | null;
}

/** The case after `point.pairs` pairs; all runs of these pairs belong to it, whether they replayed or broke. */
export function caseAt(evidence: Evidence, measured: readonly MeasuredRun[], point: Point): Case {
  const { plan } = evidence.session;
  const { looks, confidence } = plan.comparison;
  // Looks without a known level are refused before a run; sharing the error among them is the safe reading of a bundle.
  const level = lookLevel(looks, confidence) ?? (1 - confidence) / Math.max(1, looks.length);
  const runs = measured.filter(({ run }) => pairOf(run.number) <= point.pairs);
  const pairs = pairsOf(runs);
  const ofArm = (arm: Arm) => armFigures(runs.filter((run) => run.run.arm === arm && replayed(run)));
  return {
    evidence,
    plan,
    point,
    level,
    absoluteLevel: 1 - confidence,
    runs,
    unusedRuns: measured.length - runs.length,
    pairs,
    arms: { baseline: ofArm('baseline'), candidate: ofArm('candidate') },
    relative: relativeFindings(pairs, plan, level),
  };
}

/** 1-based pair of a run, from its place in the session. */
export function pairOf(runNumber: number): number {
  return Math.ceil(runNumber / 2);
}

function pairsOf(runs: readonly MeasuredRun[]): Pair[] {
  const numbers = [...new Set(runs.map(({ run }) => pairOf(run.number)))];
  return numbers.flatMap((number) => {
    const members = runs.filter((one) => pairOf(one.run.number) === number && replayed(one));
    const [baseline, candidate] = ARMS.map((arm) => members.find(({ run }) => run.arm === arm));
    return baseline === undefined || candidate === undefined ? [] : [{ baseline, candidate }];
  });
}

/** `baseline`: a baseline that does not run leaves nothing to compare with. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import type { MeasuredRun } from '../measured.js';
import { counted } from '../words.js';
import { describeEnd } from './candidate-broken.js';

const BROKEN_ENDS: ReadonlySet<string> = new Set(['never_ready', 'exited_early', 'crashed']);

/** The first baseline run whose server broke. */
export function brokenBaseline(c: Case): MeasuredRun | null {
  return c.runs.find(({ run }) => run.arm === 'baseline' && BROKEN_ENDS.has(run.end)) ?? null;
}

export function baselineClause(c: Case): Clause[] {
  const broken = brokenBaseline(c);
  const runs = c.runs.filter(({ run }) => run.arm === 'baseline');
  return [
    clause({
      id: 'baseline',
      role: 'validity',
      title: 'The baseline runs',
      outcome: broken === null ? 'PASS' : 'INVALID',
      n: runs.length,
      sentence:
        broken === null
          ? `The baseline's server started and stayed up in ${counted(runs.length, 'run')}.`
          : `${describeEnd(broken)} Without its baseline the session can not judge the candidate.`,
      figures: { runs: runs.length, broken: runs.filter(({ run }) => BROKEN_ENDS.has(run.end)).length },
    }),
  ];
}

/** Stated clause `order`: which runs took place, in which order, and what was done with them. */

import { ORDER_LETTERS } from '../../model/bundle.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { counted, listed } from '../words.js';
import { stated } from './stated.js';

export function order(c: Case): Clause[] {
  const { order: seeded, attempt } = c.evidence.session;
  const { looks, grossFail } = c.plan.comparison;
  const realised = c.runs.map(({ run }) => ORDER_LETTERS[run.arm]).join('');
  const broken = c.runs.filter(({ run }) => run.end !== 'complete').map(({ run }) => `run ${run.number} (${run.end})`);
  const stop = {
    look: `judged at the look after ${counted(c.pairs.length, 'pair')}`,
    gross: `judged after ${counted(c.pairs.length, 'pair')}, before any look`,
    broken: `ended by a broken server after ${counted(c.pairs.length, 'whole pair')}`,
    none: `not judged at a planned point; ${counted(c.pairs.length, 'pair')} are whole`,
  }[c.point.kind];
  return stated('order', 'Order and repetitions', {
    unknown: attempt > 1,
    n: c.runs.length,
    sentence: `Quads BCCB or CBBC by a coin seeded with ${seeded.seed}: planned ${seeded.planned}, realised ${realised || 'nothing'} (B baseline, C candidate). Looks after ${listed(looks.map(String))} pairs${grossFail ? ', a gross regression already after 2' : ''}; the session was ${stop}. Runs that did not complete: ${listed(broken)}; later runs in the bundle that were not used: ${c.unusedRuns}. Attempt ${attempt} of this comparison${attempt > 1 ? '; what earlier attempts found is unknown to this bundle' : ''}.`,
    figures: { seed: seeded.seed, planned: seeded.planned, realised, attempt, unused_runs: c.unusedRuns },
  });
}

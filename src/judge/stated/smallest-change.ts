/** Stated clause `smallest_detectable_change`: what this session could have seen (section 7.1). */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { LATENCY_NAMES } from '../gating/latency.js';
import { asIncrease, asLoss, smallestDetectable } from '../rules/detectable.js';
import type { PairedEvidence } from '../rules/paired.js';
import { percent } from '../words.js';
import { stated } from './stated.js';

interface Seen {
  id: string;
  text: string;
  change: number;
  changeHigh: number;
}

export function smallestChange(c: Case): Clause[] {
  const { relative, level } = c;
  if (relative === null) {
    const sentence = 'Unknown: fewer than two pairs replayed the trace.';
    return stated('smallest_detectable_change', 'Smallest detectable change', { unknown: true, sentence });
  }
  const { goodput } = relative;
  const seen = [
    describe('goodput', 'loss of goodput', goodput, { level, as: asLoss }),
    ...relative.latencies.flatMap(({ id, evidence }) =>
      evidence.kind === 'finite'
        ? [describe(id, `increase of ${LATENCY_NAMES[id]}`, evidence, { level, as: asIncrease })]
        : [],
    ),
  ];
  return stated('smallest_detectable_change', 'Smallest detectable change', {
    n: goodput.pairs,
    sentence: `A true change of this size would have been called FAIL in about four sessions of five like this one: ${seen.map(({ text }) => text).join('; ')}. The second figure allows for a standard error that is itself uncertain. The smallest goodput margin that this data would have passed is ${percent(Math.max(0, goodput.smallestPassingMargin))}; it is information, and no margin may be chosen by it.`,
    figures: {
      level,
      smallest_passing_goodput_margin: goodput.smallestPassingMargin,
      ...Object.fromEntries(
        seen.flatMap(({ id, change, changeHigh }) => [
          [id, change],
          [`${id}_cautious`, changeHigh],
        ]),
      ),
    },
  });
}

function describe(
  id: string,
  name: string,
  { se, pairs, logMargin }: PairedEvidence,
  { level, as }: { level: number; as: (logChange: number) => number },
): Seen {
  const { logChange, logChangeHigh } = smallestDetectable(se, { pairs, logMargin, level });
  const [change, changeHigh] = [as(logChange), as(logChangeHigh)];
  return { id, text: `${name} ${percent(change)} (cautiously ${percent(changeHigh)})`, change, changeHigh };
}

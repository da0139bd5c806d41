/** Stated clause `quality`: what is known about the answers besides their timing. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { byArm, stated } from './stated.js';

export function quality(c: Case): Clause[] {
  const { same, compared } = sameText(c);
  const agreement =
    compared === 0
      ? 'no answer could be compared'
      : `${same} of ${compared} answers to the same request of a pair have the same text in both arms`;
  return stated('quality', 'Quality', {
    unknown: true,
    n: compared,
    sentence: `The only check on content is that an answer must not end by "length" before its max_tokens; it failed in ${byArm((arm) => `${c.arms[arm].misses.quality} of ${c.arms[arm].offered}`)}. Whether the answers are right at this configuration (quantisation, kernels, sampling) is unknown: ${agreement}, which proves nothing where sampling is not greedy.`,
    figures: {
      same_text: same,
      compared_answers: compared,
      baseline_too_short: c.arms.baseline.misses.quality,
      candidate_too_short: c.arms.candidate.misses.quality,
    },
  });
}

function sameText({ pairs }: Case): { same: number; compared: number } {
  let same = 0;
  let compared = 0;
  for (const { baseline, candidate } of pairs) {
    baseline.offered.forEach(({ phase, record: before }, i) => {
      const after = candidate.offered[i]?.record;
      if (phase !== 'cohort' || before?.outcome !== 'success' || after?.outcome !== 'success') return;
      compared += 1;
      if (before.text === after.text) same += 1;
    });
  }
  return { same, compared };
}

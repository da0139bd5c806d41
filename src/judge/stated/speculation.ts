/** Stated clause `speculation`: is the pace that of plain decoding? */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { answers, armFigure, byArm, stated } from './stated.js';

export function speculation(c: Case): Clause[] {
  const several = (arm: Arm) =>
    answers(c, arm).filter(({ tokens, outputMs }) => tokens.count !== null && tokens.count > outputMs.length).length;
  return stated('speculation', 'Speculation', {
    unknown: true,
    sentence: `Whether a server speculates, and with which acceptance, is unknown: streams do not tell, and the gate neither injects an acceptance rate nor reads one. Answers with fewer events than tokens, as speculation or batched output makes them: ${byArm((arm) => `${several(arm)} of ${answers(c, arm).length}`)}. Acceptance depends on the text, so a pace measured on these prompts holds for these prompts.`,
    figures: armFigure('answers_with_fewer_events_than_tokens', several),
  });
}

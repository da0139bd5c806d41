/** Stated clause `tokens`: whose count, of what, and whether single events may be read as tokens. */

import type { Arm } from '../../model/arm.js';
import type { RequestRecord } from '../../model/record.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { counted, figure } from '../words.js';
import { answers, armFigure, byArm, distinct, stated, sumKnown } from './stated.js';

export function tokens(c: Case): Clause[] {
  const uncounted = (arm: Arm) => answers(c, arm).filter((record) => record.tokens.count === null).length;
  const total = (arm: Arm) => sumKnown(answers(c, arm).map((record) => record.tokens.count));
  const reasoning = (arm: Arm) => sumKnown(answers(c, arm).map((record) => record.tokens.reasoning));
  const perToken = (arm: Arm) => answers(c, arm).filter((record) => record.perToken.basis !== null).length;
  return stated('tokens', 'Tokens', {
    unknown: true,
    n: answers(c, 'baseline').length + answers(c, 'candidate').length,
    sentence: `Output tokens of the successful answers by source of the count: ${byArm((arm) => sources(answers(c, arm)))}; never the number of events. Answers without a count: ${byArm((arm) => String(uncounted(arm)))}. Tokens counted: ${byArm((arm) => figure(total(arm)))}, of which reasoning: ${byArm((arm) => figure(reasoning(arm)))}. Single gaps can be read as time between tokens in ${byArm((arm) => `${perToken(arm)} of ${counted(answers(c, arm).length, 'answer')}`)}${reasons(c)}. Whose tokenizer made the counts is the server's affair; the language of prompts and answers is unknown, and tokens per word differ between languages.`,
    figures: {
      ...armFigure('answers', (arm) => answers(c, arm).length),
      ...armFigure('without_count', uncounted),
      ...armFigure('output_tokens', total),
      ...armFigure('reasoning_tokens', reasoning),
      ...armFigure('per_token_answers', perToken),
    },
  });
}

function sources(records: readonly RequestRecord[]): string {
  const named = distinct(records.map((record) => record.tokens.source)).sort();
  const parts = named.map((name) => `${name} ${records.filter((record) => record.tokens.source === name).length}`);
  return parts.length === 0 ? 'no answers' : parts.join(' + ');
}

/** Why not, most frequent first; at most three. */
function reasons(c: Case): string {
  const found = [...answers(c, 'baseline'), ...answers(c, 'candidate')].flatMap(
    ({ perToken }) => perToken.reason ?? [],
  );
  const ranked = distinct(found)
    .map((reason) => ({ reason, times: found.filter((one) => one === reason).length }))
    .sort((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1));
  if (ranked.length === 0) return '';
  return ` (else: ${ranked
    .slice(0, 3)
    .map(({ reason, times }) => `${reason}, ${times} times`)
    .join('; ')})`;
}

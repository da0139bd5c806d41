import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { type Judgement, judgementSchema } from '../../src/model/verdict.js';
import { significantJson } from '../../src/stats/round.js';
import { sessionOf } from './support.js';

const small = () =>
  sessionOf({
    requests: 60,
    server: ({ arm, request }) => (arm === 'candidate' && request.index % 3 === 0 ? { pauseMs: 150 } : {}),
  });

describe('the published judgement', () => {
  it('is a function of the evidence alone, down to the order of its keys', () => {
    expect(JSON.stringify(judge(small()))).toBe(JSON.stringify(judge(small())));
  });

  it('does not depend on the order in which runs and records were read', () => {
    const shuffled = small();
    shuffled.runs.reverse();
    for (const run of shuffled.runs) run.records.reverse();
    expect(JSON.stringify(judge(shuffled))).toBe(JSON.stringify(judge(small())));
  });

  it('has the published shape and 12 significant digits', () => {
    const judgement = judge(small());
    expect(judgementSchema.parse(judgement)).toEqual(judgement);
    expect(significantJson(judgement as never)).toEqual(judgement);
  });

  it('leaves the evidence as it was', () => {
    const evidence = small();
    const before = JSON.stringify(evidence);
    judge(evidence);
    expect(JSON.stringify(evidence)).toBe(before);
  });

  it('stays the same for a small session', async () => {
    await expect(lines(judge(small()))).toMatchFileSnapshot('golden/small-session.txt');
  });
});

/** One line for each key, and for each member of a list: short enough to be read in a review. */
function lines(judgement: Judgement): string {
  return Object.entries(judgement)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.map((member, i) => `${key}[${i}] ${JSON.stringify(member)}`)
        : [`${key} ${JSON.stringify(value)}`],
    )
    .join('\n')
    .concat('\n');
}

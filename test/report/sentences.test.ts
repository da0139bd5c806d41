import { describe, expect, it } from 'vitest';
import { evidenceSentence, meaningSentence, policySentence, statedText } from '../../src/report/sentences.js';
import { brokenCase, failCase, inconclusiveCase, invalidCase } from './support.js';
import { statedClauses } from './support-clauses.js';

describe('policy', () => {
  it('is silent while none was used', () => {
    expect(policySentence(failCase().judgement)).toBeNull();
    expect(policySentence(invalidCase().judgement)).toBeNull();
    const { judgement } = failCase();
    judgement.policy = { invalid: 'pass', inconclusive: 'pass', identical: 'pass' };
    expect(policySentence(judgement)).toBeNull();
  });

  it('names the key that was used and that nothing was shown', () => {
    expect(policySentence(inconclusiveCase().judgement)).toContain('policy.inconclusive: pass');
    const { judgement } = invalidCase();
    judgement.policy.invalid = 'pass';
    expect(policySentence(judgement)).toContain('policy.invalid: pass');
    judgement.reason = 'arms_indistinguishable';
    judgement.policy.identical = 'pass';
    expect(policySentence(judgement)).toMatch(/policy\.identical: pass.*verdict stays INVALID.*not shown to be good/);
  });
});

describe('evidence', () => {
  it('says where the session stopped and how many requests a run offered', () => {
    expect(evidenceSentence(failCase().judgement)).toBe(
      'Judged at the look after 3 pairs (declared: 3), 105 requests a run.',
    );
  });

  it('says that a gross regression stopped it early', () => {
    const { judgement } = failCase();
    judgement.look = { pairs: 2, kind: 'gross', level: null, looks: [3, 4, 6, 8] };
    expect(evidenceSentence(judgement)).toBe(
      'Stopped after 2 pairs, the regression is gross (declared: 3, 4, 6, 8), 105 requests a run.',
    );
  });

  it('does not call a regression gross that no verdict calls so', () => {
    const { judgement } = invalidCase();
    judgement.look = { pairs: 2, kind: 'gross', level: null, looks: [3] };
    expect(evidenceSentence(judgement)).toContain('Stopped after 2 pairs, before any look');
  });

  it('leaves the number of requests out when it is not the same in every run', () => {
    const { judgement } = failCase();
    for (const arm of [judgement.arms.baseline, judgement.arms.candidate]) arm.offered = 314;
    expect(evidenceSentence(judgement)).not.toContain('requests');
  });
});

describe('meaning', () => {
  it('tells no evidence of safety from evidence of harm, and broken from worse', () => {
    expect(meaningSentence(inconclusiveCase().judgement)).toContain('not every one was shown to hold');
    expect(meaningSentence(invalidCase().judgement)).toContain('cannot carry a verdict');
    expect(meaningSentence(brokenCase().judgement)).toContain('does not serve');
  });
});

describe('stated clauses', () => {
  it('say unknown first, once', () => {
    const [clause] = statedClauses();
    if (clause === undefined) throw new Error('no clause');
    const unknown = { ...clause, outcome: 'UNKNOWN' as const, sentence: 'nobody asked.' };
    expect(statedText(unknown)).toEqual([{ mark: 'unknown', tone: 'open' }, ': ', { prose: 'nobody asked.' }]);
    expect(statedText({ ...unknown, sentence: 'Unknown to the tool.' })).toEqual({ prose: 'Unknown to the tool.' });
    expect(statedText({ ...clause, sentence: 'x', declared: 'y' })).toEqual({ prose: 'x (declared: y)' });
  });
});

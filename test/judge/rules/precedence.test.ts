import { describe, expect, it } from 'vitest';
import { type ClauseOutcome, conclusionOf, overallVerdict } from '../../../src/judge/rules/precedence.js';

const gating = (outcome: ClauseOutcome['outcome'], id: string = outcome): ClauseOutcome => ({
  id,
  role: 'gating',
  outcome,
});
const overall = (clauses: ClauseOutcome[], invalid: string[] = [], candidateBroken = false) =>
  overallVerdict({ clauses, invalid, candidateBroken });

describe('overallVerdict', () => {
  it('keeps its order', () => {
    const all = [gating('PASS'), gating('INCONCLUSIVE'), gating('FAIL')];
    expect(overall(all, ['schedule_lag'], true)).toEqual({ verdict: 'FAIL', because: ['candidate_broken'] });
    expect(overall(all, ['schedule_lag'])).toEqual({ verdict: 'INVALID', because: ['schedule_lag'] });
    expect(overall([...all, gating('INVALID')])).toEqual({ verdict: 'INVALID', because: ['INVALID'] });
    expect(overall(all)).toEqual({ verdict: 'FAIL', because: ['FAIL'] });
    expect(overall(all.slice(0, 2))).toEqual({ verdict: 'INCONCLUSIVE', because: ['INCONCLUSIVE'] });
    expect(overall(all.slice(0, 1))).toEqual({ verdict: 'PASS', because: ['PASS'] });
  });

  it('never lets a stated clause decide', () => {
    const stated: ClauseOutcome = { id: 'p99', role: 'stated', outcome: 'FAIL' };
    expect(overall([gating('PASS', 'goodput'), stated])).toEqual({ verdict: 'PASS', because: ['goodput'] });
    expect(overall([stated]).verdict).toBe('INVALID');
  });

  it('is INVALID when nothing was shown or could be: an empty list, or a guard alone', () => {
    expect(overall([])).toEqual({ verdict: 'INVALID', because: ['no_gating_clause'] });
    expect(overall([gating('NOT_SHOWN')]).verdict).toBe('INVALID');
    expect(overall([gating('NOT_SHOWN'), gating('PASS')]).verdict).toBe('PASS');
  });
});

describe('conclusionOf', () => {
  it('lets a policy excuse what shows nothing, and nothing else', () => {
    const strict = { invalid: 'fail', inconclusive: 'fail' } as const;
    const lenient = { invalid: 'pass', inconclusive: 'pass' } as const;
    expect(conclusionOf('PASS', strict)).toBe('success');
    expect(conclusionOf('FAIL', lenient)).toBe('failure');
    expect(conclusionOf('INVALID', strict)).toBe('failure');
    expect(conclusionOf('INVALID', { ...strict, invalid: 'pass' })).toBe('success');
    expect(conclusionOf('INCONCLUSIVE', { ...strict, invalid: 'pass' })).toBe('failure');
    expect(conclusionOf('INCONCLUSIVE', lenient)).toBe('success');
  });
});

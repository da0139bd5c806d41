import { describe, expect, it } from 'vitest';
import { differingClauses } from '../../src/report/diff.js';
import { failCase, passCase } from './support.js';

describe('differing clauses', () => {
  it('is empty for the same judgement', () => {
    expect(differingClauses(failCase().judgement, failCase().judgement)).toEqual([]);
  });

  it('names the clause, the field and both values', () => {
    const { judgement } = failCase();
    const goodput = judgement.clauses.find(({ id }) => id === 'goodput');
    if (goodput?.statistic) goodput.statistic.value = -0.42;
    expect(differingClauses(failCase().judgement, judgement)).toEqual([
      'clause goodput: statistic.value -0.419 -> -0.42',
    ]);
  });

  it('names top-level fields before clauses', () => {
    const lines = differingClauses(passCase().judgement, failCase().judgement);
    expect(lines[0]).toBe('verdict: "PASS" -> "FAIL"');
    expect(lines.map((line) => line.split(':')[0])).toContain('clause goodput');
    expect(lines.findIndex((line) => line.startsWith('clause'))).toBeGreaterThan(
      lines.findIndex((line) => line.startsWith('arms')),
    );
  });

  it('shows three leaves and counts the rest', () => {
    const { judgement } = failCase();
    for (const [index, run] of judgement.runs.entries()) run.number = index + 100;
    expect(differingClauses(failCase().judgement, judgement)).toEqual([
      'runs: 0.number 1 -> 100; 1.number 2 -> 101; 2.number 3 -> 102; and 3 more',
    ]);
  });

  it('says which side has a clause that the other lacks', () => {
    const { judgement } = failCase();
    judgement.clauses = judgement.clauses.filter(({ id }) => id !== 'same_work');
    expect(differingClauses(failCase().judgement, judgement)).toEqual(['clause same_work: only in the first']);
    expect(differingClauses(judgement, failCase().judgement)).toEqual(['clause same_work: only in the second']);
  });

  it('notices another order and an intermediate figure', () => {
    const { judgement } = failCase();
    judgement.clauses.reverse();
    expect(differingClauses(failCase().judgement, judgement)).toEqual(['clauses: the same, in another order']);
    const other = failCase().judgement;
    const [clause] = other.clauses;
    if (clause !== undefined) clause.figures = { n_eff: 12 };
    expect(differingClauses(failCase().judgement, other)).toEqual([
      'clause attainment:interactive: figures.n_eff missing -> 12',
    ]);
  });

  it('is one readable line each, whatever the values hold', () => {
    const { judgement } = failCase();
    judgement.why = `\u001b[31m\n::error::${'x'.repeat(500)}`;
    const [line = ''] = differingClauses(failCase().judgement, judgement);
    expect(line).toMatch(/^why: .* more characters\)$/);
    expect(line.length).toBeLessThan(300);
  });
});

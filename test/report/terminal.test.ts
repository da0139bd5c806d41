import { describe, expect, it } from 'vitest';
import { renderTerminal } from '../../src/report/terminal.js';
import { brokenCase, failCase, inconclusiveCase, invalidCase, passCase } from './support.js';
import { clause } from './support-clauses.js';

describe('the terminal report', () => {
  it('starts with the verdict and ends with what to do', () => {
    const { judgement } = failCase();
    const lines = renderTerminal(judgement).trimEnd().split('\n');
    expect(lines[0]).toBe('Goodput Gate: FAIL');
    expect(lines.findIndex((line) => line.startsWith('What to do: '))).toBeGreaterThan(lines.length - 4);
  });

  it('aligns the comparison and gives a gating clause one line', () => {
    const lines = renderTerminal(failCase().judgement).split('\n');
    expect(lines).toContain('Goodput          21.0 req/s  12.2 req/s  -41.9 % [-49.1, -33.4]       worse');
    expect(lines).toContain('p95 longest gap     18.2 ms      146 ms  +702 % [+676, +729]          worse');
    expect(lines).toContain('FAIL      Goodput against the baseline          -41.9 %  [-49.1, -33.4] %  limit -5 %');
    expect(lines.filter((line) => /^(?:PASS|FAIL|REPORTED) {2}/.test(line))).toHaveLength(6);
  });

  it.each([passCase, failCase, invalidCase, inconclusiveCase, brokenCase])(
    'takes at most 40 lines of 100 columns',
    (make) => {
      const lines = renderTerminal(make().judgement).split('\n');
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    },
  );

  it('lists only the clauses that do not hold when there are many', () => {
    const { judgement } = failCase();
    judgement.clauses.push(
      ...Array.from({ length: 20 }, (_, index) =>
        clause('gating', { id: `g${index}`, title: `Extra ${index}`, outcome: 'PASS', sentence: 'holds.' }),
      ),
    );
    const text = renderTerminal(judgement);
    expect(text).toContain('Goodput against the baseline');
    expect(text).not.toContain('Extra 3');
    expect(text).toContain('and 22 more gating clauses: see report.html');
  });

  it('says when nothing was measured', () => {
    const { judgement } = failCase();
    judgement.changes = [];
    const none = { ...brokenCase().judgement.arms.candidate, offered: 0, attainment: null, goodputRps: null };
    const wallClock = { outputTokensPerS: null, inputTokensPerS: null, completedPerS: null };
    judgement.arms = { baseline: { ...none, wallClock }, candidate: { ...none, wallClock } };
    expect(renderTerminal(judgement)).toContain('No run was measured, so there is nothing to compare.');
  });

  it('says which policy lets the job pass', () => {
    expect(renderTerminal(inconclusiveCase().judgement)).toContain('policy.inconclusive: pass');
  });

  it('has colour only when asked', () => {
    expect(renderTerminal(failCase().judgement)).not.toContain('\u001b');
    expect(renderTerminal(failCase().judgement, { color: true })).toContain('Goodput Gate: \u001b[31mFAIL\u001b[0m');
  });
});

import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import type { Evidence } from '../../src/model/bundle.js';
import { clauseOf, NO_ANSWER, type Server, scaledTtft, sessionOf } from './support.js';

function setStampWidth(session: Evidence, p50: number): Evidence {
  for (const { run } of session.runs) if (run.health !== null) run.health.stampUncertaintyMs = { p50, p99: 9, max: 20 };
  return session;
}

const slower = scaledTtft({ 2: 1.15, 3: 1.15, 5: 1.15 });

describe('the smallest effect', () => {
  it('is raised to three stamp widths for TTFT', () => {
    // p95 of the baseline is 194 ms: 3 x 12 ms allow 18.6 % instead of the declared 10 %.
    const judgement = judge(setStampWidth(sessionOf({ server: slower }), 12));
    const clause = clauseOf(judgement, 'ttft_p95');
    expect(clause.outcome).toBe('PASS');
    expect(clause.figures).toMatchObject({
      min_effect_ms: 36,
      min_effect_declared_ms: 5,
      stamp_uncertainty_p50_ms: 12,
    });
    expect(clause.limit?.value).toBeCloseTo(36 / (clause.figures['baseline_ms'] as number), 9);
    expect(clause.sentence).toContain('exceeds the declared margin');
    expect(clauseOf(judge(setStampWidth(sessionOf({ server: slower }), 1)), 'ttft_p95').outcome).toBe('FAIL');
  });

  it('is the stamp width spread over the tokens of an answer for TPOT', () => {
    const clause = clauseOf(judge(setStampWidth(sessionOf({ server: slower }), 12)), 'tpot_p95');
    expect(clause.figures['min_effect_ms']).toBeCloseTo((3 * 2 * 12) / 19, 9);
  });

  it('stays as declared where no run measured its stamps', () => {
    const session = sessionOf();
    for (const { run } of session.runs) run.health = null;
    expect(clauseOf(judge(session), 'ttft_p95').figures).toMatchObject({
      min_effect_ms: 5,
      stamp_uncertainty_p50_ms: null,
    });
  });
});

describe('a latency margin of report', () => {
  it('leaves the clause with its interval, deciding nothing', () => {
    const session = sessionOf({
      server: slower,
      plan: (plan) => {
        plan.comparison.margins.ttftP95 = 'report';
      },
    });
    const judgement = judge(session);
    expect(judgement.verdict).toBe('PASS');
    const clause = clauseOf(judgement, 'ttft_p95');
    expect(clause).toMatchObject({ outcome: 'REPORTED', limit: null, declared: 'comparison.margins.ttft_p95: report' });
    expect(clause.bound?.lower).toBeCloseTo(0.15, 2);
  });
});

describe('a run without a quantile', () => {
  const failingIn =
    (arm: string, tenths: number): Server =>
    (at) =>
      at.arm === arm && at.request.index % 10 < tenths ? { override: { ...NO_ANSWER, outcome: 'error' } } : {};

  it('by failures of the candidate is a FAIL', () => {
    const session = sessionOf({
      server: failingIn('candidate', 1),
      plan: (plan) => {
        plan.comparison.grossFail = false;
      },
    });
    const judgement = judge(session);
    expect(judgement.verdict).toBe('FAIL');
    expect(clauseOf(judgement, 'ttft_p95')).toMatchObject({ outcome: 'FAIL', statistic: null });
    expect(clauseOf(judgement, 'ttft_p95').sentence).toContain(
      "More than 5 % of the candidate's requests failed in pair 1, pair 2 and pair 3",
    );
  });

  it('by failures of the baseline is INVALID', () => {
    const judgement = judge(sessionOf({ server: failingIn('baseline', 1) }));
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'ttft_p95' });
  });

  const uncounted =
    (arm: string): Server =>
    (at) =>
      at.arm === arm
        ? {
            override: {
              tokens: {
                count: null,
                source: 'none',
                prompt: null,
                cachedPrompt: null,
                reasoning: null,
                firstEvent: null,
              },
            },
          }
        : {};

  it('for want of token counts is INVALID in the baseline and never a PASS in the candidate', () => {
    expect(judge(sessionOf({ server: uncounted('baseline') }))).toMatchObject({
      verdict: 'INVALID',
      reason: 'tpot_p95',
    });
    const judgement = judge(sessionOf({ server: uncounted('candidate') }));
    expect(judgement).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'tpot_p95' });
    expect(judgement.remedy).toContain("make the candidate's answers show what the clause asks");
  });

  it('because every answer has one token does not apply', () => {
    const judgement = judge(sessionOf({ server: () => ({ tokens: 1 }) }));
    expect(clauseOf(judgement, 'tpot_p95')).toMatchObject({ outcome: 'REPORTED' });
    expect(judgement.verdict).toBe('PASS');
  });
});

describe('the table of changes', () => {
  it('lists every figure with its interval, and agrees with the clauses', () => {
    const judgement = judge(sessionOf({ server: slower }));
    expect(judgement.changes.map(({ metric }) => metric)).toEqual([
      'output_tokens_per_s',
      'completed_per_s',
      'goodput',
      'attainment',
      'ttft_p95',
      'ttft_p50',
      'tpot_p95',
      'max_gap_p95',
      'e2e_p95',
      'failures',
    ]);
    const ttft = judgement.changes.find(({ metric }) => metric === 'ttft_p95');
    const clause = clauseOf(judgement, 'ttft_p95');
    expect(ttft).toMatchObject({
      change: clause.statistic?.value,
      lower: clause.bound?.lower,
      upper: clause.bound?.upper,
    });
    const median = judgement.changes.find(({ metric }) => metric === 'ttft_p50');
    expect(median?.change).toBeCloseTo(0.15, 2);
    expect(median?.lower).toBeLessThanOrEqual(median?.change ?? 0);
  });

  it('has points but no interval for one pair, and nulls for none', () => {
    const one = judge(sessionOf({ runs: 'BC', planned: 'BCCBCB' })).changes.find(({ metric }) => metric === 'ttft_p50');
    expect(one?.change).not.toBeNull();
    expect(one).toMatchObject({ lower: null, upper: null });
    const none = judge(sessionOf({ runs: '', planned: 'BCCBCB' })).changes[0];
    expect(none).toMatchObject({ baseline: null, candidate: null, change: null });
  });
});

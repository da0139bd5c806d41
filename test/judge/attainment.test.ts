import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { clauseOf, type Server, scaledTtft, sessionOf } from './support.js';

/** Both arms are late for every fourth request: 75 % against a target of 85 %. */
const bothMiss: Server = ({ request }) => ({ ttftMs: request.index % 4 === 0 ? 600 : 150, gapMs: 10 });

describe('attainment', () => {
  it('shows points, bounds, what they rest on and the baseline beside', () => {
    const clause = clauseOf(judge(sessionOf()), 'attainment:all');
    expect(clause).toMatchObject({
      outcome: 'PASS',
      declared: 'slo all, ttft: 500 ms, max_gap: 100 ms, attainment: 85 %',
      statistic: { value: 1, unit: 'share' },
      n: 200,
      limit: { value: 0.85, unit: 'share' },
      figures: { runs: 3, floor: 2, floor_set_by: 'minimum', n_eff: 100, knee: false, baseline_share: 1, label: null },
    });
    expect(clause.figures['plain_pooled_lower']).toBeGreaterThan(clause.bound?.lower ?? 1);
    expect(clause.figures['n_needed']).toBe(39);
    expect(clause.sentence).toContain('600 of 600 requests (100 %), baseline 600 of 600 (100 %), target 85 %');
  });

  it('is judged at the whole level, once, also in a session of several looks', () => {
    const session = sessionOf({
      server: scaledTtft({}),
      plan: (plan) => {
        plan.comparison.looks = [3, 4, 6, 8];
      },
    });
    const judgement = judge(session);
    expect(judgement.look.level).toBe(0.0184);
    expect(clauseOf(judgement, 'attainment:all').figures['level']).toBe(0.05);
  });

  it('that the baseline misses too is pre-existing: reported, not deciding', () => {
    const judgement = judge(sessionOf({ server: bothMiss }));
    expect(judgement).toMatchObject({ verdict: 'PASS', exitCode: 0 });
    const clause = clauseOf(judgement, 'attainment:all');
    expect(clause).toMatchObject({
      outcome: 'REPORTED',
      figures: { label: 'pre-existing', baseline_misses_target: true },
    });
    expect(clause.sentence).toContain('Pre-existing');
    expect(judgement.why).toContain('missed in both arms: Attainment of "all"');
  });

  it('decides when a relative clause fails as well', () => {
    const server: Server = (at) => {
      const { ttftMs = 0 } = bothMiss(at);
      return { ttftMs: at.arm === 'candidate' ? ttftMs * 1.15 : ttftMs, gapMs: 10 };
    };
    const judgement = judge(sessionOf({ server }));
    expect(judgement.verdict).toBe('FAIL');
    expect(clauseOf(judgement, 'attainment:all')).toMatchObject({ outcome: 'FAIL', figures: { label: null } });
    expect(clauseOf(judgement, 'ttft_p95').outcome).toBe('FAIL');
  });

  it('does not end a session early while it may still turn out to be pre-existing', () => {
    const factors: Record<number, number> = { 2: 1.04, 3: 1.12, 5: 1.09, 8: 1.0 };
    const server: Server = (at) => {
      const { ttftMs = 0 } = bothMiss(at);
      return { ttftMs: ttftMs * (factors[at.run] ?? 1), gapMs: 10 };
    };
    const session = sessionOf({
      runs: 'BCCBCBBC',
      server,
      plan: (plan) => {
        plan.comparison.looks = [3, 4];
      },
    });
    expect(judge(session).look).toMatchObject({ pairs: 4, kind: 'look' });
  });

  it('of a knee is INCONCLUSIVE and says to lower the load', () => {
    // TTFT rises and falls slowly through the window, as it does behind a queue.
    const server: Server = ({ request }) => ({ ttftMs: 200 + 100 * Math.sin(request.index / 12), gapMs: 10 });
    const session = sessionOf({
      requests: 1000,
      server,
      plan: (plan) => {
        for (const slo of plan.slo) slo.attainment = 0.5;
      },
    });
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'attainment:all' });
    expect(clauseOf(judgement, 'attainment:all').figures['knee']).toBe(true);
    expect(judgement.remedy).toContain('lower the load');
  });

  it('of fewer requests than blocks is unknown, and the session INVALID', () => {
    const session = sessionOf({
      plan: (plan) => {
        const [all] = plan.slo;
        if (all === undefined) throw new Error('there is no SLO');
        plan.slo = [
          { ...all, id: 'chat', classes: ['chat'] },
          { ...all, id: 'rest', classes: ['document'] },
        ];
      },
      requests: 90,
    });
    const judgement = judge(session);
    expect(clauseOf(judgement, 'attainment:chat').outcome).toBe('PASS');
    expect(clauseOf(judgement, 'attainment:rest').outcome).toBe('UNKNOWN');
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'attainment:rest' });
  });

  it('has a clause for each SLO with an objective', () => {
    const session = sessionOf({
      plan: (plan) => {
        const [all] = plan.slo;
        if (all === undefined) throw new Error('there is no SLO');
        plan.slo = [
          { ...all, id: 'chat', classes: ['chat'] },
          { id: 'batch', classes: ['document'], objectives: null, attainment: null },
        ];
      },
    });
    const ids = judge(session).clauses.map(({ id }) => id);
    expect(ids).toContain('attainment:chat');
    expect(ids).not.toContain('attainment:batch');
  });
});

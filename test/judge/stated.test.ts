import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import type { Judgement } from '../../src/model/verdict.js';
import { clauseOf, runAt, sessionOf } from './support.js';

const IDS = [
  'arrivals',
  'clock',
  'window',
  'definitions',
  'tokens',
  'prompts',
  'speculation',
  'quality',
  'versions',
  'cache',
  'order',
  'generator',
  'cost',
  'smallest_detectable_change',
  'carry_over',
  'isolation',
  'conditions_not_tested',
];

function statedOf(judgement: Judgement) {
  return judgement.clauses.filter(({ role }) => role === 'stated');
}

describe('the stated clauses', () => {
  it('are always all there, in one order', () => {
    for (const runs of ['', 'B', 'BCCB', 'BCCBCB']) {
      expect(statedOf(judge(sessionOf({ runs, planned: 'BCCBCB' }))).map(({ id }) => id)).toEqual(IDS);
    }
  });

  it('spell "unknown" out where their outcome says so', () => {
    for (const runs of ['', 'B', 'BCCBCB']) {
      const unknown = statedOf(judge(sessionOf({ runs, planned: 'BCCBCB' }))).filter(
        ({ outcome }) => outcome === 'UNKNOWN',
      );
      expect(unknown.length).toBeGreaterThan(4);
      for (const { sentence } of unknown) expect(sentence).toMatch(/unknown/i);
    }
  });

  it('never hold a broken number', () => {
    for (const runs of ['', 'B', 'BCCBCB']) {
      for (const { sentence } of judge(sessionOf({ runs, planned: 'BCCBCB' })).clauses) {
        expect(sentence).not.toMatch(/NaN|Infinity|undefined|null/);
      }
    }
  });
});

describe('what they say', () => {
  const judgement = judge(sessionOf());
  const sentence = (id: string) => clauseOf(judgement, id).sentence;

  it('arrivals: rate, variation and open loop', () => {
    expect(sentence('arrivals')).toMatch(
      /Open loop.*20 requests\/s.*coefficient of variation of 0\.3\d+ \(more regular/,
    );
    expect(clauseOf(judgement, 'arrivals').figures).toMatchObject({ requests: 200, rate_rps: 20, loop: 'open' });
  });

  it('window: what is in the cohort and what is not', () => {
    expect(clauseOf(judgement, 'window').figures).toMatchObject({
      lead_in_requests: 20,
      cohort_requests: 200,
      lead_out_requests: 20,
    });
    const cold = sessionOf({
      plan: (plan) => {
        plan.workload.leadInMs = 0;
      },
    });
    expect(clauseOf(judge(cold), 'window').sentence).toContain('It starts on an idle server');
    expect(sentence('window')).not.toContain('idle');
  });

  it('tokens: whose count', () => {
    expect(sentence('tokens')).toContain('baseline usage_final 600, candidate usage_final 600');
  });

  it('prompts: lengths and cached share', () => {
    expect(sentence('prompts')).toContain('129 to 512: 102, 513 to 2048: 20');
    const session = sessionOf();
    for (const { records } of session.runs) for (const record of records) record.tokens.cachedPrompt = null;
    const unknown = clauseOf(judge(session), 'prompts');
    expect(unknown.outcome).toBe('UNKNOWN');
    expect(unknown.sentence).toContain('baseline unknown, candidate unknown');
  });

  it('generator: every run, the stamp target and the objectives it is too coarse for', () => {
    const session = sessionOf();
    expect(sentence('generator')).toContain('misses the target of 1 ms. It is under a tenth of every objective');
    const [slow] = [runAt(session, 3).run.health];
    if (slow !== null && slow !== undefined) slow.stampUncertaintyMs = { p50: 1, p99: 12, max: 30 };
    expect(clauseOf(judge(session), 'generator').sentence).toContain('more than a tenth of all maxGap 100 ms');
    for (const { run } of session.runs)
      if (run.health !== null) run.health.stampUncertaintyMs = { p50: 0.1, p99: 0.8, max: 2 };
    expect(clauseOf(judge(session), 'generator').sentence).toContain('meets the target of 1 ms');
  });

  it('smallest detectable change: both figures for each relative clause', () => {
    expect(sentence('smallest_detectable_change')).toMatch(
      /loss of goodput [\d.]+ % \(cautiously [\d.]+ %\); increase of p95 TTFT/,
    );
  });

  it('conditions not tested: the checks that are not evaluated', () => {
    for (const word of ['V4', 'V5', 'V6', 'V7', 'sustained', 'same_work', 'streaming']) {
      expect(sentence('conditions_not_tested')).toContain(word);
    }
  });

  it('clock: vantage point and network path', () => {
    expect(sentence('clock')).toContain('no TLS');
    const remote = sessionOf({
      plan: (plan) => {
        plan.arms.baseline.url = 'https://gpu.example';
      },
    });
    expect(clauseOf(judge(remote), 'clock').sentence).toContain('https://gpu.example, with TLS, other hops unknown');
  });
});

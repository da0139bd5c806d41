import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import type { RequestRecord } from '../../src/model/record.js';
import { clauseOf, type Server, sessionOf } from './support.js';

/** Every second answer of the candidate stalls for 400 ms and is then described by `claim`. */
const stalling =
  (claim: (record: Partial<RequestRecord>) => Partial<RequestRecord>): Server =>
  ({ arm, request }) => {
    if (arm === 'baseline' || request.index % 2 === 0) return {};
    const firstMs = request.dueMs + 150;
    const outputMs = Array.from({ length: 20 }, (_, i) => firstMs + 10 * i + (i > 9 ? 400 : 0));
    return { override: claim({ outputMs, firstOutputMs: firstMs, lastOutputMs: firstMs + 590 }) };
  };

const counted = (count: number | null): Pick<RequestRecord, 'tokens'> => ({
  tokens: { count, source: 'usage_final', prompt: 100, cachedPrompt: 0, reasoning: null, firstEvent: null },
});

describe("a candidate's own claims about a stalling answer", () => {
  it.each([null, 0, 1, 2, 19, 20, 200, 201, 1e9])('do not make its pause pass: %s tokens', (count) => {
    const judgement = judge(sessionOf({ server: stalling((record) => ({ ...record, ...counted(count) })) }));
    expect(judgement).toMatchObject({ verdict: 'FAIL' });
    expect(judgement.arms.candidate.misses.max_gap).toBeGreaterThanOrEqual(200);
  });

  it('do not make it pass as one event of one token', () => {
    const whole = stalling(({ lastOutputMs = null }) => ({
      outputMs: [lastOutputMs ?? 0],
      outputCharacters: 80,
      ...counted(1),
    }));
    const judgement = judge(sessionOf({ server: whole }));
    expect(judgement).toMatchObject({ verdict: 'FAIL' });
    expect(judgement.arms.candidate.misses.no_evidence).toBeGreaterThanOrEqual(200);
  });

  it('do not shorten its TPOT by a count that the request did not allow', () => {
    const plan = (draft: Parameters<NonNullable<NonNullable<Parameters<typeof sessionOf>[0]>['plan']>>[0]) => {
      for (const { objectives } of draft.slo)
        if (objectives !== null) Object.assign(objectives, { maxGapMs: null, tpotMs: 25 });
    };
    const claims = (count: number) =>
      judge(sessionOf({ plan, server: stalling((one) => ({ ...one, ...counted(count) })) }));
    expect(claims(20).arms.candidate.misses).toMatchObject({ no_evidence: 0 });
    expect(claims(20).arms.candidate.misses.tpot).toBeGreaterThanOrEqual(200);
    expect(claims(201).arms.candidate.misses).toMatchObject({ tpot: 0 });
    expect(claims(201).arms.candidate.misses.no_evidence).toBeGreaterThanOrEqual(200);
    expect(claims(201).verdict).toBe('FAIL');
  });

  it('do not hide an early end: a length finish with an impossible count lacks evidence', () => {
    const server: Server = ({ arm }) =>
      arm === 'candidate' ? { override: { finishReason: 'length', ...counted(201) } } : {};
    const { arms } = judge(sessionOf({ server }));
    expect(arms.candidate).toMatchObject({ qualified: 0 });
    expect(arms.candidate.wallClock.outputTokensPerS).toBeNull();
  });
});

describe('p95 TPOT', () => {
  /** The first so many candidate answers of the cohort tell no count; no objective asks for one. */
  const silent =
    (answers: number, both = false): Server =>
    ({ arm, request }) =>
      (both || arm === 'candidate') && request.index >= 20 && request.index < 20 + answers
        ? { override: counted(null) }
        : {};

  it('is not shown to hold when the candidate leaves out more than 1 % of its answers', () => {
    expect(judge(sessionOf({ server: silent(2) })).verdict).toBe('PASS');
    const judgement = judge(sessionOf({ server: silent(3) }));
    expect(judgement).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'tpot_p95' });
    expect(clauseOf(judgement, 'tpot_p95').sentence).toContain(
      "Not shown: for 1.5 % of the candidate's requests the answer came without evidence of its TPOT (baseline 0 %)",
    );
    expect(judgement.remedy).toContain("make the candidate's answers show what the clause asks");
  });

  it('is compared on what both tell when the baseline leaves out as many', () => {
    expect(judge(sessionOf({ server: silent(30, true) })).verdict).toBe('PASS');
  });
});

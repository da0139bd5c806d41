import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, judgeSession } from '../../src/judge/session.js';
import type { Evidence } from '../../src/model/bundle.js';
import { OUTCOMES, type RequestRecord } from '../../src/model/record.js';
import { RUN_ENDS, type Run } from '../../src/model/run.js';
import { EXIT, judgementSchema } from '../../src/model/verdict.js';
import { sessionOf } from './support.js';

const time = fc.option(fc.double({ min: -2000, max: 20_000, noNaN: true }), { nil: null });
const tokenCount = fc.option(fc.nat(300), { nil: null });

/** Anything a record may hold, whether it makes sense or not. */
const damage: fc.Arbitrary<Partial<RequestRecord>> = fc.record(
  {
    outcome: fc.constantFrom(...OUTCOMES),
    index: fc.nat(80),
    sentMs: time,
    calledMs: time,
    firstOutputMs: time,
    firstVisibleMs: time,
    lastOutputMs: time,
    terminalMs: time,
    outputMs: fc.array(fc.double({ min: -2000, max: 20_000, noNaN: true }), { maxLength: 4 }),
    finishReason: fc.constantFrom('stop', 'length', null),
    tokens: fc.record({
      count: tokenCount,
      source: fc.constantFrom('usage_final', 'none'),
      prompt: tokenCount,
      cachedPrompt: tokenCount,
      reasoning: tokenCount,
      firstEvent: tokenCount,
    }),
  },
  { requiredKeys: [] },
);

interface Accident {
  run: number;
  kind: 'records' | 'drop' | 'end' | 'remove' | 'health' | 'number';
  seed: number;
  end: Run['end'];
  damage: Partial<RequestRecord>;
}

const accident: fc.Arbitrary<Accident> = fc.record({
  run: fc.nat(7),
  kind: fc.constantFrom('records', 'drop', 'end', 'remove', 'health', 'number'),
  seed: fc.nat(1000),
  end: fc.constantFrom(...RUN_ENDS),
  damage,
});

const sessions = fc.record({
  requests: fc.constantFrom(0, 1, 5, 12, 40),
  runs: fc.constantFrom('', 'B', 'BC', 'CBBC', 'BCCBCB', 'BCCBCBBC'),
  looks: fc.constantFrom([3], [4], [3, 4, 6, 8], [3, 7]),
  end: fc.constantFrom('running' as const, 'complete' as const, 'complete' as const, 'interrupted' as const),
  accidents: fc.array(accident, { maxLength: 4 }),
});

function suffer(evidence: Evidence, { run, kind, seed, end, damage: change }: Accident): void {
  const target = evidence.runs[run];
  if (target === undefined) return;
  const hit = (i: number) => (i * 7919 + seed) % 3 === 0;
  if (kind === 'records')
    target.records = target.records.map((record, i) => (hit(i) ? { ...record, ...change } : record));
  if (kind === 'drop') target.records = target.records.filter((_, i) => !hit(i));
  if (kind === 'end') target.run.end = end;
  if (kind === 'remove') evidence.runs.splice(run, 1);
  if (kind === 'health') target.run.health = null;
  if (kind === 'number') target.run.number = (seed % 9) + 1;
}

describe('any evidence whatsoever', () => {
  it('has a judgement of the published shape', () => {
    fc.assert(
      fc.property(sessions, ({ requests, runs, looks, end, accidents }) => {
        const evidence = sessionOf({
          requests,
          runs,
          planned: 'BCCBCBBC',
          plan: (plan) => {
            plan.comparison.looks = [...looks];
          },
        });
        evidence.session.end = end;
        for (const one of accidents) suffer(evidence, one);
        const judgement = judge(evidence);
        expect(judgementSchema.parse(judgement)).toEqual(judgement);
        expect(judgement.exitCode).toBe(EXIT[judgement.verdict]);
        for (const text of [judgement.why, judgement.remedy]) expect(text).toMatch(/^\S.*\.$/s);
        const whole = evidence.runs.every(
          ({ run, records }, i) => run.number === i + 1 && records.length === evidence.trace.requests.length,
        );
        if (judgement.verdict === 'PASS') expect(end).toBe('complete');
        if (judgement.verdict === 'PASS' && runs.length <= 6) expect(whole).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('is never PASS when records or runs of the judged pairs are absent', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(59), fc.boolean(), (run, record, removeRun) => {
        const evidence = sessionOf({ requests: 50 });
        if (removeRun) evidence.runs.splice(run, 1);
        else evidence.runs[run]?.records.splice(record, 1);
        expect(judge(evidence).verdict).toBe('INVALID');
      }),
      { numRuns: 40 },
    );
  });

  it('gives during the session the verdict it has afterwards', () => {
    fc.assert(
      fc.property(sessions, ({ requests, runs, accidents }) => {
        const evidence = sessionOf({ requests, runs, planned: 'BCCBCBBC' });
        for (const one of accidents) suffer(evidence, one);
        const state = judgeSession(evidence);
        if (state.state === 'decided') expect(judge(evidence)).toEqual(state.judgement);
        else expect(judge(evidence).reason).toBe('session_incomplete');
      }),
      { numRuns: 60 },
    );
  });
});

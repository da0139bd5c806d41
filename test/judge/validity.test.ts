import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { clauseOf, runAt, sessionOf } from './support.js';

/** A candidate that loses 40 % of its goodput, so that every INVALID below has a FAIL beside it. */
const pausing = ({ arm, request }: { arm: string; request: { index: number } }) =>
  arm === 'candidate' && request.index % 10 < 4 ? { pauseMs: 150 } : {};

describe('missing evidence', () => {
  it('is INVALID, and names the request, though the clauses FAIL beside it', () => {
    const session = sessionOf({ server: pausing });
    runAt(session, 3).records = runAt(session, 3).records.filter(({ id }) => id !== 'r57');
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
    expect(judgement.problems).toEqual(['run 3 (candidate): no record for 1 request of 240: "r57"']);
    expect(clauseOf(judgement, 'goodput').outcome).toBe('FAIL');
    expect(clauseOf(judgement, 'evidence').sentence).toContain('"r57"');
  });

  it.each([
    [
      'a record cut before its outcome',
      { error: { kind: 'evidence_cut', message: null, code: null }, outcome: 'cancelled' as const },
      'a record that ends before its outcome for 1 request of 240: "r57"',
    ],
    ['a record of another request', { id: 'else' }, 'request 57 is "r57" in the trace and "else" in its record'],
    ['a record the trace does not hold', { index: 999 }, 'a record for request 999, which the trace does not hold'],
    ['two records of one request', { index: 58, id: 'r58' }, 'two records for 1 request of 240: "r58"'],
    ["a due time that is not the trace's", { dueMs: 1 }, 'request "r57" is due at'],
  ])('includes %s', (_, change, problem) => {
    const session = sessionOf();
    const run = runAt(session, 2);
    run.records = run.records.map((record) => (record.id === 'r57' ? { ...record, ...change } : record));
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
    expect(judgement.problems.join('\n')).toContain(problem);
  });

  it('includes what could not be read', () => {
    const session = sessionOf();
    runAt(session, 1).problems.push('requests.jsonl:9 is not a whole record');
    expect(judge(session)).toMatchObject({
      verdict: 'INVALID',
      problems: ['run 1 (baseline): requests.jsonl:9 is not a whole record'],
    });
  });

  it('includes another trace, a wrong order and a class without an SLO', () => {
    const session = sessionOf({ planned: 'CBBCCB' });
    session.trace.sha256 = 'f'.repeat(64);
    for (const slo of session.session.plan.slo) slo.classes = ['chat'];
    const { verdict, problems } = judge(session);
    expect(verdict).toBe('INVALID');
    expect(problems[0]).toMatch(/^the trace's hash is f+, the plan declares t+$/);
    expect(problems[1]).toBe('no entry of slo matches class "document"');
    expect(problems[2]).toBe('run 1 is baseline, the seeded order "CBBCCB" has C');
  });

  it('includes more than 1 % of baseline requests without evidence, and not 1 %', () => {
    const whole = (share: number) => (at: { arm: string; request: { index: number } }) => {
      const one = at.arm === 'baseline' && at.request.index >= 20 && at.request.index < 20 + share * 200;
      return one ? { override: { outputMs: [at.request.index], perToken: { basis: null, reason: 'one event' } } } : {};
    };
    expect(judge(sessionOf({ server: whole(0.01) })).verdict).toBe('PASS');
    const judgement = judge(sessionOf({ server: whole(0.015) }));
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
    expect(judgement.problems).toEqual([
      "6 of the baseline's 400 requests lack the evidence for an objective, more than 1 %",
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])('never leaves a PASS or a FAIL where run %d has a problem', (number) => {
    // The pausing candidate is judged after two pairs: what comes later belongs to no verdict.
    for (const server of number > 4 ? [() => ({})] : [() => ({}), pausing]) {
      const session = sessionOf({ server });
      runAt(session, number).problems.push('raw.bin stops before its end');
      expect(judge(session)).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
      expect(judge(session).problems).toHaveLength(1);
    }
  });

  it('does not excuse a candidate that shows too little', () => {
    const server = ({ arm }: { arm: string }) =>
      arm === 'candidate' ? { override: { outputMs: [1], perToken: { basis: null, reason: 'one event' } } } : {};
    expect(judge(sessionOf({ server }))).toMatchObject({ verdict: 'FAIL', reason: 'candidate_broken' });
  });
});

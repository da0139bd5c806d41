import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { clauseOf, launchOf, NO_ANSWER, runAt, sessionOf } from './support.js';

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

  it('does not excuse a candidate that shows too little', () => {
    const server = ({ arm }: { arm: string }) =>
      arm === 'candidate' ? { override: { outputMs: [1], perToken: { basis: null, reason: 'one event' } } } : {};
    expect(judge(sessionOf({ server }))).toMatchObject({ verdict: 'FAIL', reason: 'candidate_broken' });
  });
});

describe('the arms', () => {
  it('that nothing distinguishes make the session INVALID', () => {
    const session = sessionOf();
    session.session.launches.candidate = session.session.launches.baseline;
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'arms_indistinguishable' });
    expect(judgement.remedy).toContain('policy.identical: pass');
  });

  it.each([
    ['a start argument', () => launchOf(['--other'])],
    ['a variable of the environment', () => ({ ...launchOf(['--budget', '512']), env: { MODE: 'fast' } })],
  ])('differ by %s', (_, candidate) => {
    const session = sessionOf();
    session.session.launches.candidate = candidate();
    expect(clauseOf(judge(session), 'arms_indistinguishable').outcome).toBe('PASS');
  });

  it('do not differ by the order of the environment, the port or what waits for them', () => {
    const session = sessionOf();
    session.session.launches = {
      baseline: { ...launchOf([]), env: { A: '1', B: '2' }, port: 8000 },
      candidate: { ...launchOf([]), env: { B: '2', A: '1' }, port: 9000, scratch: false },
    };
    expect(judge(session).reason).toBe('arms_indistinguishable');
  });

  const urls = (identity: (run: number) => { declared?: string; engine?: string }) => {
    const session = sessionOf();
    session.session.launches = { baseline: null, candidate: null };
    for (const { run } of session.runs)
      run.identity = { declared: null, engine: null, models: [], ...identity(run.number) };
    return clauseOf(judge(session), 'arms_indistinguishable').outcome;
  };

  it("behind URLs differ by a declared identity or the engine's own version alone", () => {
    const candidate = (number: number) => [2, 3, 5].includes(number);
    expect(urls(() => ({}))).toBe('INVALID');
    expect(urls((number) => ({ engine: candidate(number) ? '1.3' : '1.2' }))).toBe('PASS');
    expect(urls((number) => ({ declared: candidate(number) ? 'sha256:b' : 'sha256:a' }))).toBe('PASS');
    expect(urls((number) => (candidate(number) ? { engine: '1.3' } : {}))).toBe('INVALID');
  });

  it('do not differ by a version that changes from run to run', () => {
    expect(urls((number) => ({ engine: `build ${number}` }))).toBe('INVALID');
  });

  it('may be the same when the plan expects it, and the clause says so', () => {
    const session = sessionOf({
      plan: (plan) => {
        plan.comparison.expectIdentical = true;
      },
    });
    session.session.launches.candidate = session.session.launches.baseline;
    const judgement = judge(session);
    expect(judgement.verdict).toBe('PASS');
    expect(clauseOf(judgement, 'arms_indistinguishable')).toMatchObject({ outcome: 'REPORTED' });
    expect(clauseOf(judgement, 'arms_indistinguishable').sentence).toContain('expects identical arms');
  });
});

describe('schedule lag', () => {
  const late = (lagMs: number, when: (at: { arm: string; run: number; request: { index: number } }) => boolean) =>
    sessionOf({ server: (at) => (when(at) ? { lagMs } : {}) });

  it('in every candidate run makes the session INVALID and gives the lag by run', () => {
    const session = late(30, ({ arm, request }) => arm === 'candidate' && request.index % 50 === 25);
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', exitCode: 2, reason: 'schedule_lag', look: { pairs: 2 } });
    for (const number of [2, 3]) {
      expect(judgement.why).toMatch(new RegExp(`${number} candidate p50 [\\d.]+ ms, max 30 ms, 2 % late`));
    }
    expect(judgement.why).toContain('1 baseline p50');
    expect(judgement.why).toContain('the candidate is the likely cause');
  });

  it('blames nobody when the generator itself worked harder in those runs', () => {
    const session = late(30, ({ arm, request }) => arm === 'candidate' && request.index % 50 === 25);
    for (const { run } of session.runs) if (run.arm === 'candidate' && run.health !== null) run.health.cpuMs *= 2;
    expect(judge(session).why).not.toContain('likely cause');
  });

  it('may touch as many requests as the share allows', () => {
    const one = ({ run, request }: { run: number; request: { index: number } }) => run === 1 && request.index === 70;
    expect(judge(late(30, one)).verdict).toBe('PASS');
    const two = ({ run, request }: { run: number; request: { index: number } }) =>
      run === 1 && [70, 71].includes(request.index);
    expect(judge(late(30, two))).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag' });
  });

  it('of one request beyond the maximum is enough, in the lead-in too', () => {
    const judgement = judge(late(251, ({ run, request }) => run === 4 && request.index === 3));
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag' });
    expect(judgement.why).toContain('A request left 251 ms late (limit 250 ms)');
  });

  it('that is steady in one arm is found by the mean, at the look', () => {
    const judgement = judge(late(8, ({ arm }) => arm === 'candidate'));
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag', look: { pairs: 3, kind: 'look' } });
    expect(judgement.why).toContain('1 % of the TTFT limit');
  });

  it('that moves a clause by more than a tenth of its margin is found', () => {
    const judgement = judge(late(18, ({ arm, request }) => arm === 'candidate' && request.index % 5 === 0));
    expect(judgement.reason).toBe('schedule_lag');
    expect(clauseOf(judgement, 'schedule_lag').sentence).toContain('Lag alone moved ttft_p95 by more than a tenth');
  });

  it('leaves a clause that fails beside it visible', () => {
    const session = sessionOf({
      server: (at) => ({ ...pausing(at), ...(at.run === 1 && at.request.index < 40 ? { lagMs: 50 } : {}) }),
    });
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag' });
    expect(clauseOf(judgement, 'goodput').outcome).toBe('FAIL');
  });

  it('counts what the generator did not send, and not what a server refused', () => {
    const session = sessionOf();
    const run = runAt(session, 4);
    run.records = run.records.map((record) =>
      record.id === 'r77'
        ? { ...record, ...NO_ANSWER, outcome: 'not_sent', calledMs: null, sentMs: null, terminalMs: null }
        : record,
    );
    expect(judge(session)).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag' });
    expect(judge(session).why).toContain('1 request never left the generator');
    const refused = sessionOf({
      server: ({ request }) =>
        request.id === 'r77'
          ? {
              override: {
                ...NO_ANSWER,
                outcome: 'error',
                sentMs: null,
                error: { kind: 'connect_failed', message: null, code: 'ECONNREFUSED' },
              },
            }
          : {},
    });
    expect(judge(refused).verdict).toBe('PASS');
    const short = sessionOf({
      server: ({ request }) =>
        request.id === 'r77'
          ? {
              override: {
                ...NO_ANSWER,
                outcome: 'error',
                sentMs: null,
                error: { kind: 'connect_failed', message: null, code: 'EMFILE' },
              },
            }
          : {},
    });
    expect(judge(short).reason).toBe('schedule_lag');
  });
});

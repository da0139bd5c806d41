import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { clauseOf, NO_ANSWER, runAt, sessionOf } from './support.js';

/** A candidate that loses 40 % of its goodput, so that every INVALID below has a FAIL beside it. */
const pausing = ({ arm, request }: { arm: string; request: { index: number } }) =>
  arm === 'candidate' && request.index % 10 < 4 ? { pauseMs: 150 } : {};

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

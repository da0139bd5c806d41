import { describe, expect, it } from 'vitest';
import { judge, judgeSession } from '../../src/judge/session.js';
import type { Evidence } from '../../src/model/bundle.js';
import { breakRun, clauseOf, crashRun, NO_ANSWER, sessionOf } from './support.js';

describe('a broken candidate', () => {
  it.each(['never_ready', 'exited_early'] as const)('that ended as %s fails at once, with its log', (end) => {
    const session = sessionOf({ runs: 'BC', planned: 'BCCBCB' });
    breakRun(session, 2, end, 'no answer on /health within 60 s');
    const judgement = judge(session);
    expect(judgement).toMatchObject({
      verdict: 'FAIL',
      exitCode: 3,
      reason: 'candidate_broken',
      look: { pairs: 0, kind: 'broken', level: null },
      logTail: { run: 2, lines: ['loading weights', 'out of memory'] },
    });
    expect(judgement.why).toMatch(/in run 2: no answer on \/health within 60 s\./);
    expect(judgement.remedy).toContain('log of run 2');
  });

  it('fails at once though only its run of the pair has taken place', () => {
    const session = sessionOf({ runs: 'C', planned: 'CBBCCB' });
    breakRun(session, 1, 'never_ready', 'no answer');
    expect(judge(session)).toMatchObject({ verdict: 'FAIL', reason: 'candidate_broken' });
  });

  it('may crash once: its requests fail and the session goes on', () => {
    const session = sessionOf();
    crashRun(session, 2, 9000);
    const judgement = judge(session);
    expect(judgement.look).toMatchObject({ pairs: 3, kind: 'look' });
    expect(judgement.verdict).not.toBe('INVALID');
    expect(judgement.verdict).not.toBe('PASS');
    expect(clauseOf(judgement, 'candidate_broken')).toMatchObject({ outcome: 'PASS', figures: { crashed: 1 } });
    expect(clauseOf(judgement, 'schedule_lag').outcome).toBe('PASS');
    expect(judgement.runs[1]?.outcomes.error).toBeGreaterThan(10);
    expect(judgement.logTail?.run).toBe(2);
  });

  it('may leave requests unsent by its crash, which is no lag of the generator', () => {
    const session = sessionOf();
    crashRun(session, 2, 9000);
    const run = session.runs[1];
    if (run === undefined) throw new Error('there is no second run');
    run.records = run.records.map((record) =>
      record.outcome === 'error' ? { ...record, outcome: 'not_sent', calledMs: null } : record,
    );
    const judgement = judge(session);
    expect(clauseOf(judgement, 'schedule_lag').outcome).toBe('PASS');
    expect(clauseOf(judgement, 'failures').figures['failed_candidate']).toMatch(/^2\d 0 0$/);
  });

  it('fails by a second crash, at that pair', () => {
    const session = sessionOf();
    crashRun(session, 2, 9000);
    crashRun(session, 3, 5000);
    const judgement = judge(session);
    expect(judgement).toMatchObject({
      verdict: 'FAIL',
      reason: 'candidate_broken',
      look: { kind: 'broken', pairs: 2 },
    });
    expect(judgement.why).toContain('crashed in runs 2 and 3');
  });

  it('fails when it qualifies nothing in two pairs in which the baseline meets its target', () => {
    const session = sessionOf({ server: ({ arm }) => (arm === 'candidate' ? { ttftMs: 900 } : {}) });
    expect(judge(session)).toMatchObject({ verdict: 'FAIL', reason: 'candidate_broken', look: { pairs: 2 } });
  });

  it('is not called broken when the baseline misses its target as well', () => {
    const session = sessionOf({
      server: ({ arm, request }) => ({ ttftMs: arm === 'candidate' || request.index % 2 === 0 ? 900 : 150 }),
    });
    expect(judge(session).reason).not.toBe('candidate_broken');
  });

  it('outranks every validity check', () => {
    const session = sessionOf({ server: () => ({ lagMs: 400 }) });
    breakRun(session, 2, 'never_ready', 'no answer');
    breakRun(session, 1, 'never_ready', 'no answer');
    session.session.launches.candidate = session.session.launches.baseline;
    expect(judge(session)).toMatchObject({ verdict: 'FAIL', reason: 'candidate_broken' });
  });
});

describe('a broken baseline', () => {
  it.each(['never_ready', 'exited_early', 'crashed'] as const)(
    'that ended as %s makes the session INVALID at once',
    (end) => {
      const session = sessionOf({ runs: 'BC', planned: 'BCCBCB' });
      breakRun(session, 1, end, 'the port is taken');
      const judgement = judge(session);
      expect(judgement).toMatchObject({ verdict: 'INVALID', exitCode: 2, reason: 'baseline', logTail: { run: 1 } });
      expect(judgement.remedy).toContain('its base does not run here');
      expect(clauseOf(judgement, 'candidate_broken').outcome).toBe('PASS');
    },
  );

  it('stops the session during its pair', () => {
    const session = sessionOf({ runs: 'B', planned: 'BCCBCB' });
    breakRun(session, 1, 'never_ready', 'no answer');
    expect(judgeSession(session)).toMatchObject({ state: 'decided', judgement: { reason: 'baseline' } });
  });
});

describe('a candidate that qualifies nothing', () => {
  const late = () => sessionOf({ server: ({ arm }) => (arm === 'candidate' ? { ttftMs: 900 } : {}) });
  const candidates = (session: Evidence) => session.runs.filter(({ run }) => run.arm === 'candidate');

  it('is not called broken where its records are missing', () => {
    const session = sessionOf();
    for (const run of candidates(session)) run.records = [];
    const judgement = judge(session);
    expect(judgement).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
    expect(clauseOf(judgement, 'candidate_broken').outcome).toBe('PASS');
  });

  it.each(['candidate', 'baseline'] as const)('is not called broken where a %s run has a problem', (arm) => {
    const session = late();
    expect(judge(session).reason).toBe('candidate_broken');
    for (const { run, problems } of session.runs) if (run.arm === arm) problems.push('requests.jsonl:9 is cut');
    expect(judge(session)).toMatchObject({ verdict: 'INVALID', reason: 'evidence_incomplete' });
  });

  it('is not called broken where the generator sent nothing', () => {
    const session = late();
    for (const run of candidates(session)) {
      run.records = run.records.map((record) => ({
        ...record,
        ...NO_ANSWER,
        outcome: 'not_sent',
        calledMs: null,
        sentMs: null,
        terminalMs: null,
      }));
    }
    expect(judge(session)).toMatchObject({ verdict: 'INVALID', reason: 'schedule_lag' });
  });
});

import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import { clauseOf, launchOf, sessionOf } from './support.js';

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

  it('differ by a candidate that says something else each time, or nothing where the baseline says something', () => {
    const candidate = (number: number) => [2, 3, 5].includes(number);
    expect(urls((number) => ({ engine: candidate(number) ? `build ${number}` : '1.2' }))).toBe('PASS');
    expect(urls((number) => ({ declared: candidate(number) ? `${number % 2}` : '1' }))).toBe('PASS');
    expect(urls((number) => (candidate(number) ? {} : { engine: '1.2' }))).toBe('PASS');
    expect(urls((number) => (number === 2 ? {} : { engine: '1.2' }))).toBe('INVALID');
  });

  it('do not differ by what only one baseline run tells otherwise', () => {
    expect(urls((number) => ({ engine: number === 4 ? '1.1' : '1.2' }))).toBe('INVALID');
  });

  it('do not differ by a candidate that was never asked', () => {
    const session = sessionOf();
    session.session.launches.candidate = session.session.launches.baseline;
    for (const { run } of session.runs) if (run.arm === 'candidate') run.identity = null;
    expect(clauseOf(judge(session), 'arms_indistinguishable').outcome).toBe('INVALID');
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

import { describe, expect, it } from 'vitest';
import { changeText, comparison, reading, sharedLimit } from '../../src/report/compare.js';
import { failCase } from './support.js';

function row(metric: string) {
  const found = comparison(failCase().judgement).find((candidate) => candidate.metric === metric);
  if (found === undefined) throw new Error(`no row ${metric}`);
  return found;
}

describe('comparison rows', () => {
  it('come in a fixed order, a judged change of another metric last', () => {
    const { judgement } = failCase();
    judgement.changes.unshift({ ...row('goodput'), metric: 'goodput_horizon', label: 'Goodput to the last answer' });
    expect(comparison(judgement).map(({ metric }) => metric)).toEqual([
      'goodput',
      'attainment',
      'output_tokens_per_s',
      'completed_per_s',
      'ttft_p50',
      'ttft_p95',
      'tpot_p95',
      'max_gap_p95',
      'e2e_p95',
      'failures',
      'goodput_horizon',
    ]);
  });

  it('leave out what neither arm has', () => {
    const { judgement } = failCase();
    for (const arm of [judgement.arms.baseline, judgement.arms.candidate]) {
      arm.latencies.e2eMs = { ...arm.latencies.e2eMs, p95: null };
    }
    expect(comparison(judgement).map(({ metric }) => metric)).not.toContain('e2e_p95');
  });

  it('take the judged change, else the figures of the arms', () => {
    expect(changeText(row('goodput'))).toBe('-41.9 % [-49.1, -33.4]');
    expect(changeText(row('attainment'))).toBe('-41.9 points [-49.1, -34.7]');
    expect(changeText(row('max_gap_p95'))).toBe('+702 % [+676, +729]');
    expect(changeText(row('e2e_p95'))).toBe('+15.4 %');
    expect(changeText({ ...row('failures'), candidate: 5 / 105 })).toBe('+4.8 points');
  });

  it('has no change where a figure is missing or the baseline is 0', () => {
    expect(changeText({ ...row('e2e_p95'), candidate: null })).toBe('n/a');
    expect(changeText({ ...row('e2e_p95'), baseline: 0 })).toBe('n/a');
  });

  it('counts failed requests from the outcomes of the arms', () => {
    const { judgement } = failCase();
    judgement.arms.candidate.outcomes = { ...judgement.arms.candidate.outcomes, success: 300, timeout: 15 };
    const failures = comparison(judgement).find(({ metric }) => metric === 'failures');
    expect([failures?.baseline, failures?.candidate]).toEqual([0, 15 / 315]);
  });
});

describe('reading', () => {
  const judged = (lower: number | null, upper: number | null, higherIsBetter: boolean) =>
    reading({ ...row('goodput'), lower, upper, higherIsBetter });

  it('follows the interval and the direction', () => {
    expect(judged(-0.4, -0.3, true)).toBe('worse');
    expect(judged(-0.4, -0.3, false)).toBe('better');
    expect(judged(0.1, 0.2, true)).toBe('better');
    expect(judged(0.1, 0.2, false)).toBe('worse');
  });

  it('claims nothing when the interval holds no change, or was not judged', () => {
    expect(judged(-0.1, 0.1, true)).toBe('not clear');
    expect(judged(0, 0.1, true)).toBe('not clear');
    expect(judged(null, null, true)).toBe('');
  });
});

describe('a limit for the chart', () => {
  it('is one that every SLO shares', () => {
    const { session } = failCase();
    expect(sharedLimit(session, 'max_gap_p95')).toBe(100);
    expect(sharedLimit(session, 'attainment')).toBe(0.85);
    expect(sharedLimit(session, 'goodput')).toBeNull();
  });

  it('is none when two SLOs differ', () => {
    const { session } = failCase();
    const [slo] = session.plan.slo;
    if (slo?.objectives) session.plan.slo.push({ ...slo, id: 'b', objectives: { ...slo.objectives, maxGapMs: 300 } });
    expect(sharedLimit(session, 'max_gap_p95')).toBeNull();
    expect(sharedLimit(session, 'ttft_p95')).toBe(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { price, warnings } from '../../src/plan/price.js';
import { cohortOf, draftOf, planOf, traceOf } from './support.js';

describe('price', () => {
  it('runs from a gross FAIL to the last look, with and without the drain', () => {
    const plan = planOf(draftOf({ 'window: 120s': 'window: 120s\n  warmup: 48s\n  drain: 1m' }), 10_000, 2000);
    expect(price(plan)).toEqual({
      runs: { min: 4, max: 16 },
      minutesPerRun: { min: 3, max: 4 },
      minutes: { min: 12, max: 64 },
    });
  });

  it('has no shorter end than the first look without a gross FAIL', () => {
    const plan = planOf(draftOf({ 'slo:': 'comparison: {gross_fail: false, looks: [4, 6]}\nslo:' }));
    expect(price(plan).runs).toEqual({ min: 8, max: 12 });
  });
});

describe('warnings', () => {
  const fields = (n: number, replacements: Record<string, string> = {}, leadInMs = 1000, leadOutMs = 1000) => {
    const draft = draftOf(replacements);
    return warnings(planOf(draft, leadInMs, leadOutMs), traceOf(cohortOf(n)), draft).map(({ field }) => field);
  };

  it('is silent about a session with room', () => {
    expect(fields(1000)).toEqual([]);
  });

  it('speaks where the lag share allows less than two requests of a run', () => {
    // One request of the lead-in comes on top: 400 * 0.5 % = 2.
    expect(fields(399, { '120s': '120s\n  drain: 30s' })).toEqual(['workload.trace']);
    expect(fields(398)).toEqual(['validity.max_lag_share', 'workload.trace']);
  });

  it('proposes a share that is enough', () => {
    const draft = draftOf();
    const [first] = warnings(planOf(draft), traceOf(cohortOf(104)), draft);
    expect(first?.remedy).toContain('2%');
  });

  it('speaks about a missing lead-in or lead-out and a short drain', () => {
    expect(fields(1000, {}, 0, 0)).toEqual(['workload.lead_in', 'workload.lead_out']);
    expect(fields(1000, { 'window: 120s': 'window: 120s\n  drain: 20s' })).toEqual(['workload.drain']);
  });
});

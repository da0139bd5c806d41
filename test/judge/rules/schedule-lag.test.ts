import { describe, expect, it } from 'vitest';
import {
  checkLagMaterial,
  checkScheduleLag,
  DEFAULT_LAG_LIMITS,
  type Lags,
} from '../../../src/judge/rules/schedule-lag.js';

const steady = (n: number, lag: number): Lags => new Array<number>(n).fill(lag);
const withOne = (lag: number | null): Lags => [...steady(999, 0.2), lag];
const check = (baseline: Lags[], candidate: Lags[], limits = DEFAULT_LAG_LIMITS) =>
  checkScheduleLag(baseline, candidate, 200, limits);

describe('checkScheduleLag', () => {
  it('accepts small lags', () => {
    expect(check([steady(1000, 0.2)], [steady(1000, 0.3)])).toMatchObject({ reasons: [], result: 'OK', unsent: 0 });
  });

  it('does not forgive an unsent request', () => {
    expect(check([withOne(null)], [steady(1000, 0.2)])).toMatchObject({ reasons: ['unsent'], unsent: 1 });
  });

  it('allows 250 ms and no more', () => {
    expect(check([withOne(250)], [withOne(250)]).reasons).toEqual([]);
    expect(check([withOne(250.1)], [withOne(250)]).reasons).toEqual(['max_lag']);
  });

  it('allows 0.5 % of a run to be later than 20 ms; strict mode none', () => {
    const late = (count: number, lag: number) => [...steady(1000 - count, 0.2), ...steady(count, lag)];
    expect(check([late(5, 21)], [late(5, 21)])).toMatchObject({ worstLateShare: 0.005, result: 'OK' });
    expect(check([late(6, 21)], [late(6, 21)]).reasons).toEqual(['late_share']);
    expect(check([late(6, 20)], [late(6, 20)]).reasons).toEqual([]);
    const strict = { ...DEFAULT_LAG_LIMITS, maxLateShare: 0 };
    expect(check([late(1, 21)], [late(0, 0)], strict).reasons).toEqual(['late_share']);
  });

  it('takes the late share of all requests of a run, sent or not', () => {
    expect(check([[21, null, 0, 0]], [steady(4, 0)]).worstLateShare).toBe(0.25);
  });

  it('finds a steady lag in one arm, either arm', () => {
    expect(check([steady(100, 0)], [steady(100, 2)]).reasons).toEqual([]);
    expect(check([steady(100, 0)], [steady(100, 2.01)]).reasons).toEqual(['arm_bias']);
    expect(check([steady(100, 2.01)], [steady(100, 0)]).reasons).toEqual(['arm_bias']);
    expect(check([steady(100, 19)], [steady(100, 19)]).reasons).toEqual([]);
  });

  it('averages a run first, then the runs', () => {
    const found = check([steady(10, 0)], [steady(10, 0), [...steady(9, 1), null, null, null]]);
    expect(found.armDifferenceMs).toBe(0.5);
  });

  it('lists the reasons in their order', () => {
    const bad: Lags = [null, 300, ...steady(8, 0)];
    expect(check([steady(10, 0)], [bad]).reasons).toEqual(['unsent', 'max_lag', 'late_share', 'arm_bias']);
  });

  it('knows no largest lag and no difference where nothing was sent', () => {
    const found = check([[null]], [[null, null]]);
    expect(found).toMatchObject({ maxLagMs: null, armDifferenceMs: null, reasons: ['unsent'], unsent: 3 });
  });
});

describe('checkLagMaterial', () => {
  it('allows a tenth of the margin in either direction', () => {
    const moved = (by: number) => ({ meanFromDue: -0.04 - by, meanFromSent: -0.04, logMargin: -0.05 });
    expect(checkLagMaterial([moved(0.0049), moved(-0.0049)])).toEqual({ each: [false, false], result: 'OK' });
    expect(checkLagMaterial([moved(0.0051)]).result).toBe('INVALID');
    expect(checkLagMaterial([moved(0), moved(-0.0051)])).toEqual({ each: [false, true], result: 'INVALID' });
    expect(checkLagMaterial([]).result).toBe('OK');
  });
});

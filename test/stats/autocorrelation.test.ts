import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autocorrelation } from '../../src/stats/autocorrelation.js';
import { stream } from '../../src/stats/random.js';

describe('autocorrelation', () => {
  it('of a constant or a single value is that of independence', () => {
    expect(autocorrelation([3, 3, 3, 3])).toEqual({ tau: 1, lag1: 0 });
    expect(autocorrelation([3])).toEqual({ tau: 1, lag1: 0 });
  });

  it('of a series that alternates is never below 1', () => {
    const { tau, lag1 } = autocorrelation(Array.from({ length: 100 }, (_, i) => i % 2));
    expect(tau).toBe(1);
    expect(lag1).toBeCloseTo(-0.99, 12);
  });

  it('worked by hand', () => {
    // 1 1 -1 -1: r = 1, 1/4, -1/2; only one pair of lags fits into half the series: tau = 2 * 1.25 - 1.
    expect(autocorrelation([1, 1, -1, -1])).toEqual({ tau: 1.5, lag1: 0.25 });
  });

  it('equals its definition taken word for word', () => {
    const series = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(series, (values) => {
        expect(autocorrelation(values).tau).toBeCloseTo(naiveTau(values), 10);
      }),
      // Here the lags beyond half the series would still count, if they were asked.
      { examples: [[[1, 3, 5, 3, 5, 3, 5, 6]]] },
    );
  });

  it('finds (1 + r) / (1 - r) of a first-order process', () => {
    const random = stream('autocorrelation', 'test');
    const series: number[] = [];
    let value = 0;
    for (let i = 0; i < 20_000; i += 1) {
      value = 0.6 * value + random.float() - 0.5;
      series.push(value);
    }
    const { tau, lag1 } = autocorrelation(series);
    expect(lag1).toBeCloseTo(0.6, 1);
    expect(Math.abs(tau - 4)).toBeLessThan(0.6);
  });

  it('ignores shift and scale', () => {
    const series = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(series, (values) => {
        const here = autocorrelation(values);
        const moved = autocorrelation(values.map((value) => 3 * value + 50));
        expect(moved.tau).toBeCloseTo(here.tau, 8);
        expect(moved.lag1).toBeCloseTo(here.lag1, 8);
      }),
    );
  });
});

function naiveTau(values: readonly number[]): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const product = (h: number) =>
    values.slice(h).reduce((sum, value, i) => sum + ((values[i] ?? Number.NaN) - mean) * (value - mean), 0);
  if (product(0) < 1e-12) return 1;
  const r = Array.from({ length: Math.floor(n / 2) + 1 }, (_, h) => product(h) / product(0));
  const pairs = Array.from({ length: Math.floor(r.length / 2) }, (_, k) => (r[2 * k] ?? 0) + (r[2 * k + 1] ?? 0));
  const end = pairs.findIndex((pair) => pair <= 1e-12);
  const kept = end < 0 ? pairs : pairs.slice(0, end);
  const sum = kept.reduce((total, _, k) => total + Math.min(...kept.slice(0, k + 1)), 0);
  return Math.max(1, 2 * sum - 1);
}

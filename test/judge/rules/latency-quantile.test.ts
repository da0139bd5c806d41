import { describe, expect, it } from 'vitest';
import { latencyEvidence, runQuantile } from '../../../src/judge/rules/latency-quantile.js';
import { decidePaired } from '../../../src/judge/rules/paired.js';

const terms = { maxIncrease: 0.1, minEffectMs: 0, level: 0.05 };

function finite(...args: Parameters<typeof latencyEvidence>) {
  const found = latencyEvidence(...args);
  if (found.kind !== 'finite') throw new Error(`expected finite quantiles, got ${found.arm}`);
  return found;
}

describe('latencyEvidence', () => {
  it('reads slower as a negative log ratio and a positive increase', () => {
    const found = finite([100, 100, 100], [120, 121, 119], terms);
    expect(found.mean).toBeLessThan(0);
    expect(found.increase).toBeCloseTo(0.2, 3);
    expect(found.increaseLower).toBeLessThan(found.increase);
    expect(found.increaseUpper).toBeGreaterThan(found.increase);
    expect(decidePaired(found, true)).toBe('FAIL');
  });

  it('lets the smallest effect widen the margin of a small latency, never narrow it', () => {
    const small = finite([10, 10, 10], [12, 12.1, 11.9], { ...terms, minEffectMs: 5 });
    expect(small.allowedIncrease).toBeCloseTo(0.5, 12);
    expect(decidePaired(small, true)).toBe('PASS');
    expect(finite([1000, 1000], [1000, 1001], { ...terms, minEffectMs: 5 }).allowedIncrease).toBe(0.1);
    // Against the geometric mean of 5 and 20.
    expect(finite([5, 20], [5, 20.1], { ...terms, minEffectMs: 5 }).allowedIncrease).toBeCloseTo(0.5, 12);
  });

  it('FAILs a candidate without a finite quantile, and is INVALID for such a baseline', () => {
    const none = Number.POSITIVE_INFINITY;
    expect(latencyEvidence([10, 10, 10], [10, none, none], terms)).toEqual({
      kind: 'infinite',
      arm: 'candidate',
      pairs: [2, 3],
      outcome: 'FAIL',
    });
    expect(latencyEvidence([none, 10], [none, 10], terms)).toMatchObject({ arm: 'baseline', outcome: 'INVALID' });
  });

  it('refuses a quantile that is no latency, and arms that do not pair', () => {
    expect(() => latencyEvidence([0, 10], [10, 10], terms)).toThrow(RangeError);
    expect(() => latencyEvidence([10, Number.NaN], [10, 10], terms)).toThrow(RangeError);
    expect(() => latencyEvidence([10], [10, 10], terms)).toThrow(RangeError);
  });
});

describe('runQuantile', () => {
  const p95 = { num: 95, den: 100 };
  const values = Array.from({ length: 95 }, (_, i) => i + 1);

  it('is infinite only when more than 1 - p of the requests failed', () => {
    expect(runQuantile(values, { offered: 100, failed: 5 }, p95)).toBe(91);
    expect(runQuantile(values.slice(1), { offered: 100, failed: 6 }, p95)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is null when no answer defines a value', () => {
    expect(runQuantile([], { offered: 100, failed: 0 }, p95)).toBeNull();
  });
});

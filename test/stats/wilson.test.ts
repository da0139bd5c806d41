import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustedMinN, maxMisses, plainMinN, wilsonBounds } from '../../src/stats/wilson.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const size = fc.double({ min: 1, max: 1e5, noNaN: true });

describe('wilsonBounds', () => {
  it('encloses the share and stays inside [0, 1]', () => {
    fc.assert(
      fc.property(share, size, (p, n) => {
        const { lower, upper } = wilsonBounds(p, n, 0.95);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(p + 1e-12);
        expect(upper).toBeGreaterThanOrEqual(p - 1e-12);
      }),
    );
  });

  it('rises with the share and closes in with the sample size', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), size, (p, n) => {
        const here = wilsonBounds(p, n, 0.95);
        expect(wilsonBounds(p + 0.01, n, 0.95).lower).toBeGreaterThan(here.lower);
        const more = wilsonBounds(p, 2 * n, 0.95);
        expect(more.lower).toBeGreaterThanOrEqual(here.lower - 1e-12);
        expect(more.upper).toBeLessThanOrEqual(here.upper + 1e-12);
      }),
    );
  });

  it('mirrors itself when hits and misses change places', () => {
    fc.assert(
      fc.property(share, size, (p, n) => {
        expect(wilsonBounds(p, n, 0.95).lower).toBeCloseTo(1 - wilsonBounds(1 - p, n, 0.95).upper, 12);
      }),
    );
  });

  it('refuses no trials and no share', () => {
    expect(() => wilsonBounds(0.5, 0, 0.95)).toThrow(RangeError);
    expect(() => wilsonBounds(1.5, 10, 0.95)).toThrow(RangeError);
  });
});

describe('smallest sample sizes', () => {
  it('are the first at which no miss at all reaches the target', () => {
    for (const target of [0.5, 0.9, 0.95, 0.97, 0.99, 0.999]) {
      for (const confidence of [0.9, 0.95, 0.99]) {
        const n = plainMinN(target, confidence);
        expect(wilsonBounds(1, n, confidence).lower).toBeGreaterThanOrEqual(target);
        expect(wilsonBounds(1, n - 1, confidence).lower).toBeLessThan(target);
      }
    }
  });

  it('grow in proportion to the design effect', () => {
    expect(adjustedMinN(0.99, 0.95, 10, 2)).toBe(666);
    expect(adjustedMinN(0.98, 0.95, 10, 2)).toBe(330);
    expect(adjustedMinN(0.95, 0.95, 10, 4)).toBe(256);
  });
});

describe('maxMisses', () => {
  it('is the last count that still passes', () => {
    for (const n of [52, 200, 1000]) {
      const misses = maxMisses(n, 0.95, 0.95);
      expect(wilsonBounds((n - misses) / n, n, 0.95).lower).toBeGreaterThanOrEqual(0.95);
      expect(wilsonBounds((n - misses - 1) / n, n, 0.95).lower).toBeLessThan(0.95);
    }
    expect(maxMisses(51, 0.95, 0.95)).toBe(-1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chiSquareQuantile,
  normalUpperTail,
  tCdf,
  tQuantile,
  tUpperTail,
  zQuantile,
} from '../../src/stats/quantile.js';

const confidence = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
const df = fc.double({ min: 1, max: 400, noNaN: true });

describe('quantiles', () => {
  it('match the closed forms of t with 1 and 2 degrees of freedom and of chi-square with 2', () => {
    for (const c of [0.55, 0.8, 0.9, 0.95, 0.9816, 0.999]) {
      expect(tQuantile(c, 1)).toBeCloseTo(Math.tan(Math.PI * (c - 0.5)), 9);
      expect(tQuantile(c, 2)).toBeCloseTo((2 * c - 1) / Math.sqrt(2 * c * (1 - c)), 10);
      expect(chiSquareQuantile(c, 2)).toBeCloseTo(-2 * Math.log(1 - c), 10);
    }
  });

  it('match printed chi-square tables at 0.1', () => {
    expect(chiSquareQuantile(0.1, 1)).toBeCloseTo(0.01579, 5);
    expect(chiSquareQuantile(0.1, 3)).toBeCloseTo(0.58437, 5);
    expect(chiSquareQuantile(0.1, 7)).toBeCloseTo(2.83311, 5);
  });

  it('are undone by their distribution', () => {
    fc.assert(
      fc.property(confidence, df, (c, degrees) => {
        expect(1 - normalUpperTail(zQuantile(c))).toBeCloseTo(c, 11);
        expect(tCdf(tQuantile(c, degrees), degrees)).toBeCloseTo(c, 11);
      }),
    );
  });

  it('of t grow with confidence, shrink with degrees of freedom and stay above z', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.6, max: 0.999, noNaN: true }), df, (c, degrees) => {
        expect(tQuantile(c + 0.0005, degrees)).toBeGreaterThan(tQuantile(c, degrees));
        expect(tQuantile(c, degrees + 1)).toBeLessThan(tQuantile(c, degrees));
        expect(tQuantile(c, degrees)).toBeGreaterThan(zQuantile(c));
      }),
    );
  });

  it('are odd about one half', () => {
    expect(zQuantile(0.5)).toBe(0);
    expect(tQuantile(0.5, 3)).toBe(0);
    expect(zQuantile(0.05)).toBeCloseTo(-zQuantile(0.95), 12);
    expect(tQuantile(0.05, 3.5)).toBeCloseTo(-tQuantile(0.95, 3.5), 12);
  });

  it('refuse what is no probability and no degrees of freedom', () => {
    for (const bad of [0, 1, -0.1, 1.1, Number.NaN]) expect(() => zQuantile(bad)).toThrow(RangeError);
    expect(() => tQuantile(0.95, 0)).toThrow(RangeError);
    expect(() => chiSquareQuantile(0.1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe('tails', () => {
  it('keep their relative accuracy far out', () => {
    // P(Z >= 8), from tables of the normal tail.
    expect(normalUpperTail(8) / 6.22096057427178e-16).toBeCloseTo(1, 9);
    // With 2 degrees of freedom the tail is 1/2 - t / (2 sqrt(2 + t^2)), close to 1 / (2 t^2) far out.
    expect(tUpperTail(1e5, 2) * 2e10).toBeCloseTo(1, 9);
    expect(tUpperTail(Number.POSITIVE_INFINITY, 3)).toBe(0);
    expect(tUpperTail(Number.NEGATIVE_INFINITY, 3)).toBe(1);
  });

  it('are one half at 0 and complete each other', () => {
    expect(normalUpperTail(0)).toBeCloseTo(0.5, 15);
    expect(tUpperTail(0, 4)).toBeCloseTo(0.5, 15);
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), df, (x, degrees) => {
        expect(tUpperTail(x, degrees) + tCdf(x, degrees)).toBeCloseTo(1, 13);
        expect(normalUpperTail(x) + normalUpperTail(-x)).toBeCloseTo(1, 13);
      }),
    );
  });
});

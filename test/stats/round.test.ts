import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { significant, significantJson } from '../../src/stats/round.js';

describe('significant', () => {
  it('keeps 12 significant digits', () => {
    expect(significant(0.1234567890123456)).toBe(0.123456789012);
    expect(significant(123456.7890123456)).toBe(123456.789012);
    expect(significant(1.23456789012345e-9)).toBe(1.23456789012e-9);
  });

  it('leaves whole numbers exact and drops the sign of zero', () => {
    expect(significant(1234567890123456)).toBe(1234567890123456);
    expect(Object.is(significant(-0), 0)).toBe(true);
    expect(significant(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it('moves a value by less than half of its 12th digit, once', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-200, max: 1e200 }), (x) => {
        const rounded = significant(x);
        expect(Math.abs(rounded - x)).toBeLessThanOrEqual(5.0001e-12 * x);
        expect(significant(rounded)).toBe(rounded);
      }),
    );
  });
});

describe('significantJson', () => {
  it('reaches every number and nothing else', () => {
    const value = { b: [1 / 3, '0.33333333333333331', null], a: { deep: [2 / 3, true] }, n: 7 };
    expect(JSON.stringify(significantJson(value))).toBe(
      '{"b":[0.333333333333,"0.33333333333333331",null],"a":{"deep":[0.666666666667,true]},"n":7}',
    );
  });
});

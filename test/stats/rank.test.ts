import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clusteredUpperRank,
  nearestRank,
  rankOf,
  ratioOf,
  sorted,
  upperRank,
  upperRankMinN,
} from '../../src/stats/rank.js';

describe('rankOf', () => {
  it('escapes the float trap', () => {
    // 0.07 * 100 is 7.000000000000001 and 0.55 * 100 is 55.00000000000001 in binary: their ceilings are one too high.
    expect(Math.ceil(0.07 * 100)).toBe(8);
    expect(rankOf(100, ratioOf(0.07))).toBe(7);
    expect(Math.ceil(0.55 * 100)).toBe(56);
    expect(rankOf(100, ratioOf(0.55))).toBe(55);
    expect(rankOf(1000, ratioOf(0.999))).toBe(999);
    expect(rankOf(20, { num: 95, den: 100 })).toBe(19);
    expect(rankOf(21, { num: 95, den: 100 })).toBe(20);
  });

  it('is the ceiling in whole numbers', () => {
    const ratio = fc
      .integer({ min: 2, max: 10_000 })
      .chain((den) => fc.record({ num: fc.integer({ min: 1, max: den - 1 }), den: fc.constant(den) }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), ratio, (n, p) => {
        const exact = (BigInt(n) * BigInt(p.num) + BigInt(p.den) - 1n) / BigInt(p.den);
        expect(rankOf(n, p)).toBe(Number(exact));
      }),
    );
  });

  it('refuses a product beyond whole numbers', () => {
    expect(() => rankOf(Number.MAX_SAFE_INTEGER, { num: 95, den: 100 })).toThrow(RangeError);
  });
});

describe('ratioOf', () => {
  it('reads the decimal that was written', () => {
    expect(ratioOf(0.95)).toEqual({ num: 95, den: 100 });
    expect(ratioOf(0.5)).toEqual({ num: 5, den: 10 });
    expect(ratioOf(0.0000001)).toEqual({ num: 1, den: 10_000_000 });
    expect(ratioOf(1.5e-7)).toEqual({ num: 15, den: 100_000_000 });
    expect(() => ratioOf(1)).toThrow(RangeError);
    expect(() => ratioOf(0)).toThrow(RangeError);
  });
});

describe('nearestRank', () => {
  it('equals the definition: the smallest value that at least a share p does not exceed', () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 99 }), (sample, percent) => {
        const enough = (x: number) => sample.filter((value) => value <= x).length * 100 >= percent * sample.length;
        const naive = Math.min(...sample.filter(enough));
        expect(nearestRank(sorted(sample), { num: percent, den: 100 })).toBe(naive);
      }),
    );
  });

  it('sorts by size, leaves its input alone and puts infinities last', () => {
    const values = [10, 9, Number.POSITIVE_INFINITY, 100];
    expect([...sorted(values)]).toEqual([9, 10, 100, Number.POSITIVE_INFINITY]);
    expect(values).toEqual([10, 9, Number.POSITIVE_INFINITY, 100]);
  });

  it('refuses NaN and an empty sample', () => {
    expect(() => sorted([1, Number.NaN, 2])).toThrow(RangeError);
    expect(() => nearestRank(sorted([]), { num: 1, den: 2 })).toThrow(RangeError);
  });
});

/** P(Binomial(n, num/den) <= k) in exact fractions, as a number. */
function exactBinomialCdf(n: number, num: number, den: number, k: number): number {
  let total = 0n;
  let choose = 1n;
  for (let i = 0; i <= k; i += 1) {
    total += choose * BigInt(num) ** BigInt(i) * BigInt(den - num) ** BigInt(n - i);
    choose = (choose * BigInt(n - i)) / BigInt(i + 1);
  }
  return Number((total * 10n ** 18n) / BigInt(den) ** BigInt(n)) / 1e18;
}

describe('upperRank', () => {
  it('is the first rank that exact arithmetic allows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 19 }), (n, twentieths) => {
        const rank = upperRank(n, { num: twentieths, den: 20 }, 0.95);
        const coverage = (r: number) => exactBinomialCdf(n, twentieths, 20, r - 1);
        if (rank === null) {
          expect(coverage(n)).toBeLessThan(0.95);
        } else {
          expect(coverage(rank)).toBeGreaterThanOrEqual(0.95 - 1e-12);
          if (rank > 1) expect(coverage(rank - 1)).toBeLessThan(0.95);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is stable for 100,000 values, where it follows the normal approximation', () => {
    for (const [num, den] of [
      [1, 2],
      [95, 100],
      [999, 1000],
    ] as const) {
      const p = num / den;
      const approximate = 100_000 * p + 1.6448536 * Math.sqrt(100_000 * p * (1 - p)) + 1;
      const rank = upperRank(100_000, { num, den }, 0.95);
      expect(Math.abs((rank ?? 0) - approximate)).toBeLessThan(2.5);
    }
  });

  it('has the least sample size of its closed form', () => {
    for (const percent of [50, 90, 95, 99]) {
      const p = { num: percent, den: 100 };
      const least = upperRankMinN(p, 0.95);
      expect(upperRank(least, p, 0.95)).toBe(least);
      expect(upperRank(least - 1, p, 0.95)).toBeNull();
    }
    expect(upperRankMinN({ num: 1, den: 2 }, 1 - 1 / 32)).toBe(5);
  });
});

describe('clusteredUpperRank', () => {
  it('uses a third of the sample and scales the rank back', () => {
    // A third of 3000 is 1000, whose p99 rank is 996.
    expect(clusteredUpperRank(3000, { num: 99, den: 100 }, 0.95)).toBe(2988);
    expect(upperRank(3000, { num: 99, den: 100 }, 0.95)).toBeLessThan(2988);
  });

  it('needs three times the values', () => {
    expect(clusteredUpperRank(3 * 59, { num: 95, den: 100 }, 0.95)).toBe(3 * 59);
    expect(clusteredUpperRank(3 * 59 - 1, { num: 95, den: 100 }, 0.95)).toBeNull();
    expect(clusteredUpperRank(2, { num: 1, den: 2 }, 0.95)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { logGamma, lowerGamma, regularisedBeta, upperGamma } from '../../src/stats/special.js';

describe('logGamma', () => {
  it('is the log of a factorial at whole numbers and of sqrt(pi) at one half', () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n += 1) {
      expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 12);
      factorial *= n;
    }
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 14);
  });

  it('obeys its recurrence, large or small', () => {
    for (const x of [0.3, 1.7, 11.9, 12.1, 250.5, 40_000]) {
      expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 9);
    }
  });
});

describe('incomplete gamma', () => {
  it('is the exponential distribution at a = 1, by series and by fraction', () => {
    for (const x of [0.01, 0.5, 1.9, 2.1, 30]) {
      expect(lowerGamma(1, x)).toBeCloseTo(1 - Math.exp(-x), 14);
      expect(upperGamma(1, x) / Math.exp(-x)).toBeCloseTo(1, 12);
    }
    expect(lowerGamma(2.5, 0)).toBe(0);
    expect(upperGamma(2.5, 0)).toBe(1);
  });

  it('counts a Poisson tail at whole a', () => {
    // P(Poisson(3) <= 4) = Q(5, 3)
    const terms = [1, 3, 9 / 2, 27 / 6, 81 / 24];
    const poisson = Math.exp(-3) * terms.reduce((sum, term) => sum + term, 0);
    expect(upperGamma(5, 3)).toBeCloseTo(poisson, 14);
  });
});

describe('incomplete beta', () => {
  it('counts a binomial tail at whole a and b', () => {
    // P(Binomial(5, 0.3) >= 2) = I_0.3(2, 4)
    const none = 0.7 * 0.7 * 0.7 * 0.7 * 0.7;
    const one = 5 * 0.3 * 0.7 * 0.7 * 0.7 * 0.7;
    expect(regularisedBeta(0.3, 2, 4)).toBeCloseTo(1 - none - one, 13);
  });

  it('is symmetric and reaches its ends', () => {
    for (const x of [0.01, 0.2, 0.5, 0.77, 0.999]) {
      expect(regularisedBeta(x, 2.3, 0.5) + regularisedBeta(1 - x, 0.5, 2.3)).toBeCloseTo(1, 13);
    }
    expect(regularisedBeta(0, 2, 3)).toBe(0);
    expect(regularisedBeta(1, 2, 3)).toBe(1);
  });
});

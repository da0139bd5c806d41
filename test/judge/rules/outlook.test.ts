import { describe, expect, it } from 'vitest';
import { asIncrease, asLoss, smallestDetectable } from '../../../src/judge/rules/detectable.js';
import { absoluteRemedy, type RelativeCase, relativeRemedy } from '../../../src/judge/rules/remedy.js';
import { tQuantile } from '../../../src/stats/quantile.js';

describe('smallestDetectable', () => {
  const terms = { pairs: 4, logMargin: Math.log(0.95), level: 0.0184 };

  it('is never inside the margin, however small the noise', () => {
    const quiet = smallestDetectable(1e-6, terms);
    expect(asLoss(quiet.logChange)).toBeCloseTo(0.05, 5);
    expect(asLoss(quiet.logChange)).toBeGreaterThan(0.05);
  });

  it('is set by the noise once that exceeds the margin', () => {
    const se = 0.05;
    const expected = (tQuantile(1 - 0.0184, 3) + tQuantile(0.8, 3)) * se;
    expect(smallestDetectable(se, terms).logChange).toBeCloseTo(expected, 12);
  });

  it('says beside it what an unlucky standard error would have hidden', () => {
    const found = smallestDetectable(0.02, terms);
    // chi-square with 3 degrees of freedom at 0.1 is 0.58437.
    expect(found.seHigh).toBeCloseTo(0.02 * Math.sqrt(3 / 0.58437), 6);
    expect(found.logChangeHigh).toBeGreaterThan(found.logChange);
  });

  it('turns a log change into a loss or an increase', () => {
    expect(asLoss(Math.LN2)).toBeCloseTo(0.5, 14);
    expect(asIncrease(Math.LN2)).toBeCloseTo(1, 14);
  });
});

describe('relativeRemedy', () => {
  const found: RelativeCase = {
    lag1Ttft: 0.3,
    sdLnMedianTpot: 0.01,
    n: 1000,
    pairs: 8,
    mean: -0.02,
    se: 0.009,
    logMargin: Math.log(0.95),
    level: 0.0184,
  };
  const advice = (changed: Partial<RelativeCase>) => relativeRemedy({ ...found, ...changed }).advice;

  it('takes the first cause that applies', () => {
    expect(advice({ lag1Ttft: 0.71, sdLnMedianTpot: 0.04, n: 500 })).toBe('lower_load');
    expect(advice({ lag1Ttft: 0.7, sdLnMedianTpot: 0.031, n: 500 })).toBe('steadier_machine');
    expect(advice({ sdLnMedianTpot: 0.03, n: 999 })).toBe('longer_trace');
    expect(advice({})).toBe('more_pairs');
    expect(advice({ se: 0.03 })).toBe('longer_trace_or_wider_margin');
    expect(advice({ lag1Ttft: null })).toBe('more_pairs');
  });

  it('asks for more pairs the noisier it was, from 3 to 16', () => {
    const needed = (se: number) => relativeRemedy({ ...found, se }).pairsNeeded;
    expect(needed(0.0001)).toBe(3);
    expect(needed(0.008)).toBeLessThan(needed(0.012) ?? 0);
    const gap = -0.02 - Math.log(0.95);
    const seFor = (count: number) =>
      (gap * Math.sqrt(count / 8)) / (tQuantile(1 - 0.0184, count - 1) + tQuantile(0.8, count - 1));
    expect(needed(seFor(16) * 0.999)).toBe(16);
    expect(needed(seFor(16) * 1.001)).toBeNull();
  });

  it('says when the estimate lies on the margin itself', () => {
    expect(relativeRemedy({ ...found, mean: -0.045 }).nearMargin).toBe(true);
    expect(relativeRemedy({ ...found, mean: -0.0422 }).nearMargin).toBe(false);
  });
});

describe('absoluteRemedy', () => {
  it('never asks for repeats', () => {
    expect(absoluteRemedy(true)).toBe('lower_load');
    expect(absoluteRemedy(false)).toBe('longer_trace');
    expect(absoluteRemedy(null)).toBe('longer_trace');
  });
});

import { describe, expect, it } from 'vitest';
import { at } from '../../src/stats/at.js';
import { coefficientOfVariation, gaps, mean, median, sampleSd, timeAverage } from '../../src/stats/series.js';

describe('summaries', () => {
  it('follow their definitions', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(sampleSd([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14);
    expect(coefficientOfVariation([10, 10, 10])).toBe(0);
    expect(coefficientOfVariation([1, 3])).toBeCloseTo(Math.SQRT2 / 2, 14);
    expect(gaps([1, 4, 6])).toEqual([3, 2]);
    expect(gaps([5])).toEqual([]);
  });

  it('take the lower of two middle values as the median', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2);
  });

  it('refuse too few values', () => {
    expect(() => mean([])).toThrow(RangeError);
    expect(() => sampleSd([1])).toThrow(RangeError);
    expect(() => at([1, 2], 2)).toThrow(/index 2 is outside a list of 2/);
  });
});

describe('timeAverage', () => {
  const steps = [
    { atMs: 0, value: 1 },
    { atMs: 10, value: 3 },
    { atMs: 20, value: 0 },
  ];

  it('weighs each value by how long it held, clipped to the window', () => {
    expect(timeAverage(steps, 0, 20)).toBe(2);
    expect(timeAverage(steps, 5, 15)).toBe(2);
    expect(timeAverage(steps, 10, 40)).toBe(1);
  });

  it('is 0 before the first step and constant after the last', () => {
    expect(timeAverage(steps, -10, 0)).toBe(0);
    expect(timeAverage([{ atMs: 0, value: 4 }], 100, 200)).toBe(4);
    expect(timeAverage([], 0, 1)).toBe(0);
  });

  it('refuses a window without length', () => {
    expect(() => timeAverage(steps, 5, 5)).toThrow(RangeError);
  });
});

import { describe, expect, it } from 'vitest';
import { percentiles } from '../../src/measure/percentiles.js';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i);

describe('percentiles of a run', () => {
  it('are nearest-rank, whatever the order of the values', () => {
    expect(percentiles(upTo(300), 4)).toEqual({ n: 300, without: 4, p50: 150, p90: 270, p95: 285, p99: 297, max: 300 });
  });

  it.each([
    [5, 'p50'],
    [29, 'p90'],
    [59, 'p95'],
    [299, 'p99'],
  ] as const)('need %i values for %s', (least, key) => {
    expect(percentiles(upTo(least), 0)[key]).not.toBeNull();
    expect(percentiles(upTo(least - 1), 0)[key]).toBeNull();
  });

  it('of nothing are unknown', () => {
    expect(percentiles([], 7)).toEqual({ n: 0, without: 7, p50: null, p90: null, p95: null, p99: null, max: null });
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { confidenceFault, looksFault } from '../../src/plan/looks.js';
import { lookLevel } from '../../src/stats/looks.js';

describe('looks', () => {
  it.each([
    [[3, 4, 6, 8], 0.0184],
    [[4, 6, 8], 0.0235],
    [[4, 6], 0.0309],
    [[4, 8], 0.0286],
    [[3, 5, 8], 0.0212],
    [[3, 4, 6], 0.0228],
    [[3, 6, 8], 0.0218],
    [[4, 6, 8, 12], 0.0185],
    [[3, 4, 6, 8, 12], 0.0151],
  ])('after %j pairs have the level %f', (looks, level) => {
    expect(lookLevel(looks)).toBe(level);
    expect(looksFault(looks)).toBeUndefined();
    expect(lookLevel(looks, 0.9)).toBeNull();
  });

  it('may be a single one after 3 to 16 pairs, at the whole level', () => {
    expect([3, 9, 16].map((pairs) => looksFault([pairs]))).toEqual([undefined, undefined, undefined]);
    expect(lookLevel([5], 0.9)).toBeCloseTo(0.1, 12);
    expect(confidenceFault([5], 0.9)).toBeUndefined();
  });

  it.each([[[]], [[2]], [[17]], [[2, 4, 6, 8]], [[4, 4]], [[6, 4]], [[3, 4, 5]]])(
    'are refused after %j pairs',
    (looks) => {
      expect(looksFault(looks)?.expected).toContain('[3,4,6,8]');
    },
  );

  it('have the levels of the decision vectors', () => {
    const { sequential } = JSON.parse(readFileSync('fixtures/decision-vectors.json', 'utf8')) as {
      sequential: { looks: number[]; alpha_look: number }[];
    };
    expect(sequential.length).toBeGreaterThan(0);
    for (const { looks, alpha_look: level } of sequential) expect(lookLevel(looks)).toBeCloseTo(level, 12);
  });
});

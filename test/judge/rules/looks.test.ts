import { describe, expect, it } from 'vitest';
import { afterLook } from '../../../src/judge/rules/looks.js';
import { goodputLooks } from '../../../src/judge/rules/sequential.js';
import { KNOWN_LOOKS, lookLevel } from '../../../src/stats/looks.js';

describe('lookLevel', () => {
  it('knows the computed sequences and no others', () => {
    expect(lookLevel([3, 4, 6, 8])).toBe(0.0184);
    expect(lookLevel([3, 4, 6, 8, 12])).toBe(0.0151);
    expect(lookLevel([3, 4, 5])).toBeNull();
    expect(lookLevel([8, 6, 4])).toBeNull();
    expect(lookLevel([])).toBeNull();
    expect(KNOWN_LOOKS).toHaveLength(10);
  });

  it('spends everything on a single look, at any confidence', () => {
    expect(lookLevel([4])).toBeCloseTo(0.05, 15);
    expect(lookLevel([4], 0.99)).toBeCloseTo(0.01, 15);
    expect(lookLevel([3, 4, 6, 8], 0.99)).toBeNull();
  });

  it('is stricter the more often a sequence looks', () => {
    const level = (looks: number[]) => lookLevel(looks) ?? Number.NaN;
    expect(level([4, 6, 8])).toBeLessThan(level([4, 8]));
    expect(level([3, 4, 6, 8])).toBeLessThan(level([4, 6, 8]));
    expect(level([3, 4, 6, 8, 12])).toBeLessThan(level([3, 4, 6, 8]));
  });
});

describe('afterLook', () => {
  it('goes on while undecided, until the last look', () => {
    expect(afterLook('INCONCLUSIVE', false)).toBe('CONTINUE');
    expect(afterLook('INCONCLUSIVE', true)).toBe('INCONCLUSIVE');
    expect(afterLook('FAIL', false)).toBe('FAIL');
    expect(afterLook('PASS', false)).toBe('PASS');
  });
});

describe('goodputLooks', () => {
  const pair = (logRatio: number) => ({ logRatio, discordant: 20, qualifiedBaseline: 960, qualifiedCandidate: 960 });
  const terms = { looks: [3, 4], level: 0.0184, margin: 0.05 };

  it('ends INCONCLUSIVE when the last look settles nothing', () => {
    const looks = goodputLooks([0, -0.2, 0.1, -0.1].map(pair), terms);
    expect(looks.map((look) => look.outcome)).toEqual(['CONTINUE', 'INCONCLUSIVE']);
  });

  it('takes the floor from all pairs seen so far', () => {
    const [first, second] = goodputLooks([0, -0.1, 0.1, 0].map(pair), terms);
    expect(first?.evidence.seFloor).toBeCloseTo(Math.sqrt(60) / 2880.5, 14);
    expect(second?.evidence.seFloor).toBeCloseTo(Math.sqrt(80) / 3840.5, 14);
  });

  it('refuses a look beyond the pairs there are', () => {
    expect(() => goodputLooks([0, -0.1, 0.1].map(pair), terms)).toThrow(RangeError);
  });
});

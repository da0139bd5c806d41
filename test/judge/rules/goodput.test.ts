import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordantSeFloor, goodputEvidence } from '../../../src/judge/rules/goodput.js';
import { decidePaired, pairedEvidence } from '../../../src/judge/rules/paired.js';

/** A run of `n` in which the requests from `from` on, `misses` of them, do not qualify. */
const run = (n: number, misses: number, from = 0) =>
  Array.from({ length: n }, (_, i) => (i >= from && i < from + misses ? 0 : 1));
const terms = { margin: 0.05, level: 0.05 };

describe('goodputEvidence', () => {
  it('joins the pair by request, not by count', () => {
    const same = goodputEvidence([run(200, 4), run(200, 4)], [run(200, 4), run(200, 4)], terms);
    const moved = goodputEvidence([run(200, 4), run(200, 4)], [run(200, 4, 50), run(200, 4, 50)], terms);
    expect(same.discordance).toEqual({ lost: 0, gained: 0 });
    expect(moved.discordance).toEqual({ lost: 8, gained: 8 });
    expect(moved.mean).toBe(same.mean);
    // Pairs that agree by luck still scatter as much as their discordant requests say.
    expect(moved.seT).toBe(0);
    expect(moved.se).toBeCloseTo(4 * same.se, 12);
  });

  it('reports the margin this data would just have passed', () => {
    const found = goodputEvidence(
      [run(500, 10), run(500, 12), run(500, 9)],
      [run(500, 14), run(500, 13), run(500, 15)],
      terms,
    );
    const at = (margin: number) => {
      const again = goodputEvidence(
        [run(500, 10), run(500, 12), run(500, 9)],
        [run(500, 14), run(500, 13), run(500, 15)],
        { margin, level: 0.05 },
      );
      return decidePaired(again, true);
    };
    expect(at(found.smallestPassingMargin + 1e-9)).toBe('PASS');
    expect(at(found.smallestPassingMargin - 1e-9)).not.toBe('PASS');
  });

  it('refuses arms that do not pair', () => {
    expect(() => goodputEvidence([run(20, 1)], [run(20, 1), run(20, 1)], terms)).toThrow(/1 baseline runs/);
    expect(() => goodputEvidence([run(20, 1), run(20, 1)], [run(20, 1), run(21, 1)], terms)).toThrow(/pair 2/);
    expect(() => goodputEvidence([run(20, 1)], [run(20, 1)], terms)).toThrow(/two pairs/);
  });
});

describe('discordantSeFloor', () => {
  it('never claims certainty, not even from arms that agree on every request', () => {
    expect(discordantSeFloor(0, 400, 400)).toBe(discordantSeFloor(1, 400, 400));
    expect(discordantSeFloor(0, 0, 0)).toBe(2);
  });
});

describe('decidePaired', () => {
  const evidence = (logRatios: number[]) =>
    pairedEvidence(logRatios, { logMargin: Math.log(0.95), level: 0.05, seFloor: 0 });

  it('FAILs only what is worse beyond chance, beyond the margin and rejected by Holm', () => {
    const broken = evidence([-0.1, -0.11, -0.12]);
    expect(decidePaired(broken, true)).toBe('FAIL');
    expect(decidePaired(broken, false)).toBe('INCONCLUSIVE');
    // Worse beyond chance, estimated inside the margin.
    const inside = evidence([-0.03, -0.04, -0.055]);
    expect(inside.shownWorse).toBe(true);
    expect(decidePaired(inside, true)).toBe('INCONCLUSIVE');
    // Beyond the margin, not beyond chance.
    const noisy = evidence([-0.3, 0.1, -0.2]);
    expect(noisy.shownWorse).toBe(false);
    expect(decidePaired(noisy, true)).toBe('INCONCLUSIVE');
  });

  it('PASSes a regression inside the margin, and marks it', () => {
    const found = evidence([-0.02, -0.021, -0.022]);
    expect(decidePaired(found, true)).toBe('PASS');
    expect(found.shownWorse).toBe(true);
  });

  it('decides runs that agree exactly without dividing 0 by 0', () => {
    const equal = evidence([0, 0, 0]);
    expect(equal).toMatchObject({ se: 0, pRegression: 0.5, pSignFlip: 1 });
    expect(decidePaired(equal, false)).toBe('PASS');
    expect(evidence([-0.2, -0.2]).pRegression).toBe(0);
    expect(evidence([0.2, 0.2]).pRegression).toBe(1);
  });

  it('is one thing only, and Holm alone in its family agrees with the bound', () => {
    const ratios = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(ratios, (logRatios) => {
        const found = evidence(logRatios);
        expect(found.lower).toBeLessThanOrEqual(found.mean);
        expect(found.upper).toBeGreaterThanOrEqual(found.mean);
        if (Math.abs(found.upper) > 1e-9) expect(found.pRegression <= 0.05).toBe(found.shownWorse);
        if (found.lower >= found.logMargin) expect(found.mean).toBeGreaterThanOrEqual(found.logMargin);
      }),
    );
  });
});

describe('sign-flip p', () => {
  it('counts the patterns at least as bad', () => {
    const p = (logRatios: number[]) =>
      pairedEvidence(logRatios, { logMargin: -0.05, level: 0.05, seFloor: 0 }).pSignFlip;
    expect(p([-1, -2, -3, -4, -5])).toBe(1 / 32);
    // The sums are -14, -2, 2 and 14.
    expect(p([6, -8])).toBe(2 / 4);
    expect(p(new Array<number>(21).fill(-1))).toBeNull();
  });
});

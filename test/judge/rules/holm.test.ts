import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holm } from '../../../src/judge/rules/holm.js';

const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });

describe('holm', () => {
  it('stops at the first it can not reject', () => {
    // 0.04 would pass its own step at 0.05 / 1, but 0.03 > 0.05 / 2 comes before it.
    expect(holm([0.04, 0.001, 0.03], 0.05)).toEqual([false, true, false]);
    expect(holm([0.05], 0.05)).toEqual([true]);
    expect(holm([], 0.05)).toEqual([]);
  });

  it('breaks ties by clause order', () => {
    expect(holm([0.025, 0.025], 0.05)).toEqual([true, true]);
    expect(holm([0.03, 0.03], 0.05)).toEqual([false, false]);
  });

  it('rejects at least what Bonferroni does and at most what no correction does', () => {
    fc.assert(
      fc.property(family, (p) => {
        const rejects = holm(p, 0.05);
        p.forEach((value, i) => {
          if (value <= 0.05 / p.length) expect(rejects[i]).toBe(true);
          if (value > 0.05) expect(rejects[i]).toBe(false);
        });
      }),
    );
  });
});

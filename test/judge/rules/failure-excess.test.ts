import { describe, expect, it } from 'vitest';
import { decideFailureExcess, failureExcess } from '../../../src/judge/rules/failure-excess.js';

describe('failureExcess', () => {
  it('needs both tests to call it unlikely', () => {
    // One crashed run among four: Poisson scatter alone would be certain.
    const crashed = failureExcess([0, 0, 0, 0], [0, 40, 0, 0], 1000);
    expect(crashed.pPoisson).toBeLessThan(0.001);
    expect(crashed.pMoreFailures).toBe(crashed.pT);
    // Equal small counts: the spread between pairs alone would be certain.
    const steady = failureExcess([0, 0, 0], [1, 1, 1], 1000);
    expect(steady.pT).toBe(0);
    expect(steady.pMoreFailures).toBe(steady.pPoisson);
  });

  it('is no evidence at all when the arms agree exactly or the candidate is better', () => {
    expect(failureExcess([2, 2], [2, 2], 1000)).toMatchObject({ mean: 0, pT: 1, excess: 0 });
    expect(failureExcess([9, 9], [0, 0], 1000)).toMatchObject({ pT: 1 });
  });

  it('refuses arms that do not pair', () => {
    expect(() => failureExcess([0, 0], [0], 1000)).toThrow(RangeError);
    expect(() => failureExcess([0], [0], 1000)).toThrow(RangeError);
  });
});

describe('decideFailureExcess', () => {
  it('FAILs from one in a thousand on, when Holm rejects', () => {
    const exactly = failureExcess([0, 0, 0], [1, 1, 1], 1000);
    expect(exactly.excess).toBe(0.001);
    expect(decideFailureExcess(exactly, true)).toBe('FAIL');
    expect(decideFailureExcess(exactly, false)).toBe('NOT_SHOWN');
    expect(decideFailureExcess(failureExcess([0, 0, 0], [1, 1, 1], 1001), true)).toBe('NOT_SHOWN');
  });
});

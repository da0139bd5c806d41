import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptiveBounds, adjustedBounds, designEffectFloor, meanRanks, nearMisses } from '../../src/stats/cluster.js';
import { wilsonBounds } from '../../src/stats/wilson.js';

const terms = { confidence: 0.95, blocks: 10, floor: 2 };
const runsOf = (minRuns: number) =>
  fc.integer({ min: 20, max: 80 }).chain((n) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: n, maxLength: n }), {
      minLength: minRuns,
      maxLength: 4,
    }),
  );
const ones = (n: number) => new Array<number>(n).fill(1);

describe('meanRanks', () => {
  it('gives ties their mean rank and ranks what is missing last', () => {
    expect(meanRanks([30, 10, 20])).toEqual([3, 1, 2]);
    expect(meanRanks([5, 1, 5, 5])).toEqual([3, 1, 3, 3]);
    expect(meanRanks([null, 7, null, 3])).toEqual([3.5, 2, 3.5, 1]);
  });

  it('always adds up to n (n + 1) / 2', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { maxLength: 40 }), (values) => {
        const sum = meanRanks(values).reduce((total, rank) => total + rank, 0);
        expect(sum).toBe((values.length * (values.length + 1)) / 2);
      }),
    );
  });
});

describe('nearMisses', () => {
  it('marks the worst 5 %, of equals the later', () => {
    const scores = new Array<number>(40).fill(-1);
    scores[3] = -0.5;
    expect(indexesOf(nearMisses(scores))).toEqual([3, 39]);
    expect(indexesOf(nearMisses(new Array<number>(20).fill(-1)))).toEqual([19]);
    expect(indexesOf(nearMisses(new Array<number>(21).fill(-1)))).toEqual([19, 20]);
  });

  it('marks every request without a score, however many', () => {
    const scores = [null, -1, null, 5, null, ...new Array<number>(15).fill(0)];
    expect(indexesOf(nearMisses(scores))).toEqual([0, 2, 4]);
  });

  it('ranks a request without any limit below every other', () => {
    expect(indexesOf(nearMisses([-3, Number.NEGATIVE_INFINITY]))).toEqual([0]);
  });
});

describe('adjustedBounds', () => {
  it('never lie inside the plain bounds at the same number of distinct requests', () => {
    fc.assert(
      fc.property(runsOf(1), (runs) => {
        const adjusted = adjustedBounds(runs, terms);
        const plain = wilsonBounds(adjusted.share, adjusted.n, 0.95);
        expect(adjusted.lower).toBeLessThanOrEqual(plain.lower + 1e-12);
        expect(adjusted.upper).toBeGreaterThanOrEqual(plain.upper - 1e-12);
        expect(adjusted.designEffect).toBeGreaterThanOrEqual(2 - 1e-12);
      }),
    );
  });

  it('do not count repeats as new requests', () => {
    const run = Array.from({ length: 200 }, (_, i) => (i % 20 === 7 ? 0 : 1));
    const once = adjustedBounds([run], terms);
    const often = adjustedBounds([run, run, run, run], terms);
    expect(often.nEff).toBe(once.nEff);
    expect(often.nEff).toBe(100);
  });

  it('widen when the misses come together', () => {
    const spread = Array.from({ length: 200 }, (_, i) => (i % 20 === 7 ? 0 : 1));
    const burst = Array.from({ length: 200 }, (_, i) => (i >= 60 && i < 70 ? 0 : 1));
    expect(adjustedBounds([burst], terms).lower).toBeLessThan(adjustedBounds([spread], terms).lower - 0.02);
  });

  it('widen when the runs disagree', () => {
    const miss = (every: number) => Array.from({ length: 400 }, (_, i) => (i % every === 0 ? 0 : 1));
    const alike = adjustedBounds([miss(10), miss(10)], terms);
    const unlike = adjustedBounds([miss(5), ones(400)], terms);
    expect(unlike.share).toBe(alike.share);
    expect(unlike.varianceRuns).toBeGreaterThan(0);
    expect(unlike.nEff).toBeLessThan(alike.nEff);
    expect(unlike.df).toBeLessThan(2);
  });

  it('refuse runs they cannot cut or join', () => {
    expect(() => adjustedBounds([ones(9)], terms)).toThrow(/9 requests can't be cut into 10/);
    expect(() => adjustedBounds([ones(20), ones(21)], terms)).toThrow(/20 and 21 requests/);
    expect(() => adjustedBounds([], terms)).toThrow(RangeError);
  });
});

describe('designEffectFloor', () => {
  /** Slow waves: neighbours alike. */
  const wave = (n: number, period: number) => Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * i) / period));
  /** Neighbours unlike, without any memory worth the name. */
  const scattered = (n: number) => Array.from({ length: n }, (_, i) => (i * 7919) % 101);

  it('says what set it', () => {
    const runs = [ones(200)];
    expect(designEffectFloor(runs, null)).toEqual({
      value: 2,
      setBy: 'minimum',
      tauNearMiss: 1,
      tauTtft: null,
      lag1Ttft: null,
    });
    const burst = ones(200).map((_, i) => (i >= 50 && i < 70 ? 0 : 1));
    expect(designEffectFloor([burst], null).setBy).toBe('outcomes');
    const queue = { scores: [scattered(200)], ttftMs: [wave(200, 50)] };
    expect(designEffectFloor(runs, queue).setBy).toBe('ttft_ranks');
    const steps = { scores: [wave(200, 200)], ttftMs: [scattered(200)] };
    expect(designEffectFloor(runs, steps).setBy).toBe('near_miss');
    const calm = { scores: [scattered(200)], ttftMs: [scattered(200)] };
    expect(designEffectFloor(runs, calm)).toMatchObject({ value: 2, setBy: 'minimum' });
  });

  it('takes 1.15 times the memory of the near misses', () => {
    const floor = designEffectFloor([ones(200)], { scores: [wave(200, 200)], ttftMs: [scattered(200)] });
    expect(floor.value).toBeCloseTo(1.15 * floor.tauNearMiss, 12);
  });

  it('refuses latencies of other runs', () => {
    expect(() => designEffectFloor([ones(20)], { scores: [ones(19)], ttftMs: [ones(20)] })).toThrow(RangeError);
    expect(() => designEffectFloor([ones(20)], { scores: [ones(20)], ttftMs: [] })).toThrow(RangeError);
  });

  it('carries the length that would settle it into the adaptive bounds', () => {
    const found = adaptiveBounds([ones(128)], null, { confidence: 0.95, blocks: 10, target: 0.95 });
    expect(found.nNeeded).toBe(128);
    expect(found.lower).toBeGreaterThanOrEqual(0.95);
  });
});

function indexesOf(marks: readonly number[]): number[] {
  return marks.flatMap((mark, i) => (mark === 1 ? [i] : []));
}

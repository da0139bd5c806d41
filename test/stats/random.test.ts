import { describe, expect, it } from 'vitest';
import { fromState, stream } from '../../src/stats/random.js';

const take = (count: number, draw: () => number) => Array.from({ length: count }, draw);

describe('fromState', () => {
  it('gives the published sequence', () => {
    // Computed with the authors' C code: edorfaus/xoshiro-6502, test-rom/testdata.asm.
    const random = fromState([0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0]);
    expect(take(4, random.uint32)).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
  });

  it('refuses the one state it would never leave', () => {
    expect(() => fromState([0, 0, 0, 0])).toThrow(RangeError);
  });
});

describe('stream', () => {
  it('repeats itself, and differs by seed and by purpose', () => {
    const first = take(8, stream('seed', 'order').uint32);
    expect(take(8, stream('seed', 'order').uint32)).toEqual(first);
    expect(take(8, stream('seed', 'arrivals').uint32)).not.toEqual(first);
    expect(take(8, stream('other', 'order').uint32)).not.toEqual(first);
    expect(take(8, stream('seedorder', '').uint32)).not.toEqual(first);
  });

  it('draws floats in [0, 1) that fill it evenly', () => {
    const random = stream('seed', 'floats');
    const floats = take(20_000, random.float);
    expect(floats.every((x) => x >= 0 && x < 1)).toBe(true);
    const tenths = floats.reduce(
      (counts, x) => counts.with(Math.floor(10 * x), (counts[Math.floor(10 * x)] ?? 0) + 1),
      new Array<number>(10).fill(0),
    );
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it('draws exponentials with the mean asked for', () => {
    const random = stream('seed', 'gaps');
    const gaps = take(20_000, () => random.exponential(50));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(mean - 50)).toBeLessThan(1.5);
    // Half of all gaps are shorter than mean * ln 2.
    const short = gaps.filter((gap) => gap < 50 * Math.LN2).length / gaps.length;
    expect(Math.abs(short - 0.5)).toBeLessThan(0.015);
    expect(gaps.every((gap) => gap >= 0 && Number.isFinite(gap))).toBe(true);
  });

  it('draws whole numbers without favouring any', () => {
    const random = stream('seed', 'below');
    const counts = new Map<number, number>();
    // 3 * 2^30 divides 2^32 so badly that a plain remainder would hit the lowest third twice as often.
    const wide = 3 * 1_073_741_824;
    for (let i = 0; i < 9000; i += 1) {
      const third = Math.floor(random.below(wide) / 1_073_741_824);
      counts.set(third, (counts.get(third) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, 2]);
    for (const count of counts.values()) expect(Math.abs(count - 3000)).toBeLessThan(200);
    expect(take(50, () => random.below(1)).every((x) => x === 0)).toBe(true);
    for (const bad of [0, 1.5, -1, 4_294_967_297]) expect(() => random.below(bad)).toThrow(RangeError);
  });

  it('tosses a fair coin', () => {
    const random = stream('seed', 'coin');
    const heads = Array.from({ length: 10_000 }, () => random.coin()).filter(Boolean).length;
    expect(Math.abs(heads - 5000)).toBeLessThan(200);
  });
});

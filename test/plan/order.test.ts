import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { orderSeed, plannedOrder, plannedSlots } from '../../src/plan/order.js';

const seeds = Array.from({ length: 400 }, (_, i) => orderSeed('trace', 'plan', i));

describe('plannedOrder', () => {
  it('is the coin that its description says', () => {
    const coin = createHash('sha256').update('trace plan 0 1').digest()[0] ?? 0;
    expect(plannedOrder(2, orderSeed('trace', 'plan', 0))).toBe(coin % 2 === 0 ? 'BCCB' : 'CBBC');
  });

  it('consists of quads, the last one cut in half for an odd number of pairs', () => {
    for (const seed of seeds) {
      expect(plannedOrder(8, seed)).toMatch(/^(BCCB|CBBC){4}$/);
      expect(plannedOrder(3, seed)).toMatch(/^(BCCB|CBBC)(BC|CB)$/);
      expect(plannedOrder(8, seed).startsWith(plannedOrder(3, seed))).toBe(true);
    }
  });

  it('is fair, and its quads are independent', () => {
    const both = seeds.map((seed) => plannedOrder(4, seed));
    for (const order of ['BCCBBCCB', 'BCCBCBBC', 'CBBCBCCB', 'CBBCCBBC']) {
      // 100 of 400 are expected with a standard deviation of 8.7.
      expect(Math.abs(both.filter((one) => one === order).length - 100)).toBeLessThan(35);
    }
  });

  it('depends on the trace, the plan and the attempt', () => {
    const base = plannedOrder(64, orderSeed('trace', 'plan', 0));
    const others = [orderSeed('trace2', 'plan', 0), orderSeed('trace', 'plan2', 0), orderSeed('trace', 'plan', 1)];
    expect(plannedOrder(64, orderSeed('trace', 'plan', 0))).toBe(base);
    for (const seed of others) expect(plannedOrder(64, seed)).not.toBe(base);
  });
});

describe('plannedSlots', () => {
  it('numbers runs and pairs', () => {
    expect(plannedSlots('BCCBCB')).toEqual([
      { number: 1, arm: 'baseline', pair: 1 },
      { number: 2, arm: 'candidate', pair: 1 },
      { number: 3, arm: 'candidate', pair: 2 },
      { number: 4, arm: 'baseline', pair: 2 },
      { number: 5, arm: 'candidate', pair: 3 },
      { number: 6, arm: 'baseline', pair: 3 },
    ]);
  });

  it('holds no other letters', () => {
    expect(() => plannedSlots('BXCB')).toThrow(RangeError);
  });
});

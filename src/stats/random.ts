/** Seeded random numbers, one named stream per purpose, the same bits on every machine. */

import { createHash } from 'node:crypto';

/** A stream of random numbers; each call advances it. */
export interface RandomStream {
  /** A whole number in [0, 2^32). */
  uint32(): number;
  /** A float in [0, 1) with 53 random bits. */
  float(): number;
  /** An exponentially distributed number with the given mean, e.g. the gap before the next Poisson arrival. */
  exponential(mean: number): number;
  /** A whole number in [0, n), each equally likely, for 1 <= n <= 2^32. */
  below(n: number): number;
  /** True or false with equal chance. */
  coin(): boolean;
}

/**
 * The stream that `seedText` gives for `purpose`. Streams of different purposes are independent, so a draw added to
 * one doesn't shift another. The SHA-256 of both texts seeds the generator.
 */
export function stream(seedText: string, purpose: string): RandomStream {
  const digest = createHash('sha256')
    .update(JSON.stringify([seedText, purpose]))
    .digest();
  return fromState([0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)));
}

/** Xoshiro128 with the "starstar" scrambler (Blackman and Vigna 2018), from four 32-bit words that aren't all 0. */
export function fromState(state: readonly number[]): RandomStream {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  if ((a | b | c | d) === 0) throw new RangeError('a generator can not start from four zero words');

  const uint32 = () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const float = () => ((uint32() >>> 5) * 67_108_864 + (uint32() >>> 6)) / 9_007_199_254_740_992;
  const below = (n: number) => {
    if (!(Number.isInteger(n) && n >= 1 && n <= 4_294_967_296)) throw new RangeError(`no whole number below ${n}`);
    // The last, incomplete stretch of n values is drawn again, else small results would be likelier.
    const fair = 4_294_967_296 - (4_294_967_296 % n);
    let value = uint32();
    while (value >= fair) value = uint32();
    return value % n;
  };
  return {
    uint32,
    float,
    exponential: (mean) => -mean * Math.log(1 - float()),
    below,
    coin: () => uint32() >= 2_147_483_648,
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

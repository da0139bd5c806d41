/** The order of the runs: quads, each `BCCB` or `CBBC` by a seeded coin (decision procedure, section 4.4). */

import { createHash } from 'node:crypto';
import type { Arm } from '../model/arm.js';

/** One run as it is planned: its place in the session and the pair it belongs to, both from 1. */
export interface Slot {
  number: number;
  arm: Arm;
  pair: number;
}

/** The text that decides the order: the same trace, plan and attempt give the same one. */
export function orderSeed(traceSha256: string, planSha256: string, attempt: number): string {
  return `${traceSha256} ${planSha256} ${attempt}`;
}

/**
 * One letter a run for so many pairs. The coin of quad q, from 1, is the lowest bit of the first byte of the SHA-256
 * of seed, blank and q: 0 gives `BCCB`. An odd number of pairs ends with the first half of a quad.
 */
export function plannedOrder(pairs: number, seed: string): string {
  let order = '';
  for (let quad = 1; order.length < 2 * pairs; quad += 1) {
    const digest = createHash('sha256').update(`${seed} ${quad}`).digest();
    order += digest.readUInt8(0) % 2 === 0 ? 'BCCB' : 'CBBC';
  }
  return order.slice(0, 2 * pairs);
}

/** The runs of an order such as `BCCBCB`. Throws a RangeError on other letters. */
export function plannedSlots(order: string): Slot[] {
  return [...order].map((letter, i) => ({ number: i + 1, arm: armOf(letter), pair: Math.floor(i / 2) + 1 }));
}

function armOf(letter: string): Arm {
  if (letter === 'B') return 'baseline';
  if (letter === 'C') return 'candidate';
  throw new RangeError(`an order holds B and C, not ${letter}`);
}

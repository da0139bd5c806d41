/** The goodput clause alone over a sequence of looks (section 6). */

import { at } from '../../stats/at.js';
import type { Decision } from './decision.js';
import { discordantSeFloor, goodputLogMargin } from './goodput.js';
import { afterLook } from './looks.js';
import { decidePaired, type PairedEvidence, pairedEvidence } from './paired.js';

/** One pair as far as goodput needs it. */
export interface GoodputPair {
  logRatio: number;
  /** Requests qualified in one arm only. */
  discordant: number;
  qualifiedBaseline: number;
  qualifiedCandidate: number;
}

export interface Look {
  evidence: PairedEvidence;
  outcome: Decision | 'CONTINUE';
}

/**
 * The looks that take place: up to the first PASS or FAIL.
 *
 * @param pairs in the order of the session, at least as many as the last look
 * @param terms increasing `looks` (pairs), one-sided `level` of each look, relative `margin`
 */
export function goodputLooks(
  pairs: readonly GoodputPair[],
  { looks, level, margin }: { looks: readonly number[]; level: number; margin: number },
): Look[] {
  const taken: Look[] = [];
  for (const [i, count] of looks.entries()) {
    at(pairs, count - 1);
    const seen = pairs.slice(0, count);
    const total = (figure: (pair: GoodputPair) => number) => seen.reduce((sum, pair) => sum + figure(pair), 0);
    const seFloor = discordantSeFloor(
      total((pair) => pair.discordant),
      total((pair) => pair.qualifiedBaseline),
      total((pair) => pair.qualifiedCandidate),
    );
    const terms = { logMargin: goodputLogMargin(margin), level, seFloor };
    const evidence = pairedEvidence(
      seen.map((pair) => pair.logRatio),
      terms,
    );
    // Alone in its family, the clause has Holm's consent whenever it is worse beyond chance.
    const outcome = afterLook(decidePaired(evidence, evidence.shownWorse), i === looks.length - 1);
    taken.push({ evidence, outcome });
    if (outcome !== 'CONTINUE') break;
  }
  return taken;
}

/** Goodput of the candidate relative to the baseline, joined by request id (section 4.1). */

import { at } from '../../stats/at.js';
import type { Bits } from '../../stats/cluster.js';
import { type PairedEvidence, pairedEvidence } from './paired.js';

/** How often the same request of the same pair qualified in one arm only. */
interface Discordance {
  /** Qualified in the baseline, not in the candidate (b10). */
  lost: number;
  /** The reverse (b01). */
  gained: number;
}

export interface GoodputEvidence extends PairedEvidence {
  /** Qualified requests of each run, by pair. */
  qualifiedBaseline: readonly number[];
  qualifiedCandidate: readonly number[];
  discordance: Discordance;
  /** Candidate goodput over baseline goodput, with its one-sided bounds. */
  ratio: number;
  ratioLower: number;
  ratioUpper: number;
  /** The margin this data would just have passed. Information only; a plan must not be tuned to it. */
  smallestPassingMargin: number;
}

/**
 * Compares the qualified requests of K >= 2 pairs. Both arms share the arrival window, so the ratio of counts is the
 * ratio of goodputs; adding 1/2 to each keeps an arm that qualifies nothing finite.
 *
 * @param baseline, candidate one run a pair, in the order of the pairs, 1 = qualified, positions joined by request id
 * @param terms relative `margin` in (0, 1), one-sided `level`
 */
export function goodputEvidence(
  baseline: readonly Bits[],
  candidate: readonly Bits[],
  { margin, level }: { margin: number; level: number },
): GoodputEvidence {
  if (baseline.length !== candidate.length) {
    throw new RangeError(`${baseline.length} baseline runs can't pair with ${candidate.length} candidate runs`);
  }
  const qualifiedBaseline = baseline.map(count);
  const qualifiedCandidate = candidate.map(count);
  const discordance = discordanceOf(baseline, candidate);
  const logRatios = qualifiedCandidate.map((hits, k) => Math.log((hits + 0.5) / (at(qualifiedBaseline, k) + 0.5)));
  const seFloor = discordantSeFloor(
    discordance.lost + discordance.gained,
    count(qualifiedBaseline),
    count(qualifiedCandidate),
  );
  const evidence = pairedEvidence(logRatios, { logMargin: goodputLogMargin(margin), level, seFloor });
  return {
    ...evidence,
    qualifiedBaseline,
    qualifiedCandidate,
    discordance,
    ratio: Math.exp(evidence.mean),
    ratioLower: Math.exp(evidence.lower),
    ratioUpper: Math.exp(evidence.upper),
    smallestPassingMargin: 1 - Math.exp(evidence.lower),
  };
}

/** ln of the smallest goodput ratio that a relative `margin` in (0, 1) allows. */
export function goodputLogMargin(margin: number): number {
  return Math.log(1 - margin);
}

/**
 * The standard error that the discordant requests alone account for. Few pairs can agree by luck; these requests say
 * how much they should scatter.
 *
 * @param discordant requests qualified in one arm only, over all pairs
 * @param totalBaseline, totalCandidate qualified requests over all pairs
 */
export function discordantSeFloor(discordant: number, totalBaseline: number, totalCandidate: number): number {
  return Math.sqrt(Math.max(discordant, 1)) / ((totalBaseline + totalCandidate) / 2 + 0.5);
}

function discordanceOf(baseline: readonly Bits[], candidate: readonly Bits[]): Discordance {
  let lost = 0;
  let gained = 0;
  baseline.forEach((run, k) => {
    const other = at(candidate, k);
    if (run.length !== other.length) {
      throw new RangeError(`pair ${k + 1} holds ${run.length} baseline and ${other.length} candidate requests`);
    }
    run.forEach((bit, i) => {
      if (bit > at(other, i)) lost += 1;
      else if (bit < at(other, i)) gained += 1;
    });
  });
  return { lost, gained };
}

function count(bits: readonly number[]): number {
  return bits.reduce((sum, bit) => sum + bit, 0);
}

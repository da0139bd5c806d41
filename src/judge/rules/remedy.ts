/** What would settle an INCONCLUSIVE: advice, never a verdict (section 7.2). */

import { tQuantile } from '../../stats/quantile.js';
import { KNEE_LAG1 } from './attainment.js';
import { POWER } from './detectable.js';

export type Advice = 'lower_load' | 'steadier_machine' | 'longer_trace' | 'more_pairs' | 'longer_trace_or_wider_margin';

export interface RelativeCase {
  /** Lag-1 correlation of TTFT ranks; null where TTFT isn't known. */
  lag1Ttft: number | null;
  /** Standard deviation over the pairs of ln(median TPOT candidate / baseline): the machine's own noise. */
  sdLnMedianTpot: number;
  /** Distinct requests of a run. */
  n: number;
  pairs: number;
  /** The clause's mean log ratio, standard error, log margin and one-sided level. */
  mean: number;
  se: number;
  logMargin: number;
  level: number;
}

export interface Remedy {
  advice: Advice;
  /** Pairs of a new plan that would settle it at this noise, up to 16; null when none would. */
  pairsNeeded: number | null;
  /** The estimate lies on the margin itself; no affordable amount of evidence may settle this. */
  nearMargin: boolean;
}

const NOISY_MACHINE_SD = 0.03;
const SHORT_TRACE = 1000;
const MOST_PAIRS = 16;

/** Advice for a relative clause: the first of the causes that applies, dearest last. */
export function relativeRemedy(found: RelativeCase): Remedy {
  const pairsNeeded = settlingPairs(found);
  const nearMargin = Math.abs(found.mean - found.logMargin) < found.se;
  return { advice: adviceFor(found, pairsNeeded), pairsNeeded, nearMargin };
}

/** Advice for an absolute clause: more repeats of one trace never help it. */
export function absoluteRemedy(knee: boolean | null): 'lower_load' | 'longer_trace' {
  return knee === true ? 'lower_load' : 'longer_trace';
}

function adviceFor({ lag1Ttft, sdLnMedianTpot, n }: RelativeCase, pairsNeeded: number | null): Advice {
  if (lag1Ttft !== null && lag1Ttft > KNEE_LAG1) return 'lower_load';
  if (sdLnMedianTpot > NOISY_MACHINE_SD) return 'steadier_machine';
  if (n < SHORT_TRACE) return 'longer_trace';
  return pairsNeeded === null ? 'longer_trace_or_wider_margin' : 'more_pairs';
}

function settlingPairs({ mean, se, logMargin, level, pairs }: RelativeCase): number | null {
  const gap = Math.abs(mean - logMargin);
  const spread = se * Math.sqrt(pairs);
  for (let count = 3; count <= MOST_PAIRS; count += 1) {
    const reach = tQuantile(1 - level, count - 1) + tQuantile(POWER, count - 1);
    if ((reach * spread) / Math.sqrt(count) <= gap) return count;
  }
  return null;
}

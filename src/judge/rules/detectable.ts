/** The smallest change a session could have called FAIL (section 7.1). */

import { chiSquareQuantile, tQuantile } from '../../stats/quantile.js';

/** The power at which a change counts as detectable: four sessions of five. */
export const POWER = 0.8;

export interface Detectable {
  /** On the log scale, > 0: a loss of goodput or an increase of latency. */
  logChange: number;
  /** The standard error may truly be as large as this: its upper 90 % bound. */
  seHigh: number;
  /** The same change with `seHigh` in place of the standard error. */
  logChangeHigh: number;
}

/**
 * @param se standard error the clause used, on the log scale
 * @param terms `pairs` K >= 2, `logMargin` < 0, one-sided `level` of the last look
 */
export function smallestDetectable(
  se: number,
  { pairs, logMargin, level, power = POWER }: { pairs: number; logMargin: number; level: number; power?: number },
): Detectable {
  const df = pairs - 1;
  const change = (error: number) =>
    Math.max(tQuantile(1 - level, df) * error, -logMargin) + tQuantile(power, df) * error;
  const seHigh = se * Math.sqrt(df / chiSquareQuantile(0.1, df));
  return { logChange: change(se), seHigh, logChangeHigh: change(seHigh) };
}

/** The share of goodput lost at a log change. */
export function asLoss(logChange: number): number {
  return 1 - Math.exp(-logChange);
}

/** The relative increase of a latency at a log change. */
export function asIncrease(logChange: number): number {
  return Math.exp(logChange) - 1;
}

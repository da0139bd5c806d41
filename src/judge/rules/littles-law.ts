/** V5: the client's outstanding requests against the server's own gauge (section 5.1). */

import { mean } from '../../stats/series.js';

export interface LittlesLaw {
  samples: number;
  /** Largest relative difference allowed; null where the check can't be made. */
  tolerance: number | null;
  /** |own / gauge - 1|; null where the check can't be made. */
  difference: number | null;
  result: 'OK' | 'INVALID' | 'NOT_CHECKABLE';
}

const MIN_SAMPLES = 20;
const MAX_PERIOD_MS = 1000;

/**
 * Compares two views of the same window for one arm.
 *
 * @param ownMean time-average of outstanding requests by the client's clock, every request clipped to the window
 * @param gauge running + waiting requests as the server reported them, over all runs of the arm
 * @param periodMs sampling period of the gauge
 */
export function checkLittlesLaw(ownMean: number, gauge: readonly number[], periodMs: number): LittlesLaw {
  const samples = gauge.length;
  if (samples < MIN_SAMPLES || periodMs > MAX_PERIOD_MS || gauge.every((value) => value === 0)) {
    return { samples, tolerance: null, difference: null, result: 'NOT_CHECKABLE' };
  }
  const tolerance = Math.max(0.05, 0.6 / Math.sqrt(samples));
  const difference = Math.abs(ownMean / mean(gauge) - 1);
  return { samples, tolerance, difference, result: difference > tolerance ? 'INVALID' : 'OK' };
}

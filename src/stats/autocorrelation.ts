/** How long a series remembers itself (decision procedure, section 3.3 step 0). */

import { at } from './at.js';
import { mean } from './series.js';

export interface Autocorrelation {
  /** Autocorrelation time: a mean of n such values is worth n / tau independent ones. At least 1. */
  tau: number;
  /** Correlation of neighbours. */
  lag1: number;
}

/**
 * Autocorrelation time by Geyer's initial monotone sequence (Geyer 1992): sums of neighbouring lags, taken while
 * positive and never allowed to rise again, up to a lag of half the series. A constant series has tau 1 and lag1 0.
 */
export function autocorrelation(series: readonly number[]): Autocorrelation {
  const n = series.length;
  const centre = mean(series);
  const deviations = series.map((value) => value - centre);
  const energy = lagProduct(deviations, 0);
  if (energy < 1e-12) return { tau: 1, lag1: 0 };

  const longest = Math.floor(n / 2);
  let smallest = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let lag = 0; lag + 1 <= longest; lag += 2) {
    const pair = (lagProduct(deviations, lag) + lagProduct(deviations, lag + 1)) / energy;
    if (pair <= 1e-12) break;
    smallest = Math.min(smallest, pair);
    sum += smallest;
  }
  return { tau: Math.max(1, 2 * sum - 1), lag1: lagProduct(deviations, 1) / energy };
}

function lagProduct(deviations: readonly number[], lag: number): number {
  let sum = 0;
  for (let i = 0; i + lag < deviations.length; i += 1) sum += at(deviations, i) * at(deviations, i + lag);
  return sum;
}

/** Plain summaries of a series of numbers. */

import { at } from './at.js';
import { nearestRank, sorted } from './rank.js';

/** Arithmetic mean of at least one value. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('an empty series has no mean');
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation with n - 1 in the denominator, of at least two values. */
export function sampleSd(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError(`a standard deviation needs two values, not ${values.length}`);
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) * (value - centre);
  return Math.sqrt(squares / (values.length - 1));
}

/** Coefficient of variation: sample standard deviation over mean. 1 for the gaps of Poisson arrivals. */
export function coefficientOfVariation(values: readonly number[]): number {
  return sampleSd(values) / mean(values);
}

/** Nearest-rank median: always one of the values, the lower of the middle two. */
export function median(values: Iterable<number>): number {
  return nearestRank(sorted(values), { num: 1, den: 2 });
}

/** Differences of neighbours: n - 1 gaps for n values. */
export function gaps(values: readonly number[]): number[] {
  return values.slice(1).map((value, i) => value - at(values, i));
}

/** From `atMs` on, until the next step, the function has `value`. Before the first step it is 0. */
export interface Step {
  atMs: number;
  value: number;
}

/** Time-weighted average over [fromMs, toMs) of a step function whose steps are in time order. */
export function timeAverage(steps: readonly Step[], fromMs: number, toMs: number): number {
  if (!(toMs > fromMs)) throw new RangeError(`an average over [${fromMs}, ${toMs}) ms has no length`);
  let area = 0;
  steps.forEach((step, i) => {
    const start = Math.max(step.atMs, fromMs);
    const end = Math.min(steps[i + 1]?.atMs ?? toMs, toMs);
    if (end > start) area += step.value * (end - start);
  });
  return area / (toMs - fromMs);
}

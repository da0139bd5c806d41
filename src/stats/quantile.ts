/** Normal, Student t and chi-square: tails, and quantiles found by bracketed Newton steps (decision procedure, section 1). */

import { logGamma, lowerGamma, regularisedBeta, upperGamma } from './special.js';

/** P(Z >= z) of the standard normal distribution. */
export function normalUpperTail(z: number): number {
  return z < 0 ? 1 - normalUpperTail(-z) : 0.5 * upperGamma(0.5, (z * z) / 2);
}

/** P(T >= t) of Student's t with `df` > 0 degrees of freedom, `df` possibly fractional. */
export function tUpperTail(t: number, df: number): number {
  if (t < 0) return 1 - tUpperTail(-t, df);
  if (t === Number.POSITIVE_INFINITY) return 0;
  const total = df + t * t;
  return 0.5 * regularisedBeta(df / total, df / 2, 0.5, (t * t) / total);
}

/** P(T <= t) of Student's t, accurate in the lower tail. */
export function tCdf(t: number, df: number): number {
  return tUpperTail(-t, df);
}

/** The z with P(Z <= z) = `confidence`, 0 < confidence < 1. Throws a RangeError outside. */
export function zQuantile(confidence: number): number {
  requireShare(confidence);
  if (confidence < 0.5) return -zQuantile(1 - confidence);
  const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return upperQuantile(confidence, normalUpperTail, density);
}

/** The t with P(T <= t) = `confidence` at `df` > 0 degrees of freedom, fractional `df` allowed. RangeError outside. */
export function tQuantile(confidence: number, df: number): number {
  requireShare(confidence);
  requireDegrees(df);
  if (confidence < 0.5) return -tQuantile(1 - confidence, df);
  const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  const density = (t: number) => Math.exp(logScale - ((df + 1) / 2) * Math.log(1 + (t * t) / df));
  return upperQuantile(confidence, (t) => tUpperTail(t, df), density);
}

/** The x with P(X <= x) = `probability` for chi-square with `df` > 0 degrees of freedom. RangeError outside. */
export function chiSquareQuantile(probability: number, df: number): number {
  requireShare(probability);
  requireDegrees(df);
  const half = df / 2;
  const shortfall = (x: number) => probability - lowerGamma(half, x / 2);
  const density = (x: number) => 0.5 * Math.exp((half - 1) * Math.log(x / 2) - x / 2 - logGamma(half));
  return fallingRoot(shortfall, density);
}

function upperQuantile(confidence: number, tail: (x: number) => number, density: (x: number) => number): number {
  if (confidence === 0.5) return 0;
  const level = 1 - confidence;
  return fallingRoot((x) => tail(x) - level, density);
}

/**
 * The root x > 0 of a falling function whose derivative is -`density`: Newton steps while they stay inside the
 * bracket, halving when they leave it, to 1e-13.
 */
function fallingRoot(excess: (x: number) => number, density: (x: number) => number): number {
  let high = 1;
  while (excess(high) > 0) high *= 2;
  let low = 0;
  let x = high / 2;
  for (let step = 0; step < 200; step += 1) {
    const left = excess(x);
    if (left > 0) low = x;
    else high = x;
    const newton = x + left / density(x);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-13 * Math.max(1, x)) return next;
    x = next;
  }
  return x;
}

function requireShare(share: number): void {
  if (!(share > 0 && share < 1)) throw new RangeError(`a probability inside (0, 1) is needed, not ${share}`);
}

function requireDegrees(df: number): void {
  if (!(df > 0 && Number.isFinite(df))) throw new RangeError(`degrees of freedom must be positive, not ${df}`);
}

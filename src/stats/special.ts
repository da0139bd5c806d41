/**
 * The special functions behind the distributions: log-gamma and the regularised incomplete gamma and beta functions,
 * by the textbook series and continued fractions. Relative accuracy about 1e-13 in the ranges used here.
 */

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
const PRECISION = 1e-16;
/** Stands in for a zero denominator in Lentz's method. */
const TINY = 1e-300;
const MAX_TERMS = 100_000;

/** ln of the gamma function for x > 0: moved up to 12 by its recurrence, then six terms of Stirling's series. */
export function logGamma(x: number): number {
  let product = 1;
  let y = x;
  for (; y < 12; y += 1) product *= y;
  const r = 1 / (y * y);
  const series = 1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))));
  return (y - 0.5) * Math.log(y) - y + HALF_LOG_TWO_PI + series / y - Math.log(product);
}

/** first + a_1/(b_1 + a_2/(b_2 + ...)) by Lentz's method; `term` gives [a_i, b_i] for i = 1, 2, ... */
function continuedFraction(first: number, term: (i: number) => readonly [number, number]): number {
  let c = first === 0 ? TINY : first;
  let d = 0;
  let value = c;
  for (let i = 1; i <= MAX_TERMS; i += 1) {
    const [a, b] = term(i);
    d = 1 / (b + a * d || TINY);
    c = b + a / c || TINY;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) <= PRECISION * 4) break;
  }
  return value;
}

/** Lower regularised incomplete gamma P(a, x), a > 0, x >= 0. */
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x);
}

/** Upper regularised incomplete gamma Q(a, x) = 1 - P(a, x), without cancellation in the far tail. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x);
}

function gammaSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let i = 1; i <= MAX_TERMS && term > sum * PRECISION; i += 1) {
    term *= x / (a + i);
    sum += term;
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
}

function gammaFraction(a: number, x: number): number {
  const fraction = continuedFraction(x + 1 - a, (i) => [i * (a - i), x + 2 * i + 1 - a]);
  return Math.exp(a * Math.log(x) - x - logGamma(a)) / fraction;
}

/**
 * Regularised incomplete beta I_x(a, b). `complement` is 1 - x; pass it where it is known more exactly than the
 * subtraction would give it.
 */
export function regularisedBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(complement, b, a, x);
  const front = Math.exp(
    a * Math.log(x) + b * Math.log(complement) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a),
  );
  return front / continuedFraction(1, (i) => [betaTerm(x, a, b, i), 1]);
}

function betaTerm(x: number, a: number, b: number, i: number): number {
  const m = Math.floor(i / 2);
  const scale = (a + i - 1) * (a + i);
  return i % 2 === 0 ? (m * (b - m) * x) / scale : (-(a + m) * (a + b + m) * x) / scale;
}

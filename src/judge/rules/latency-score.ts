/** How close one request came to its latency limits (decision procedure, section 3.3 step 0). */

/**
 * The largest ln(value / limit) over the declared limits: 0 or less means that all are met.
 *
 * A value that the answer doesn't define (TPOT of one token) is left out of `values`; with none left the request is as
 * far from a miss as can be, -Infinity. `values` null (failed, unsent, unqualified without a latency) gives null.
 *
 * @param limits objective name to limit, in ms, > 0
 * @param values objective name to measured value, in ms
 */
export function latencyScore(
  limits: Readonly<Record<string, number>>,
  values: Readonly<Record<string, number | null>> | null,
): number | null {
  if (values === null) return null;
  let score = Number.NEGATIVE_INFINITY;
  for (const [objective, limit] of Object.entries(limits)) {
    const value = values[objective];
    if (value !== undefined && value !== null) score = Math.max(score, Math.log(value / limit));
  }
  return score;
}

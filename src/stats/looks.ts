/** Group-sequential looks: after how many pairs to ask, and at which level (section 6). */

/** One-sided level at each look that keeps the whole sequence at 0.05; constants after Pocock 1977 for the paired t. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ['3,4,6,8', 0.0184],
  ['4,6,8', 0.0235],
  ['4,6', 0.0309],
  ['4,8', 0.0286],
  ['3,5,8', 0.0212],
  ['3,4,6', 0.0228],
  ['3,6,8', 0.0218],
  ['2,4,6,8', 0.0166],
  ['4,6,8,12', 0.0185],
  ['3,4,6,8,12', 0.0151],
]);

/** The sequences of looks a plan may declare, besides any single look. */
export const KNOWN_LOOKS: readonly string[] = [...LEVELS.keys()];

/**
 * The one-sided level of every look, or null for a sequence whose level nobody has computed. A single look spends the
 * whole level; several need confidence 0.95, which the constants were computed for.
 */
export function lookLevel(looks: readonly number[], confidence = 0.95): number | null {
  if (looks.length === 1) return 1 - confidence;
  return confidence === 0.95 ? (LEVELS.get(looks.join(',')) ?? null) : null;
}

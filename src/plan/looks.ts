/** Which sets of looks a session may have, and the one-sided level of each look (decision procedure, section 6). */

import type { Fault } from '../trace/strict.js';

/** One-sided level at each look that keeps all of them together at 0.05; constants after Pocock 1977 for the paired t. */
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

const FEWEST_PAIRS = 3;
const MOST_PAIRS = 16;
/** The confidence that the levels of several looks were computed for. */
const TABLED_CONFIDENCE = 0.95;

/**
 * The one-sided level of every look, or null for a sequence whose level nobody has computed. A single look spends the
 * whole level.
 */
export function lookLevel(looks: readonly number[], confidence = TABLED_CONFIDENCE): number | null {
  if (looks.length === 1) return 1 - confidence;
  return confidence === TABLED_CONFIDENCE ? (LEVELS.get(looks.join(',')) ?? null) : null;
}

/** What is wrong with the looks by themselves (R3 and R8), if anything. */
export function looksFault(looks: readonly number[]): Fault | undefined {
  const known = [...LEVELS.keys()].filter((key) => Number.parseInt(key, 10) >= FEWEST_PAIRS);
  const expected = `one of ${known.map((key) => `[${key}]`).join(' ')}, or a single [K] from ${FEWEST_PAIRS} to ${MOST_PAIRS}`;
  const shown = `[${looks.join(', ')}]`;
  if (looks.length === 0) return { message: 'holds no look', expected, remedy: 'take [3, 4, 6, 8]' };
  if (looks.some((pairs) => pairs < FEWEST_PAIRS)) {
    const remedy = 'take [3, 4, 6, 8]: fewer than three pairs can not tell a change from the spread between runs';
    return { message: `${shown} looks before ${FEWEST_PAIRS} pairs`, expected, remedy };
  }
  if (looks.some((pairs) => pairs > MOST_PAIRS)) {
    const remedy = 'take fewer pairs: what they can not settle, a longer trace or a steadier machine may';
    return { message: `${shown} asks for more than ${MOST_PAIRS} pairs`, expected, remedy };
  }
  if (looks.some((pairs, i) => i > 0 && pairs <= (looks[i - 1] ?? 0))) {
    return { message: `${shown} does not increase`, expected, remedy: 'list the looks in increasing order, each once' };
  }
  if (lookLevel(looks) === null) {
    return {
      message: `no error level is known for looks after ${shown} pairs`,
      expected,
      remedy: 'take a listed set: looking more often at 5% each errs in more than 5% of sessions',
    };
  }
  return undefined;
}

/** What is wrong with this confidence for these looks, if anything. */
export function confidenceFault(looks: readonly number[], confidence: number): Fault | undefined {
  if (looks.length <= 1 || confidence === TABLED_CONFIDENCE) return undefined;
  return {
    message: `the levels of several looks are known at 95% only, not at ${Number((confidence * 100).toPrecision(12))}%`,
    expected: '`95%`, or a single look',
    remedy: 'write `confidence: 95%`, or a single look such as `looks: [4]`',
  };
}

/** Which sets of looks a session may have (decision procedure, section 6). */

import { KNOWN_LOOKS, lookLevel } from '../stats/looks.js';
import type { Fault } from '../trace/strict.js';

const FEWEST_PAIRS = 3;
const MOST_PAIRS = 16;
/** The confidence that the levels of several looks were computed for. */
const TABLED_CONFIDENCE = 0.95;

/** What is wrong with the looks by themselves (R3 and R8), if anything. */
export function looksFault(looks: readonly number[]): Fault | undefined {
  const known = KNOWN_LOOKS.filter((key) => Number.parseInt(key, 10) >= FEWEST_PAIRS);
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

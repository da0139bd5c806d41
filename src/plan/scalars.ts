/** The kinds of values a plan is written with, each read strictly into the gate's own units. */

import { nearest } from '../trace/nearest.js';
import { leaf, type Outcome, show } from '../trace/strict.js';

const LONGEST_MS = 24 * 3_600_000;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const PERCENT = /^(\d+(?:\.\d+)?)%$/;
const SIZE = /^(\d+)(B|KiB|MiB|GiB)$/;
const BYTES = { B: 1, KiB: 1024, MiB: 1_048_576, GiB: 1_073_741_824 } as const;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `800ms`, `1.5s`, `2m` in ms, or undefined. Decimal digits are read as written, without a rounding of their own. */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (match === null) return undefined;
  if (match[2] === 'ms') return Number(match[1]);
  const asSeconds = Number(`${match[1]}e3`);
  return match[2] === 's' ? asSeconds : asSeconds * 60;
}

/** `95%` as 0.95, or undefined. */
export function percentShare(text: string): number | undefined {
  const match = PERCENT.exec(text);
  return match === null ? undefined : Number(`${match[1]}e-2`);
}

/** Non-empty text in which `faultOf`, when given, finds nothing wrong. */
export function text(
  meaning: string,
  expected = 'text',
  faultOf: (value: string) => string | undefined = () => undefined,
) {
  return leaf({ type: 'text', meaning }, expected, (value): Outcome<string> => {
    if (typeof value !== 'string')
      return { message: `${show(value)} is not text`, remedy: `quote it: "${String(value)}"` };
    if (value === '') return { message: 'is empty text', remedy: 'write it, or remove the line' };
    const wrong = faultOf(value);
    return wrong === undefined ? { value } : { message: wrong, remedy: `write ${expected}` };
  });
}

export function flag(meaning: string) {
  return leaf(
    { type: 'true or false', meaning },
    '`true` or `false`',
    (value): Outcome<boolean> =>
      typeof value === 'boolean'
        ? { value }
        : { message: `${show(value)} is neither`, remedy: 'write `true` or `false`' },
  );
}

/** One of a few words; `later` are the ones that a coming version will know. */
export function choice<const T extends string | number>(
  values: readonly T[],
  meaning: string,
  later: readonly string[] = [],
) {
  const expected = values.map((value) => `\`${value}\``).join(' or ');
  const doc = { type: [...values, ...later].map((value) => `\`${value}\``).join(', '), meaning };
  const notYet = later.length === 0 ? {} : { notYet: later.map((value) => `\`${value}\``).join(', ') };
  return leaf({ ...doc, ...notYet }, expected, (value): Outcome<T> => {
    const known = values.find((candidate) => candidate === value);
    if (known !== undefined) return { value: known };
    if (later.includes(String(value))) {
      return {
        message: (field) => `not yet: this version can't do \`${field}: ${value}\``,
        remedy: `write ${expected}`,
      };
    }
    const near = nearest(String(value), values.map(String));
    return {
      message: `${show(value)} is not known here`,
      remedy: near === null ? `write ${expected}` : `did you mean \`${near}\`?`,
    };
  });
}

export function whole(least: number, most: number, meaning: string) {
  const expected = `a whole number from ${least} to ${most}`;
  return leaf(
    { type: 'whole number', meaning },
    expected,
    (value): Outcome<number> =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most
        ? { value: Number(value) }
        : { message: `${show(value)} is not such a number`, remedy: `write ${expected}` },
  );
}

/** A length of time in ms; `zero` allows none, also written as a bare 0. */
export function duration(meaning: string, { zero = false } = {}) {
  const expected = zero
    ? 'a duration such as `800ms`, `30s`, `2m`, or `0`'
    : 'a duration above 0 such as `800ms`, `30s`, `2m`';
  return leaf({ type: 'duration', meaning }, expected, (value): Outcome<number> => {
    if (zero && value === 0) return { value: 0 };
    if (typeof value === 'number') {
      return {
        message: `${value} is a bare number, without a unit`,
        remedy: `write the unit: \`${value}ms\` or \`${value}s\``,
      };
    }
    const ms = typeof value === 'string' ? durationMs(value) : undefined;
    if (ms === undefined)
      return { message: `${show(value)} is not a duration`, remedy: 'write a number and `ms`, `s` or `m`' };
    if (ms === 0 && !zero) return { message: `${show(value)} is no time at all`, remedy: 'write a longer one' };
    if (ms > LONGEST_MS) return { message: `${show(value)} is longer than a day`, remedy: 'write at most `1440m`' };
    return { value: ms };
  });
}

/** A share of 1, strictly between `above` and `below`; `zero` allows 0% as well. */
export function percent(meaning: string, { above = 0, below = 1, zero = false } = {}) {
  const expected = `a percentage ${zero ? 'from 0%, below' : `between ${above * 100}% and`} ${below * 100}%, such as \`95%\``;
  return leaf(
    { type: 'percent', meaning },
    expected,
    (value): Outcome<number> => percentOf(value, { above, below, zero }),
  );
}

function percentOf(
  value: unknown,
  { above, below, zero }: { above: number; below: number; zero: boolean },
): Outcome<number> {
  if (typeof value === 'number') {
    const likely =
      value > 1 ? `\`${value}%\`` : `\`${Number((value * 100).toPrecision(12))}%\`, or \`${value}%\` if that is meant`;
    return { message: `${value} is a bare number, without \`%\``, remedy: `write ${likely}` };
  }
  const share = typeof value === 'string' ? percentShare(value) : undefined;
  if (share === undefined) return { message: `${show(value)} is not a percentage`, remedy: 'write a number and `%`' };
  const inside = (share > above || (zero && share === 0)) && share < below;
  return inside
    ? { value: share }
    : { message: `${show(value)} is out of range`, remedy: 'write a percentage inside the range' };
}

/** A latency margin: a percentage, or `report` to state the change without judging it. */
export function margin(meaning: string) {
  const expected = 'a percentage between 0% and 100%, or `report`';
  return leaf(
    { type: 'percent or `report`', meaning },
    expected,
    (value): Outcome<number | 'report'> =>
      value === 'report' ? { value } : percentOf(value, { above: 0, below: 1, zero: false }),
  );
}

export function size(meaning: string) {
  return leaf({ type: 'size', meaning }, 'a size above 0 such as `512KiB` or `64MiB`', (value): Outcome<number> => {
    if (typeof value === 'number') {
      return {
        message: `${value} is a bare number, without a unit`,
        remedy: `write the unit: \`${value}B\` or \`${value}MiB\``,
      };
    }
    const match = typeof value === 'string' ? SIZE.exec(value) : null;
    const bytes = match === null ? 0 : Number(match[1]) * BYTES[match[2] as keyof typeof BYTES];
    return bytes > 0 && Number.isSafeInteger(bytes)
      ? { value: bytes }
      : { message: `${show(value)} is not such a size`, remedy: 'write a whole number and `B`, `KiB`, `MiB` or `GiB`' };
  });
}

/** A list of names of environment variables, none of them twice. */
export function variables(meaning: string) {
  return leaf(
    { type: 'list of text', meaning },
    'a list of names of environment variables',
    (value): Outcome<string[]> => {
      if (!Array.isArray(value)) return { message: `${show(value)} is not a list`, remedy: 'write it as `[ONE, TWO]`' };
      const faults = value.flatMap((name, i) => {
        if (typeof name !== 'string' || !isVariable(name)) {
          return [
            { at: [i], message: `${show(name)} is not the name of a variable`, remedy: 'use letters, digits and `_`' },
          ];
        }
        return value.indexOf(name) === i
          ? []
          : [{ at: [i], message: `${show(name)} occurs twice`, remedy: 'keep one' }];
      });
      return faults.length === 0 ? { value } : faults;
    },
  );
}

export function isVariable(word: string): boolean {
  return VARIABLE.test(word);
}

/** What is wrong with a path that must stay inside a folder. */
export function outsideFolder(path: string): string | undefined {
  const leaves = path.split(/[\\/]/).includes('..') || path.startsWith('/') || /^[A-Za-z]:/.test(path);
  return leaves ? `${show(path)} leads out of the checkout` : undefined;
}

/**
 * A key that a later version will act on: refused, so that nobody believes in a check that isn't made. `accepted` is
 * the value that asks for what this version does anyway.
 */
export function notYet(meaning: string, accepted?: string | number | boolean) {
  if (accepted === undefined) {
    return leaf(
      { type: 'any', meaning, notYet: 'the key' },
      'no such key',
      (): Outcome<undefined> => ({
        message: (field) => `not yet: this version can't do \`${field}\``,
        remedy: 'remove the key',
      }),
    ).optional();
  }
  const doc = { type: 'any', meaning, notYet: 'other values', only: String(accepted) };
  return leaf(doc, `\`${accepted}\`, or no such key`, (value): Outcome<undefined> => {
    if (value === accepted) return { value: undefined };
    const asked = typeof value === 'object' ? show(value) : String(value);
    return {
      message: (field) => `not yet: this version can't do \`${field}: ${asked}\``,
      remedy: `write \`${accepted}\` or remove the key`,
    };
  }).optional();
}

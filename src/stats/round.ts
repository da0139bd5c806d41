/** Published figures carry 12 significant digits, so that a last bit never makes two reports differ. */

const DIGITS = 12;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `x` to 12 significant digits. Whole numbers (counts, token totals, seeds) stay exact; -0 becomes 0. */
export function significant(x: number): number {
  if (x === 0 || Number.isSafeInteger(x) || !Number.isFinite(x)) return x + 0;
  return Number(x.toPrecision(DIGITS));
}

/** Every number of a JSON value to 12 significant digits; the order of keys is kept. */
export function significantJson(value: Json): Json {
  if (typeof value === 'number') return significant(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(significantJson);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, significantJson(inner)]));
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

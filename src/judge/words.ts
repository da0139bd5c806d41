/** Numbers and lists in sentences: plain text, the same bytes on every machine. */

/** 0.2913 -> `29.1 %`; two significant places below 10 %. */
export function percent(share: number): string {
  return `${trimmed(share * 100)} %`;
}

/** 0.042 -> `+4.2 %`, -0.42 -> `-42 %`. */
export function signedPercent(share: number): string {
  const text = percent(share);
  return share > 0 && text !== '0 %' ? `+${text}` : text;
}

/** 17.93 -> `17.9 ms`; `unknown` where there is none. */
export function ms(value: number | null | undefined): string {
  return value === null || value === undefined ? 'unknown' : `${trimmed(value)} ms`;
}

/** A figure for a person: three significant digits, whole numbers whole; `unknown` where there is none. */
export function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? 'unknown' : trimmed(value);
}

/** 0.0123 -> `0.0123`; a p below what a person tells from 0 says so. */
export function pValue(p: number): string {
  return p < 0.0001 ? 'below 0.0001' : trimmed(p);
}

/** Three significant digits without an exponent and without trailing zeros. */
function trimmed(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const places = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
  const text = value.toFixed(places);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** `1 request`, `2 requests`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined) return 'none';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** First letter in upper case; the name of a percentile (`p95 TTFT`) stays as it is. */
export function capital(text: string): string {
  return /^p\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Numbers as a person compares them: three significant digits, one unit, a plain minus sign. Values arrive as the
 * judgement holds them (ms, shares of 1, rates per second); `null` reads `n/a`, never 0.
 */

export const NOT_AVAILABLE = 'n/a';

/** A whole number with thousands separators. */
export function formatCount(value: number | null): string {
  return value === null ? NOT_AVAILABLE : grouped(value.toFixed(0));
}

/** Three significant digits without an exponent: 0.42, 1.26, 18.4, 219, 12,346. */
export function formatNumber(value: number): string {
  const size = Math.abs(Number(value.toPrecision(3)));
  if (size === 0) return '0';
  if (size < 0.1) return value.toPrecision(2);
  return grouped(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2));
}

/** A duration in ms, or in s from one second on: `18.4 ms`, `1.26 s`. */
export function formatMs(ms: number): string {
  return Math.abs(Number(ms.toPrecision(3))) < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1000)} s`;
}

/**
 * A share of 1 as a percentage with one decimal, with more where rounding would claim all or nothing: 0.9997 is
 * `99.97 %`, not `100 %`.
 */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent} %`;
  for (let decimals = 1; decimals < 6; decimals += 1) {
    const text = percent.toFixed(decimals);
    if (Number(text) !== 0 && Number(text) !== 100) return `${text} %`;
  }
  return percent < 50 ? 'under 0.00001 %' : 'over 99.99999 %';
}

/** A relative change, a share of 1, with its sign: `-41.9 %`, `+4.0 %`, `0.0 %`, `+702 %`. */
export function formatChange(share: number): string {
  return `${percentDigits(share)} %`;
}

/** A difference of two shares, in percentage points: `-41.9 points`. */
export function formatPoints(difference: number): string {
  return `${percentDigits(difference)} points`;
}

/** Bounds of a change, in per cent or points: `[-49.1, -33.4]`; a missing side is said. Empty when both are missing. */
export function formatInterval(lower: number | null, upper: number | null): string {
  if (lower === null && upper === null) return '';
  const side = (bound: number | null) => (bound === null ? NOT_AVAILABLE : percentDigits(bound));
  return `[${side(lower)}, ${side(upper)}]`;
}

/**
 * A measured value in its unit. `ms`, `share` (of 1), `change` (a signed share of 1) and `count` have their own form; any
 * other unit is written behind the number, which stays whole where it is, unless the unit is a rate.
 */
export function formatValue(value: number | null, unit: string): string {
  if (value === null) return NOT_AVAILABLE;
  if (!Number.isFinite(value)) return value > 0 ? 'no finite value' : NOT_AVAILABLE;
  switch (unit) {
    case 'ms':
      return formatMs(value);
    case 'share':
      return formatShare(value);
    case 'change':
      return formatChange(value);
    case 'count':
      return formatCount(value);
    default:
      return `${isRate(unit) || !Number.isInteger(value) ? formatNumber(value) : formatCount(value)} ${unit}`.trim();
  }
}

/** A declared value: as measured ones, without trailing zeros (`85 %`, `1 s`). */
export function formatDeclared(value: number | null, unit: string): string {
  return formatValue(value, unit).replace(/(\.\d*?)0+(?= |$)/, (_, kept: string) => (kept === '.' ? '' : kept));
}

/** Both bounds in the unit of their statistic, or the one there is: `[56.0, 75.2] %`, `at least 90.1 %`. */
export function formatBound(bound: { lower: number | null; upper: number | null } | null, unit: string): string {
  if (bound === null || (bound.lower === null && bound.upper === null)) return NOT_AVAILABLE;
  if (bound.upper === null) return `at least ${formatValue(bound.lower, unit)}`;
  if (bound.lower === null) return `at most ${formatValue(bound.upper, unit)}`;
  const lower = formatValue(bound.lower, unit);
  const upper = formatValue(bound.upper, unit);
  const suffix = upper.slice(upper.indexOf(' '));
  if (!upper.includes(' ') || !lower.endsWith(suffix)) return `[${lower}, ${upper}]`;
  return `[${lower.slice(0, -suffix.length)}, ${upper.slice(0, -suffix.length)}]${suffix}`;
}

function isRate(unit: string): boolean {
  return unit.includes('/');
}

function grouped(digits: string): string {
  const [whole = '', fraction] = (Number(digits) === 0 ? digits.replace('-', '') : digits).split('.');
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? parts : `${parts}.${fraction}`;
}

function percentDigits(share: number): string {
  const percent = share * 100;
  const digits = grouped(percent.toFixed(Math.abs(percent) >= 100 ? 0 : 1));
  return percent > 0 && !/^[0.]*$/.test(digits) ? `+${digits}` : digits;
}

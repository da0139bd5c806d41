/** Bars for two arms, as text for a code fence and as fractions for the page. A chart repeats the table, never adds. */

import type { Change } from '../model/verdict.js';
import { reading } from './compare.js';
import { cap, oneLine } from './escape.js';
import { formatDeclared, formatValue } from './format.js';

/** One figure of both arms, drawn on one scale from 0. */
export interface BarGroup {
  label: string;
  unit: string;
  higherIsBetter: boolean;
  baseline: number | null;
  candidate: number | null;
  /** Per-request limit or target share, in `unit`; null where there is none. */
  limit: number | null;
  /** Whether the candidate's bar is good or bad news: a judged change, or a limit it breaks. */
  tone: 'good' | 'bad' | 'plain';
}

const DRAWN = ['attainment', 'goodput', 'output_tokens_per_s', 'ttft_p95', 'tpot_p95', 'max_gap_p95'];
const FULL = '█';
const HALF = '▌';
const TICK = '│';
const ARM_WIDTH = 'candidate'.length;

/** The figures worth a bar, in the chart's order, with the limit `limitOf` gives for each. */
export function barGroups(rows: readonly Change[], limitOf: (metric: string) => number | null): BarGroup[] {
  return DRAWN.flatMap((metric) => {
    const row = rows.find((candidate) => candidate.metric === metric);
    if (row === undefined) return [];
    const { label, unit, higherIsBetter, baseline, candidate } = row;
    const limit = limitOf(metric);
    return [{ label, unit, higherIsBetter, baseline, candidate, limit, tone: toneOf(row, limit) }];
  });
}

/** The value of a full bar: 1 for a share, else the largest of both arms and the limit; 0 when all are 0 or missing. */
export function fullScale({ unit, baseline, candidate, limit }: BarGroup): number {
  if (unit === 'share') return 1;
  return [baseline, candidate, limit].reduce<number>((max, value) => Math.max(max, finite(value)), 0);
}

/** Length of a bar as a fraction of the full scale, within [0, 1]; a missing or unbounded value has none. */
export function fraction(value: number | null, full: number): number {
  return full <= 0 ? 0 : Math.min(1, Math.max(0, finite(value) / full));
}

/** What the limit is called: `target 85 %` where more is better, `limit 100 ms` where less is. Empty without one. */
export function limitLabel({ limit, unit, higherIsBetter }: BarGroup): string {
  return limit === null ? '' : `${higherIsBetter ? 'target' : 'limit'} ${formatDeclared(limit, unit)}`;
}

/**
 * Three lines a figure: its name with direction and limit, then one bar an arm, `width` characters for the full scale
 * (and one for the limit's tick). Only characters that common monospaced fonts draw at full width.
 */
export function textChart(groups: readonly BarGroup[], width = 24): string[] {
  return groups.flatMap((group, index) => {
    const limit = limitLabel(group);
    const facts = [
      group.higherIsBetter ? 'more is better' : 'less is better',
      ...(limit === '' ? [] : [`${TICK} ${limit}`]),
    ];
    const head = `${oneLine(cap(group.label, 40))} (${facts.join(', ')})`;
    const bars = (['baseline', 'candidate'] as const).map(
      (arm) => `${arm.padEnd(ARM_WIDTH)} ${textBar(group[arm], group, width)} ${value(group[arm], group.unit)}`,
    );
    return [...(index === 0 ? [] : ['']), head, ...bars];
  });
}

function toneOf(row: Change, limit: number | null): BarGroup['tone'] {
  const { candidate, higherIsBetter } = row;
  if (reading(row) === 'worse') return 'bad';
  if (limit !== null && candidate !== null && (higherIsBetter ? candidate < limit : candidate > limit)) return 'bad';
  return reading(row) === 'better' ? 'good' : 'plain';
}

function textBar(measured: number | null, group: BarGroup, width: number): string {
  const full = fullScale(group);
  const halves = Math.round(fraction(measured, full) * width * 2);
  const cells = (FULL.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? HALF : '')).padEnd(width);
  if (group.limit === null) return cells;
  const at = Math.round(fraction(group.limit, full) * width);
  return cells.slice(0, at) + TICK + cells.slice(at);
}

function value(measured: number | null, unit: string): string {
  return oneLine(cap(formatValue(measured, unit), 24));
}

function finite(value: number | null): number {
  return value !== null && Number.isFinite(value) ? value : 0;
}

/** What changed between the arms, figure by figure, each with its paired interval: for the report, deciding nothing. */

import type { Latency, RunFigures } from '../model/measure.js';
import type { Change } from '../model/verdict.js';
import { tQuantile } from '../stats/quantile.js';
import { mean } from '../stats/series.js';
import type { Case } from './case.js';
import type { Pair } from './measured.js';
import type { Relative } from './relative.js';
import { standardError } from './rules/paired.js';

/** A figure of one run that both arms have. */
interface Metric extends Pick<Change, 'metric' | 'label' | 'unit' | 'higherIsBetter'> {
  of: (run: RunFigures) => number | null;
}

const METRICS: readonly Metric[] = [
  rate('output_tokens_per_s', 'Output tokens/s in the window', 'tokens/s', (run) => run.wallClock.outputTokensPerS),
  rate('completed_per_s', 'Completed/s in the window', 'requests/s', (run) => run.wallClock.completedPerS),
  rate('goodput', 'Goodput', 'requests/s', (run) => run.goodputRps),
  rate('attainment', 'Attainment (change in points)', 'share', (run) => run.attainment),
  percentile('ttft_p95', 'p95 TTFT', 'ttftMs', 'p95'),
  percentile('ttft_p50', 'p50 TTFT', 'ttftMs', 'p50'),
  percentile('tpot_p95', 'p95 TPOT', 'tpotMs', 'p95'),
  percentile('max_gap_p95', 'p95 longest gap', 'maxGapMs', 'p95'),
  percentile('e2e_p95', 'p95 E2E', 'e2eMs', 'p95'),
  { ...rate('failures', 'Failed requests (change in points)', 'share', failedShare), higherIsBetter: false },
];

/**
 * The table of changes. `change` and its bounds are relative, but for shares (`unit` "share"), where they are
 * differences in the share of offered requests. Null where a run has no value, or too few pairs for an interval.
 */
export function changesOf(c: Case): Change[] {
  return METRICS.map((one) => ({
    ...(one.unit === 'share' ? difference(c, one) : relativeChange(c, one)),
    ...(c.relative === null ? {} : ofClause(c.relative, one.metric)),
    higherIsBetter: one.higherIsBetter,
  }));
}

function rate(metric: string, label: string, unit: string, of: Metric['of']): Metric {
  return { metric, label, unit, higherIsBetter: true, of };
}

function percentile(metric: string, label: string, latency: Latency, p: 'p50' | 'p95'): Metric {
  return { metric, label, unit: 'ms', higherIsBetter: false, of: ({ latencies }) => latencies[latency][p] };
}

type Row = Omit<Change, 'higherIsBetter'>;

/** Paired log ratios. Percentiles of an arm's runs meet in their geometric mean, rates in the ordinary one. */
function relativeChange({ pairs, level }: Case, { metric, label, unit, of }: Metric): Row {
  const logs = each(pairs, of, (before, after) => (before > 0 && after > 0 ? Math.log(after / before) : null));
  const { centre, lower, upper } = interval(logs, level);
  const ratio = (log: number | null) => (log === null ? null : Math.exp(log) - 1);
  const ends = unit === 'ms' ? armValues(pairs, of, geometricMean) : armValues(pairs, of, mean);
  return { metric, label, unit, ...ends, change: ratio(centre), lower: ratio(lower), upper: ratio(upper) };
}

function difference({ pairs, level }: Case, { metric, label, unit, of }: Metric): Row {
  const { centre, lower, upper } = interval(
    each(pairs, of, (before, after) => after - before),
    level,
  );
  return { metric, label, unit, ...armValues(pairs, of, mean), change: centre, lower, upper };
}

/** A figure with a clause shows that clause's estimate and interval, so that table and clause can't disagree. */
function ofClause({ goodput, latencies }: Relative, metric: string): Partial<Row> {
  if (metric === 'goodput') {
    return { change: goodput.ratio - 1, lower: goodput.ratioLower - 1, upper: goodput.ratioUpper - 1 };
  }
  const evidence = latencies.find(({ id }) => id === metric)?.evidence;
  if (evidence?.kind !== 'finite') return {};
  const { baselineMs, increase, increaseLower, increaseUpper } = evidence;
  const candidate = baselineMs * (1 + increase);
  return { baseline: baselineMs, candidate, change: increase, lower: increaseLower, upper: increaseUpper };
}

function each(
  pairs: readonly Pair[],
  of: Metric['of'],
  compare: (before: number, after: number) => number | null,
): (number | null)[] {
  return pairs.map(({ baseline, candidate }) => {
    const [before, after] = [of(baseline.figures), of(candidate.figures)];
    return before === null || after === null ? null : compare(before, after);
  });
}

function interval(
  values: readonly (number | null)[],
  level: number,
): Record<'centre' | 'lower' | 'upper', number | null> {
  const known = allKnown(values);
  if (known === null) return { centre: null, lower: null, upper: null };
  const centre = mean(known);
  if (known.length < 2) return { centre, lower: null, upper: null };
  const reach = tQuantile(1 - level, known.length - 1) * standardError(known);
  return { centre, lower: centre - reach, upper: centre + reach };
}

function armValues(
  pairs: readonly Pair[],
  of: Metric['of'],
  join: (values: readonly number[]) => number,
): Record<'baseline' | 'candidate', number | null> {
  const value = (arm: 'baseline' | 'candidate') => {
    const known = allKnown(pairs.map((pair) => of(pair[arm].figures)));
    return known === null ? null : join(known);
  };
  return { baseline: value('baseline'), candidate: value('candidate') };
}

function geometricMean(values: readonly number[]): number {
  return values.some((value) => value <= 0) ? 0 : Math.exp(mean(values.map((value) => Math.log(value))));
}

/** Null where one is unknown, or none is there. */
function allKnown(values: readonly (number | null)[]): number[] | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : known;
}

function failedShare({ offered, outcomes }: RunFigures): number | null {
  return offered === 0 ? null : (offered - outcomes.success) / offered;
}

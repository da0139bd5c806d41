/** One arm over its judged runs: counts are summed, rates averaged, percentiles of runs joined by their geometric mean. */

import {
  type ArmFigures,
  LATENCIES,
  type Latency,
  MISSES,
  type Percentiles,
  type RunFigures,
} from '../model/measure.js';
import { OUTCOMES } from '../model/record.js';
import { mean } from '../stats/series.js';
import { type OfferedRequest, tally } from './cohort.js';

/** A run's figures and the requests behind them. */
export interface JudgedRun {
  figures: RunFigures;
  offered: readonly OfferedRequest[];
}

/** Figures of one arm; values of different runs are never pooled into one percentile (section 4.2). */
export function armFigures(runs: readonly JudgedRun[]): ArmFigures {
  const figures = runs.map((run) => run.figures);
  const offered = sum(figures.map((run) => run.offered));
  const qualified = sum(figures.map((run) => run.qualified));
  return {
    runs: figures.map((run) => run.number),
    offered,
    outcomes: summed(
      OUTCOMES,
      figures.map((run) => run.outcomes),
    ),
    qualified,
    misses: summed(
      MISSES,
      figures.map((run) => run.misses),
    ),
    attainment: offered === 0 ? null : qualified / offered,
    goodputRps: meanOrNull(figures.map((run) => run.goodputRps)),
    latencies: Object.fromEntries(
      LATENCIES.map((latency) => [latency, joined(figures.map((run) => run.latencies[latency]))]),
    ) as Record<Latency, Percentiles>,
    wallClock: {
      outputTokensPerS: meanOrNull(figures.map((run) => run.wallClock.outputTokensPerS)),
      inputTokensPerS: meanOrNull(figures.map((run) => run.wallClock.inputTokensPerS)),
      completedPerS: meanOrNull(figures.map((run) => run.wallClock.completedPerS)),
    },
    classes: classes(runs),
  };
}

/** Geometric mean of each percentile over the runs, null where a run lacks it; `max` is the largest of all runs. */
function joined(runs: readonly Percentiles[]): Percentiles {
  const join = (key: 'p50' | 'p90' | 'p95' | 'p99') => geometricMean(runs.map((run) => run[key]));
  const largest = runs.flatMap((run) => run.max ?? []);
  return {
    n: sum(runs.map((run) => run.n)),
    without: sum(runs.map((run) => run.without)),
    p50: join('p50'),
    p90: join('p90'),
    p95: join('p95'),
    p99: join('p99'),
    max: largest.length === 0 ? null : largest.reduce((max, value) => Math.max(max, value)),
  };
}

function classes(runs: readonly JudgedRun[]): ArmFigures['classes'] {
  const counts = new Map<string, { class: string; offered: number; qualified: number }>();
  for (const { offered } of runs) {
    for (const one of offered) {
      if (one.phase !== 'cohort' || one.slo === null) continue;
      const count = counts.get(one.request.class) ?? { class: one.request.class, offered: 0, qualified: 0 };
      count.offered += 1;
      if (one.misses.length === 0) count.qualified += 1;
      counts.set(one.request.class, count);
    }
  }
  return [...counts.values()].sort((a, b) => (a.class < b.class ? -1 : 1));
}

function geometricMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length || known.some((value) => value < 0)) return null;
  return known.includes(0) ? 0 : Math.exp(mean(known.map((value) => Math.log(value))));
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : mean(known);
}

function summed<K extends string>(keys: readonly K[], counts: readonly Record<K, number>[]): Record<K, number> {
  const total = tally(keys, []);
  for (const key of keys) total[key] = sum(counts.map((count) => count[key]));
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Stated clause `definitions`: the formula of every figure, with n and a bound for each percentile shown. */

import { latencyOf } from '../../measure/cohort.js';
import type { Arm } from '../../model/arm.js';
import type { Latency } from '../../model/measure.js';
import type { Clause } from '../../model/verdict.js';
import { at } from '../../stats/at.js';
import { clusteredUpperRank, sorted } from '../../stats/rank.js';
import type { Case } from '../case.js';
import { judgedOf, type MeasuredRun } from '../measured.js';
import { ms } from '../words.js';
import { byArm, replayedRuns, stated } from './stated.js';

type Shown = Exclude<Latency, 'itlMs'>;

const SHOWN: readonly [name: string, key: string, latency: Shown][] = [
  ['TTFT', 'ttft', 'ttftMs'],
  ['TPOT', 'tpot', 'tpotMs'],
  ['longest gap', 'max_gap', 'maxGapMs'],
  ['E2E', 'e2e', 'e2eMs'],
];

export function definitions(c: Case): Clause[] {
  const shown = SHOWN.map(([name, , latency]) => `${name} ${byArm((arm) => bounded(c, arm, latency))}`);
  return stated('definitions', 'Definitions', {
    sentence: `Attainment = qualified / offered. Goodput = qualified / declared window. TTFT = first output - due. TPOT = (last output - first output) / (n - 1), with n - m where the first event is known to hold m of the n output tokens; an answer of one token has none. Longest gap = largest time between two output events, whatever they hold. ITL = single such gaps, only where an event's tokens are known. E2E = outcome known - due. Percentiles are nearest-rank over the successful answers of one run; an arm shows the geometric mean over its runs, never a percentile of pooled requests. p95 with the smallest number of values in a run and the largest one-sided 95 % rank bound of a run, descriptive, with n/3 in place of n because neighbours share a queue: ${shown.join('; ')}.`,
    figures: Object.fromEntries(
      SHOWN.flatMap(([, key, latency]) =>
        (['baseline', 'candidate'] as const).flatMap((arm) => {
          const { n, upperMs } = bound(c, arm, latency);
          return [
            [`${arm}_${key}_n`, n],
            [`${arm}_${key}_p95_ms`, c.arms[arm].latencies[latency].p95],
            [`${arm}_${key}_p95_upper_ms`, upperMs],
          ];
        }),
      ),
    ),
  });
}

function bounded(c: Case, arm: Arm, latency: Shown): string {
  const { n, upperMs } = bound(c, arm, latency);
  const p95 = c.arms[arm].latencies[latency].p95;
  if (p95 === null) return `not supported by n = ${n}`;
  return `${ms(p95)} (n ${n}, bound ${upperMs === null ? 'not supported by n' : ms(upperMs)})`;
}

function bound(c: Case, arm: Arm, latency: Shown): { n: number; upperMs: number | null } {
  const samples = replayedRuns(c, arm).map((run) => sorted(valuesOf(run, latency)));
  const n = samples.reduce((least, sample) => Math.min(least, sample.length), Number.POSITIVE_INFINITY);
  const uppers = samples.map((sample) => {
    const rank = clusteredUpperRank(sample.length, { num: 95, den: 100 }, 0.95);
    return rank === null ? null : at(sample, rank - 1);
  });
  const known = uppers.filter((upper) => upper !== null);
  const upperMs = known.length === 0 || known.length < uppers.length ? null : Math.max(...known);
  return { n: Number.isFinite(n) ? n : 0, upperMs };
}

function valuesOf(run: MeasuredRun, latency: Shown): number[] {
  return judgedOf(run).flatMap(({ record, figures }) =>
    record?.outcome === 'success' && figures !== null ? (latencyOf(figures, latency) ?? []) : [],
  );
}

/** Stated clause `arrivals`: how requests arrived. */

import type { Clause } from '../../model/verdict.js';
import { coefficientOfVariation, gaps, mean } from '../../stats/series.js';
import { cohortOf } from '../../trace/cohort.js';
import type { Case } from '../case.js';
import { counted, figure, ms } from '../words.js';
import { stated } from './stated.js';

/** Within this distance of 1 the variation of the gaps is called that of Poisson arrivals. */
const POISSON_BAND = 0.1;

export function arrivals({ evidence, plan }: Case): Clause[] {
  const { windowMs } = plan.workload;
  const cohort = cohortOf(evidence.trace, windowMs);
  const dues = cohort.map(({ dueMs }) => dueMs).sort((a, b) => a - b);
  const between = gaps(dues);
  const meanGapMs = between.length === 0 ? null : mean(between);
  const cv = between.length < 2 || meanGapMs === 0 ? null : coefficientOfVariation(between);
  const rateRps = (cohort.length * 1000) / windowMs;
  const classes = Object.entries(countBy(cohort.map((request) => request.class)));
  return stated('arrivals', 'Arrivals', {
    unknown: cv === null,
    n: cohort.length,
    sentence: `Open loop: each request leaves at the due time its trace gives it, whatever is still outstanding, without a cap on concurrency. ${counted(cohort.length, 'request')} are due in a window of ${figure(windowMs / 1000)} s, ${figure(rateRps)} requests/s; gaps between them average ${ms(meanGapMs)} with a coefficient of variation of ${figure(cv)}${distribution(cv)}. The times are those of the frozen trace ${evidence.trace.file}, the same in every run; by class: ${classes.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}.`,
    figures: { requests: cohort.length, rate_rps: rateRps, mean_gap_ms: meanGapMs, gap_cv: cv, loop: 'open' },
  });
}

function distribution(cv: number | null): string {
  if (cv === null) return '';
  if (cv === 0) return ' (evenly spaced)';
  if (Math.abs(cv - 1) <= POISSON_BAND) return ' (as Poisson arrivals have)';
  return cv < 1 ? ' (more regular than Poisson arrivals)' : ' (burstier than Poisson arrivals)';
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

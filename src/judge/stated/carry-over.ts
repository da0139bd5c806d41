/** Stated clause `carry_over`: does a candidate run differ when it comes first? */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import type { MeasuredRun } from '../measured.js';
import { figure, ms } from '../words.js';
import { replayedRuns, stated } from './stated.js';

export function carryOver(c: Case): Clause[] {
  const [first, ...later] = replayedRuns(c, 'candidate');
  if (first === undefined || later.length === 0) {
    const sentence = 'Unknown: it compares the first candidate run with later ones, and there are fewer than two.';
    return stated('carry_over', 'Carry-over', { unknown: true, sentence });
  }
  const goodput = range(later, ({ figures }) => figures.goodputRps);
  const ttft = range(later, ({ figures }) => figures.latencies.ttftMs.p95);
  const firstTtft = first.figures.latencies.ttftMs.p95;
  return stated('carry_over', 'Carry-over', {
    unknown: ttft === null || firstTtft === null,
    n: later.length + 1,
    sentence: `First candidate run (run ${first.run.number}) against ${later.length} later: goodput ${figure(first.figures.goodputRps)} against ${span(goodput, figure)} requests/s; p95 TTFT ${ms(firstTtft)} against ${span(ttft, ms)}. A first run outside the range of the later ones would hint that something survives a restart: page cache, compiled kernels, temperature.`,
    figures: {
      first_goodput_rps: first.figures.goodputRps,
      later_goodput_rps_lowest: goodput?.low ?? null,
      later_goodput_rps_highest: goodput?.high ?? null,
      first_ttft_p95_ms: firstTtft,
      later_ttft_p95_ms_lowest: ttft?.low ?? null,
      later_ttft_p95_ms_highest: ttft?.high ?? null,
    },
  });
}

interface Range {
  low: number;
  high: number;
}

function range(runs: readonly MeasuredRun[], of: (run: MeasuredRun) => number | null): Range | null {
  const values = runs.flatMap((run) => of(run) ?? []);
  return values.length === 0 ? null : { low: Math.min(...values), high: Math.max(...values) };
}

function span(found: Range | null, text: (value: number) => string): string {
  if (found === null) return 'unknown';
  return found.low === found.high ? text(found.low) : `${text(found.low)} to ${text(found.high)}`;
}

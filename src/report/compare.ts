/** The figures people compare, one row each: the judged changes first, the arms' own figures where none was judged. */

import type { Arm } from '../model/arm.js';
import type { Session } from '../model/bundle.js';
import type { ArmFigures } from '../model/measure.js';
import type { Change, Judgement } from '../model/verdict.js';
import { formatChange, formatInterval, formatPoints, NOT_AVAILABLE } from './format.js';

interface Figure {
  /** The `metric` of a `Change` that takes this row's place. */
  metric: string;
  label: string;
  unit: string;
  higherIsBetter: boolean;
  of: (arm: ArmFigures) => number | null;
}

const MORE = { higherIsBetter: true };
const LESS = { higherIsBetter: false };

/** Order and names of the comparison table. A change with another metric follows behind, under its own name. */
const FIGURES: readonly Figure[] = [
  { metric: 'goodput', label: 'Goodput', unit: 'req/s', ...MORE, of: (arm) => arm.goodputRps },
  { metric: 'attainment', label: 'Attainment', unit: 'share', ...MORE, of: (arm) => arm.attainment },
  {
    metric: 'output_tokens_per_s',
    label: 'Output tokens/s',
    unit: '',
    ...MORE,
    of: (arm) => arm.wallClock.outputTokensPerS,
  },
  { metric: 'completed_per_s', label: 'Completed/s', unit: '', ...MORE, of: (arm) => arm.wallClock.completedPerS },
  { metric: 'ttft_p50', label: 'p50 TTFT', unit: 'ms', ...LESS, of: (arm) => arm.latencies.ttftMs.p50 },
  { metric: 'ttft_p95', label: 'p95 TTFT', unit: 'ms', ...LESS, of: (arm) => arm.latencies.ttftMs.p95 },
  { metric: 'tpot_p95', label: 'p95 TPOT', unit: 'ms', ...LESS, of: (arm) => arm.latencies.tpotMs.p95 },
  { metric: 'max_gap_p95', label: 'p95 longest gap', unit: 'ms', ...LESS, of: (arm) => arm.latencies.maxGapMs.p95 },
  { metric: 'e2e_p95', label: 'p95 E2E', unit: 'ms', ...LESS, of: (arm) => arm.latencies.e2eMs.p95 },
  { metric: 'failures', label: 'Failed requests', unit: 'share', ...LESS, of: failedShare },
];

/**
 * Rows of the comparison table, in reading order, for all figures that at least one arm has; `change`, `lower` and
 * `upper` are null where nothing was judged.
 */
export function comparison({ changes, arms }: Judgement): Change[] {
  const known = FIGURES.map(({ of, ...row }): Change => {
    const change = changes.find(({ metric }) => metric === row.metric);
    if (change !== undefined) return { ...change, ...row };
    return {
      ...row,
      baseline: of(arms.baseline),
      candidate: of(arms.candidate),
      change: null,
      lower: null,
      upper: null,
    };
  });
  const others = changes.filter(({ metric }) => !FIGURES.some((figure) => figure.metric === metric));
  return [...known, ...others].filter(({ baseline, candidate }) => baseline !== null || candidate !== null);
}

/** Share of the offered requests that did not end in `success`, whatever the reason. */
function failedShare({ offered, outcomes }: ArmFigures): number | null {
  return offered === 0 ? null : (offered - (outcomes.success ?? 0)) / offered;
}

/**
 * The change of one row as text, with its interval where it was judged: percentage points for a share, else per cent.
 * Without a judged change it is that of the arms' figures.
 */
export function changeText(row: Change): string {
  const { baseline, candidate, lower, upper, unit } = row;
  const change = row.change ?? difference(baseline, candidate, unit);
  if (change === null) return NOT_AVAILABLE;
  const size = unit === 'share' ? formatPoints(change) : formatChange(change);
  return `${size} ${formatInterval(lower, upper)}`.trim();
}

function difference(baseline: number | null, candidate: number | null, unit: string): number | null {
  if (baseline === null || candidate === null) return null;
  if (unit === 'share') return candidate - baseline;
  return baseline === 0 ? null : candidate / baseline - 1;
}

/** What the judged interval says to a user: `better` or `worse` when it excludes no change, else `not clear`; '' unjudged. */
export function reading(row: Change): '' | 'better' | 'worse' | 'not clear' {
  const { lower, upper, higherIsBetter } = row;
  if (lower === null && upper === null) return '';
  const rose = lower !== null && lower > 0;
  const fell = upper !== null && upper < 0;
  if (!rose && !fell) return 'not clear';
  return rose === higherIsBetter ? 'better' : 'worse';
}

/** A per-request limit or target that all SLO entries share; null where there is none or they differ. */
export function sharedLimit(session: Session, metric: string): number | null {
  const entries = session.plan.slo.filter((entry) => entry.objectives !== null);
  const values = new Set(
    entries.map(({ objectives, attainment }) => {
      if (metric === 'attainment') return attainment;
      if (metric === 'ttft_p95') return objectives?.ttftMs ?? null;
      if (metric === 'tpot_p95') return objectives?.tpotMs ?? null;
      if (metric === 'max_gap_p95') return objectives?.maxGapMs ?? null;
      return metric === 'e2e_p95' ? (objectives?.e2eMs ?? null) : null;
    }),
  );
  const [first] = values;
  return values.size === 1 ? (first ?? null) : null;
}

/** Offered requests of one run of the cohort, when every judged run of the arm offered the same. */
export function requestsPerRun(judgement: Judgement, arm: Arm): number | null {
  const { runs, offered } = judgement.arms[arm];
  return runs.length > 0 && offered % runs.length === 0 ? offered / runs.length : null;
}

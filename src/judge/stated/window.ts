/** Stated clause `window`: what was counted, and what was offered and left out. */

import type { Phase } from '../../model/trace.js';
import { phaseOf } from '../../model/trace.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { counted, figure } from '../words.js';
import { byArm, stated } from './stated.js';

export function window(c: Case): Clause[] {
  const { windowMs, leadInMs, leadOutMs, drainMs, warmupMs } = c.plan.workload;
  const count = (phase: Phase) =>
    c.evidence.trace.requests.filter(({ dueMs }) => phaseOf(dueMs, windowMs) === phase).length;
  const unjudged =
    count('cohort') - (c.runs.find((run) => run.figures.offered > 0)?.figures.offered ?? count('cohort'));
  const seconds = (value: number) => `${figure(value / 1000)} s`;
  const start = leadInMs === 0 ? 'It starts on an idle server. ' : '';
  return stated('window', 'Window', {
    n: count('cohort'),
    sentence: `The arrival cohort is what is due in [0, ${seconds(windowMs)}): ${counted(count('cohort'), 'request')} in each run, followed to their outcome however late. Offered and recorded, but left out of the cohort: ${counted(count('lead_in'), 'request')} of a lead-in of ${seconds(leadInMs)} and ${count('lead_out')} of a lead-out of ${seconds(leadOutMs)}; the drain waits up to ${seconds(drainMs)}, and ${seconds(warmupMs)} of other prompts warm up the server before. ${start}${counted(unjudged, 'request')} of the cohort belong to no SLO. Goodput divides by the ${seconds(windowMs)} of the window in both arms; outstanding at its start and end, mean over the runs: ${byArm((arm) => outstanding(c, arm))}.`,
    figures: {
      window_ms: windowMs,
      lead_in_ms: leadInMs,
      lead_out_ms: leadOutMs,
      drain_ms: drainMs,
      warmup_ms: warmupMs,
      lead_in_requests: count('lead_in'),
      cohort_requests: count('cohort'),
      lead_out_requests: count('lead_out'),
      cohort_without_slo: unjudged,
    },
  });
}

function outstanding(c: Case, arm: 'baseline' | 'candidate'): string {
  const runs = c.runs
    .filter(({ run }) => run.arm === arm && run.end === 'complete')
    .map(({ figures }) => figures.wallClock);
  if (runs.length === 0) return 'unknown';
  const mean = (of: (clock: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return `${figure(mean((run) => run.outstandingAtStart))} and ${figure(mean((run) => run.outstandingAtEnd))}`;
}

/** `candidate_broken`: FAIL at once, whatever the other checks say (design, section 7). */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { judgedOf, type MeasuredRun, unsentByClient } from '../measured.js';
import { counted, listed } from '../words.js';

export interface Broken {
  /** What happened, in one sentence. */
  what: string;
  /** The run whose server log tells more; null where no server died. */
  run: MeasuredRun | null;
}

/** Crashes of the candidate that end a session; one alone costs its own requests. */
const FATAL_CRASHES = 2;
/** Pairs in which the candidate qualifies nothing. */
const EMPTY_PAIRS = 2;

export function candidateBroken(c: Case): Broken | null {
  const runs = c.runs.filter(({ run }) => run.arm === 'candidate');
  const failedStart = runs.find(({ run }) => run.end === 'never_ready' || run.end === 'exited_early');
  if (failedStart !== undefined) return { what: describeEnd(failedStart), run: failedStart };
  const crashed = crashesOf(runs);
  const last = crashed.at(-1);
  if (last !== undefined && crashed.length >= FATAL_CRASHES) {
    return {
      what: `The candidate crashed in runs ${listed(crashed.map(({ run }) => String(run.number)))}.`,
      run: last,
    };
  }
  return qualifiesNothing(c);
}

export function candidateBrokenClause(c: Case): Clause[] {
  const broken = candidateBroken(c);
  const runs = c.runs.filter(({ run }) => run.arm === 'candidate');
  const crashed = crashesOf(runs);
  return [
    clause({
      id: 'candidate_broken',
      role: 'validity',
      title: 'The candidate runs at all',
      outcome: broken === null ? 'PASS' : 'FAIL',
      n: runs.length,
      sentence: broken?.what ?? standing(runs, crashed),
      figures: { runs: runs.length, crashed: crashed.length, fatal_crashes: FATAL_CRASHES },
    }),
  ];
}

/** How a run's server ended, with the reason the run gives. */
export function describeEnd({ run }: MeasuredRun): string {
  const ends = { never_ready: 'never became ready', exited_early: 'exited before it was ready', crashed: 'crashed' };
  const end = run.end in ends ? ends[run.end as keyof typeof ends] : `ended as "${run.end}"`;
  return `The ${run.arm} ${end} in run ${run.number}${run.endReason === null ? '' : `: ${run.endReason}`}.`;
}

function crashesOf(runs: readonly MeasuredRun[]): MeasuredRun[] {
  return runs.filter(({ run }) => run.end === 'crashed');
}

function standing(runs: readonly MeasuredRun[], crashed: readonly MeasuredRun[]): string {
  const [crash] = crashed;
  if (crash === undefined) return `The candidate's server started and stayed up in ${counted(runs.length, 'run')}.`;
  return `${describeEnd(crash)} The requests it left unanswered count as failures; a second crash would end the session.`;
}

function qualifiesNothing(c: Case): Broken | null {
  const empty = c.pairs.filter(
    ({ baseline, candidate }) =>
      isWhole(baseline) && isWhole(candidate) && candidate.figures.offered > 0 && candidate.figures.qualified === 0,
  );
  if (
    empty.length < EMPTY_PAIRS ||
    !meetsTargets(
      empty.map(({ baseline }) => baseline),
      c,
    )
  )
    return null;
  const offered = empty.reduce((sum, { candidate }) => sum + candidate.figures.offered, 0);
  return {
    what: `The candidate qualified none of ${offered} requests in ${empty.length} pairs in which the baseline met its target.`,
    run: null,
  };
}

/** Nothing may be held against a server where the evidence has holes, or where the generator sent nothing. */
function isWhole(run: MeasuredRun): boolean {
  return run.problems.length === 0 && !judgedOf(run).some((one) => unsentByClient(one, run.run));
}

/** Whether the share of qualified requests reaches the target of each SLO over the runs. */
function meetsTargets(runs: readonly MeasuredRun[], { plan }: Case): boolean {
  return plan.slo.every(({ id, objectives, attainment }) => {
    if (objectives === null || attainment === null) return true;
    const offered = runs.flatMap((run) => judgedOf(run).filter((one) => one.slo === id));
    return offered.filter(({ misses }) => misses.length === 0).length >= attainment * offered.length;
  });
}

/** The evidence of one session with its figures: what every clause reads. Records are read here and nowhere later. */

import type { JudgedRun } from '../measure/arms.js';
import { type OfferedRequest, runFigures } from '../measure/cohort.js';
import { credited } from '../measure/credit.js';
import { type Clock, requestFigures } from '../measure/request.js';
import type { Arm } from '../model/arm.js';
import type { Evidence, RunEvidence } from '../model/bundle.js';
import type { Plan, Slo } from '../model/plan.js';
import type { Run } from '../model/run.js';
import { phaseOf } from '../model/trace.js';
import { matchesClass } from '../plan/match.js';
import { qualify } from './qualify.js';
import { recordProblems } from './records.js';

export interface MeasuredRun extends JudgedRun {
  run: Run;
  /** What this run's evidence lacks, in words. */
  problems: readonly string[];
}

/** A baseline run and the candidate run beside it. */
export type Pair = Record<Arm, MeasuredRun>;

/** Every run with its figures, in the order of the session. */
export function measureRuns(evidence: Evidence): MeasuredRun[] {
  const ordered = [...evidence.runs].sort((a, b) => a.run.number - b.run.number);
  return ordered.map((one) => measureRun(one, evidence));
}

/** A run that replayed the trace. One that broke in the middle did: what it left unanswered counts against it. */
export function replayed({ run }: { run: Run }): boolean {
  return run.end === 'complete' || run.end === 'crashed';
}

/** The requests of the arrival cohort that an SLO judges, in trace order. */
export function judgedOf(run: MeasuredRun): OfferedRequest[] {
  return run.offered.filter((one) => one.phase === 'cohort' && one.slo !== null);
}

/** The SLO of a class: the entry that names it, or names none. Null where none does, which preflight refuses. */
export function sloOf(plan: Plan, requestClass: string): Slo | null {
  return plan.slo.find((slo) => matchesClass(slo, requestClass)) ?? null;
}

/** 1 where a judged request qualified, in trace order, its latencies starting on `clock`. */
export function qualifiedBits(run: MeasuredRun, plan: Plan, clock: Clock): number[] {
  return judgedOf(run).map((one) => {
    const misses = clock === 'due' ? one.misses : missesOf(one, plan, clock);
    return misses.length === 0 ? 1 : 0;
  });
}

/** Left unsent by the generator itself, and so no failure of a server. A server that crashed took the rest with it. */
export function unsentByClient({ record }: OfferedRequest, run: Run): boolean {
  if (record === null || record.sentMs !== null || run.end === 'crashed') return false;
  return record.calledMs === null || CLIENT_SHORTAGES.has(record.error?.code ?? '');
}

/** Socket errors that say that this machine ran out of something, not that the server refused. */
const CLIENT_SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** The server failed it: rejected, broken, cut, too late, or never taken. */
export function failed(one: OfferedRequest, run: Run): boolean {
  return one.record !== null && one.record.outcome !== 'success' && !unsentByClient(one, run);
}

function measureRun({ run, records, problems }: RunEvidence, { session, trace }: Evidence): MeasuredRun {
  const { plan } = session;
  const { windowMs } = plan.workload;
  const byIndex = new Map(records.map((record) => [record.index, record]));
  // A server that never became ready was offered nothing.
  const requests = records.length > 0 || replayed({ run }) ? trace.requests : [];
  const offered = requests.map((request): OfferedRequest => {
    const claimed = byIndex.get(request.index);
    const record = claimed === undefined ? null : credited(claimed, request);
    const slo = sloOf(plan, request.class);
    const one = {
      request,
      phase: phaseOf(request.dueMs, windowMs),
      slo: slo === null || slo.objectives === null ? null : slo.id,
      record,
      figures: record === null ? null : requestFigures(record),
    };
    return { ...one, misses: missesOf(one, plan, 'due') };
  });
  const figures = runFigures(run, offered, { windowMs, scheduleLagMs: plan.validity.scheduleLagMs });
  return { run, offered, figures, problems: [...problems, ...recordProblems(records, requests)] };
}

function missesOf(one: Omit<OfferedRequest, 'misses'>, plan: Plan, clock: Clock): OfferedRequest['misses'] {
  const objectives = sloOf(plan, one.request.class)?.objectives ?? null;
  if (objectives === null) return [];
  if (one.record === null || one.figures === null) return ['no_evidence'];
  return qualify(one.record, one.figures, { request: one.request, objectives, clock });
}

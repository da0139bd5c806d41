/** When is a session judged, and what is its judgement: a pure function of the evidence (sections 5 and 6). */

import type { Evidence } from '../model/bundle.js';
import type { Plan } from '../model/plan.js';
import type { Clause, Judgement } from '../model/verdict.js';
import { type Case, caseAt, type Point, pairOf } from './case.js';
import { clausesOf } from './clauses.js';
import { judgementOf } from './judgement.js';
import { type MeasuredRun, measureRuns } from './measured.js';
import { type Ruling, ruling } from './ruling.js';
import { brokenBaseline } from './validity/baseline.js';
import { candidateBroken } from './validity/candidate-broken.js';
import { indistinguishable } from './validity/identity.js';
import { counted, listed } from './words.js';

/** What the gate does after a pair. */
export type SessionState = { state: 'continue' } | { state: 'decided'; judgement: Judgement };

/** A case with its clauses and the verdict that they make. */
interface Decided {
  c: Case;
  clauses: Clause[];
  ruling: Ruling;
}

/** Pairs after which a gross regression may end the session, before any look. */
const GROSS_PAIRS = 2;

/**
 * Whether the runs so far stand as a verdict. Later runs never change a verdict that stands: the same evidence with
 * more runs behind it gives the same one.
 */
export function judgeSession(evidence: Evidence): SessionState {
  const decided = firstStanding(evidence, measureRuns(evidence));
  return decided === null ? { state: 'continue' } : { state: 'decided', judgement: judgementOf(decided) };
}

/** The judgement of whatever there is. A session that stopped before a verdict stood is INVALID and says what is missing. */
export function judge(evidence: Evidence): Judgement {
  const measured = measureRuns(evidence);
  const decided = firstStanding(evidence, measured);
  if (decided !== null && evidence.session.end === 'complete') return judgementOf(decided);
  const c = decided?.c ?? caseAt(evidence, measured, { kind: 'none', pairs: lastPair(measured) });
  const incomplete: Ruling = { verdict: 'INVALID', reason: 'session_incomplete', because: ['session_incomplete'] };
  return judgementOf({
    c,
    clauses: decided?.clauses ?? clausesOf(c),
    ruling: incomplete,
    missing: whatIsMissing(evidence, measured),
  });
}

/**
 * Broken servers and arms that can't be told apart are noticed after every pair, a gross regression after two, all else
 * at the declared looks.
 */
function firstStanding(evidence: Evidence, measured: readonly MeasuredRun[]): Decided | null {
  const { plan } = evidence.session;
  for (let pairs = 1; pairs <= lastPair(measured); pairs += 1) {
    const broken = caseAt(evidence, measured, { kind: 'broken', pairs });
    if (candidateBroken(broken) !== null || brokenBaseline(broken) !== null) return decide(broken);
    if (broken.pairs.length < pairs) return null;
    if (indistinguishable(broken)) return decide(broken);
    const point = pointAfter(pairs, plan);
    if (point === null) continue;
    const decided = decide(caseAt(evidence, measured, point));
    if (stands(decided)) return decided;
  }
  return null;
}

function pointAfter(pairs: number, { comparison }: Plan): Point | null {
  if (comparison.looks.includes(pairs)) return { kind: 'look', pairs };
  return comparison.grossFail && pairs === GROSS_PAIRS ? { kind: 'gross', pairs } : null;
}

function decide(c: Case): Decided {
  const clauses = clausesOf(c);
  return { c, clauses, ruling: ruling(c, clauses) };
}

function stands({ c, clauses, ruling: { verdict, because } }: Decided): boolean {
  if (verdict === 'INVALID') return true;
  if (c.point.kind === 'gross') return [...(c.relative?.gross.values() ?? [])].some(({ fires }) => fires);
  if (c.point.pairs >= Math.max(...c.plan.comparison.looks)) return true;
  // More repeats don't help an absolute clause: the session never goes on for its sake alone (section 6).
  if (verdict === 'INCONCLUSIVE') return because.every(isAbsolute);
  return verdict === 'PASS' || !mayTurnOutPreExisting(clauses, because);
}

/** A target that the baseline misses too stops deciding once the relative clauses hold; while one is open, go on. */
function mayTurnOutPreExisting(clauses: readonly Clause[], because: readonly string[]): boolean {
  const open = clauses.some(
    ({ role, outcome, id }) => role === 'gating' && outcome === 'INCONCLUSIVE' && !isAbsolute(id),
  );
  const shared = clauses.filter(({ figures }) => figures['baseline_misses_target'] === true).map(({ id }) => id);
  return open && because.every((id) => shared.includes(id));
}

function isAbsolute(id: string): boolean {
  return id.startsWith('attainment:');
}

function lastPair(measured: readonly MeasuredRun[]): number {
  return measured.reduce((last, { run }) => Math.max(last, pairOf(run.number)), 0);
}

/** Why no verdict stands, in words. */
function whatIsMissing({ session }: Evidence, measured: readonly MeasuredRun[]): string {
  const { planned } = session.order;
  const ends = {
    running: 'The gate stopped without saying so',
    interrupted: 'The session was interrupted',
    internal_error: 'The gate stopped by an internal error',
    complete: 'The session ended before it could be judged',
  };
  const present = new Set(measured.map(({ run }) => run.number));
  const absent = [...planned].flatMap((_, i) => (present.has(i + 1) ? [] : [String(i + 1)]));
  const runs = absent.length === 0 ? '' : `; missing: ${absent.length === 1 ? 'run' : 'runs'} ${listed(absent)}`;
  return `${ends[session.end]}: ${counted(measured.length, 'run')} of up to ${planned.length} in the bundle${runs}.`;
}

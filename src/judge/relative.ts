/** The relative clauses of one set of pairs: their evidence, what Holm allows, and what is gross after two pairs. */

import type { Clock } from '../measure/request.js';
import { NOT_APPLICABLE } from '../measure/request.js';
import { ARMS, type Arm } from '../model/arm.js';
import type { Plan } from '../model/plan.js';
import { at } from '../stats/at.js';
import type { Ratio } from '../stats/rank.js';
import { median } from '../stats/series.js';
import { failed, judgedOf, type MeasuredRun, type Pair, qualifiedBits } from './measured.js';
import { type FailureExcess, failureExcess } from './rules/failure-excess.js';
import { type GoodputEvidence, goodputEvidence } from './rules/goodput.js';
import { type BaselineLogs, type GrossClause, type GrossFinding, grossFailure } from './rules/gross.js';
import { holm } from './rules/holm.js';
import { type FiniteQuantiles, type InfiniteQuantile, latencyEvidence, runQuantile } from './rules/latency-quantile.js';

const P95: Ratio = { num: 95, den: 100 };
/** An interval of a clause that decides nothing is computed as if this increase were allowed; its bounds don't depend on it. */
const REPORTED_MARGIN = 0.1;

/** Answers that do not show a latency which the candidate may have more of than the baseline, as a share of the offered. */
const MAX_MORE_UNKNOWN = 0.01;

export type LatencyId = 'ttft_p95' | 'tpot_p95';

/** Why a latency has no paired comparison: some run of `arm` has no value, or no answer has the latency at all. */
type NoQuantiles = { kind: 'missing'; arm: Arm } | { kind: 'not_applicable' };

/** Smallest increase worth a FAIL, ms, and what set it. */
interface MinEffect {
  ms: number;
  declaredMs: number;
  /** Median over the baseline's runs of their median stamp uncertainty; null where no run measured it. */
  stampUncertaintyMs: number | null;
}

export interface LatencyFinding {
  id: LatencyId;
  gating: boolean;
  minEffect: MinEffect;
  /** Values behind the quantile of the first baseline run. */
  n: number;
  evidence: FiniteQuantiles | InfiniteQuantile | NoQuantiles;
  /** Share of the offered requests whose answer came without evidence of the latency. */
  unknownShare: Record<Arm, number>;
}

interface FailureFinding {
  baseline: number[];
  candidate: number[];
  /** Requests of a run. */
  n: number;
  evidence: FailureExcess;
}

export interface Relative {
  goodput: GoodputEvidence;
  latencies: LatencyFinding[];
  failures: FailureFinding;
  /** Gating clauses whose regression Holm's procedure takes as shown. */
  rejects: ReadonlySet<string>;
  /** After exactly two pairs, when the plan allows it: what the gross rule found, by clause. */
  gross: ReadonlyMap<string, GrossFinding>;
}

/** Null below two pairs, where nothing can be compared. */
export function relativeFindings(pairs: readonly Pair[], plan: Plan, level: number): Relative | null {
  const first = pairs[0];
  if (first === undefined || pairs.length < 2 || judgedOf(first.baseline).length === 0) return null;
  const goodput = goodputOf(pairs, plan, { level, clock: 'due' });
  const latencies = (['ttft_p95', 'tpot_p95'] as const).map((id) => latencyFinding(id, pairs, plan, level));
  const failures = failureFinding(pairs);
  const gatingLatencies = latencies.flatMap(({ id, gating, evidence }) =>
    gating && evidence.kind === 'finite' ? [{ id, evidence }] : [],
  );
  const family = [
    { id: 'goodput', p: goodput.pRegression },
    ...gatingLatencies.map(({ id, evidence }) => ({ id, p: evidence.pRegression })),
    { id: 'failures', p: failures.evidence.pMoreFailures },
  ];
  const rejected = holm(
    family.map(({ p }) => p),
    level,
  );
  return {
    goodput,
    latencies,
    failures,
    rejects: new Set(family.filter((_, i) => rejected[i]).map(({ id }) => id)),
    gross: plan.comparison.grossFail && pairs.length === 2 ? grossFindings(pairs, goodput, gatingLatencies) : new Map(),
  };
}

/** Section 4.1 over the pairs, requests qualified on `clock`. */
export function goodputOf(
  pairs: readonly Pair[],
  plan: Plan,
  { level, clock }: { level: number; clock: Clock },
): GoodputEvidence {
  const bits = (arm: Arm) => pairs.map((pair) => qualifiedBits(pair[arm], plan, clock));
  return goodputEvidence(bits('baseline'), bits('candidate'), { margin: plan.comparison.margins.goodput, level });
}

/** Section 4.2 over the pairs; TPOT has no clock to choose. */
export function latencyOfPairs(
  id: LatencyId,
  pairs: readonly Pair[],
  { maxIncrease, minEffectMs, level, clock }: { maxIncrease: number; minEffectMs: number; level: number; clock: Clock },
): LatencyFinding['evidence'] {
  if (pairs.every((pair) => ARMS.every((arm) => isInapplicable(pair[arm], id)))) return { kind: 'not_applicable' };
  const quantiles = (arm: Arm) => pairs.map((pair) => quantileOf(pair[arm], id, clock));
  const baseline = known(quantiles('baseline'));
  if (baseline === null) return { kind: 'missing', arm: 'baseline' };
  const candidate = known(quantiles('candidate'));
  if (candidate === null) return { kind: 'missing', arm: 'candidate' };
  return latencyEvidence(baseline, candidate, { maxIncrease, minEffectMs, level });
}

function latencyFinding(id: LatencyId, pairs: readonly Pair[], plan: Plan, level: number): LatencyFinding {
  const { margins } = plan.comparison;
  const declared = id === 'ttft_p95' ? margins.ttftP95 : margins.tpotP95;
  const minEffect = minEffectOf(id, pairs, plan);
  const maxIncrease = declared === 'report' ? REPORTED_MARGIN : declared;
  return {
    id,
    gating: declared !== 'report',
    minEffect,
    n: valuesOf(at(pairs, 0).baseline, id, 'due').length,
    evidence: latencyOfPairs(id, pairs, { maxIncrease, minEffectMs: minEffect.ms, level, clock: 'due' }),
    unknownShare: { baseline: unknownShare(pairs, id, 'baseline'), candidate: unknownShare(pairs, id, 'candidate') },
  };
}

/** Whether the candidate's quantile may leave out slow answers that the baseline's holds: then it shows no safety. */
export function hidesAnswers({ unknownShare: { baseline, candidate } }: LatencyFinding): boolean {
  return candidate > baseline + MAX_MORE_UNKNOWN;
}

function unknownShare(pairs: readonly Pair[], id: LatencyId, arm: Arm): number {
  const judged = pairs.flatMap((pair) => judgedOf(pair[arm]));
  const unknown = judged.filter(({ record, figures }) => {
    if (record?.outcome !== 'success' || figures === null) return false;
    const { value, reason } = id === 'ttft_p95' ? figures.due.ttftMs : figures.tpotMs;
    return value === null && reason !== NOT_APPLICABLE;
  });
  return unknown.length / judged.length;
}

/**
 * A difference smaller than three times what a stamp can be off is nobody's regression. For TPOT the two ends of an
 * answer are off by at most twice the uncertainty, spread over its n - 1 gaps.
 */
function minEffectOf(id: LatencyId, pairs: readonly Pair[], plan: Plan): MinEffect {
  const { ttftMs, tpotMs } = plan.comparison.minEffect;
  const widths = pairs.flatMap(({ baseline }) => baseline.run.health?.stampUncertaintyMs?.p50 ?? []);
  const stampUncertaintyMs = widths.length === 0 ? null : median(widths);
  const declaredMs = id === 'ttft_p95' ? ttftMs : tpotMs;
  const floor = 3 * (stampUncertaintyMs ?? 0) * (id === 'ttft_p95' ? 1 : tpotShare(pairs));
  return { ms: Math.max(declaredMs, floor), declaredMs, stampUncertaintyMs };
}

/** 2 / (median n - 1) over the baseline's answers; 0 where no answer has a pace. */
function tpotShare(pairs: readonly Pair[]): number {
  const counts = pairs.flatMap(({ baseline }) =>
    judgedOf(baseline).flatMap(({ record }) => record?.tokens.count ?? []),
  );
  const typical = counts.length === 0 ? 0 : median(counts);
  return typical > 1 ? 2 / (typical - 1) : 0;
}

function valuesOf(run: MeasuredRun, id: LatencyId, clock: Clock): number[] {
  return judgedOf(run).flatMap(({ record, figures }) => {
    if (record?.outcome !== 'success' || figures === null) return [];
    return (id === 'ttft_p95' ? figures[clock].ttftMs.value : figures.tpotMs.value) ?? [];
  });
}

/** Null where a run has no positive quantile: then there is no ratio to take. */
function quantileOf(run: MeasuredRun, id: LatencyId, clock: Clock): number | null {
  const judged = judgedOf(run);
  const failures = judged.filter(({ record }) => record !== null && record.outcome !== 'success').length;
  const quantile = runQuantile(valuesOf(run, id, clock), { offered: judged.length, failed: failures }, P95);
  return quantile !== null && quantile > 0 ? quantile : null;
}

/** Every successful answer has exactly one token, so there is no pace to compare. */
function isInapplicable(run: MeasuredRun, id: LatencyId): boolean {
  if (id !== 'tpot_p95') return false;
  const answered = judgedOf(run).filter(({ record }) => record?.outcome === 'success');
  return answered.length > 0 && answered.every(({ figures }) => figures?.tpotMs.reason === NOT_APPLICABLE);
}

function failureFinding(pairs: readonly Pair[]): FailureFinding {
  const counts = (arm: Arm) =>
    pairs.map((pair) => cohortOf(pair[arm]).filter((one) => failed(one, pair[arm].run)).length);
  const [baseline, candidate] = [counts('baseline'), counts('candidate')];
  const n = cohortOf(at(pairs, 0).baseline).length;
  return { baseline, candidate, n, evidence: failureExcess(baseline, candidate, n) };
}

function cohortOf(run: MeasuredRun): MeasuredRun['offered'] {
  return run.offered.filter((one) => one.phase === 'cohort');
}

function grossFindings(
  pairs: readonly Pair[],
  goodput: GoodputEvidence,
  latencies: readonly { id: LatencyId; evidence: FiniteQuantiles }[],
): ReadonlyMap<string, GrossFinding> {
  const goodputLogs = twoOf(goodput.qualifiedBaseline.map((count) => Math.log(count + 0.5)));
  const goodputClause: GrossClause = {
    logMargin: goodput.logMargin,
    logRatios: twoOf(goodput.logRatios),
    baselineLogs: goodputLogs,
    seFloor: goodput.seFloor,
  };
  const latencyClauses = latencies.map(
    ({ id, evidence }): GrossClause => ({
      logMargin: evidence.logMargin,
      logRatios: twoOf(evidence.logRatios),
      baselineLogs: twoOf(pairs.map((pair) => Math.log(quantileOf(pair.baseline, id, 'due') ?? Number.NaN))),
      seFloor: null,
    }),
  );
  const { each } = grossFailure([goodputClause, ...latencyClauses], {
    logMargin: goodput.logMargin,
    baselineLogs: goodputLogs,
  });
  const ids = ['goodput', ...latencies.map(({ id }) => id)];
  return new Map(ids.map((id, i) => [id, at(each, i)]));
}

function twoOf(values: readonly number[]): BaselineLogs {
  return [at(values, 0), at(values, 1)];
}

function known(values: readonly (number | null)[]): number[] | null {
  const present = values.filter((value) => value !== null);
  return present.length === values.length ? present : null;
}

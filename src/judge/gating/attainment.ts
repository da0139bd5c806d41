/** Gating clauses `attainment:<slo>`: the share of the candidate's offered requests that qualify (section 3.3). */

import type { Arm } from '../../model/arm.js';
import type { Objectives, Slo } from '../../model/plan.js';
import type { Clause } from '../../model/verdict.js';
import type { LatencySeries } from '../../stats/cluster.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { judgedOf, type MeasuredRun } from '../measured.js';
import { askedOf } from '../qualify.js';
import { type Attainment, judgeAttainment, KNEE_LAG1 } from '../rules/attainment.js';
import { latencyScore } from '../rules/latency-score.js';
import { figure, ms, percent } from '../words.js';
import { failuresOutcome } from './failures.js';
import { goodputOutcome } from './goodput.js';
import { latencyOutcome } from './latency.js';
import { undecided } from './undecided.js';

const BLOCKS = 10;

const SET_BY = {
  minimum: 'the minimum of 2',
  near_miss: 'near misses',
  ttft_ranks: 'TTFT ranks',
  outcomes: 'the outcomes',
} as const;

/** An SLO with something to attain. */
interface Target {
  id: string;
  share: number;
  objectives: Objectives;
}

export function attainmentClauses(c: Case): Clause[] {
  return c.plan.slo.flatMap(({ id, objectives, attainment }: Slo) =>
    objectives === null || attainment === null ? [] : [attainmentClause(c, { id, share: attainment, objectives })],
  );
}

function attainmentClause(c: Case, target: Target): Clause {
  const head = {
    id: `attainment:${target.id}`,
    role: 'gating',
    title: `Attainment of "${target.id}"`,
    declared: declared(target),
    limit: { value: target.share, unit: 'share' },
  } as const;
  const candidate = judgeArm(c, 'candidate', target);
  const baseline = judgeArm(c, 'baseline', target);
  if (candidate === null || baseline === null) {
    const sentence = `Unknown: the bound cuts the trace in ${BLOCKS} blocks and needs at least ${BLOCKS} requests of this SLO in a run that has its pair.`;
    return clause({ ...head, outcome: 'UNKNOWN', sentence });
  }
  const outcome = outcomeOf(c, candidate, baseline, target);
  return clause({
    ...head,
    outcome: outcome === 'pre-existing' ? 'REPORTED' : outcome,
    statistic: { value: candidate.share, unit: 'share' },
    n: candidate.n,
    bound: {
      lower: candidate.lower,
      upper: candidate.upper,
      method: `cluster-adjusted Wilson, one-sided level ${figure(c.absoluteLevel)}, ${BLOCKS} time blocks`,
    },
    sentence: `${facts(c, candidate, baseline, target)} ${reading(c, outcome, { candidate, baseline, target })}`,
    figures: { label: outcome === 'pre-existing' ? outcome : null, ...figures(c, candidate, baseline, target) },
  });
}

type Outcome = Attainment['decision'] | 'REPORTED' | 'pre-existing';

/** What the baseline fails too, while the candidate keeps every relative clause, is not this change's doing. */
function outcomeOf(c: Case, candidate: Attainment, baseline: Attainment, { share }: Target): Outcome {
  if (c.point.kind === 'broken' || c.point.kind === 'none') return 'REPORTED';
  if (candidate.decision !== 'PASS' && baseline.upper < share && relativePasses(c)) return 'pre-existing';
  return candidate.decision;
}

function relativePasses(c: Case): boolean {
  const { relative } = c;
  if (relative === null || goodputOutcome(c, relative) !== 'PASS' || failuresOutcome(c, relative) === 'FAIL')
    return false;
  return relative.latencies.every((finding) => {
    const outcome = latencyOutcome(c, relative, finding);
    return outcome === 'PASS' || outcome === 'REPORTED';
  });
}

/** Null without a run, or with fewer requests than blocks. */
function judgeArm(c: Case, arm: Arm, { id, share, objectives }: Target): Attainment | null {
  const runs = c.pairs.map((pair) => judgedOf(pair[arm]).filter((one) => one.slo === id));
  const n = runs[0]?.length ?? 0;
  if (n < BLOCKS) return null;
  const bits = runs.map((run) => run.map((one) => (one.misses.length === 0 ? 1 : 0)));
  const latencies: LatencySeries = {
    scores: runs.map((run) => run.map((one) => scoreOf(one, objectives))),
    ttftMs: runs.map((run) =>
      run.map(({ record, figures }) => (record?.outcome === 'success' ? (figures?.due.ttftMs.value ?? null) : null)),
    ),
  };
  return judgeAttainment(bits, latencies, { target: share, level: c.absoluteLevel, blocks: BLOCKS });
}

/** Null for a request without a latency: failed, unsent, or without evidence for a declared limit. */
function scoreOf({ record, figures, misses }: MeasuredRun['offered'][number], objectives: Objectives): number | null {
  if (record?.outcome !== 'success' || figures === null || misses.includes('no_evidence')) return null;
  const asked = askedOf(objectives, figures, 'due');
  const limits = Object.fromEntries(asked.map(({ miss, limitMs }) => [miss, limitMs]));
  const values = Object.fromEntries(asked.map(({ miss, figure: { value } }) => [miss, value]));
  return latencyScore(limits, values);
}

function declared({ id, share, objectives }: Target): string {
  const limits: [string, number | null][] = [
    ['ttft', objectives.ttftMs],
    ['first_visible', objectives.firstVisibleMs],
    ['tpot', objectives.tpotMs],
    ['max_gap', objectives.maxGapMs],
    ['e2e', objectives.e2eMs],
  ];
  const parts = limits.flatMap(([name, limit]) => (limit === null ? [] : [`${name}: ${ms(limit)}`]));
  return [`slo ${id}`, ...parts, `attainment: ${percent(share)}`].join(', ');
}

function facts(c: Case, candidate: Attainment, baseline: Attainment, { share }: Target): string {
  const confidence = percent(1 - c.absoluteLevel);
  const points = `Candidate ${candidate.qualified} of ${candidate.n * candidate.runs} requests (${percent(candidate.share)}), baseline ${baseline.qualified} of ${baseline.n * baseline.runs} (${percent(baseline.share)}), target ${percent(share)}.`;
  const bounds = `The candidate's one-sided ${confidence} bounds are ${percent(candidate.lower)} and ${percent(candidate.upper)}: its ${candidate.n} distinct requests are worth ${figure(candidate.nEff)} independent ones (design effect ${figure(candidate.designEffect)}, floor ${figure(candidate.floor.value)} set by ${SET_BY[candidate.floor.setBy]}).`;
  const plain = `Plain Wilson, which assumes independent requests and repeats and does not decide: ${percent(candidate.plainPooled.lower)} and ${percent(candidate.plainPooled.upper)}.`;
  return `${points} ${bounds} ${plain}`;
}

function reading(
  c: Case,
  outcome: Outcome,
  { candidate, baseline, target }: { candidate: Attainment; baseline: Attainment; target: Target },
): string {
  const scope =
    'This speaks of requests like those of this trace, at this load, on this machine; repeats do not widen it.';
  switch (outcome) {
    case 'PASS':
      return `The lower bound reaches the target. ${scope}`;
    case 'FAIL':
      return `The upper bound stays below the target. ${scope}`;
    case 'pre-existing':
      return `Pre-existing: the baseline misses the target too (upper bound ${percent(baseline.upper)}) and the candidate keeps every relative clause, so this is reported and does not decide. ${scope}`;
    case 'REPORTED':
      return undecided(c) ?? '';
    case 'INCONCLUSIVE':
      if (candidate.reason === 'absolute.knee') {
        return `The lower bound reaches the target, but neighbours' TTFT ranks correlate at ${figure(candidate.floor.lag1Ttft)} (above ${KNEE_LAG1}): at the knee one trace can not show attainment.`;
      }
      return `Neither shown: even without a miss it would take ${candidate.nNeeded} distinct requests to show ${percent(target.share)} at this correlation. More repeats do not help.`;
  }
}

function figures(c: Case, candidate: Attainment, baseline: Attainment, { share }: Target): Clause['figures'] {
  return {
    level: c.absoluteLevel,
    requests_per_run: candidate.n,
    runs: candidate.runs,
    qualified: candidate.qualified,
    plain_pooled_lower: candidate.plainPooled.lower,
    plain_pooled_upper: candidate.plainPooled.upper,
    plain_distinct_lower: candidate.plainDistinct.lower,
    plain_distinct_upper: candidate.plainDistinct.upper,
    plain_assumes: 'independent requests; pooled: independent repeats too',
    floor: candidate.floor.value,
    floor_set_by: candidate.floor.setBy,
    tau_near_miss: candidate.floor.tauNearMiss,
    tau_ttft: candidate.floor.tauTtft,
    lag1_ttft: candidate.floor.lag1Ttft,
    knee: candidate.knee,
    n_eff: candidate.nEff,
    n_adjusted: candidate.nAdj,
    df: candidate.df,
    design_effect: candidate.designEffect,
    n_needed: candidate.nNeeded,
    baseline_qualified: baseline.qualified,
    baseline_share: baseline.share,
    baseline_lower: baseline.lower,
    baseline_upper: baseline.upper,
    baseline_misses_target: baseline.upper < share,
  };
}

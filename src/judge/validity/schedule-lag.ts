/** `schedule_lag`: requests left when the trace said, and alike in both arms (V1 of section 5.1). */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import { mean } from '../../stats/series.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { type MeasuredRun, replayed, unsentByClient } from '../measured.js';
import { goodputOf, latencyOfPairs } from '../relative.js';
import { checkLagMaterial, checkScheduleLag, type Lags, type ScheduleLag } from '../rules/schedule-lag.js';
import { counted, listed, ms, percent } from '../words.js';

/** A clause that lag moved: its mean log ratio on both clocks. */
interface Moved {
  id: string;
  meanFromDue: number;
  meanFromSent: number;
  logMargin: number;
}

export function scheduleLagClause(c: Case): Clause[] {
  const { validity } = c.plan;
  const findings = lagFindings(c);
  const { cohort, moved, reasons } = findings;
  const declared = `validity: {schedule_lag: ${ms(validity.scheduleLagMs)}, max_lag_share: ${percent(validity.maxLagShare)}, max_lag: ${ms(validity.maxLagMs)}}`;
  const valid = reasons.length === 0;
  return [
    clause({
      id: 'schedule_lag',
      role: 'validity',
      title: 'Requests left on time',
      outcome: valid ? 'PASS' : 'INVALID',
      declared,
      statistic: { value: cohort.worstLateShare, unit: 'share' },
      n: replayedRuns(c).reduce((sum, run) => sum + lagsOf(run, 'cohort').length, 0),
      limit: { value: validity.maxLagShare, unit: 'share' },
      sentence: valid ? `Requests left on time. ${byRun(c)}` : `${reasons.join(' ')} ${byRun(c)}${cause(c)}`,
      figures: {
        unsent: findings.everyPhase.unsent,
        max_lag_ms: findings.everyPhase.maxLagMs,
        worst_late_share: cohort.worstLateShare,
        arm_difference_ms: cohort.armDifferenceMs,
        arm_difference_limit_ms: Number.isFinite(cohort.armDifferenceLimitMs) ? cohort.armDifferenceLimitMs : null,
        ...Object.fromEntries(moved.map((one) => [`moved_by_lag_${one.id}`, one.meanFromSent - one.meanFromDue])),
        ...Object.fromEntries(
          replayedRuns(c).map(({ figures }) => [`run_${figures.number}_${figures.arm}_max_lag_ms`, figures.lag.maxMs]),
        ),
      },
    }),
  ];
}

interface Findings {
  everyPhase: ScheduleLag;
  cohort: ScheduleLag;
  moved: Moved[];
  /** One sentence for each limit that is broken. */
  reasons: string[];
}

/**
 * (a) looks at every offered request, since a late lead-in disturbs the window too; (b) to (d) at the cohort. While the
 * session may still go on after two pairs, (c) and (d) wait: they are means, and later runs can still settle them.
 */
function lagFindings(c: Case): Findings {
  const { validity } = c.plan;
  const limits = { lateMs: validity.scheduleLagMs, maxLateShare: validity.maxLagShare, maxLagMs: validity.maxLagMs };
  const check = (phase: 'cohort' | 'all') =>
    checkScheduleLag(lagsOfArm(c, 'baseline', phase), lagsOfArm(c, 'candidate', phase), ttftReference(c), limits);
  const [everyPhase, cohort] = [check('all'), check('cohort')];
  const moved = movedByLag(c);
  const { each } = checkLagMaterial(moved);
  const meansCount = c.point.kind !== 'gross' || [...(c.relative?.gross.values() ?? [])].some(({ fires }) => fires);
  const reasons: string[] = [];
  if (everyPhase.reasons.includes('unsent')) {
    reasons.push(`${counted(everyPhase.unsent, 'request')} never left the generator.`);
  }
  if (everyPhase.reasons.includes('max_lag')) {
    reasons.push(`A request left ${ms(everyPhase.maxLagMs)} late (limit ${ms(validity.maxLagMs)}).`);
  }
  if (cohort.reasons.includes('late_share')) {
    reasons.push(
      `In one run ${percent(cohort.worstLateShare)} of the requests left more than ${ms(validity.scheduleLagMs)} late (limit ${percent(validity.maxLagShare)}).`,
    );
  }
  if (meansCount && cohort.reasons.includes('arm_bias')) {
    reasons.push(
      `The candidate's mean lag differs from the baseline's by ${ms(cohort.armDifferenceMs)} (limit ${ms(cohort.armDifferenceLimitMs)}, 1 % of the TTFT limit).`,
    );
  }
  if (meansCount && each.includes(true)) {
    const names = moved.filter((_, i) => each[i]).map(({ id }) => id);
    reasons.push(`Lag alone moved ${listed(names)} by more than a tenth of its margin.`);
  }
  return { everyPhase, cohort, moved, reasons };
}

/** Lag of each request, null where the generator did not send it; one the server never took lags by the gate's own part. */
function lagsOf(run: MeasuredRun, phase: 'cohort' | 'all'): Lags {
  return run.offered.flatMap((one) => {
    if (one.record === null || (phase === 'cohort' && one.phase !== 'cohort')) return [];
    const { sentMs, calledMs, dueMs } = one.record;
    if (unsentByClient(one, run.run)) return [null];
    const leftMs = sentMs ?? calledMs;
    return leftMs === null ? [] : [leftMs - dueMs];
  });
}

function replayedRuns({ runs }: Case): MeasuredRun[] {
  return runs.filter(replayed);
}

function lagsOfArm(c: Case, arm: Arm, phase: 'cohort' | 'all'): Lags[] {
  return replayedRuns(c)
    .filter(({ run }) => run.arm === arm)
    .map((run) => lagsOf(run, phase));
}

/** Smallest declared TTFT limit, else the baseline's median TTFT; infinite when neither is known. */
function ttftReference({ plan, arms }: Case): number {
  const limits = plan.slo.flatMap(({ objectives }) => objectives?.ttftMs ?? []);
  if (limits.length > 0) return Math.min(...limits);
  return arms.baseline.latencies.ttftMs.p50 ?? Number.POSITIVE_INFINITY;
}

/** Gating relative clauses on both clocks. TPOT has no clock, so lag can't move it. */
function movedByLag(c: Case): Moved[] {
  const { relative, pairs, plan, level } = c;
  if (relative === null) return [];
  const goodput = {
    id: 'goodput',
    meanFromDue: relative.goodput.mean,
    meanFromSent: goodputOf(pairs, plan, { level, clock: 'sent' }).mean,
    logMargin: relative.goodput.logMargin,
  };
  const ttft = relative.latencies.find(({ id, gating }) => id === 'ttft_p95' && gating);
  if (ttft?.evidence.kind !== 'finite') return [goodput];
  const { allowedIncrease, mean: meanFromDue, logMargin } = ttft.evidence;
  const fromSent = latencyOfPairs('ttft_p95', pairs, {
    maxIncrease: allowedIncrease,
    minEffectMs: 0,
    level,
    clock: 'sent',
  });
  if (fromSent.kind !== 'finite') return [goodput];
  return [goodput, { id: 'ttft_p95', meanFromDue, meanFromSent: fromSent.mean, logMargin }];
}

function byRun(c: Case): string {
  const runs = replayedRuns(c).map(
    ({ figures: { number, arm, lag } }) =>
      `${number} ${arm} p50 ${ms(lag.p50Ms)}, max ${ms(lag.maxMs)}, ${percent(lag.lateShare)} late`,
  );
  return `Lag by run: ${runs.join('; ')}.`;
}

/** CPU a generator may use in one arm more than in the other before the generator itself is in doubt. */
const NORMAL_CPU_RATIO = 1.25;

/** When only candidate runs are late and the generator worked no harder there, the candidate is what changed. */
function cause(c: Case): string {
  const { scheduleLagMs, maxLagShare, maxLagMs } = c.plan.validity;
  const late = replayedRuns(c).filter(
    ({ figures }) => figures.lag.lateShare > maxLagShare || (figures.lag.maxMs ?? 0) > maxLagMs,
  );
  const [baseline, candidate] = [cpuShare(c, 'baseline'), cpuShare(c, 'candidate')];
  if (late.length === 0 || late.some(({ run }) => run.arm === 'baseline')) return '';
  if (baseline === null || candidate === null || candidate > baseline * NORMAL_CPU_RATIO) return '';
  return ` Only candidate runs have requests more than ${ms(scheduleLagMs)} late, and the generator used no more CPU there (${percent(candidate)} of a core against ${percent(baseline)}): the candidate is the likely cause.`;
}

function cpuShare(c: Case, arm: Arm): number | null {
  const shares = c.runs.flatMap(({ run }) =>
    run.arm === arm && run.health !== null && run.health.wallMs > 0 ? [run.health.cpuMs / run.health.wallMs] : [],
  );
  return shares.length === 0 ? null : mean(shares);
}

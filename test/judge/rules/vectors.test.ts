import { describe, expect, it } from 'vitest';
import { type Attainment, judgeAttainment, judgeAttainmentAtFloor } from '../../../src/judge/rules/attainment.js';
import { measureBacklog } from '../../../src/judge/rules/backlog.js';
import { asIncrease, asLoss, smallestDetectable } from '../../../src/judge/rules/detectable.js';
import { decideFailureExcess, failureExcess } from '../../../src/judge/rules/failure-excess.js';
import { judgeFailureShare } from '../../../src/judge/rules/failure-share.js';
import { goodputEvidence, goodputLogMargin } from '../../../src/judge/rules/goodput.js';
import { grossFailure } from '../../../src/judge/rules/gross.js';
import { holm } from '../../../src/judge/rules/holm.js';
import { latencyEvidence, latencyLogMargin } from '../../../src/judge/rules/latency-quantile.js';
import { latencyScore } from '../../../src/judge/rules/latency-score.js';
import { checkLittlesLaw } from '../../../src/judge/rules/littles-law.js';
import { compareOutputTokens } from '../../../src/judge/rules/output-tokens.js';
import { decidePaired, type PairedEvidence } from '../../../src/judge/rules/paired.js';
import { conclusionOf, overallVerdict } from '../../../src/judge/rules/precedence.js';
import { relativeRemedy } from '../../../src/judge/rules/remedy.js';
import { checkLagMaterial, checkScheduleLag } from '../../../src/judge/rules/schedule-lag.js';
import { goodputLooks } from '../../../src/judge/rules/sequential.js';
import { autocorrelation } from '../../../src/stats/autocorrelation.js';
import { tQuantile, zQuantile } from '../../../src/stats/quantile.js';
import { nearestRank, ratioOf, sorted, upperRank, upperRankMinN } from '../../../src/stats/rank.js';
import { adjustedMinN, maxMisses, plainMinN, wilsonBounds } from '../../../src/stats/wilson.js';
import { bits, type Case, cases, expectClose, sections } from '../../stats/vectors.js';

/** Alone in its family, a clause is rejected by Holm when its own p is small enough. */
const alone = (p: number, level: number) => holm([p], level)[0] === true;
const decideAlone = (evidence: PairedEvidence, level: number) =>
  decidePaired(evidence, alone(evidence.pRegression, level));

function adaptive(found: Attainment): Case {
  return {
    tau_near_miss: found.floor.tauNearMiss,
    tau_ttft: found.floor.tauTtft,
    lag1_ttft: found.floor.lag1Ttft,
    deff_floor: found.floor.value,
    knee: found.knee,
    n_eff: found.nEff,
    design_effect: found.designEffect,
    df: found.df,
    n_adj: found.nAdj,
    adj_lower: found.lower,
    adj_upper: found.upper,
    reason: found.reason,
    n_needed: found.nNeeded,
    verdict: found.decision,
  };
}

/** What the code answers for a case, in the document's names. */
const answers: Record<string, (given: Case) => Case> = {
  wilson: (c) => wilsonBounds(c.k / c.n, c.n, c.confidence),
  z: (c) => ({ z: zQuantile(c.confidence) }),
  t: (c) => ({ t: tQuantile(c.confidence, c.df) }),
  min_n: (c) => ({
    wilson_min_n: plainMinN(c.target, 1 - c.alpha),
    adjusted_min_n_nb10_deff2: adjustedMinN(c.target, 1 - c.alpha, 10, 2),
    order_statistic_min_n: upperRankMinN(ratioOf(c.target), 1 - c.alpha),
  }),
  max_misses_plain_wilson: (c) => ({ max_misses: maxMisses(c.n, c.target, 0.95) }),
  order_statistic_upper_rank: (c) => ({ rank: upperRank(c.n, ratioOf(c.p), 1 - c.alpha) }),
  nearest_rank: (c) => ({ value: nearestRank(sorted(c.values), ratioOf(c.p)) }),
  absolute: (c) => {
    const terms = { target: c.target, level: c.alpha, blocks: c.blocks };
    const found = judgeAttainmentAtFloor(c.candidate.map(bits), c.deff_floor, terms);
    return {
      n: found.n,
      K: found.runs,
      qualified: found.qualified,
      p: found.share,
      plain_pooled_lower: found.plainPooled.lower,
      plain_pooled_upper: found.plainPooled.upper,
      plain_distinct_lower: found.plainDistinct.lower,
      V_blocks: found.varianceBlocks,
      V_runs: found.varianceRuns,
      df: found.df,
      n_eff: found.nEff,
      design_effect: found.designEffect,
      n_adj: found.nAdj,
      adj_lower: found.lower,
      adj_upper: found.upper,
      verdict: found.decision,
    };
  },
  relative: (c) => {
    const terms = { margin: c.margin, level: c.alpha };
    const found = goodputEvidence(c.baseline.map(bits), c.candidate.map(bits), terms);
    return {
      K: found.pairs,
      sB: found.qualifiedBaseline,
      sC: found.qualifiedCandidate,
      d: found.logRatios,
      mean: found.mean,
      se_t: found.seT,
      b10: found.discordance.lost,
      b01: found.discordance.gained,
      se_floor: found.seFloor,
      se: found.se,
      t_crit: found.tCritical,
      ratio: found.ratio,
      ratio_lower: found.ratioLower,
      ratio_upper: found.ratioUpper,
      p_regression: found.pRegression,
      p_noninferior: found.pNonInferior,
      signflip_p: found.pSignFlip,
      verdict: decideAlone(found, c.alpha),
    };
  },
  relative_latency: (c) => {
    const terms = { maxIncrease: c.margin, minEffectMs: 0, level: c.alpha };
    const found = latencyEvidence(c.baseline_quantiles, c.candidate_quantiles, terms);
    if (found.kind === 'infinite') return { verdict: found.outcome };
    return {
      mean: found.mean,
      se: found.se,
      increase: found.increase,
      increase_lower: found.increaseLower,
      increase_upper: found.increaseUpper,
      p_regression: found.pRegression,
      verdict: decideAlone(found, c.alpha),
    };
  },
  holm: (c) => ({ reject: holm(c.p, c.alpha) }),
  sequential: (c) => {
    const pairs = c.ln_ratios.map((logRatio: number, k: number) => {
      const [discordant, qualifiedBaseline, qualifiedCandidate] = c.floor_pairs_discordant_sB_sC[k];
      return { logRatio, discordant, qualifiedBaseline, qualifiedCandidate };
    });
    return goodputLooks(pairs, { looks: c.looks, level: c.alpha_look, margin: c.margin }).map((look) => ({
      K: look.evidence.pairs,
      lower: Math.exp(look.evidence.lower),
      upper: Math.exp(look.evidence.upper),
      verdict: look.outcome,
    }));
  },
  overall: (c) => {
    const clauses = c.clauses.map((clause: Case) => ({
      id: clause.id,
      role: clause.role === 'deciding' ? 'gating' : 'stated',
      outcome: clause.verdict,
    }));
    const { verdict } = overallVerdict({ clauses, invalid: c.invalid, candidateBroken: false });
    const word = (conclusion: string) => (conclusion === 'success' ? 'pass' : 'fail');
    const policy = { invalid: word(c.policy.INVALID), inconclusive: word(c.policy.INCONCLUSIVE) } as const;
    return { verdict, conclusion: conclusionOf(verdict, policy) };
  },
  autocorrelation_time: (c) => autocorrelation(c.series),
  score: (c) => ({ score: latencyScore(c.limits, c.values) }),
  absolute_adaptive: (c) => {
    const latencies = c.scores === null ? null : { scores: c.scores, ttftMs: c.ttft_ms };
    const terms = { target: c.target, level: c.alpha, blocks: c.blocks };
    return adaptive(judgeAttainment(c.candidate.map(bits), latencies, terms));
  },
  failure_share: (c) =>
    adaptive(judgeFailureShare(c.failed.map(bits), { limit: c.limit, level: c.alpha, blocks: c.blocks })),
  failure_excess: (c) => {
    const found = failureExcess(c.baseline_failed, c.candidate_failed, c.n);
    return {
      mean: found.mean,
      se_t: found.seT,
      se_poisson: found.sePoisson,
      excess: found.excess,
      p_t: found.pT,
      p_z: found.pPoisson,
      p_more_failures: found.pMoreFailures,
      verdict: decideFailureExcess(found, alone(found.pMoreFailures, c.alpha), c.minimum),
    };
  },
  detectable: (c) => {
    const logMargin = c.kind === 'goodput' ? goodputLogMargin(c.margin) : latencyLogMargin(c.margin);
    const found = smallestDetectable(c.se, { pairs: c.K, logMargin, level: c.alpha, power: c.power });
    const shared = { log_loss: found.logChange, log_loss_high: found.logChangeHigh, se_high: found.seHigh };
    return c.kind === 'goodput'
      ? { ...shared, loss: asLoss(found.logChange), loss_high: asLoss(found.logChangeHigh) }
      : { ...shared, increase: asIncrease(found.logChange), increase_high: asIncrease(found.logChangeHigh) };
  },
  remedy: (c) => {
    const found = relativeRemedy({
      lag1Ttft: c.lag1_ttft,
      sdLnMedianTpot: c.sd_ln_median_tpot,
      n: c.n,
      pairs: c.K,
      mean: c.mean,
      se: c.se,
      logMargin: goodputLogMargin(c.margin),
      level: c.alpha,
    });
    return { pairs_needed: found.pairsNeeded, near_margin: found.nearMargin, advice: found.advice };
  },
  early_fail: (c) => {
    const clauses = c.clauses.map((clause: Case) => ({
      logMargin: clause.lm,
      logRatios: clause.d,
      baselineLogs: clause.baseline_ln,
      seFloor: clause.kind === 'goodput' ? clause.se_floor : null,
    }));
    const { each, outcome } = grossFailure(clauses, clauses[0]);
    return { each: each.map((finding) => finding.fires), verdict: outcome };
  },
  backlog: (c) => {
    const ttft = { secondQuarter: c.ttft_median_second_quarter, lastQuarter: c.ttft_median_last_quarter };
    const found = measureBacklog(c.block_means, ttft);
    return {
      slope_per_block: found.slopePerBlock,
      t: found.t,
      t_crit: found.tCritical,
      growth: found.growth,
      ttft_ratio: found.ttftRatio,
      growing: found.growing,
    };
  },
  littles_law: (c) => checkLittlesLaw(c.own_mean_outstanding, c.gauge, 1000),
  schedule_lag: (c) => {
    const found = checkScheduleLag(c.baseline_lag_ms, c.candidate_lag_ms, c.smallest_ttft_limit_ms);
    return {
      max_lag_ms: found.maxLagMs,
      worst_late_share: found.worstLateShare,
      arm_difference_ms: found.armDifferenceMs,
      reasons: found.reasons,
      result: found.result,
    };
  },
  lag_material: (c) =>
    checkLagMaterial(
      c.log_margin.map((logMargin: number, i: number) => ({
        meanFromDue: c.mean_from_scheduled[i],
        meanFromSent: c.mean_from_sent[i],
        logMargin,
      })),
    ),
  output_tokens: (c) => {
    const found = compareOutputTokens(c.baseline_tokens, c.candidate_tokens, c.e2e_objective);
    return { ln_ratio: found.lnRatio, limit: found.limit, warn: found.warn, result: found.result };
  },
};

describe('decision vectors', () => {
  it('has an answer for every section and a section for every answer', () => {
    expect(Object.keys(answers).sort()).toEqual([...sections].sort());
  });

  for (const [section, answer] of Object.entries(answers)) {
    it(section, () => {
      for (const [i, given] of cases(section).entries()) {
        const actual = answer(given);
        const wanted = given.expect ?? Object.fromEntries(Object.keys(actual).map((key) => [key, given[key]]));
        expectClose(actual, wanted, `${section}[${i}]`);
        expect(Object.keys(actual).length, `fields of ${section}[${i}]`).toBe(Object.keys(wanted).length);
      }
    });
  }
});

/** Gating clauses `ttft_p95` and `tpot_p95`: a latency quantile against the baseline, run by run (section 4.2). */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import { hidesAnswers, type LatencyFinding, type LatencyId, type Relative } from '../relative.js';
import { decidePaired } from '../rules/paired.js';
import { figure, listed, ms, percent, signedPercent } from '../words.js';
import { TOO_FEW_PAIRS, undecided } from './undecided.js';

export const LATENCY_NAMES: Record<LatencyId, string> = { ttft_p95: 'p95 TTFT', tpot_p95: 'p95 TPOT' };

export function latencyClauses(c: Case): Clause[] {
  return (['ttft_p95', 'tpot_p95'] as const).map((id) => {
    const head = { id, role: 'gating', title: `${LATENCY_NAMES[id]} against the baseline` } as const;
    const { ttftP95, tpotP95 } = c.plan.comparison.margins;
    const margin = id === 'ttft_p95' ? ttftP95 : tpotP95;
    const declared = `comparison.margins.${id}: ${margin === 'report' ? 'report' : percent(margin)}`;
    const finding = c.relative?.latencies.find((one) => one.id === id);
    if (c.relative === null || finding === undefined) {
      return clause({ ...head, declared, outcome: 'UNKNOWN', sentence: TOO_FEW_PAIRS });
    }
    return clause({
      ...head,
      declared,
      outcome: latencyOutcome(c, c.relative, finding),
      ...interval(c, finding),
      sentence: `${facts(finding)} ${reading(c, c.relative, finding)}`.trim(),
      figures: figures(c, c.relative, finding),
    });
  });
}

/** No quantile in the baseline leaves nothing to compare with; none in the candidate alone is never a PASS. */
export function latencyOutcome(c: Case, { rejects, gross }: Relative, finding: LatencyFinding): Clause['outcome'] {
  const { id, evidence, gating } = finding;
  if (!gating || evidence.kind === 'not_applicable') return 'REPORTED';
  if (c.point.kind === 'gross' && gross.get(id)?.fires === true) return 'FAIL';
  if (undecided(c) !== null) return 'REPORTED';
  if (evidence.kind === 'infinite') return evidence.outcome;
  if (evidence.kind === 'missing') return evidence.arm === 'baseline' ? 'INVALID' : 'INCONCLUSIVE';
  const decision = decidePaired(evidence, rejects.has(id));
  return decision === 'PASS' && hidesAnswers(finding) ? 'INCONCLUSIVE' : decision;
}

function interval(c: Case, { evidence, gating }: LatencyFinding): Pick<Clause, 'statistic' | 'n' | 'bound' | 'limit'> {
  if (evidence.kind !== 'finite') return { statistic: null, n: null, bound: null, limit: null };
  return {
    statistic: { value: evidence.increase, unit: 'change' },
    n: evidence.pairs,
    bound: {
      lower: evidence.increaseLower,
      upper: evidence.increaseUpper,
      method: `paired t on ln ratios of nearest-rank quantiles, one-sided level ${figure(c.level)}`,
    },
    limit: gating ? { value: evidence.allowedIncrease, unit: 'change' } : null,
  };
}

function facts({ id, evidence }: LatencyFinding): string {
  const name = LATENCY_NAMES[id];
  switch (evidence.kind) {
    case 'finite': {
      const candidateMs = evidence.baselineMs * (1 + evidence.increase);
      const bounds = `[${signedPercent(evidence.increaseLower)}, ${signedPercent(evidence.increaseUpper)}]`;
      return `${name} ${ms(candidateMs)} against ${ms(evidence.baselineMs)}: ${signedPercent(evidence.increase)} ${bounds} over ${evidence.pairs} pairs.`;
    }
    case 'infinite':
      return `More than 5 % of the ${evidence.arm}'s requests failed in ${listed(evidence.pairs.map((pair) => `pair ${pair}`))}, so that run has no finite ${name}.`;
    case 'missing':
      return `A ${evidence.arm} run has no answer with a known ${id === 'ttft_p95' ? 'TTFT' : 'TPOT'}: it is unknown.`;
    case 'not_applicable':
      return 'Not applicable: every answer of both arms has exactly one output token.';
  }
}

function reading(c: Case, relative: Relative, finding: LatencyFinding): string {
  const { evidence, gating, minEffect } = finding;
  if (evidence.kind === 'not_applicable') return '';
  if (!gating) return 'The plan asks for no decision on it.';
  const allowed = evidence.kind === 'finite' ? percent(evidence.allowedIncrease) : '';
  const floor =
    evidence.kind === 'finite' && evidence.allowedIncrease * evidence.baselineMs <= minEffect.ms
      ? ` (the smallest effect worth a FAIL, ${ms(minEffect.ms)}, exceeds the declared margin)`
      : '';
  switch (latencyOutcome(c, relative, finding)) {
    case 'FAIL':
      if (evidence.kind === 'infinite') return '';
      return c.point.kind === 'gross'
        ? `Gross regression, allowed ${allowed}${floor}: both pairs lie beyond twice the margin and agree, and the baseline held still; stopped after two pairs.`
        : `Slower beyond chance, and the estimate is beyond the ${allowed} allowed${floor}.`;
    case 'PASS': {
      const inside = evidence.kind === 'finite' && evidence.shownWorse ? ' A slowdown inside it was detected.' : '';
      return `Shown to stay inside the ${allowed} allowed${floor}.${inside}`;
    }
    case 'INCONCLUSIVE':
      if (evidence.kind === 'missing') return 'Without it the clause can not be shown to hold.';
      if (hidesAnswers(finding)) return hidden(finding);
      return `Neither shown at the ${allowed} allowed${floor}.`;
    case 'INVALID':
      return 'There is nothing to compare the candidate with.';
    default:
      return undecided(c) ?? '';
  }
}

function hidden({ id, unknownShare: { baseline, candidate } }: LatencyFinding): string {
  const name = id === 'ttft_p95' ? 'TTFT' : 'TPOT';
  return `Not shown: for ${percent(candidate)} of the candidate's requests the answer came without evidence of its ${name} (baseline ${percent(baseline)}), and these may be the slow ones.`;
}

function figures(
  c: Case,
  { rejects, gross }: Relative,
  { id, n, minEffect, evidence, unknownShare }: LatencyFinding,
): Clause['figures'] {
  const common = {
    answers_per_run: n,
    level: c.level,
    min_effect_ms: minEffect.ms,
    min_effect_declared_ms: minEffect.declaredMs,
    stamp_uncertainty_p50_ms: minEffect.stampUncertaintyMs,
    unknown_share_baseline: unknownShare.baseline,
    unknown_share_candidate: unknownShare.candidate,
  };
  if (evidence.kind !== 'finite') return common;
  return {
    ...common,
    pairs: evidence.pairs,
    baseline_ms: evidence.baselineMs,
    candidate_ms: evidence.baselineMs * (1 + evidence.increase),
    allowed_increase: evidence.allowedIncrease,
    mean_log_ratio: evidence.mean,
    se: evidence.se,
    t_critical: evidence.tCritical,
    log_margin: evidence.logMargin,
    p_regression: evidence.pRegression,
    holm_rejects: rejects.has(id),
    gross: gross.get(id)?.fires ?? null,
  };
}

/** Gating clause `goodput`: qualified requests per second of the declared window, against the baseline (section 4.1). */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { clause } from '../clause.js';
import type { Relative } from '../relative.js';
import { decidePaired } from '../rules/paired.js';
import { figure, percent, signedPercent } from '../words.js';
import { TOO_FEW_PAIRS, undecided } from './undecided.js';

export function goodputClause(c: Case): Clause[] {
  const head = { id: 'goodput', role: 'gating', title: 'Goodput against the baseline' } as const;
  const { relative } = c;
  const margin = c.plan.comparison.margins.goodput;
  const declared = `comparison.margins.goodput: ${percent(margin)}`;
  if (relative === null) return [clause({ ...head, declared, outcome: 'UNKNOWN', sentence: TOO_FEW_PAIRS })];
  const { goodput } = relative;
  return [
    clause({
      ...head,
      declared,
      outcome: goodputOutcome(c, relative),
      statistic: { value: goodput.ratio - 1, unit: 'change' },
      n: goodput.pairs,
      bound: {
        lower: goodput.ratioLower - 1,
        upper: goodput.ratioUpper - 1,
        method: `paired t on ln ratios of qualified requests, one-sided level ${figure(c.level)}, floor from discordant requests`,
      },
      limit: { value: -margin, unit: 'change' },
      sentence: sentence(c, relative),
      figures: {
        pairs: goodput.pairs,
        level: c.level,
        mean_log_ratio: goodput.mean,
        se_t: goodput.seT,
        se_floor: goodput.seFloor,
        se: goodput.se,
        t_critical: goodput.tCritical,
        log_margin: goodput.logMargin,
        p_regression: goodput.pRegression,
        p_sign_flip: goodput.pSignFlip,
        holm_rejects: relative.rejects.has('goodput'),
        lost_requests: goodput.discordance.lost,
        gained_requests: goodput.discordance.gained,
        qualified_baseline: goodput.qualifiedBaseline.join(' '),
        qualified_candidate: goodput.qualifiedCandidate.join(' '),
        smallest_passing_margin: goodput.smallestPassingMargin,
        gross: relative.gross.get('goodput')?.fires ?? null,
      },
    }),
  ];
}

export function goodputOutcome(c: Case, { goodput, rejects, gross }: Relative): Clause['outcome'] {
  if (c.point.kind === 'gross' && gross.get('goodput')?.fires === true) return 'FAIL';
  return undecided(c) === null ? decidePaired(goodput, rejects.has('goodput')) : 'REPORTED';
}

function sentence(c: Case, relative: Relative): string {
  const { goodput } = relative;
  const { baseline, candidate } = c.arms;
  const interval = `${signedPercent(goodput.ratio - 1)} [${signedPercent(goodput.ratioLower - 1)}, ${signedPercent(goodput.ratioUpper - 1)}]`;
  const facts = `Candidate ${figure(candidate.goodputRps)} qualified requests/s against ${figure(baseline.goodputRps)}: ${interval} over ${goodput.pairs} pairs; up to ${percent(c.plan.comparison.margins.goodput)} may be lost.`;
  return `${facts} ${reading(c, relative)}`;
}

function reading(c: Case, relative: Relative): string {
  const { goodput } = relative;
  const { lost, gained } = goodput.discordance;
  switch (goodputOutcome(c, relative)) {
    case 'FAIL':
      return c.point.kind === 'gross'
        ? 'Gross regression: both pairs lie beyond twice the margin and agree, and the baseline held still; stopped after two pairs.'
        : 'The loss is beyond chance and the estimate beyond the margin.';
    case 'PASS': {
      const inside = goodput.shownWorse ? ' A regression inside the margin was detected.' : '';
      return `The margin is shown to be kept.${inside}`;
    }
    case 'INCONCLUSIVE':
      return `Neither shown. This data would have passed a margin of ${percent(goodput.smallestPassingMargin)} (information only); ${lost} requests qualified in the baseline alone, ${gained} in the candidate alone.`;
    default:
      return undecided(c) ?? '';
  }
}

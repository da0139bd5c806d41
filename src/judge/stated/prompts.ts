/** Stated clause `prompts`: where they come from, how long they are, how much of them the server had cached. */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import { nearestRank, sorted } from '../../stats/rank.js';
import { cohortOf } from '../../trace/cohort.js';
import type { Case } from '../case.js';
import { figure, percent } from '../words.js';
import { answers, armFigure, byArm, stated, sumKnown } from './stated.js';

/** Upper ends of the length bands, tokens. */
const BANDS = [128, 512, 2048, 8192, 32_768] as const;

export function prompts(c: Case): Clause[] {
  const { trace } = c.evidence;
  const cohort = cohortOf(trace, c.plan.workload.windowMs);
  const fromTrace = cohort.flatMap(({ inputTokens }) => inputTokens ?? []);
  const fromServer = answers(c, 'baseline').flatMap((record) => record.tokens.prompt ?? []);
  const [lengths, whose] =
    fromTrace.length === cohort.length && cohort.length > 0
      ? [fromTrace, "the trace's input_tokens"]
      : [fromServer, "the baseline server's own count"];
  const hitShare = (arm: Arm) => cachedShare(c, arm);
  const sample = sorted(lengths);
  const [median, longest] =
    sample.length === 0 ? [null, null] : [nearestRank(sample, { num: 1, den: 2 }), sample.at(-1) ?? null];
  const unknown = lengths.length === 0 || hitShare('baseline') === null || hitShare('candidate') === null;
  const size =
    lengths.length === 0
      ? 'Their lengths in tokens are unknown: neither trace nor server tells.'
      : `Lengths by ${whose}: median ${figure(median)}, longest ${figure(longest)} tokens; by band: ${bands(lengths)}.`;
  return stated('prompts', 'Prompts', {
    unknown,
    n: cohort.length,
    sentence: `The prompts are those of ${trace.file} (SHA-256 ${trace.sha256.slice(0, 12)}), byte for byte, in every run of both arms; whether they are production text, synthetic or a public set the trace itself does not say. ${size} Share of prompt tokens that the server took from its prefix cache: ${byArm((arm) => shareText(hitShare(arm)))}.`,
    figures: {
      prompt_tokens_median: median,
      prompt_tokens_longest: longest,
      ...armFigure('cached_prompt_share', hitShare),
    },
  });
}

function bands(lengths: readonly number[]): string {
  const edges = [0, ...BANDS, Number.POSITIVE_INFINITY];
  return edges
    .slice(0, -1)
    .flatMap((low, i) => {
      const high = edges[i + 1] ?? Number.POSITIVE_INFINITY;
      const count = lengths.filter((length) => length > low && length <= high).length;
      if (count === 0) return [];
      return [`${Number.isFinite(high) ? `${low + 1} to ${high}` : `above ${low}`}: ${count}`];
    })
    .join(', ');
}

/** Null where no answer tells both counts. */
function cachedShare(c: Case, arm: Arm): number | null {
  const telling = answers(c, arm).filter(({ tokens }) => tokens.prompt !== null && tokens.cachedPrompt !== null);
  const all = sumKnown(telling.map(({ tokens }) => tokens.prompt));
  const cached = sumKnown(telling.map(({ tokens }) => tokens.cachedPrompt));
  return all === null || cached === null || all === 0 ? null : cached / all;
}

function shareText(share: number | null): string {
  return share === null ? 'unknown' : percent(share);
}

/** Sentences around the judged facts. The judge writes the verdict's own; these say how to read and repeat it. */

import type { Miss } from '../model/measure.js';
import type { Outcome } from '../model/record.js';
import type { RunEnd } from '../model/run.js';
import type { Clause, Judgement, Verdict } from '../model/verdict.js';
import { requestsPerRun } from './compare.js';
import type { Inline, Rich } from './document.js';
import { formatCount, formatDeclared } from './format.js';

const MEANING: Record<Verdict, string> = {
  PASS: 'Every gating clause was shown to hold.',
  FAIL: 'At least one gating clause was shown to be broken.',
  INCONCLUSIVE: 'No gating clause was shown to be broken, and not every one was shown to hold.',
  INVALID: 'The evidence cannot carry a verdict on the candidate, good or bad.',
};

export const MISS_LABEL: Record<Miss, string> = {
  outcome: 'did not end in success',
  ttft: 'TTFT over its limit',
  first_visible: 'first visible text over its limit',
  tpot: 'TPOT over its limit',
  max_gap: 'longest gap over its limit',
  e2e: 'E2E over its limit',
  quality: 'failed a quality check',
  no_evidence: 'no evidence for an objective',
};

export const OUTCOME_LABEL: Record<Outcome, string> = {
  success: 'success',
  rejected: 'rejected by the server',
  error: 'error',
  truncated: 'stream cut or without a good finish',
  timeout: 'timed out',
  cancelled: 'cancelled by the gate',
  not_sent: 'not sent',
};

export const END_LABEL: Record<RunEnd, string> = {
  complete: 'complete',
  never_ready: 'never ready',
  exited_early: 'exited early',
  crashed: 'crashed',
  interrupted: 'interrupted',
  running: 'unfinished',
};

/** What the verdict word claims, so that the three that block are not mistaken for each other. */
export function meaningSentence({ verdict, reason }: Judgement): string {
  return reason === 'candidate_broken' ? 'A candidate that does not serve needs no comparison.' : MEANING[verdict];
}

/** How much evidence there is: where the session stopped, how many requests a run offered. */
export function evidenceSentence(judgement: Judgement): string {
  const { look, verdict } = judgement;
  const stop = {
    look: `Judged at the look after ${pairs(look.pairs)}`,
    gross: `Stopped after ${pairs(look.pairs)}, ${verdict === 'FAIL' ? 'the regression is gross' : 'before any look'}`,
    broken: `Stopped after ${pairs(look.pairs)}, when a server broke`,
    none: `Not judged at a look, ${pairs(look.pairs)} complete`,
  }[look.kind];
  const requests = requestsPerRun(judgement, 'baseline') ?? requestsPerRun(judgement, 'candidate');
  const size = requests === null ? '' : `, ${formatCount(requests)} requests a run`;
  return `${stop} (declared: ${look.looks.join(', ')})${size}.`;
}

/** How the comparison's figures were made. The level is that of each bound, so an interval holds twice of it out. */
export function comparisonNote(judgement: Judgement): string {
  const { level } = judgement.look;
  const interval =
    level === null
      ? ''
      : ` Brackets are paired bounds, each at one-sided level ${formatDeclared(level, 'share')}; the gating clauses decide, not this table.`;
  return `Rates are means over the runs, percentiles are geometric means of the runs' own, counted from the due time.${interval}`;
}

/** What a policy did to the job's conclusion, or null when none was used. The verdict is never changed. */
export function policySentence({ verdict, reason, policy }: Judgement): string | null {
  const used =
    reason === 'arms_indistinguishable' && policy.identical === 'pass'
      ? 'policy.identical'
      : verdict === 'INVALID' && policy.invalid === 'pass'
        ? 'policy.invalid'
        : verdict === 'INCONCLUSIVE' && policy.inconclusive === 'pass'
          ? 'policy.inconclusive'
          : null;
  if (used === null) return null;
  return `The plan sets ${used}: pass, so the job may end in success. The verdict stays ${verdict}: the candidate was not shown to be good.`;
}

/** What a stated clause says; one that can't be answered in full says "unknown" first. */
export function statedText({ outcome, sentence, declared }: Clause): Rich {
  const said: Inline = { prose: declared === null ? sentence : `${sentence} (declared: ${declared})` };
  const needsWord = outcome === 'UNKNOWN' && !/^unknown\b/i.test(sentence);
  return needsWord ? [{ mark: 'unknown', tone: 'open' }, ': ', said] : said;
}

/** In place of a comparison, when no run of either arm was measured. */
export const NOTHING_MEASURED = 'No run was measured, so there is nothing to compare.';

/** The command that recomputes the judgement from nothing but the bundle. */
export const RECOMPUTE = 'node dist/cli.js judge BUNDLE';

function pairs(count: number): string {
  return count === 1 ? '1 pair' : `${count} pairs`;
}

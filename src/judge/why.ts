/** One sentence why, in words that a blocked author understands. */

import type { Latency, Miss } from '../model/measure.js';
import type { Objectives } from '../model/plan.js';
import type { Clause } from '../model/verdict.js';
import type { Case } from './case.js';
import { changesOf } from './changes.js';
import { LATENCY_NAMES } from './gating/latency.js';
import type { Relative } from './relative.js';
import type { Ruling } from './ruling.js';
import { capital, counted, figure, listed, ms, percent, signedPercent } from './words.js';

export function whyOf(c: Case, clauses: readonly Clause[], { verdict, because }: Ruling): string {
  const deciding = clauses.filter(({ id }) => because.includes(id));
  switch (verdict) {
    case 'PASS':
      return passed(c, clauses);
    case 'FAIL':
      return because.includes('candidate_broken') ? sentences(deciding) : failedBecause(c, because);
    case 'INCONCLUSIVE':
      return `No harm is shown, and no safety either: ${sentences(deciding)}`;
    case 'INVALID':
      return `The evidence can not carry a verdict. ${sentences(causes(deciding))}`;
  }
}

/** A gating clause without an answer is a consequence where a validity check is broken too. */
function causes(deciding: readonly Clause[]): readonly Clause[] {
  const broken = deciding.filter(({ role }) => role === 'validity');
  return broken.length > 0 ? broken : deciding;
}

function sentences(clauses: readonly Clause[]): string {
  return clauses.map(({ title, sentence }) => `${title}: ${sentence}`).join(' ');
}

function passed(c: Case, clauses: readonly Clause[]): string {
  const { baseline, candidate } = c.arms;
  const shares = `${candidate.qualified} of ${candidate.offered} requests of the candidate got a complete, timely answer (baseline ${baseline.qualified} of ${baseline.offered})`;
  const shown = [...(c.relative === null ? [] : relativeChanges(c.relative))];
  const shared = clauses.filter(({ figures }) => figures['label'] === 'pre-existing').map(({ title }) => title);
  const note = shared.length === 0 ? '' : ` Not caused by this change, but missed in both arms: ${listed(shared)}.`;
  return `Every gating clause holds over ${counted(c.pairs.length, 'pair')}: ${[shares, ...shown].join('; ')}.${note}`;
}

function relativeChanges({ goodput, latencies }: Relative): string[] {
  const finite = latencies.flatMap(({ id, evidence }) =>
    evidence.kind === 'finite' ? [`${LATENCY_NAMES[id]} ${signedPercent(evidence.increase)}`] : [],
  );
  return [`goodput ${signedPercent(goodput.ratio - 1)}`, ...finite];
}

/** What users lost, what caused it, which other clauses broke, and what got better meanwhile. */
function failedBecause(c: Case, because: readonly string[]): string {
  const headline = because.some((id) => id === 'goodput' || id.startsWith('attainment:')) ? lostUsers(c) : null;
  const cause = headline === null ? null : mainCause(c);
  const latencies = (c.relative?.latencies ?? []).flatMap(({ id, evidence }) => {
    if (!because.includes(id)) return [];
    if (evidence.kind !== 'finite') return [`so many requests failed that ${LATENCY_NAMES[id]} has no value`];
    const candidateMs = evidence.baselineMs * (1 + evidence.increase);
    return [
      `${LATENCY_NAMES[id]} rose from ${ms(evidence.baselineMs)} to ${ms(candidateMs)} (${signedPercent(evidence.increase)}, allowed ${percent(evidence.allowedIncrease)})`,
    ];
  });
  const failures = because.includes('failures') ? [failureCause(c)] : [];
  const details = [...(cause === null ? [] : [cause]), ...latencies, ...failures, ...throughput(c)].join('; ');
  return capital(headline === null ? `${details}.` : `${headline}: ${details}.`);
}

function lostUsers(c: Case): string {
  const { baseline, candidate } = c.arms;
  const [before, after] = [baseline.attainment, candidate.attainment];
  if (before === null || after === null || before <= 0 || after >= before) {
    return `only ${candidate.qualified} of ${candidate.offered} users got a complete, timely answer`;
  }
  return `${percent(1 - after / before)} fewer users got a complete, timely answer (${candidate.qualified} of ${candidate.offered} against ${baseline.qualified} of ${baseline.offered})`;
}

/** The miss whose share of the offered requests grew most, with the figure behind it. */
function mainCause(c: Case): string | null {
  const { baseline, candidate } = c.arms;
  const growth = (miss: Miss) => candidate.misses[miss] / candidate.offered - baseline.misses[miss] / baseline.offered;
  const [worst] = (Object.keys(candidate.misses) as Miss[])
    .filter((miss) => growth(miss) > 0)
    .sort((a, b) => growth(b) - growth(a));
  return worst === undefined ? null : CAUSES[worst](c);
}

const CAUSES: Record<Miss, (c: Case) => string> = {
  outcome: failureCause,
  ttft: (c) => latencyCause(c, 'the wait for the first word', 'ttftMs', 'ttftMs'),
  first_visible: (c) => latencyCause(c, 'the wait for the first visible word', 'firstVisibleMs', 'firstVisibleMs'),
  tpot: (c) => latencyCause(c, 'the time per token', 'tpotMs', 'tpotMs'),
  max_gap: (c) => latencyCause(c, 'the longest pause between words', 'maxGapMs', 'maxGapMs'),
  e2e: (c) => latencyCause(c, 'the time to the whole answer', 'e2eMs', 'e2eMs'),
  quality: (c) =>
    `${c.arms.candidate.misses.quality} answers of ${c.arms.candidate.offered} ended too soon (baseline ${c.arms.baseline.misses.quality})`,
  no_evidence: (c) =>
    `${c.arms.candidate.misses.no_evidence} answers of ${c.arms.candidate.offered} do not show what an objective asks (baseline ${c.arms.baseline.misses.no_evidence})`,
};

function latencyCause({ arms, plan }: Case, words: string, latency: Latency, objective: keyof Objectives): string {
  const value = (arm: 'baseline' | 'candidate') => arms[arm].latencies[latency].p95;
  const limits = [...new Set(plan.slo.flatMap(({ objectives }) => objectives?.[objective] ?? []))].sort(
    (a, b) => a - b,
  );
  const limit = limits.length === 0 ? '' : ` (limit ${listed(limits.map(ms))})`;
  return `${words} rose from ${ms(value('baseline'))} to ${ms(value('candidate'))} at p95${limit}`;
}

function failureCause({ arms: { baseline, candidate } }: Case): string {
  const share = ({ offered, outcomes }: typeof baseline) => percent((offered - outcomes.success) / offered);
  return `${share(candidate)} of the candidate's requests failed, against ${share(baseline)}`;
}

/** A change of throughput below this says nothing: the trace fixes the load. */
const NOTABLE = 0.005;

function throughput(c: Case): string[] {
  const change = changesOf(c).find(({ metric }) => metric === 'output_tokens_per_s');
  if (change === undefined || change.change === null) return [];
  if (Math.abs(change.change) < NOTABLE) return ['throughput stayed the same'];
  const verb = change.change > 0 ? 'rose' : 'fell';
  return [`throughput ${verb} ${percent(Math.abs(change.change))}, to ${figure(change.candidate)} tokens/s`];
}

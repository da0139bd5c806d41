/** `evidence`: everything the verdict needs is there (V2, V3 and V8 of section 5.1). */

import { ORDER_LETTERS } from '../../model/bundle.js';
import type { Clause } from '../../model/verdict.js';
import { type Case, pairOf } from '../case.js';
import { clause } from '../clause.js';
import { sloOf } from '../measured.js';
import { counted, percent } from '../words.js';

/** Above this share of baseline requests without evidence for an objective the session measures nothing. */
const MAX_NO_EVIDENCE = 0.01;

const UNFINISHED: ReadonlySet<string> = new Set(['running', 'interrupted']);

export function evidenceClause(c: Case): Clause[] {
  const problems = evidenceProblems(c);
  const records = c.runs.reduce((sum, run) => sum + run.offered.filter(({ record }) => record !== null).length, 0);
  return [
    clause({
      id: 'evidence',
      role: 'validity',
      title: 'The evidence is complete',
      outcome: problems.length === 0 ? 'PASS' : 'INVALID',
      n: records,
      statistic: { value: noEvidenceShare(c), unit: 'share' },
      limit: { value: MAX_NO_EVIDENCE, unit: 'share' },
      sentence:
        problems.length === 0
          ? `${counted(c.runs.length, 'run')} in the seeded order, ${counted(records, 'record')}, one for each offered request; ${noEvidence(c)}.`
          : `${problems.length === 1 ? 'Missing' : `${problems.length} things are missing`}: ${problems.join('; ')}.`,
      figures: { problems: problems.length, no_evidence_baseline: c.arms.baseline.misses.no_evidence },
    }),
  ];
}

/** What is missing, contradictory or unreadable, in words; empty when the evidence is whole. */
export function evidenceProblems(c: Case): string[] {
  const share = noEvidenceShare(c);
  return [
    ...traceProblems(c),
    ...orderProblems(c),
    ...c.runs.flatMap(({ run }) => (UNFINISHED.has(run.end) ? [`run ${run.number} (${run.arm}) did not finish`] : [])),
    ...c.runs.flatMap(({ run, problems }) => problems.map((problem) => `run ${run.number} (${run.arm}): ${problem}`)),
    ...(share !== null && share > MAX_NO_EVIDENCE ? [`${noEvidence(c)}, more than ${percent(MAX_NO_EVIDENCE)}`] : []),
  ];
}

function traceProblems({ plan, evidence }: Case): string[] {
  const { trace } = evidence;
  const found: string[] = [];
  if (trace.sha256 !== plan.workload.sha256) {
    found.push(`the trace's hash is ${trace.sha256}, the plan declares ${plan.workload.sha256}`);
  }
  const homeless = [...new Set(trace.requests.map((request) => request.class))].filter(
    (name) => sloOf(plan, name) === null,
  );
  if (homeless.length > 0)
    found.push(`no entry of slo matches class ${homeless.map((name) => `"${name}"`).join(', ')}`);
  return found;
}

/** Runs are numbered from 1 without a gap, and each has the arm that the seed gave it. */
function orderProblems({ runs, evidence }: Case): string[] {
  const { planned } = evidence.session.order;
  return runs.flatMap(({ run }, i) => {
    if (run.number !== i + 1) return [`run ${i + 1} is missing, run ${run.number} stands in its place`];
    const letter = planned[i];
    if (ORDER_LETTERS[run.arm] !== letter)
      return [`run ${run.number} is ${run.arm}, the seeded order "${planned}" has ${letter ?? 'no such run'}`];
    if (run.pair !== pairOf(run.number))
      return [`run ${run.number} calls itself part of pair ${run.pair}, not ${pairOf(run.number)}`];
    return [];
  });
}

function noEvidenceShare({ arms }: Case): number | null {
  const { misses, offered } = arms.baseline;
  return offered === 0 ? null : misses.no_evidence / offered;
}

function noEvidence({ arms }: Case): string {
  const { misses, offered } = arms.baseline;
  return `${misses.no_evidence} of the baseline's ${offered} requests lack the evidence for an objective`;
}

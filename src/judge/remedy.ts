/** What to do next: what is known, what is not, and what would settle it (section 7.2). */

import type { Clause } from '../model/verdict.js';
import { sampleSd } from '../stats/series.js';
import type { Case } from './case.js';
import { judgedOf } from './measured.js';
import { hidesAnswers } from './relative.js';
import { type Advice, absoluteRemedy, relativeRemedy } from './rules/remedy.js';
import type { Ruling } from './ruling.js';
import { counted } from './words.js';

export function remedyOf(c: Case, clauses: readonly Clause[], { verdict, reason, because }: Ruling): string {
  switch (verdict) {
    case 'PASS':
      return 'Nothing to do. The stated clauses say what this session did not test.';
    case 'FAIL':
      return reason === 'candidate_broken' ? brokenRemedy(c) : failRemedy(because);
    case 'INCONCLUSIVE':
      return [...new Set(because.map((id) => settling(c, clauses, id)))].join(' ');
    case 'INVALID':
      return (
        INVALID_REMEDIES[reason] ??
        'Repair what is named, then run the session again; a rerun after INVALID is allowed.'
      );
  }
}

function brokenRemedy(c: Case): string {
  const last = c.runs.findLast(({ run }) => run.arm === 'candidate' && run.end !== 'complete');
  return last === undefined
    ? 'Look at what the candidate answers: every request came back late, cut or failed while the baseline, on the same machine, met its target.'
    : `Read the last lines of the server's log of run ${last.run.number}, start the candidate by hand with its launch, repair it and push again.`;
}

function failRemedy(because: readonly string[]): string {
  return `Change what broke ${because.join(', ')} and push again. Running the same commits again is no remedy: the first valid verdict stands.`;
}

const INVALID_REMEDIES: Readonly<Record<string, string>> = {
  session_incomplete:
    'Nothing is known about the change. Run the session again and let it end; a rerun after INVALID is allowed.',
  baseline:
    "Nothing is known about the change: its base does not run here. Read the baseline's log, repair the base or the machine, and run the session again.",
  evidence_incomplete:
    'Nothing may be concluded from partial evidence. Repair what is named (an endpoint without token usage, a cut bundle, a full disk), then run the session again.',
  arms_indistinguishable:
    'There is nothing to judge: the change does not touch what is served. Filter the paths that start this workflow, declare an identity that tells builds apart, or set policy.identical: pass.',
  schedule_lag:
    'The load generator did not keep its schedule, so its latencies mean nothing. Free the machine it runs on, give it cores of its own or lower the load, then run the session again.',
};

/** Advice for one undecided clause. */
function settling(c: Case, clauses: readonly Clause[], id: string): string {
  const found = clauses.find((one) => one.id === id);
  if (id.startsWith('attainment:')) {
    const knee = found?.figures['knee'];
    const needed = found?.figures['n_needed'];
    const advice = absoluteRemedy(typeof knee === 'boolean' ? knee : null);
    const length = typeof needed === 'number' ? ` of ${needed} requests or more` : '';
    return `${id}: ${advice === 'lower_load' ? LOWER_LOAD : `freeze a longer trace${length}; more repeats do not help.`}`;
  }
  const latency = c.relative?.latencies.find((one) => one.id === id);
  const evidence = id === 'goodput' ? c.relative?.goodput : latency?.evidence;
  const unshown = latency !== undefined && hidesAnswers(latency);
  if (evidence === undefined || unshown || ('kind' in evidence && evidence.kind !== 'finite')) {
    return `${id}: make the candidate's answers show what the clause asks (see its sentence), then run again.`;
  }
  const { advice, pairsNeeded, nearMargin } = relativeRemedy({
    lag1Ttft: lag1(clauses),
    sdLnMedianTpot: machineNoise(c),
    n: c.pairs[0] === undefined ? 0 : judgedOf(c.pairs[0].baseline).length,
    pairs: evidence.pairs,
    mean: evidence.mean,
    se: evidence.se,
    logMargin: evidence.logMargin,
    level: c.level,
  });
  const near = nearMargin
    ? ' The estimate lies on the margin itself; no affordable amount of evidence may settle this.'
    : '';
  return `${id}: ${adviceText(advice, pairsNeeded)}${near}`;
}

const LOWER_LOAD = 'lower the load of the trace; at the knee of the server no length of trace shows this.';

function adviceText(advice: Advice, pairsNeeded: number | null): string {
  switch (advice) {
    case 'lower_load':
      return LOWER_LOAD;
    case 'steadier_machine':
      return 'use a steadier machine; its own speed moved by more than 3 % between runs.';
    case 'longer_trace':
      return 'freeze a longer trace; below 1000 requests a run, length settles more than repeats do.';
    case 'more_pairs':
      return `declare ${counted(pairsNeeded ?? 0, 'pair')} in a new plan; a finished session is never extended.`;
    case 'longer_trace_or_wider_margin':
      return 'freeze a longer trace, or declare a wider margin before the run.';
  }
}

/** Largest lag-1 correlation of TTFT ranks among the SLOs; null where none is known. */
function lag1(clauses: readonly Clause[]): number | null {
  const known = clauses.flatMap(({ figures }) => {
    const value = figures['lag1_ttft'];
    return typeof value === 'number' ? [value] : [];
  });
  return known.length === 0 ? null : Math.max(...known);
}

/** Standard deviation over the pairs of ln(median TPOT candidate / baseline); 0 where it is not known. */
function machineNoise({ pairs }: Case): number {
  const logs = pairs.flatMap(({ baseline, candidate }) => {
    const [before, after] = [baseline, candidate].map(({ figures }) => figures.latencies.tpotMs.p50 ?? 0);
    return before !== undefined && after !== undefined && before > 0 && after > 0 ? [Math.log(after / before)] : [];
  });
  return logs.length < 2 ? 0 : sampleSd(logs);
}

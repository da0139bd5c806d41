/** The clause list of the report's test cases. */

import type { Clause } from '../../src/model/verdict.js';

type Outcome = Clause['outcome'];

/** Outcomes of the clauses that differ between the cases; PASS where not given. */
export interface Outcomes {
  goodput?: Outcome;
  attainment?: Outcome;
  tpot?: Outcome;
}

interface Given {
  id: string;
  title: string;
  outcome: Outcome;
  sentence: string;
  declared?: string;
  statistic?: [value: number, unit: string];
  bound?: [lower: number | null, upper: number | null, method: string];
  limit?: [value: number, unit: string];
  n?: number;
}

export function gatingClauses({ goodput = 'PASS', attainment = 'PASS', tpot = 'PASS' }: Outcomes): Clause[] {
  const bad = attainment === 'FAIL';
  const goodputFigures = { PASS: [0, -0.008, 0.008], FAIL: [-0.419, -0.491, -0.334] }[goodput as 'PASS' | 'FAIL'] ?? [
    -0.038, -0.081, 0.006,
  ];
  const [change = 0, lower = 0, upper = 0] = goodputFigures;
  return [
    clause('gating', {
      id: 'attainment:interactive',
      title: 'Attainment of interactive',
      outcome: attainment,
      declared: 'attainment 85 %',
      statistic: [bad ? 61 / 105 : 1, 'share'],
      bound: [bad ? 0.391 : 0.912, bad ? 0.752 : 1, 'cluster-adjusted Wilson, design effect 2.8, one-sided 95 %'],
      limit: [0.85, 'share'],
      n: 105,
      sentence: bad
        ? '58.1 % of 105 distinct requests qualified; the upper bound of 75.2 % is below the target of 85 %.'
        : 'all 105 distinct requests qualified; the lower bound of 91.2 % is above the target of 85 %.',
    }),
    clause('gating', {
      id: 'goodput',
      title: 'Goodput against the baseline',
      outcome: goodput,
      declared: 'margin 5 %',
      statistic: [change, 'change'],
      bound: [lower, upper, 'paired t over 3 pairs, floor by discordant requests'],
      limit: [-0.05, 'change'],
      n: 3,
      sentence: 'the candidate may lose at most 5 % of the qualified requests.',
    }),
    clause('gating', {
      id: 'ttft_p95',
      title: 'p95 TTFT against the baseline',
      outcome: 'PASS',
      declared: 'margin 10 %, at least 9.9 ms',
      statistic: [bad ? -0.37 : 0.006, 'change'],
      bound: [bad ? -0.38 : -0.011, bad ? -0.352 : 0.024, 'paired t over 3 pairs'],
      limit: [0.1, 'change'],
      n: 3,
      sentence: 'p95 TTFT may rise by at most 10 %.',
    }),
    clause('gating', {
      id: 'tpot_p95',
      title: 'p95 TPOT against the baseline',
      outcome: tpot,
      declared: 'margin 10 %, at least 1 ms',
      statistic: [bad ? 0.346 : 0.002, 'change'],
      bound: [bad ? 0.338 : -0.006, bad ? 0.353 : 0.01, 'paired t over 3 pairs'],
      limit: [0.1, 'change'],
      n: 3,
      sentence: 'p95 TPOT may rise by at most 10 %.',
    }),
    clause('gating', {
      id: 'failures',
      title: 'Failed requests against the baseline',
      outcome: 'REPORTED',
      statistic: [0, 'share'],
      limit: [0.001, 'share'],
      n: 315,
      sentence: 'no request failed in either arm; a guard that finds nothing proves nothing.',
    }),
    clause('gating', {
      id: 'same_work',
      title: 'Same work',
      outcome: 'PASS',
      statistic: [0, 'change'],
      limit: [0.05, 'change'],
      n: 315,
      sentence: 'both arms gave 11,730 output tokens, at 4.0 characters a token.',
    }),
  ];
}

export function validityChecks(late: boolean): Clause[] {
  return [
    clause('validity', {
      id: 'schedule_lag',
      title: 'Schedule lag',
      outcome: late ? 'INVALID' : 'PASS',
      statistic: [late ? 0.048 : 0, 'share'],
      limit: [0.02, 'share'],
      sentence: late
        ? '5 of 105 requests of run 3 left more than 20 ms late; the largest lag was 118 ms.'
        : 'no request left more than 20 ms late; the largest lag was 5.2 ms.',
    }),
    clause('validity', {
      id: 'identity',
      title: 'Identity of the arms',
      outcome: 'PASS',
      sentence: 'the launches differ in start; the engine answers with the same version in all runs.',
    }),
    clause('validity', {
      id: 'baseline_drift',
      title: 'Baseline drift',
      outcome: 'PASS',
      statistic: [0.012, 'share'],
      limit: [0.1, 'share'],
      sentence: 'the median TPOT of the baseline runs stayed within 1.2 %.',
    }),
    clause('validity', {
      id: 'littles_law',
      title: "Little's law",
      outcome: 'UNKNOWN',
      sentence: "the server's gauge has 15 samples, 20 are needed.",
    }),
  ];
}

const STATED: readonly [id: string, title: string, sentence: string, outcome?: Outcome][] = [
  ['arrivals', 'Arrivals', '21.0 requests/s in the window, Erlang-2 gaps, CV 0.71, open loop.'],
  ['clock', 'Clock', 'from due and from sent; same host, loopback, no TLS; stamp uncertainty 3.3 ms.'],
  ['window', 'Window', 'lead-in 1 s, cohort 5 s with 105 requests, lead-out 0.5 s, drain until the last answer.'],
  ['definitions', 'Definitions', 'TPOT = (last output - first output) / (n - 1); percentiles are nearest-rank.'],
  ['tokens', 'Tokens', "the server's final usage count; one token an event; no reasoning; language", 'UNKNOWN'],
  ['prompts', 'Prompts', 'synthetic, 46 to 6,931 tokens; prefix-cache hit rate 0 %.'],
  ['speculation', 'Speculation', 'none declared.'],
  ['quality', 'Quality', 'finish reason only; no check on the answers was declared.'],
  ['versions', 'Versions', 'engine simulated 0.1.0; gate 0.1.0 on Node 24.21.0; driver and GPU: none used.'],
  ['cache', 'Cache', 'as_is: a fresh server for each run.'],
  ['order', 'Order and repetitions', 'BCCBCB as seeded; attempt 1; no rejected run.'],
  ['generator', 'Generator', 'one process, 0.12 of a core, largest event-loop delay 6.1 ms.'],
  ['cost', 'Cost', 'GPU-seconds per qualified answer: no GPU was declared.', 'UNKNOWN'],
  [
    'smallest_change',
    'Smallest detectable change',
    'a true goodput loss of 5.6 % would have failed in four sessions of five.',
  ],
  ['carry_over', 'Carry-over', 'first against later candidate runs: no difference seen.'],
  ['isolation', 'Isolation', 'generator and server shared two cores.', 'UNKNOWN'],
  ['not_tested', 'Conditions not tested', 'other loads, other machines, TLS, several clients.'],
];

export function statedClauses(): Clause[] {
  return STATED.map(([id, title, sentence, outcome = 'REPORTED']) =>
    clause('stated', { id, title, sentence, outcome }),
  );
}

export function clause(role: Clause['role'], given: Given): Clause {
  const { id, title, outcome, sentence, declared = null, statistic, bound, limit, n = null } = given;
  return {
    id,
    role,
    title,
    outcome,
    declared,
    statistic: statistic === undefined ? null : { value: statistic[0], unit: statistic[1] },
    n,
    bound: bound === undefined ? null : { lower: bound[0], upper: bound[1], method: bound[2] },
    limit: limit === undefined ? null : { value: limit[0], unit: limit[1] },
    sentence,
    figures: {},
  };
}

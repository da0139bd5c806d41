/** A judgement and its session as the demo yields them, in five endings. Figures are those of the simulated demo. */

import type { Session } from '../../src/model/bundle.js';
import type { Change, Clause, Judgement } from '../../src/model/verdict.js';
import { gatingClauses, statedClauses, validityChecks } from './support-clauses.js';
import { type ArmShape, armFigures, BASELINE, CANDIDATE, runsOf } from './support-figures.js';
import { PLAN_SHA, session, TRACE_SHA } from './support-session.js';

export interface Case {
  judgement: Judgement;
  session: Session;
}

export function passCase(): Case {
  return built({
    verdict: 'PASS',
    candidate: BASELINE,
    reason: 'goodput',
    why: 'Every gating clause holds: goodput changed by 0.0 % [-0.8 %, +0.8 %], inside the margin of 5 %, and 105 of 105 requests met the SLO in every run.',
    remedy: 'Nothing: this change may go in.',
    changes: [
      change('goodput', 'Goodput', 'requests/s', true, [21, 21, 0, -0.008, 0.008]),
      change('ttft_p95', 'p95 TTFT', 'ms', false, [219, 220.4, 0.006, -0.011, 0.024]),
      change('tpot_p95', 'p95 TPOT', 'ms', false, [14.6, 14.6, 0.002, -0.006, 0.01]),
    ],
    clauses: gatingClauses({}),
  });
}

export function failCase(): Case {
  return built({
    verdict: 'FAIL',
    candidate: CANDIDATE,
    reason: 'goodput',
    why: 'Goodput fell by 41.9 % [-49.1 %, -33.4 %] and only 58.1 % of the requests met the SLO (target 85 %): the longest gap between output events rose from 18 to 146 ms, over its limit of 100 ms.',
    remedy:
      'Look at what makes a stream pause while other requests are prefilled: the launches differ in `--max-num-batched-tokens`. Lower it, then run the gate again.',
    changes: failChanges(),
    clauses: gatingClauses({ goodput: 'FAIL', attainment: 'FAIL', tpot: 'FAIL' }),
  });
}

export function invalidCase(): Case {
  const found = built({
    verdict: 'INVALID',
    candidate: CANDIDATE,
    reason: 'schedule_lag',
    why: 'The load generator sent 4.8 % of the requests of run 3 more than 20 ms late (limit 2 %), so the measured latencies are partly its own.',
    remedy: 'Free a CPU core for the generator, or run it on another machine, and repeat the session.',
    changes: failChanges(),
    clauses: gatingClauses({ goodput: 'FAIL', attainment: 'FAIL', tpot: 'FAIL' }),
    late: true,
  });
  const third = found.judgement.runs[2];
  if (third !== undefined) third.lag = { p50Ms: 0.4, p99Ms: 61.2, maxMs: 118, lateShare: 0.048 };
  return found;
}

export function inconclusiveCase(): Case {
  const found = built({
    verdict: 'INCONCLUSIVE',
    candidate: { ...BASELINE, qualified: 101 },
    reason: 'goodput',
    why: 'Goodput changed by -3.8 % [-8.1 %, +0.6 %]: a loss of 5 % is neither shown nor excluded.',
    remedy: 'Declare 6 pairs instead of 3 in a new plan; a finished session is never extended.',
    changes: [
      change('goodput', 'Goodput', 'requests/s', true, [21, 20.2, -0.038, -0.081, 0.006]),
      change('ttft_p95', 'p95 TTFT', 'ms', false, [219, 222, 0.013, -0.02, 0.047]),
      change('tpot_p95', 'p95 TPOT', 'ms', false, [14.6, 14.7, 0.005, -0.006, 0.017]),
    ],
    clauses: gatingClauses({ goodput: 'INCONCLUSIVE' }),
  });
  found.judgement.policy.inconclusive = 'pass';
  return found;
}

export function brokenCase(): Case {
  const found = built({
    verdict: 'FAIL',
    candidate: null,
    reason: 'candidate_broken',
    why: 'The candidate never became ready: its process exited with code 1 after 2.1 s.',
    remedy: "Read the server's log below, start the candidate by hand with the same launch, and fix what it says.",
    changes: [],
    clauses: [],
  });
  found.judgement.look = { pairs: 0, kind: 'broken', level: null, looks: [3] };
  found.judgement.logTail = {
    run: 2,
    lines: [
      '\u001b[31mERROR\u001b[0m 11-30 12:00:02 engine.py:112 ```torch.OutOfMemoryError```: tried to allocate 2.50 GiB',
      'Traceback (most recent call last):',
      '  File "/opt/serve/engine.py", line 112, in _allocate_kv_cache',
      '::error::this line is not a workflow command here, and @nobody is told about it',
      'RuntimeError: Engine core initialization failed. See root cause above.',
    ],
  };
  return found;
}

interface Ending {
  verdict: Judgement['verdict'];
  candidate: ArmShape | null;
  reason: string;
  why: string;
  remedy: string;
  changes: Change[];
  clauses: Clause[];
  /** Whether the generator was late in a run. */
  late?: boolean;
}

function built({ verdict, candidate, reason, why, remedy, changes, clauses, late = false }: Ending): Case {
  const runs = runsOf(candidate);
  const judgement: Judgement = {
    schema: 'goodput-gate/judgement/1',
    verdict,
    exitCode: { PASS: 0, INVALID: 2, FAIL: 3, INCONCLUSIVE: 4 }[verdict],
    reason,
    why,
    remedy,
    look: { pairs: 3, kind: 'look', level: 0.05, looks: [3] },
    clauses: [...clauses, ...validityChecks(late), ...statedClauses()],
    changes,
    arms: { baseline: armFigures('baseline', runs, BASELINE), candidate: armFigures('candidate', runs, candidate) },
    runs,
    problems: [],
    logTail: null,
    policy: { invalid: 'fail', inconclusive: 'fail', identical: 'fail' },
    hashes: { plan: PLAN_SHA, trace: TRACE_SHA },
  };
  return { judgement, session: session() };
}

function failChanges(): Change[] {
  return [
    change('goodput', 'Goodput', 'requests/s', true, [21, 12.2, -0.419, -0.491, -0.334]),
    change('output_tokens_per_s', 'Output tokens/s in the window', 'tokens/s', true, [794, 826, 0.04, 0.036, 0.045]),
    change('ttft_p95', 'p95 TTFT', 'ms', false, [219, 138, -0.37, -0.38, -0.352]),
    change('tpot_p95', 'p95 TPOT', 'ms', false, [14.6, 19.6, 0.346, 0.338, 0.353]),
    change('attainment', 'Attainment (change in points)', 'share', true, [1, 61 / 105, -44 / 105, -0.491, -0.347]),
    change('max_gap_p95', 'p95 longest gap', 'ms', false, [18.2, 146, 7.02, 6.76, 7.29]),
  ];
}

type ChangeFigures = [baseline: number, candidate: number, change: number, lower: number, upper: number];

function change(metric: string, label: string, unit: string, higherIsBetter: boolean, figures: ChangeFigures): Change {
  const [baseline, candidate, changed, lower, upper] = figures;
  return { metric, label, unit, baseline, candidate, change: changed, lower, upper, higherIsBetter };
}

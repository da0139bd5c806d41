import type { Plan } from '../model/plan.js';
import type { Problem, Reading } from '../model/problem.js';
import { phaseOf, type Trace } from '../model/trace.js';
import type { Fault, Path } from '../trace/strict.js';
import { problemAt } from './file.js';
import type { PlanDraft } from './read.js';

/**
 * The plan for this trace: lead-in and lead-out that the file leaves out become what the trace holds, in whole ms.
 * Problems: another trace than the plan's, due times outside the replay, no lead-in without `lead_in: 0`, nothing in
 * the window, and requests that the plan's API can't express.
 */
export function resolvePlan(draft: PlanDraft, trace: Trace): Reading<Plan> {
  const { workload } = draft.plan;
  const dues = trace.requests.map((request) => request.dueMs);
  const earliest = dues.reduce((least, due) => Math.min(least, due), 0);
  const latest = dues.reduce((most, due) => Math.max(most, due), 0);
  // The replay ends before lead-out does: a request due exactly at its end would be outside.
  const heldOut = latest < workload.windowMs ? 0 : Math.floor(latest - workload.windowMs) + 1;
  const leadInMs = workload.leadInMs ?? Math.ceil(-earliest);
  const leadOutMs = workload.leadOutMs ?? heldOut;
  const problems = [
    ...hashProblems(draft, trace),
    ...edgeProblems(draft, trace, leadInMs, leadOutMs),
    ...phaseProblems(draft, trace),
    ...apiProblems(trace),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...draft.plan, workload: { ...workload, leadInMs, leadOutMs } } };
}

function hashProblems(draft: PlanDraft, trace: Trace): Problem[] {
  const { sha256 } = draft.plan.workload;
  if (sha256 === trace.sha256) return [];
  return [
    problem(draft, ['workload', 'sha256'], {
      message: `${trace.file} has the hash ${trace.sha256}, not ${sha256}`,
      expected: 'the trace that the plan declares, byte for byte',
      remedy: 'restore the trace; when its change is intended, write the new hash into the plan in a change of its own',
    }),
  ];
}

function edgeProblems(draft: PlanDraft, trace: Trace, leadInMs: number, leadOutMs: number): Problem[] {
  const { windowMs } = draft.plan.workload;
  const early = trace.requests.filter((request) => request.dueMs < -leadInMs);
  const late = trace.requests.filter((request) => request.dueMs >= windowMs + leadOutMs);
  const remedy =
    'widen it to what the trace holds (leave the key out), or freeze a shorter trace: no line is ever dropped';
  return [
    {
      found: early,
      key: 'lead_in',
      side: 'before',
      edge: -leadInMs,
      expected: `due times of at least ${-leadInMs} ms`,
    },
    {
      found: late,
      key: 'lead_out',
      side: 'at or after',
      edge: windowMs + leadOutMs,
      expected: `due times below ${windowMs + leadOutMs} ms`,
    },
  ].flatMap(({ found, key, side, edge, expected }) => {
    const [first] = found;
    if (first === undefined) return [];
    const message = `${found.length} of ${trace.requests.length} requests are due ${side} ${edge} ms, the first on line ${first.line} of ${trace.file}`;
    return [problem(draft, ['workload', key], { message, expected, remedy })];
  });
}

function phaseProblems(draft: PlanDraft, trace: Trace): Problem[] {
  const { windowMs, leadInMs } = draft.plan.workload;
  const phases = new Set(trace.requests.map((request) => phaseOf(request.dueMs, windowMs)));
  const problems: Problem[] = [];
  if (!phases.has('lead_in') && leadInMs !== 0) {
    problems.push(
      problem(draft, ['workload', 'lead_in'], {
        message: 'the trace has no request before the window, which would start on an idle server',
        expected: 'requests with a negative `due_ms`, or the declaration that there are none',
        remedy: 'freeze the trace with a lead-in, or write `lead_in: 0`; the report then says so',
      }),
    );
  }
  if (!phases.has('cohort')) {
    problems.push(
      problem(draft, ['workload', 'window'], {
        message: `no request of the trace is due in the window, [0, ${windowMs}) ms`,
        expected: 'requests to judge',
        remedy: 'check the due times of the trace against the window',
      }),
    );
  }
  return problems;
}

/** The chat API takes messages; a bare prompt becomes one user message, token ids can't be said in it. */
function apiProblems(trace: Trace): Problem[] {
  const bare = trace.requests.filter((request) => request.promptTokens !== undefined);
  const [first] = bare;
  if (first === undefined) return [];
  return [
    {
      file: trace.file,
      line: first.line,
      field: 'prompt_tokens',
      message: `${bare.length} of ${trace.requests.length} requests are token ids, which \`api: chat\` can't send`,
      expected: '`messages` or `prompt`',
      remedy: 'freeze the trace with the text of its prompts',
    },
  ];
}

function problem(draft: PlanDraft, path: Path, fault: Fault): Problem {
  return problemAt(draft.file, draft.lines, { path, ...fault });
}

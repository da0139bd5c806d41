import { readFileSync } from 'node:fs';
import type { Plan } from '../../src/model/plan.js';
import type { Trace, TraceRequest } from '../../src/model/trace.js';
import { type PlanDraft, readPlan } from '../../src/plan/read.js';

/** A draft from the minimal plan, with some of its text replaced. */
export function draftOf(replacements: Record<string, string> = {}): PlanDraft {
  let text = readFileSync('fixtures/plans/ok/minimal.yml', 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`the minimal plan has no ${from}`);
    text = text.replace(from, to);
  }
  const reading = readPlan({ file: 'goodput.yml', text });
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

/** The draft's plan, with lead-in and lead-out as given. */
export function planOf(draft: PlanDraft, leadInMs = 1000, leadOutMs = 1000): Plan {
  return { ...draft.plan, workload: { ...draft.plan.workload, leadInMs, leadOutMs } };
}

/** A trace with the hash that the minimal plan names. */
export function traceOf(requests: Partial<TraceRequest>[]): Trace {
  return {
    file: 'trace.jsonl',
    sha256: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
    requests: requests.map((request, index) => ({
      index,
      line: index + 1,
      id: `r${index + 1}`,
      dueMs: 0,
      class: 'chat',
      prompt: 'one two three',
      maxTokens: 16,
      params: {},
      ...request,
    })),
  };
}

/** `n` requests spread over the 120 s window, after one of the lead-in. */
export function cohortOf(n: number, request: Partial<TraceRequest> = {}): Partial<TraceRequest>[] {
  const spread = Array.from({ length: n }, (_, i) => ({ dueMs: (i * 120_000) / n, ...request }));
  return [{ dueMs: -500, ...request }, ...spread];
}

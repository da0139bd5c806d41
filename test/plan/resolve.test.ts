import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../src/model/problem.js';
import type { TraceRequest } from '../../src/model/trace.js';
import { resolvePlan } from '../../src/plan/resolve.js';
import { draftOf, traceOf } from './support.js';

function resolved(requests: Partial<TraceRequest>[], replacements: Record<string, string> = {}) {
  const reading = resolvePlan(draftOf(replacements), traceOf(requests));
  if (!reading.ok) throw new Error(reading.problems.map(formatProblem).join('\n'));
  return reading.value.workload;
}

function problems(requests: Partial<TraceRequest>[], replacements: Record<string, string> = {}) {
  const reading = resolvePlan(draftOf(replacements), traceOf(requests));
  return reading.ok ? [] : reading.problems;
}

const window = (more: string) => ({ 'window: 120s': `window: 120s\n  ${more}` });

describe('resolvePlan', () => {
  it('takes as lead-in and lead-out what the trace holds, in whole ms', () => {
    const workload = resolved([{ dueMs: 5 }, { dueMs: -2000.25 }, { dueMs: -10 }, { dueMs: 125_000.5 }]);
    expect(workload).toMatchObject({ leadInMs: 2001, leadOutMs: 5001 });
  });

  it('keeps the last request inside the replay when it is due on a whole ms', () => {
    expect(resolved([{ dueMs: -1 }, { dueMs: 0 }, { dueMs: 120_000 }])).toMatchObject({ leadOutMs: 1 });
    expect(resolved([{ dueMs: -1 }, { dueMs: 119_999.9 }])).toMatchObject({ leadInMs: 1, leadOutMs: 0 });
  });

  it('keeps what the plan declares when the trace fits into it', () => {
    const workload = resolved(
      [{ dueMs: -5000 }, { dueMs: 1 }, { dueMs: 129_999 }],
      window('lead_in: 5s\n  lead_out: 10s'),
    );
    expect(workload).toMatchObject({ leadInMs: 5000, leadOutMs: 10_000 });
  });

  it('refuses requests outside the declared replay, with their number and the first one', () => {
    const found = problems(
      [{ dueMs: -5000.5 }, { dueMs: -6000 }, { dueMs: 1 }, { dueMs: 130_000 }],
      window('lead_in: 5s\n  lead_out: 10s'),
    );
    expect(found.map(({ line, field, message }) => ({ line, field, message }))).toEqual([
      {
        line: 10,
        field: 'workload.lead_in',
        message: '2 of 4 requests are due before -5000 ms, the first on line 1 of trace.jsonl',
      },
      {
        line: 11,
        field: 'workload.lead_out',
        message: '1 of 4 requests are due at or after 130000 ms, the first on line 4 of trace.jsonl',
      },
    ]);
  });

  it('wants a word about a window that starts on an idle server', () => {
    expect(problems([{ dueMs: 0 }]).map(({ field }) => field)).toEqual(['workload.lead_in']);
    expect(problems([{ dueMs: 0 }], window('lead_in: 10s')).map(({ field }) => field)).toEqual(['workload.lead_in']);
    expect(resolved([{ dueMs: 0 }], window('lead_in: 0'))).toMatchObject({ leadInMs: 0 });
  });

  it('refuses a trace with nothing to judge', () => {
    expect(problems([{ dueMs: -1 }, { dueMs: 120_000 }]).map(({ field }) => field)).toEqual(['workload.window']);
  });

  it('refuses another trace than the one the plan names', () => {
    const trace = { ...traceOf([{ dueMs: -1 }, { dueMs: 0 }]), sha256: 'f'.repeat(64) };
    const reading = resolvePlan(draftOf(), trace);
    expect(reading.ok ? [] : reading.problems).toMatchObject([{ field: 'workload.sha256', line: 8 }]);
  });

  it('refuses token ids, which the chat API can not send', () => {
    const found = problems([{ dueMs: -1 }, { dueMs: 0, promptTokens: [1, 2] }]);
    expect(found).toMatchObject([{ file: 'trace.jsonl', line: 2, field: 'prompt_tokens' }]);
  });
});

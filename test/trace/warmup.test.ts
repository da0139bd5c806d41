import { describe, expect, it } from 'vitest';
import type { Trace, TraceRequest } from '../../src/model/trace.js';
import { probeRequest, promptCharacters, warmupRequests } from '../../src/trace/warmup.js';
import { draftOf, planOf, traceOf } from '../plan/support.js';

const plan = planOf(draftOf());

/** 240 requests in a 120 s window, most of them short, every tenth long. */
const trace: Trace = traceOf(
  Array.from({ length: 240 }, (_, i): Partial<TraceRequest> => {
    const long = i % 10 === 9;
    return {
      dueMs: i * 500,
      class: long ? 'document' : 'chat',
      prompt: `The incident of ${'word '.repeat(long ? 2000 + i : 20 + (i % 30))}`,
      maxTokens: long ? 400 : 20,
      params: { temperature: 0, tools: [{ type: 'function' }] },
    };
  }),
);

const textOf = (request: TraceRequest) => String(request.messages?.[0]?.content);
const firstWord = (request: TraceRequest) => textOf(request).split(' ')[0] ?? '';

describe('warmupRequests', () => {
  const warmup = warmupRequests(trace, plan, 3);

  it('comes at the rate of the cohort, evenly spaced over the warm-up', () => {
    expect(warmup.map((request) => request.dueMs)).toEqual(Array.from({ length: 20 }, (_, i) => i * 500));
    expect(new Set(warmup.map((request) => request.id)).size).toBe(20);
  });

  it('holds at least four requests', () => {
    const short = { ...plan, workload: { ...plan.workload, warmupMs: 100 } };
    expect(warmupRequests(trace, short).map((request) => request.dueMs)).toEqual([0, 25, 50, 75]);
  });

  it('has the length bands of the trace: one request in ten is long', () => {
    const lengths = warmup.map(promptCharacters).sort((a, b) => a - b);
    expect(lengths.slice(0, 18).every((length) => length >= 117 && length < 270)).toBe(true);
    expect(lengths.slice(18).every((length) => length > 10_000 && length < 11_300)).toBe(true);
    const own = new Set(trace.requests.map(promptCharacters));
    // Within a word of a length that the trace has.
    expect(lengths.every((length) => [...own].some((other) => length - other >= 0 && length - other < 16))).toBe(true);
  });

  it('keeps class and sampling of the request it stands for, with at most 64 output tokens', () => {
    const long = warmup.filter((request) => promptCharacters(request) > 1000);
    expect(long.map(({ class: name, maxTokens }) => ({ name, maxTokens }))).toEqual([
      { name: 'document', maxTokens: 64 },
      { name: 'document', maxTokens: 64 },
    ]);
    expect(warmup.every((request) => request.params['temperature'] === 0)).toBe(true);
    expect(
      warmup.filter((request) => promptCharacters(request) < 1000).every((request) => request.maxTokens === 20),
    ).toBe(true);
  });

  it('begins every prompt with a word of its own, and brings no tools of the trace into it', () => {
    const everyRun = [1, 2, 3].flatMap((run) => [...warmupRequests(trace, plan, run), probeRequest(trace, plan, run)]);
    const words = everyRun.map(firstWord);
    expect(new Set(words).size).toBe(words.length);
    const all = trace.requests.map((request) => request.prompt).join(' ');
    expect(words.filter((word) => word.length !== 16 || all.includes(word))).toEqual([]);
    expect(everyRun.filter((request) => 'tools' in request.params)).toEqual([]);
  });

  it('is the same for both arms but for those words', () => {
    const rest = (request: TraceRequest) => textOf(request).slice(16);
    const other = warmupRequests(trace, plan, 4);
    expect(other.map(rest)).toEqual(warmup.map(rest));
    expect(warmupRequests(trace, plan, 3)).toEqual(warmup);
  });
});

describe('probeRequest', () => {
  it('has the median length of the cohort and one output token', () => {
    const probe = probeRequest(trace, plan, 1);
    const lengths = trace.requests.map(promptCharacters).sort((a, b) => a - b);
    const median = lengths[120] ?? 0;
    expect(promptCharacters(probe) - median).toBeGreaterThanOrEqual(0);
    expect(promptCharacters(probe) - median).toBeLessThan(16);
    expect(probe.maxTokens).toBe(1);
  });
});

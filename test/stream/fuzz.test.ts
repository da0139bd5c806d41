import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../src/model/frame.js';
import { OUTCOMES, recordSchema } from '../../src/model/record.js';
import { foldRecord } from '../../src/stream/record.js';
import { bytesOf, isChat, loadCases } from './support.js';

const time = fc.double({ min: 0, max: 1000, noNaN: true });

// Bodies that get past the framing: chunks of every odd shape, whole, cut and mixed with noise.
const scalar = fc.oneof(fc.constantFrom(null, '', 'stop', 'abort', 'length', 0, 2, true), fc.string({ maxLength: 4 }));
const odd = fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 }));
const maybe = (keys: Record<string, fc.Arbitrary<unknown>>) => fc.record(keys, { requiredKeys: [] });
const call = maybe({ index: odd, id: odd, function: fc.oneof(maybe({ name: odd, arguments: odd }), odd) });
const delta = maybe({
  role: odd,
  content: odd,
  reasoning: odd,
  refusal: odd,
  tool_calls: fc.oneof(fc.array(fc.oneof(call, odd), { maxLength: 3 }), odd),
  function_call: odd,
});
const choice = maybe({
  index: odd,
  delta: fc.oneof(delta, odd),
  message: fc.oneof(delta, odd),
  finish_reason: odd,
  token_ids: odd,
  logprobs: fc.oneof(maybe({ content: odd, refusal: odd }), odd),
});
const chunkJson = maybe({
  choices: fc.oneof(fc.array(fc.oneof(choice, odd), { maxLength: 3 }), odd),
  usage: fc.oneof(maybe({ completion_tokens: odd, prompt_tokens: odd, prompt_tokens_details: odd }), odd),
}).map((value) => `data: ${JSON.stringify(value)}\n\n`);
const noise = fc.constantFrom(
  'data: [DONE]\n\n',
  'event: error\n',
  'data: {"error":{}}\n\n',
  ': c\n',
  '\r',
  'data',
  '\n',
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: chunkJson }, noise), { maxLength: 8 })
    .map((parts) => bytesOf(parts.join(''))),
);

const header = fc.oneof(fc.constantFrom('application/json', 'text/event-stream', 'identity', 'gzip', '2'), fc.string());
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ kind: fc.constant('called' as const), tMs: time, dueMs: time }),
  fc.record({ kind: fc.constant('sent' as const), tMs: time }),
  fc.record({
    kind: fc.constant('head' as const),
    tMs: time,
    status: fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.integer({ min: 100, max: 599 })),
    headers: fc.dictionary(fc.constantFrom('content-type', 'content-encoding', 'retry-after'), header, { maxKeys: 2 }),
  }),
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('data' as const), tMs: time, lowerMs: time, bytes: body }) },
  fc.record({ kind: fc.constantFrom('end', 'deadline', 'too_large', 'cancelled'), tMs: time }),
  fc.record({
    kind: fc.constant('error' as const),
    tMs: time,
    code: fc.constantFrom('ECONNREFUSED', 'X'),
    message: fc.string(),
  }),
);

function fold(frames: Frame[], n: unknown = 1, accept = false) {
  const request = { index: 0, line: 1, id: 'a', dueMs: 0, class: 'c', maxTokens: 9, params: { n } };
  const limits = { events: 6, responseBytes: 2000 };
  return foldRecord({ request, frames, windowMs: 10, timeoutMs: 1e9, acceptMissingFinishReason: accept, limits });
}

describe('whatever the frames', () => {
  const start: Frame[] = [
    { kind: 'called', tMs: 0, dueMs: 0 },
    { kind: 'head', tMs: 1, status: 200, headers: {} },
  ];
  const busy = start.map((one) => (one.kind === 'head' ? { ...one, status: 503 } : one));
  const stories = fc
    .tuple(fc.constantFrom([], start, start, busy), fc.array(frame, { maxLength: 12 }))
    .map((parts) => parts.flat());

  it('there is a valid record with exactly one outcome, the same each time, and nothing throws', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories, fc.oneof(fc.constantFrom(1, 2), odd), fc.boolean(), (frames, n, accept) => {
        const record = fold(frames, n, accept);
        expect(recordSchema.parse(record)).toEqual(record);
        expect(record.error === null).toBe(record.outcome === 'success');
        expect(record.firstOutputMs).toBe(record.outputMs[0] ?? null);
        expect(fold(frames, n, accept)).toEqual(record);
        seen.add(record.outcome);
      }),
      { seed: 23, numRuns: 2000 },
    );
    // A fuzz that reaches only a few outcomes would prove little.
    expect([...seen].sort()).toEqual([...OUTCOMES].sort());
  });

  it('damaged bytes of the real cases give one outcome too', () => {
    const bodies = loadCases()
      .filter((one) => isChat(one) && one.bytes.length < 10_000)
      .map(({ bytes }) => bytes);
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }))), (bytes, damage) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of damage) damaged[place % damaged.length] = value;
        const record = fold([...start, { kind: 'data', tMs: 2, lowerMs: 1, bytes: damaged }, { kind: 'end', tMs: 3 }]);
        expect(['success', 'error', 'truncated']).toContain(record.outcome);
        expect(recordSchema.parse(record)).toEqual(record);
      }),
      { seed: 24, numRuns: 800 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { foldAnswer } from '../../src/stream/answer.js';
import { askOf, chunk, DONE, event, streamOf } from './support.js';

const usage = (completion_tokens: number, more = {}) => ({ usage: { completion_tokens, ...more } });
const text = (content: string, more = {}, choice = {}) => chunk({ content }, null, more, choice);
const ids = (...token_ids: number[]) => ({ token_ids });
const fold = (parts: string[], n = 1) => foldAnswer(streamOf(parts), askOf(n));
const tokensOf = (parts: string[]) => fold(parts).events.map(({ tokens }) => tokens ?? null);

describe('token count', () => {
  const logprobs = (count: number) => ({ logprobs: { content: Array.from({ length: count }, () => ({})) } });
  it.each([
    ['usage before token ids', [text('a', {}, ids(1)), chunk({}, 'stop', usage(3)) + DONE], 3, 'usage_final'],
    ['usage that ran ahead of the finish', [text('a', usage(2)), chunk({}, 'stop') + DONE], 2, 'usage_running'],
    ['token ids before logprobs', [text('a', {}, { ...ids(1, 2), ...logprobs(1) })], 2, 'token_ids'],
    ['logprobs of refusals too', [text('a', {}, { logprobs: { content: [{}], refusal: [{}] } })], 2, 'logprobs'],
    ['empty lists', [text('a', {}, { ...ids(), ...logprobs(0) })], null, 'none'],
    ['a start value only', [chunk({ role: 'a' }, null, usage(0)), text('a')], null, 'none'],
    ['a usage without a count', [text('a', { usage: { prompt_tokens: 3 } }, ids(1))], 1, 'token_ids'],
    ['counts that are no numbers', [text('a', { usage: { completion_tokens: '3' } })], null, 'none'],
    ['the names of the other API', [text('a', { usage: { output_tokens: 4 } })], 4, 'usage_running'],
  ])('%s', (_, parts, count, source) => {
    expect(fold(parts).tokens).toMatchObject({ count, source });
  });

  it('keeps every source and says when they differ', () => {
    const answer = fold([text('a', {}, { ...ids(1), ...logprobs(1) }), chunk({}, 'stop', usage(2)) + DONE]);
    expect(answer.tokens).toMatchObject({ alternatives: { usage: 2, token_ids: 1, logprobs: 1 }, disagree: true });
    expect(answer.warnings).toEqual(['token_count_disagreement']);
  });

  it('takes a zero after output for a placeholder and keeps the usage before it', () => {
    const answer = fold([
      text('a', usage(0)),
      text('b', usage(2)),
      chunk({}, 'stop', usage(0)),
      event(usage(0)) + DONE,
    ]);
    expect(answer.eventCounts).toMatchObject({ usage: 1, usage_placeholder: 3 });
    expect(answer.eventCounts.meta).toBeUndefined();
    expect(answer).toMatchObject({ usage: { completion_tokens: 2 }, tokens: { count: 2, source: 'usage_running' } });
  });

  it('reads prompt, cached and reasoning tokens under either name', () => {
    const details = { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 8 } };
    const own = { completion_tokens_details: { reasoning_tokens: 0 } };
    const tokens = fold([text('a', usage(2, { ...details, ...own }))]).tokens;
    expect(tokens).toMatchObject({ prompt: 9, cachedPrompt: 8, reasoning: 0 });
  });
});

describe('tokens of one event', () => {
  it.each([
    ['the growth of running usage', [text('a', usage(1)), text('b', usage(4))], [1, 3]],
    ['growth from a start value', [chunk({ role: 'a' }, null, usage(0)), text('a', usage(2))], [null, 2]],
    ['not growth that earlier outputs share', [text('a'), text('b', usage(3)), text('c', usage(4))], [null, null, 1]],
    ['growth after a usage of its own', [text('a'), event(usage(2)), text('b', usage(3))], [null, null, 1]],
    [
      'growth of zero for an output only',
      [text('a', usage(2)), text('b', usage(2)), chunk({}, 'stop', usage(2))],
      [2, 0, null],
    ],
    ['nothing from a shrinking count', [text('a', usage(3)), text('b', usage(2))], [3, null]],
    ['nothing from a placeholder', [text('a', usage(2)), text('b', usage(0)), text('c', usage(5))], [2, null, null]],
    ['the end-of-sequence token', [text('a', usage(1)), chunk({}, 'stop', usage(2))], [1, 1]],
    ['nothing without a choice', [text('a', usage(1)), event(usage(3))], [1, null]],
    ['token ids before usage', [text('a', usage(5), ids(1, 2))], [2]],
    ['an empty list as 0', [text('a', usage(5), ids())], [0]],
  ])('%s', (_, parts, tokens) => {
    expect(tokensOf(parts)).toEqual(tokens);
  });

  it('gives the first output event’s for the divisor of TPOT, not the first event’s', () => {
    const answer = fold([chunk({ role: 'a' }, null, {}, ids(9)), text('a', {}, ids(1, 2)), text('b', {}, ids(3))]);
    expect(answer.firstEventTokens).toBe(2);
    expect(fold([text('a')]).firstEventTokens).toBeNull();
  });
});

describe('per-token timing', () => {
  const end = (completion: number, finish = 'stop', delta = {}) => chunk(delta, finish, usage(completion)) + DONE;
  const [a, b, c] = [text('a'), text('b'), text('c')];
  it.each([
    ['no success', [a], 'not_success'],
    ['no count', [a, b, chunk({}, 'stop') + DONE], 'no_token_count'],
    ['one token', [a, end(1)], 'fewer_than_two_tokens'],
    ['two tokens in an event', [text('a', {}, ids(1, 2)), text('b', {}, ids(3)), end(3)], 'multi_token_events'],
    ['told tokens that miss some', [text('a', {}, ids(1)), text('b', {}, ids(2)), end(3)], 'count_mismatch'],
    ['fewer events than tokens', [a, b, end(4)], 'multi_token_events'],
    ['one fewer, but cut by length', [a, b, end(3, 'length')], 'multi_token_events'],
    ['one fewer, but the end came with text', [a, b, end(4, 'stop', { content: 'c' })], 'multi_token_events'],
    ['more events than tokens', [a, b, c, end(2)], 'count_mismatch'],
    ['events that came together', [a + b, c, end(3)], 'coalesced'],
  ])('is refused: %s', (_, parts, reason) => {
    expect(fold(parts).perTokenTiming).toEqual({ usable: false, basis: null, reason });
  });

  it.each([
    ['every event tells', [text('a', {}, ids(1)), text('b', {}, ids(2)), chunk({}, 'length') + DONE], 'per_event'],
    [
      'the held-back and the last token too',
      [text('a', {}, ids(1)), chunk({}, null, {}, ids(2)), text('b', {}, ids(3)), chunk({}, 'stop', {}, ids(4)) + DONE],
      'per_event',
    ],
    ['as many events as tokens', [a, b, end(2)], 'aggregate'],
    ['one fewer, for the end-of-sequence token', [a, b, end(3)], 'aggregate'],
    ['one fewer, for the end of the tool call', [a, b, end(3, 'tool_calls')], 'aggregate'],
  ])('is usable: %s', (_, parts, basis) => {
    expect(fold(parts).perTokenTiming).toEqual({ usable: true, basis, reason: null });
  });

  it('is refused for several choices unless every event tells', () => {
    const other = (choice: object) => chunk({ content: 'x' }, 'length', {}, { index: 1, ...choice });
    const first = (choice: object) => chunk({ content: 'a' }, 'length', {}, choice);
    expect(fold([first({}), other({}), event(usage(2)) + DONE], 2).perTokenTiming.reason).toBe(
      'several_choices_without_per_event_counts',
    );
    expect(fold([first(ids(1)), other(ids(2)), DONE], 2).perTokenTiming.basis).toBe('per_event');
  });

  it('bears a tenth of its gaps under 1 ms, no more', () => {
    const at = (gaps: number[]) => {
      const times = [0];
      for (const gap of gaps) times.push((times.at(-1) ?? 0) + gap);
      const { head, reads } = streamOf(times.map((_, k) => text('x', k === gaps.length ? usage(times.length) : {})));
      const stamped = reads.map((read, k) => ({ ...read, tMs: times[k] ?? 0 }));
      const response = { head, reads: stamped, end: { kind: 'clean' as const, tMs: 1e4 } };
      return foldAnswer(response, askOf(1, { acceptMissingFinishReason: true })).perTokenTiming.reason;
    };
    const even = Array.from({ length: 9 }, () => 20);
    expect(at([...even, 1])).toBeNull();
    expect(at([...even, 0.9])).toBeNull();
    expect(at([...even.slice(1), 0.9])).toBe('coalesced');
  });
});

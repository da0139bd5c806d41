import { describe, expect, it } from 'vitest';
import { foldAnswer } from '../../src/stream/answer.js';
import { askOf, bytesOf, chunk, cut, DONE, event, streamOf, whole } from './support.js';

const stream = (parts: string[], more = {}) => foldAnswer(streamOf(parts, more), askOf());

describe('an error inside a 2xx stream', () => {
  it.each([
    ['an error string', event({ error: 'boom', code: 3 }), 'boom', 3],
    ['an empty error object', event({ error: {} }), null, null],
    ['an error object with choices', event({ error: { message: 'm' }, choices: [{}] }), 'm', null],
    ['an object named error', event({ object: 'error', message: 'm', code: 0 }), 'm', 0],
    ['an error_message without choices', event({ error_message: 'm', error_code: 'e' }), 'm', 'e'],
    ['an event named error with plain text', 'event: error\ndata: upstream gone\n\n', 'upstream gone', null],
    ['an event named error with nothing', 'event: error\ndata:\n\n', null, null],
  ])('%s stops the reading', (_, text, message, code) => {
    const answer = stream([chunk({ content: 'a' }), text, chunk({ content: 'b' }, 'stop') + DONE]);
    expect(answer).toMatchObject({ status: 'error', terminalMs: 20, doneSeen: false });
    expect(answer.error).toEqual({ kind: 'stream_error', message, code });
    expect(answer.choices['0']?.text).toBe('a');
    expect(answer.eventCounts).toEqual({ text: 1, error: 1 });
  });

  it.each([
    ['error: null', { error: null }],
    ['an error_message beside choices', { error_message: 'slow' }],
  ])('%s is none', (_, more) => {
    expect(stream([chunk({ content: 'a' }, 'stop', more) + DONE]).status).toBe('success');
  });

  it.each(['{"choices":', '[1]', '3', 'null'])('data %s is malformed and stops it too', (data) => {
    const answer = stream([chunk({ content: 'a' }), `data: ${data}\n\n: late\n\n`, chunk({}, 'stop') + DONE]);
    expect(answer).toMatchObject({ status: 'error', error: { kind: 'malformed_event', message: null } });
    expect(answer).toMatchObject({ terminalMs: 20, comments: 0, eventCounts: { text: 1, malformed: 1 } });
  });

  it('comes second to a bad finish reason before it', () => {
    const answer = stream([chunk({ content: 'a' }), chunk({}, 'abort'), event({ error: 'late' })]);
    expect(answer).toMatchObject({ status: 'error', terminalMs: 20 });
    expect(answer.error).toEqual({ kind: 'bad_finish_reason', message: 'abort', code: null });
  });

  it('a bad finish reason outlives a cut, and one that is no string is bad', () => {
    const answer = stream([chunk({ content: 'a' }), chunk({}, 0)], cut(99));
    expect(answer.error).toEqual({ kind: 'bad_finish_reason', message: '(not text)', code: null });
  });
});

describe('the end of a stream', () => {
  const text = chunk({ content: 'a' });
  const stop = chunk({}, 'stop');
  const role = chunk({ role: 'assistant' });
  it.each([
    ['[DONE]', [text, stop, DONE], {}, 'success', null],
    ['a cut after [DONE]', [text, stop, DONE], cut(40), 'success', null],
    ['nothing more after [DONE]', [text, stop, DONE], { end: null }, 'success', null],
    ['a cut before [DONE]', [text, stop], cut(40), 'truncated', 'connection_aborted'],
    ['a clean end before [DONE]', [text, stop], {}, 'success', null],
    ['no finish reason', [text, DONE], {}, 'truncated', 'no_finish_reason'],
    ['an empty finish reason', [text, chunk({}, ''), DONE], {}, 'truncated', 'no_finish_reason'],
    ['a role and [DONE]', [role, DONE], {}, 'error', 'empty_output'],
    ['a role and a clean end', [role], {}, 'truncated', 'no_finish_reason'],
    ['a finish reason without output', [role, stop, DONE], {}, 'error', 'empty_output'],
    ['an empty body', [], {}, 'error', 'empty_output'],
    ['an id of a tool call, but no name', [chunk({ tool_calls: [{ id: 'x' }] }, 'stop')], {}, 'error', 'empty_output'],
  ])('%s', (_, parts, more, status, kind) => {
    const answer = stream(parts, more);
    expect(answer.status).toBe(status);
    expect(answer.error?.kind ?? null).toBe(kind);
  });

  it('is not known while neither the body nor the answer has ended', () => {
    const answer = stream([text, stop, 'data: {"cho'], { end: null });
    expect(answer).toMatchObject({ status: null, error: null, terminalMs: null, warnings: [] });
    expect(answer).toMatchObject({ choices: { '0': { text: 'a', finishReason: 'stop' } }, outputMs: [10] });
    expect(answer.perTokenTiming.reason).toBe('not_success');
  });

  it('needs a good finish reason of every choice asked for', () => {
    const other = (delta: object, finish: string | null) => chunk(delta, finish, {}, { index: 1 });
    const two = (parts: string[]) => foldAnswer(streamOf([...parts, DONE]), askOf(2)).error?.kind;
    expect(two([text, stop, other({ content: 'b' }, 'length')])).toBeUndefined();
    expect(two([text, stop, other({ content: 'b' }, null)])).toBe('no_finish_reason');
    expect(two([text, stop])).toBe('no_finish_reason');
    expect(two([role, stop, other({ role: 'assistant' }, null)])).toBe('no_finish_reason');
  });

  it.each([
    ['[DONE]', [text, DONE], {}, 'success', ['missing_finish_reason_accepted']],
    ['a clean end', [text], {}, 'success', ['missing_finish_reason_accepted', 'missing_done']],
    ['a good finish reason', [text, stop, DONE], {}, 'success', []],
    ['a cut', [text], cut(40), 'truncated', []],
    ['no output', [role], {}, 'truncated', []],
  ])('may be accepted without a finish reason: %s', (_, parts, more, status, warnings) => {
    const answer = foldAnswer(streamOf(parts, more), askOf(1, { acceptMissingFinishReason: true }));
    expect(answer).toMatchObject({ status, warnings });
  });

  it('is a fault at the event or the byte past the limit, unless the answer had ended', () => {
    const tight = (events: number, responseBytes: number, parts: string[]) =>
      foldAnswer(streamOf(parts), askOf(1, { limits: { events, responseBytes } }));
    const large = { status: 'error', error: { kind: 'response_too_large' } };
    expect(tight(2, 1e6, [text, text, text, DONE])).toMatchObject({ ...large, terminalMs: 30 });
    expect(tight(3, 1e6, [text, stop, DONE])).toMatchObject({ status: 'success' });
    expect(tight(9, text.length, [text, stop, DONE])).toMatchObject({ ...large, terminalMs: 20 });
    expect(tight(9, text.length, [text + stop + DONE])).toMatchObject({ status: 'success' });
    const json = askOf(1, { limits: { events: 9, responseBytes: 1 } });
    expect(whole('{}', {}, json)).toMatchObject({ ...large, terminalMs: 10 });
    expect(whole('{}', { status: 429 }, json)).toMatchObject({ ...large, terminalMs: 10 });
  });

  it('is refused at the head when the body is encoded', () => {
    const encoded = (encoding: string) => ({
      head: { tMs: 1, status: 200, headers: { 'content-encoding': encoding } },
    });
    const answer = stream([text, stop, DONE], encoded('GZIP'));
    expect(answer.error).toEqual({ kind: 'content_encoding', message: 'gzip', code: null });
    expect(answer).toMatchObject({ status: 'error', terminalMs: 1, events: [] });
    expect(stream([text, stop, DONE], encoded(' Identity ')).status).toBe('success');
  });
});

describe('a whole JSON answer instead of a stream', () => {
  const message = (content: unknown, finish: unknown = 'stop') =>
    JSON.stringify({
      choices: [{ message: { role: 'assistant', content }, finish_reason: finish, token_ids: [1, 2] }],
    });

  it('is one event at the end of the body; its tokens are the answer’s, not an event’s', () => {
    const answer = whole(message('ab'));
    expect(answer).toMatchObject({ status: 'success', warnings: ['not_streamed'], outputMs: [12], stampWidthMs: 3 });
    expect(answer.events).toEqual([{ i: 0, tMs: 12, tags: ['text', 'finish'], text: 'ab' }]);
    expect(answer.tokens).toMatchObject({ count: 2, source: 'token_ids' });
    expect(answer.perTokenTiming.reason).toBe('not_streamed');
  });

  it.each([
    ['an error object', '{"error":{"message":"m"}}', 'error', 'stream_error'],
    ['a list', '[]', 'error', 'malformed_event'],
    ['no JSON', '<html>', 'error', 'malformed_event'],
    ['nothing', ' \n', 'error', 'empty_output'],
    ['no choices', '{"choices":[]}', 'error', 'empty_output'],
    ['no finish reason', message('ab', null), 'truncated', 'no_finish_reason'],
  ])('%s', (_, body, status, kind) => {
    expect(whole(body)).toMatchObject({ status, error: { kind } });
  });

  it('is truncated when the transport cut it, however whole it looks', () => {
    const head = { tMs: 1, status: 200, headers: { 'content-type': 'application/json' } };
    const answer = foldAnswer(streamOf([message('ab')], { head, ...cut(15) }), askOf());
    expect(answer).toMatchObject({ status: 'truncated', error: { kind: 'connection_aborted' }, events: [] });
  });
});

describe('pieces', () => {
  it('are output as reasoning once under two names, as refusal, and as a function call of the old form', () => {
    const answer = stream([
      chunk({ reasoning: 'hm', reasoning_content: 'hm' }),
      chunk({ refusal: 'no' }),
      chunk({ function_call: { name: 'f', arguments: '{' } }),
      chunk({ function_call: { arguments: '}' } }, 'function_call') + DONE,
    ]);
    const call = { index: 0, id: '', name: 'f', arguments: '{}', argumentsValidJson: true };
    expect(answer.choices['0']).toEqual({
      text: '',
      reasoning: 'hm',
      refusal: 'no',
      toolCalls: [call],
      finishReason: 'tool_calls',
      finishReasonRaw: 'function_call',
    });
    expect(answer.eventCounts).toEqual({ reasoning: 1, refusal: 1, tool_call: 2, finish: 1, done: 1 });
    expect(answer).toMatchObject({ status: 'success', firstOutputMs: 10, firstTextMs: null });
  });

  it('of tool calls are joined by place where the server sends no index; broken arguments are a warning', () => {
    const calls = [
      { id: 'a', function: { name: 'f', arguments: '{' } },
      { id: 'b', function: { name: 'g', arguments: '1' } },
    ];
    const answer = stream([chunk({ tool_calls: calls }, 'tool_calls') + DONE]);
    expect(answer.choices['0']?.toolCalls?.map((call) => [call.id, call.argumentsValidJson])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(answer).toMatchObject({ status: 'success', warnings: ['invalid_tool_arguments'] });
  });

  it('of two choices in one event make one event, at the first choice’s index', () => {
    const both = event({
      choices: [
        { index: 1, delta: { content: 'b' } },
        { index: 0, delta: { role: 'x' } },
      ],
    });
    const answer = foldAnswer(streamOf([both]), askOf(2));
    expect(answer.events).toEqual([{ i: 0, tMs: 10, tags: ['text', 'role'], choice: 1, text: 'b' }]);
  });

  it('that are no strings, lists or objects are nothing', () => {
    const odd = [{ choices: 3 }, { choices: [null, 4] }, { usage: [] }, {}].map(event);
    const nothing = chunk({ content: 5, reasoning: {}, tool_calls: [1], role: 7 });
    expect(stream([...odd, nothing]).eventCounts).toEqual({ meta: 4, empty: 1 });
  });

  it('of an output event carry the width of their stamps', () => {
    const response = streamOf([chunk({ role: 'a' }), chunk({ content: 'a' }), chunk({ content: 'b' })]);
    const widths = [50, 2, 7];
    const reads = response.reads.map((read, k) => ({ ...read, lowerMs: read.tMs - (widths[k] ?? 0) }));
    expect(foldAnswer({ ...response, reads }, askOf()).stampWidthMs).toBe(7);
  });

  it('after `[DONE]` in the same read are not accounted', () => {
    const answer = stream([`${chunk({ content: 'a' }, 'stop')}${DONE}${chunk({ content: 'ghost' })}: c\nodd: 1\n`]);
    expect(answer).toMatchObject({ status: 'success', comments: 0, warnings: [] });
    expect(answer.choices['0']?.text).toBe('a');
  });
});

describe('no response at all', () => {
  it('is a reset before the response, at the time of the cut', () => {
    const none = { head: null, reads: [{ tMs: 3, lowerMs: 3, bytes: bytesOf('x') }], ...cut(7) };
    const answer = foldAnswer(none, askOf());
    expect(answer).toMatchObject({ status: 'error', terminalMs: 7, httpStatus: null, events: [] });
    expect(answer.error?.kind).toBe('connection_reset_before_response');
  });
});

import { describe, expect, it } from 'vitest';
import type { Frame } from '../../src/model/frame.js';
import { recordSchema } from '../../src/model/record.js';
import {
  called,
  cancelled,
  data,
  deadline,
  done,
  end,
  error,
  finish,
  first,
  fold,
  head,
  open,
  request,
  second,
  sent,
  tooLarge,
} from './frames.js';
import { chunk, event } from './support.js';

describe('the deadline', () => {
  // Due at 100: an answer that settles at 250 is just in time with 150 ms, and late with less, whoever notices when.
  it('holds by the stamps, however late its timer fires', () => {
    const frames = [...open, first, second, finish, done, end(251)];
    expect(fold(frames, { timeoutMs: 150 })).toMatchObject({ outcome: 'success', terminalMs: 250 });
    expect(fold(frames, { timeoutMs: 149 })).toMatchObject({
      outcome: 'timeout',
      terminalMs: 249,
      error: { kind: 'deadline' },
    });
  });
});

describe('foldRecord', () => {
  it('gives a whole record of a success', () => {
    const record = fold([...open, first, second, finish, done, end(251)]);
    expect(record).toEqual({
      index: 4,
      id: 'r5',
      class: 'chat',
      phase: 'cohort',
      outcome: 'success',
      error: null,
      httpStatus: 200,
      dueMs: 100,
      calledMs: 100.5,
      sentMs: 101,
      acceptedMs: 103,
      firstOutputMs: 200,
      firstVisibleMs: 200,
      lastOutputMs: 230,
      terminalMs: 250,
      outputMs: [200, 230],
      stampWidthMs: 4,
      finishReason: 'stop',
      tokens: { count: 3, source: 'usage_final', prompt: 7, cachedPrompt: null, reasoning: null, firstEvent: null },
      perToken: { basis: 'aggregate', reason: null },
      outputCharacters: 5,
      outputBytes: 9,
      text: 'né🌿',
      warnings: [],
    });
    expect(recordSchema.parse(record)).toEqual(record);
  });

  it.each([
    [-1, 'lead_in'],
    [0, 'cohort'],
    [1000, 'lead_out'],
  ])('a request due at %d ms is in the %s', (dueMs, phase) => {
    expect(fold([], { request: { ...request, dueMs } }).phase).toBe(phase);
  });

  const cases: [string, Frame[], string, string | null, number | null][] = [
    ['never called', [], 'not_sent', 'not_sent', null],
    ['cancelled before it was called', [cancelled], 'not_sent', 'not_sent', null],
    ['the deadline before a socket', [called, deadline], 'timeout', 'deadline', 500],
    ['the deadline before the head', [called, sent, deadline], 'timeout', 'deadline', 500],
    ['the deadline before the end', [...open, first, finish, deadline], 'timeout', 'deadline', 500],
    ['a late answer', [...open, first, deadline, finish, done, end(501)], 'timeout', 'deadline', 500],
    ['the deadline after [DONE]', [...open, first, finish, done, deadline], 'success', null, 250],
    ['cancelled after [DONE]', [...open, first, finish, done, cancelled], 'success', null, 250],
    ['cancelled', [...open, first, cancelled], 'cancelled', 'cancelled', 600],
    ['over the limit', [...open, first, tooLarge], 'error', 'response_too_large', 400],
    ['over the limit after [DONE]', [...open, first, finish, done, tooLarge], 'success', null, 250],
    ['refused', [called, error(102, 'ECONNREFUSED')], 'error', 'connect_failed', 102],
    ['no such host', [called, error(102, 'ENOTFOUND')], 'error', 'connect_failed', 102],
    ['no connection in time', [called, error(9e3, 'UND_ERR_CONNECT_TIMEOUT')], 'error', 'connect_failed', 9e3],
    [
      'a reset before the head',
      [called, sent, error(150, 'ECONNRESET')],
      'error',
      'connection_reset_before_response',
      150,
    ],
    ['a reset in the body', [...open, first, error(210, 'ECONNRESET')], 'truncated', 'connection_aborted', 210],
    ['no finish reason', [...open, first, done, end(251)], 'truncated', 'no_finish_reason', 250],
    [
      'a bad finish before the deadline',
      [...open, data(220, chunk({}, 'abort')), deadline],
      'error',
      'bad_finish_reason',
      220,
    ],
    ['an error in the stream', [...open, data(220, event({ error: 'x' })), cancelled], 'error', 'stream_error', 220],
    ['rejected', [called, sent, { ...head, status: 429 }, end(110)], 'rejected', 'overloaded', 110],
    ['a raw file cut before the head', [called, sent], 'cancelled', 'evidence_cut', null],
    ['a raw file cut in the body', [...open, first, finish], 'cancelled', 'evidence_cut', null],
    ['a raw file cut after [DONE]', [...open, first, finish, done], 'success', null, 250],
  ];
  it.each(cases)('%s', (_, frames, outcome, kind, terminalMs) => {
    const record = fold(frames);
    expect(record).toMatchObject({ outcome, terminalMs });
    expect(record.error?.kind ?? null).toBe(kind);
    expect(recordSchema.parse(record)).toEqual(record);
  });

  it('keeps what was received when the gate gave up, and nothing that came after', () => {
    const record = fold([...open, first, deadline, second]);
    expect(record).toMatchObject({ text: 'né🌿', outputMs: [200], firstOutputMs: 200, lastOutputMs: 200 });
    expect(record.perToken).toEqual({ basis: null, reason: 'not_success' });
  });

  it('knows nothing of a request that was never called', () => {
    const record = fold([head, first, end(5)]);
    expect(record).toMatchObject({ outcome: 'not_sent', httpStatus: null, acceptedMs: null, outputMs: [], text: '' });
  });

  it('stops at more events or more bytes than the plan allows', () => {
    const limits = { events: 2, responseBytes: 1 << 20 };
    const frames = [...open, first, second, finish, done, end(251)];
    const large = { outcome: 'error', error: { kind: 'response_too_large' }, outputMs: [200, 230] };
    expect(fold(frames, { limits })).toMatchObject({ ...large, terminalMs: 240 });
    expect(fold(frames, { limits: { events: 9, responseBytes: 200 } })).toMatchObject({ ...large, terminalMs: 240 });
  });

  it('refuses an encoded body at its head', () => {
    const gzip: Frame = { ...head, headers: { 'content-encoding': 'gzip' } };
    const record = fold([called, sent, gzip, first, end(251)]);
    expect(record).toMatchObject({ outcome: 'error', terminalMs: 103, outputMs: [] });
    expect(record.error).toEqual({ kind: 'content_encoding', message: 'gzip', code: null });
  });

  it('accepts a missing finish reason only when told to', () => {
    const accepted = fold([...open, first, done], { acceptMissingFinishReason: true });
    expect(accepted).toMatchObject({ outcome: 'success', finishReason: null, error: null });
    expect(accepted.warnings).toEqual(['missing_finish_reason_accepted']);
  });

  it('takes the number of choices from the request and the text from the first', () => {
    const other = data(210, chunk({ content: 'zz' }, 'stop', {}, { index: 1 }));
    const frames = [...open, first, other, finish, done];
    const record = fold(frames, { request: { ...request, params: { n: 2 } } });
    expect(record).toMatchObject({ outcome: 'success', text: 'né🌿', outputCharacters: 5 });
    expect(fold([...open, first, finish, done], { request: { ...request, params: { n: 2 } } }).outcome).toBe(
      'truncated',
    );
  });

  it('counts text, reasoning, refusal and tool arguments, tool names not', () => {
    const call = { tool_calls: [{ index: 0, function: { name: 'lookup', arguments: '{"é":1}' } }] };
    const record = fold([
      ...open,
      data(200, chunk({ content: 'a', reasoning: 'bb', refusal: 'ccc', ...call })),
      end(9),
    ]);
    expect(record).toMatchObject({ outputCharacters: 1 + 2 + 3 + 7, outputBytes: 1 + 2 + 3 + 8 });
  });

  it('caps the server’s words at 500 characters, never through a surrogate pair, and gives codes as text', () => {
    const said = (message: string) => fold([...open, data(200, event({ error: { message, code: 500 } }))]).error;
    expect(said('x'.repeat(500))?.message).toHaveLength(500);
    expect(said('x'.repeat(501))).toEqual({ kind: 'stream_error', message: 'x'.repeat(500), code: '500' });
    expect(said(`${'x'.repeat(499)}🌿`)?.message).toBe('x'.repeat(499));
  });

  it('reports a failed transport in its own words', () => {
    expect(fold([called, error(102, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:8000')]).error).toEqual({
      kind: 'connect_failed',
      message: 'connect ECONNREFUSED 127.0.0.1:8000',
      code: 'ECONNREFUSED',
    });
    expect(fold([...open, first, error(210, 'ECONNREFUSED')]).error?.kind).toBe('connection_aborted');
  });
});

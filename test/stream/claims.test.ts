import { describe, expect, it } from 'vitest';
import type { Frame } from '../../src/model/frame.js';
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
  second,
  sent,
  tooLarge,
} from './frames.js';
import { chunk } from './support.js';

describe('a request with a terminal frame', () => {
  const stops: Frame[] = [end(300), error(300, 'ECONNRESET'), deadline, tooLarge, cancelled];
  const fake = data(210, ': data: [DONE]\n\n');
  const json: Frame = { ...head, headers: { 'content-type': 'application/json' } };
  const stories: [string, Frame[]][] = [
    ['nothing else', [called]],
    ['no head', [called, sent]],
    ['no body', open],
    ['output', [...open, first]],
    ['half an event', [...open, data(200, 'data: {"choices"')]],
    ['a comment', [...open, first, fake]],
    ['a finish reason', [...open, first, finish]],
    ['[DONE] without its blank line', [...open, first, finish, data(250, 'data: [DONE]\n')]],
    ['half a JSON answer', [called, sent, json, data(200, '{"choices"')]],
    ['half a refusal', [called, sent, { ...head, status: 500 }, data(200, '{"error"')]],
  ];
  it.each(stories)('is never one whose evidence was cut: %s', (_, frames) => {
    for (const stop of stops) expect(fold([...frames, stop]).error?.kind ?? null).not.toBe('evidence_cut');
  });

  it('is judged by what the stream said, whatever made the gate stop reading', () => {
    expect(fold([...open, first, fake, end(210)])).toMatchObject({
      outcome: 'truncated',
      error: { kind: 'no_finish_reason' },
      terminalMs: 210,
    });
    expect(fold([...open, first, finish, fake, end(241)])).toMatchObject({
      outcome: 'success',
      terminalMs: 241,
      warnings: ['missing_done'],
    });
    expect(fold([...open, fake, end(210)])).toMatchObject({ outcome: 'error', error: { kind: 'empty_output' } });
    expect(fold([...open, first, finish, data(250, 'data: [DONE]\n'), end(251)])).toMatchObject({
      outcome: 'success',
      terminalMs: 251,
      warnings: ['unterminated_event', 'missing_done'],
    });
  });
});

describe('a usage count', () => {
  const counted = (completion: unknown) =>
    fold([...open, first, second, data(240, chunk({}, 'stop', { usage: { completion_tokens: completion } })), done]);

  it.each([0, -1, 1.5, '7', null, [7], {}, true, 2 ** 53])('that is no whole number above 0 is none: %j', (value) => {
    expect(counted(value)).toMatchObject({ outcome: 'success', tokens: { count: null, source: 'none' } });
    expect(counted(value).perToken.basis).toBeNull();
  });

  it('is recorded as claimed, whatever was asked for', () => {
    expect(counted(1e9).tokens.count).toBe(1e9);
    expect(counted(1).perToken).toEqual({ basis: null, reason: 'fewer_than_two_tokens' });
  });
});

describe('a stream without output', () => {
  const role = data(200, chunk({ role: 'assistant', content: '' }));
  const stop = data(240, chunk({}, 'stop', { usage: { completion_tokens: 9 } }));

  it.each([
    ['a role', [role, done], 'error'],
    ['roles and a good end', [role, role, stop, done], 'error'],
    ['a good end', [stop, done], 'error'],
    ['a role and no end', [role, end(250)], 'truncated'],
  ])('is no success: %s', (_, frames, outcome) => {
    for (const acceptMissingFinishReason of [false, true]) {
      expect(fold([...open, ...frames], { acceptMissingFinishReason }).outcome).toBe(outcome);
    }
  });
});

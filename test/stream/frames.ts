/** The frames of one request, for tests of the fold. */

import type { Frame } from '../../src/model/frame.js';
import type { TraceRequest } from '../../src/model/trace.js';
import { type FoldInput, foldRecord } from '../../src/stream/record.js';
import { bytesOf, chunk, DONE } from './support.js';

export const request: TraceRequest = {
  index: 4,
  line: 5,
  id: 'r5',
  dueMs: 100,
  class: 'chat',
  maxTokens: 8,
  params: {},
};
export const called: Frame = { kind: 'called', tMs: 100.5, dueMs: 100 };
export const sent: Frame = { kind: 'sent', tMs: 101 };
export const head: Extract<Frame, { kind: 'head' }> = {
  kind: 'head',
  tMs: 103,
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
};
export const open = [called, sent, head];
export const data = (tMs: number, text: string, lowerMs = tMs): Frame => ({
  kind: 'data',
  tMs,
  lowerMs,
  bytes: bytesOf(text),
});
export const end = (tMs: number): Frame => ({ kind: 'end', tMs });
export const error = (tMs: number, code: string, message = 'other side closed'): Frame => ({
  kind: 'error',
  tMs,
  code,
  message,
});
export const deadline: Frame = { kind: 'deadline', tMs: 500 };
export const cancelled: Frame = { kind: 'cancelled', tMs: 600 };
export const tooLarge: Frame = { kind: 'too_large', tMs: 400 };

export function fold(frames: Frame[], more: Partial<FoldInput> = {}) {
  return foldRecord({
    request,
    frames,
    windowMs: 1000,
    timeoutMs: 10_000,
    acceptMissingFinishReason: false,
    limits: { events: 1000, responseBytes: 1 << 20 },
    ...more,
  });
}

export const first = data(200, chunk({ content: 'né🌿' }), 199);
export const second = data(230, chunk({ reasoning: 'hm' }), 226);
export const finish = data(240, chunk({}, 'stop', { usage: { prompt_tokens: 7, completion_tokens: 3 } }));
export const done = data(250, DONE);

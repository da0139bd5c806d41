import type { Frame } from '../model/frame.js';
import type { Outcome, RequestRecord } from '../model/record.js';
import { phaseOf, type TraceRequest } from '../model/trace.js';
import { type Answer, foldAnswer, type Response } from './answer.js';
import { chat } from './chat.js';
import type { ErrorKind } from './kinds.js';
import type { Limits, Read } from './read.js';
import { cutText, textSize } from './text-size.js';

export interface FoldInput {
  request: TraceRequest;
  /** The request's frames in the order of the raw file; nothing after the first terminal frame is read. */
  frames: readonly Frame[];
  /** Length of the declared window, ms. */
  windowMs: number;
  /** The request's deadline, ms after it was due. */
  timeoutMs: number;
  acceptMissingFinishReason: boolean;
  limits: Limits;
}

/**
 * Folds one offered request's frames into its record: exactly one outcome, whatever the frames. Total and pure; nothing
 * throws.
 *
 * What the answer itself settles by its deadline (`[DONE]`, an error, its end) stands, even when the gate gave up later;
 * what it settles after the deadline is `timeout`, since a late answer doesn't undo it. Otherwise the
 * way it stopped decides: a deadline is `timeout`, the end of the drain `cancelled`, and what was received until then
 * stays in the record. Frames that stop without anything terminal come from a raw file that was cut: outcome
 * `cancelled`, error kind `evidence_cut`, `terminalMs` null. Without a `called` frame the request is `not_sent`.
 *
 * The server's error message is kept up to 500 characters. `outputCharacters` are Unicode code points and `outputBytes`
 * UTF-8 bytes of all generated text of all choices: answer, reasoning, refusal and tool arguments.
 */
export function foldRecord(input: FoldInput): RequestRecord {
  const { request, windowMs, timeoutMs, acceptMissingFinishReason, limits } = input;
  const story = tell(input.frames);
  const answer = foldAnswer(story, { dialect: chat, n: choicesAsked(request), acceptMissingFinishReason, limits });
  const first = answer.choices['0'];
  const size = outputSize(answer);
  const { count, source, prompt, cachedPrompt, reasoning } = answer.tokens;
  return {
    index: request.index,
    id: request.id,
    class: request.class,
    phase: phaseOf(request.dueMs, windowMs),
    ...fateOf(story, answer, request.dueMs + timeoutMs),
    httpStatus: answer.httpStatus,
    dueMs: request.dueMs,
    calledMs: story.calledMs,
    sentMs: story.sentMs,
    acceptedMs: story.head?.tMs ?? null,
    firstOutputMs: answer.firstOutputMs,
    firstVisibleMs: answer.firstTextMs,
    lastOutputMs: answer.lastOutputMs,
    outputMs: answer.outputMs,
    stampWidthMs: answer.stampWidthMs,
    finishReason: first?.finishReason ?? null,
    tokens: { count, source, prompt, cachedPrompt, reasoning, firstEvent: answer.firstEventTokens },
    perToken: { basis: answer.perTokenTiming.basis, reason: answer.perTokenTiming.reason },
    outputCharacters: size.characters,
    outputBytes: size.bytes,
    text: first?.text ?? '',
    warnings: answer.warnings,
  };
}

type Stop = Extract<Frame, { kind: 'end' | 'error' | 'deadline' | 'too_large' | 'cancelled' }>;

/** A request's frames, sorted out. */
interface Story extends Response {
  calledMs: number | null;
  sentMs: number | null;
  stop: Stop | null;
}

function tell(frames: readonly Frame[]): Story {
  const reads: Read[] = [];
  const story: Story = { calledMs: null, sentMs: null, head: null, reads, end: null, stop: null };
  for (const frame of frames) {
    if (frame.kind === 'called') story.calledMs ??= frame.tMs;
    // A request the generator never made has no story, whatever the file says.
    else if (story.calledMs === null) continue;
    else if (frame.kind === 'sent') story.sentMs ??= frame.tMs;
    else if (frame.kind === 'head') story.head ??= frame;
    else if (frame.kind === 'data') reads.push(frame);
    else {
      story.stop = frame;
      break;
    }
  }
  const { stop } = story;
  if (stop?.kind === 'end') story.end = { kind: 'clean', tMs: stop.tMs };
  if (stop?.kind === 'error') story.end = { kind: 'cut', tMs: stop.tMs };
  return story;
}

type Fate = Pick<RequestRecord, 'outcome' | 'error' | 'terminalMs'>;

/**
 * Outcomes that the way of stopping decides, where the answer settled nothing. An end and an error settle every answer;
 * they stand here so that no request with a terminal frame is ever taken for one whose evidence was cut.
 */
const STOPPED: Record<Stop['kind'], [Outcome, ErrorKind]> = {
  end: ['truncated', 'no_finish_reason'],
  error: ['truncated', 'connection_aborted'],
  deadline: ['timeout', 'deadline'],
  cancelled: ['cancelled', 'cancelled'],
  too_large: ['error', 'response_too_large'],
};

function fateOf({ calledMs, stop }: Story, answer: Answer, deadlineMs: number): Fate {
  if (calledMs === null) return fate('not_sent', 'not_sent', null);
  // The deadline holds by the stamps, however late the timer that watches it fired.
  if (answer.terminalMs !== null && answer.terminalMs > deadlineMs) return fate('timeout', 'deadline', deadlineMs);
  if (answer.status !== null) {
    return { outcome: answer.status, error: errorOf(answer, stop), terminalMs: answer.terminalMs };
  }
  return stop === null ? fate('cancelled', 'evidence_cut', null) : fate(...STOPPED[stop.kind], stop.tMs);
}

function fate(outcome: Outcome, kind: ErrorKind, terminalMs: number | null): Fate {
  return { outcome, error: { kind, message: null, code: null }, terminalMs };
}

/** Codes with which no connection was ever made. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const MESSAGE_LIMIT = 500;

/** The answer's error; where the transport failed, in the transport's words, for the server had none. */
function errorOf({ error }: Answer, stop: Stop | null): RequestRecord['error'] {
  if (error === null) return null;
  const { kind, message, code } = error;
  const transport = kind === 'connection_aborted' || kind === 'connection_reset_before_response';
  if (transport && stop?.kind === 'error') {
    const neverOpen = kind === 'connection_reset_before_response' && CONNECT_CODES.has(stop.code);
    return capped(neverOpen ? 'connect_failed' : kind, stop.message || null, stop.code || null);
  }
  return capped(kind, message, code === null ? null : String(code));
}

function capped(kind: ErrorKind, message: string | null, code: string | null): RequestRecord['error'] {
  const cap = (text: string | null) => (text === null ? null : cutText(text, MESSAGE_LIMIT));
  return { kind, message: cap(message), code: cap(code) };
}

/** The request's own `n`; 1 where it has none. */
function choicesAsked({ params }: TraceRequest): number {
  const n = params['n'];
  return typeof n === 'number' && Number.isSafeInteger(n) && n > 0 ? n : 1;
}

function outputSize(answer: Answer): { characters: number; bytes: number } {
  const size = { characters: 0, bytes: 0 };
  for (const { text, reasoning = '', refusal = '', toolCalls = [] } of Object.values(answer.choices)) {
    for (const part of [text, reasoning, refusal, ...toolCalls.map((call) => call.arguments)]) {
      const { characters, bytes } = textSize(part);
      size.characters += characters;
      size.bytes += bytes;
    }
  }
  return size;
}

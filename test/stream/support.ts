import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Answer, type Ask, foldAnswer, type Head, type Response } from '../../src/stream/answer.js';
import { chat } from '../../src/stream/chat.js';
import type { Choice } from '../../src/stream/choice.js';
import type { AnswerEvent } from '../../src/stream/log.js';
import type { End, Read } from '../../src/stream/read.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/streams/', import.meta.url));

/** One folder of `fixtures/streams`. */
export interface StreamCase {
  id: string;
  request: { endpoint: string; n?: number };
  response: { status: number; headers: Record<string, string> } | null;
  headers_at_ms: number;
  body: { file?: string; generate?: { script: string; args: string[] }; bytes: number; sha256: string };
  reads: [number, number][];
  end: { type: 'clean' | 'reset' | 'fin' | 'open'; at_ms: number };
  expected: unknown;
  bytes: Uint8Array;
}

export function loadCases(): StreamCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => loadCase(name))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function loadCase(folder: string): StreamCase {
  const json = (file: string) => JSON.parse(readFileSync(`${FOLDER}${folder}/${file}`, 'utf8'));
  const described: StreamCase = json('case.json');
  const { file, generate, bytes: size, sha256 } = described.body;
  let bytes: Uint8Array = new Uint8Array();
  if (file !== undefined) bytes = readFileSync(`${FOLDER}${folder}/${file}`);
  if (generate !== undefined) {
    bytes = execFileSync(process.execPath, [FOLDER + generate.script, ...generate.args], { maxBuffer: 4 << 20 });
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length !== size || (size > 0 && digest !== sha256)) {
    throw new Error(`${folder}: the body differs from case.json: ${bytes.length} bytes, sha256 ${digest}`);
  }
  return { ...described, expected: json('expected.json'), bytes };
}

export function isChat(streamCase: StreamCase): boolean {
  return streamCase.request.endpoint === '/v1/chat/completions';
}

/** The response as the case cuts it, on a fake clock: intervals of no width. */
export function responseOf(streamCase: StreamCase): Response {
  const { response, headers_at_ms, bytes } = streamCase;
  let at = 0;
  const reads = streamCase.reads.map(([tMs, size]): Read => {
    at += size;
    return { tMs, lowerMs: tMs, bytes: bytes.subarray(at - size, at) };
  });
  return { head: response === null ? null : { tMs: headers_at_ms, ...response }, reads, end: endOf(streamCase) };
}

/** `open` is an end that never comes. */
export function endOf({ end: { type, at_ms } }: StreamCase): End | null {
  if (type === 'open') return null;
  return { kind: type === 'clean' ? 'clean' : 'cut', tMs: at_ms };
}

export function askOf(n = 1, more: Partial<Ask> = {}): Ask {
  return {
    dialect: chat,
    n,
    acceptMissingFinishReason: false,
    limits: { events: 200_000, responseBytes: 64 << 20 },
    ...more,
  };
}

export function foldCase(streamCase: StreamCase): Answer {
  return foldAnswer(responseOf(streamCase), askOf(streamCase.request.n));
}

/** An answer under the field names of `expected.json`; sets in sorted order. */
export function describeAnswer(answer: Answer): unknown {
  const { tokens } = answer;
  return withoutUndefined({
    status: answer.status,
    error: answer.error,
    http_status: answer.httpStatus,
    retry_after_s: answer.retryAfterS,
    done_seen: answer.doneSeen,
    choices: Object.fromEntries(Object.entries(answer.choices).map(([index, choice]) => [index, describe(choice)])),
    first_event_ms: answer.firstEventMs,
    first_output_ms: answer.firstOutputMs,
    first_text_ms: answer.firstTextMs,
    last_output_ms: answer.lastOutputMs,
    terminal_ms: answer.terminalMs,
    output_ms: answer.outputMs,
    max_output_gap_ms: answer.maxOutputGapMs,
    coalesced_output_events: answer.coalescedOutputEvents,
    tokens: {
      count: tokens.count,
      source: tokens.source,
      prompt: tokens.prompt,
      cached_prompt: tokens.cachedPrompt,
      reasoning: tokens.reasoning,
      alternatives: tokens.alternatives,
      disagree: tokens.disagree,
    },
    per_token_timing: answer.perTokenTiming,
    usage: answer.usage,
    warnings: answer.warnings,
    comments: answer.comments,
    event_counts: answer.eventCounts,
    events: answer.events.map(describeEvent),
  });
}

function describe(choice: Choice): unknown {
  return {
    text: choice.text,
    reasoning: choice.reasoning,
    refusal: choice.refusal,
    tool_calls: choice.toolCalls?.map(({ argumentsValidJson, ...call }) => ({
      ...call,
      arguments_valid_json: argumentsValidJson,
    })),
    finish_reason: choice.finishReason,
    finish_reason_raw: choice.finishReasonRaw,
  };
}

function describeEvent({ tMs, name, ...event }: AnswerEvent): unknown {
  return { ...event, at_ms: tMs, event: name };
}

/** JSON has no undefined: an absent field is absent. Sets (`tags`, `warnings`) are sorted. */
export function withoutUndefined(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => (key === 'tags' || key === 'warnings' ? [...inner].sort() : inner)),
  );
}

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** One server-sent event with JSON data. */
export function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** One chat chunk with one choice. */
export function chunk(delta: unknown, finish: unknown = null, more: object = {}, choice: object = {}): string {
  return event({ choices: [{ index: 0, delta, finish_reason: finish, ...choice }], ...more });
}

export const DONE = event('[DONE]');

/** A 200 event stream whose parts arrive 10 ms apart, from 10 ms on, and that ends with its last part. */
export function streamOf(parts: string[], more: Partial<Response> = {}): Response {
  const reads = parts.map((part, k): Read => ({ tMs: 10 * (k + 1), lowerMs: 10 * (k + 1) - 1, bytes: bytesOf(part) }));
  return {
    head: { tMs: 1, status: 200, headers: { 'content-type': 'text/event-stream' } },
    reads,
    end: { kind: 'clean', tMs: 10 * parts.length },
    ...more,
  };
}

/** A transport that fails at `tMs`. */
export const cut = (tMs: number) => ({ end: { kind: 'cut' as const, tMs } });

/** The answer to one JSON body, which arrives at 10 ms and ends at 12. */
export function whole(body: string, head: Partial<Head> = {}, ask = askOf()): Answer {
  const json: Head = { tMs: 1, status: 200, headers: { 'content-type': 'application/json' }, ...head };
  return foldAnswer(streamOf([body], { head: json, end: { kind: 'clean', tMs: 12 } }), ask);
}

import type { Choice, Tag } from './choice.js';
import type { Dialect } from './dialect.js';
import type { JsonObject } from './json.js';
import type { Warning } from './kinds.js';
import { type AnswerEvent, EventLog } from './log.js';
import { type End, type Limits, type Read, readEvents, readWhole } from './read.js';
import { type AnswerError, type AnswerStatus, bodyVerdict, PENDING, refusal, type Verdict, verdict } from './status.js';
import { type PerTokenTiming, refuse, type TokenCount } from './tokens.js';

/** Status line and headers; names in lower case. */
export interface Head {
  tMs: number;
  status: number;
  headers: Record<string, string>;
}

/** One response as it came: null for the head that never came, null for the end not reached. */
export interface Response {
  head: Head | null;
  reads: readonly Read[];
  end: End | null;
}

/** What the answer is read against. */
export interface Ask {
  dialect: Dialect;
  /** Number of choices asked for. */
  n: number;
  acceptMissingFinishReason: boolean;
  limits: Limits;
}

/** Everything one response says. Times are upper stamps, ms; null is "did not happen" or "not known". */
export interface Answer {
  /** null while the response had neither ended nor settled its outcome. */
  status: AnswerStatus | null;
  error: AnswerError | null;
  httpStatus: number | null;
  /** Seconds; a `Retry-After` that is a date gives null. */
  retryAfterS: number | null;
  doneSeen: boolean;
  /** By choice index. */
  choices: Record<string, Choice>;
  firstEventMs: number | null;
  /** First event with generated output of any kind. */
  firstOutputMs: number | null;
  /** First event with visible answer text. */
  firstTextMs: number | null;
  lastOutputMs: number | null;
  outputMs: number[];
  maxOutputGapMs: number | null;
  /** Output events that came at the same time as the output event before them. */
  coalescedOutputEvents: number;
  /** When the outcome was known. */
  terminalMs: number | null;
  tokens: TokenCount;
  /** Tokens of the first output event, where it tells. */
  firstEventTokens: number | null;
  perTokenTiming: PerTokenTiming;
  usage: JsonObject | null;
  warnings: Warning[];
  comments: number;
  eventCounts: Partial<Record<Tag, number>>;
  events: AnswerEvent[];
  /** Longest stamp interval of an output event, ms. */
  stampWidthMs: number | null;
}

/** Folds one response into its answer. Total: whatever the bytes, there is an answer, and nothing throws. */
export function foldAnswer(response: Response, ask: Ask): Answer {
  const log = new EventLog(ask.n);
  const warnings = new Set<Warning>();
  const { head, end } = response;
  if (head === null) {
    const said = end === null ? PENDING : verdict('error', 'connection_reset_before_response', end.tMs);
    return toAnswer(head, log, said, warnings, 0);
  }
  const { comments, ...said } = isSuccess(head.status)
    ? readBody(head, response, ask, log, warnings)
    : readRefusal(head, response, ask, log, warnings);
  return toAnswer(head, log, said, warnings, comments);
}

type Conclusion = Verdict & { comments: number };

function readBody(head: Head, { reads, end }: Response, ask: Ask, log: EventLog, warnings: Set<Warning>): Conclusion {
  const encoding = (head.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    const error = { kind: 'content_encoding' as const, message: encoding, code: null };
    return { status: 'error', error, terminalMs: head.tMs, comments: 0 };
  }
  if (!isJsonType(head)) {
    const comments = readEvents(reads, end, ask, log, warnings);
    const said = bodyVerdict(log, end, ask, warnings);
    if (said.status === 'success' && ask.dialect.sendsDone && !log.doneSeen) warnings.add('missing_done');
    return { ...said, comments };
  }
  warnings.add('not_streamed');
  const body = wholeBody(reads, ask.limits, log);
  // Half a JSON answer is no answer: a cut one is not read.
  if (body !== null && end?.kind === 'clean') {
    readWhole(body, { tMs: end.tMs, lowerMs: reads.at(-1)?.lowerMs ?? end.tMs }, ask.dialect, log);
  }
  return { ...bodyVerdict(log, end, ask, warnings), comments: 0 };
}

/** Rejections and errors by status: the body only explains. */
function readRefusal(
  head: Head,
  { reads, end }: Response,
  ask: Ask,
  log: EventLog,
  warnings: Set<Warning>,
): Conclusion {
  if (!isJsonType(head)) warnings.add('non_json_error_body');
  const body = wholeBody(reads, ask.limits, log);
  if (body === null) return { ...bodyVerdict(log, end, ask, warnings), comments: 0 };
  return { ...(end === null ? PENDING : refusal(head.status, body, end.tMs)), comments: 0 };
}

/** The body as text, or null, with a fault in the log, where it is over the limit. */
function wholeBody(reads: readonly Read[], limits: Limits, log: EventLog): string | null {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (const read of reads) {
    bytes += read.bytes.length;
    if (bytes > limits.responseBytes) {
      log.fail({ kind: 'response_too_large', message: null, code: null, tMs: read.tMs });
      return null;
    }
    text += decoder.decode(read.bytes, { stream: true });
  }
  return text + decoder.decode();
}

function toAnswer(
  head: Head | null,
  log: EventLog,
  { status, error, terminalMs }: Verdict,
  warnings: Set<Warning>,
  comments: number,
): Answer {
  const choices = log.choices();
  const calls = Object.values(choices).flatMap(({ toolCalls }) => toolCalls ?? []);
  if (calls.some(({ argumentsValidJson }) => !argumentsValidJson)) warnings.add('invalid_tool_arguments');
  const tokens = log.ledger.total();
  if (tokens.disagree) warnings.add('token_count_disagreement');
  const { outputMs, events } = log;
  const gaps = outputMs.slice(1).map((tMs, k) => tMs - (outputMs[k] ?? tMs));
  return {
    status,
    error,
    httpStatus: head?.status ?? null,
    retryAfterS: retryAfter(head?.headers['retry-after']),
    doneSeen: log.doneSeen,
    choices,
    firstEventMs: events[0]?.tMs ?? null,
    firstOutputMs: outputMs[0] ?? null,
    firstTextMs: log.firstTextMs,
    lastOutputMs: outputMs.at(-1) ?? null,
    outputMs,
    maxOutputGapMs: gaps.length === 0 ? null : gaps.reduce((longest, gap) => Math.max(longest, gap), 0),
    coalescedOutputEvents: gaps.filter((gap) => gap === 0).length,
    terminalMs,
    tokens,
    firstEventTokens: log.ledger.outputTokens[0] ?? null,
    perTokenTiming: timingOf(log, status, warnings),
    usage: log.ledger.usage,
    warnings: [...warnings],
    comments,
    eventCounts: countTags(events),
    events,
    stampWidthMs: log.stampWidthMs,
  };
}

function timingOf(log: EventLog, status: AnswerStatus | null, warnings: Set<Warning>): PerTokenTiming {
  if (status !== 'success') return refuse('not_success');
  if (warnings.has('not_streamed')) return refuse('not_streamed');
  return log.ledger.timing(log.outputMs, log.asked, log.endedInSilence);
}

function countTags(events: readonly AnswerEvent[]): Partial<Record<Tag, number>> {
  const counts: Partial<Record<Tag, number>> = {};
  for (const { tags } of events) {
    for (const tag of tags) counts[tag] = (counts[tag] ?? 0) + 1;
  }
  return counts;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isJsonType({ headers }: Head): boolean {
  return (headers['content-type'] ?? '').toLowerCase().includes('json');
}

function retryAfter(value: string | undefined): number | null {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

import type { Dialect } from './dialect.js';
import { errorDetail } from './errors.js';
import { parseObject } from './json.js';
import type { Warning } from './kinds.js';
import type { EventLog } from './log.js';
import { type SseEvent, type Stamp, sseReader } from './sse.js';

/** Body bytes of one socket read, after transfer decoding. */
export interface Read extends Stamp {
  bytes: Uint8Array;
}

/** How the response ended: as HTTP wants, or cut by the transport. */
export interface End {
  kind: 'clean' | 'cut';
  tMs: number;
}

/** What stops a reading early. Events are counted as dispatched, bytes as decoded. */
export interface Limits {
  events: number;
  responseBytes: number;
}

/**
 * Reads a body as server-sent events into `log`, up to `[DONE]`, the dialect's terminal event, an error, data that
 * is not JSON, a limit, or the end of the body; what follows is not accounted. Returns the number of comments.
 */
export function readEvents(
  reads: readonly Read[],
  end: End | null,
  { dialect, limits }: { dialect: Dialect; limits: Limits },
  log: EventLog,
  warnings: Set<Warning>,
): number {
  let comments = 0;
  let stopped = false;
  const sse = sseReader({
    onEvent: (event) => {
      if (!stopped) stopped = takeEvent(event, dialect, limits, log);
    },
    onComment: () => {
      if (!stopped) comments += 1;
    },
    onUnknownField: () => {
      if (!stopped) warnings.add('unknown_sse_field');
    },
  });
  let bytes = 0;
  for (const read of reads) {
    bytes += read.bytes.length;
    sse.push(read.bytes, read);
    if (stopped) return comments;
    if (bytes > limits.responseBytes) {
      log.fail({ kind: 'response_too_large', message: null, code: null, tMs: read.tMs });
      return comments;
    }
  }
  if (end !== null && sse.end()) warnings.add('unterminated_event');
  return comments;
}

/** Accounts one event. True when nothing after it counts. */
function takeEvent({ name, data, stamp }: SseEvent, dialect: Dialect, limits: Limits, log: EventLog): boolean {
  const { tMs } = stamp;
  if (log.events.length >= limits.events) {
    log.fail({ kind: 'response_too_large', message: null, code: null, tMs });
    return true;
  }
  const trimmed = data.trim();
  if (name === 'error') {
    const parsed = parseObject(data);
    const detail = parsed === null ? { message: trimmed || null, code: null } : errorDetail(parsed);
    log.fail({ kind: 'stream_error', ...detail, tMs });
    log.addBare('error', stamp, name);
    return true;
  }
  if (trimmed === '') {
    log.addBare('blank', stamp, name);
    return false;
  }
  if (trimmed === '[DONE]') {
    log.doneSeen = true;
    log.terminalMs = tMs;
    log.addBare('done', stamp, name);
    return true;
  }
  return takeData(data, stamp, name, dialect, log, false);
}

/** Reads a body that is one JSON answer instead of a stream: a single event at the end of the body. */
export function readWhole(body: string, stamp: Stamp, dialect: Dialect, log: EventLog): void {
  if (body.trim() !== '') takeData(body, stamp, null, dialect, log, true);
}

function takeData(
  data: string,
  stamp: Stamp,
  name: string | null,
  dialect: Dialect,
  log: EventLog,
  whole: boolean,
): boolean {
  const { tMs } = stamp;
  const parsed = parseObject(data);
  if (parsed === null) {
    log.fail({ kind: 'malformed_event', message: null, code: null, tMs });
    log.addBare('malformed', stamp, name);
    return true;
  }
  const reading = dialect.read(parsed, whole);
  if (reading.error !== null) {
    log.fail({ kind: 'stream_error', ...reading.error, tMs });
    log.addBare('error', stamp, name);
    return true;
  }
  log.add(reading, stamp, name, whole);
  if (reading.terminal) log.terminalMs = tMs;
  return reading.terminal;
}

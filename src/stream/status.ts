import type { Dialect } from './dialect.js';
import { errorDetail } from './errors.js';
import { parseObject } from './json.js';
import type { ErrorKind, Warning } from './kinds.js';
import type { EventLog } from './log.js';
import type { End } from './read.js';

/** How an answer ended. */
export type AnswerStatus = 'success' | 'rejected' | 'error' | 'truncated';

/** Why an answer is no success; message and code as received. */
export interface AnswerError {
  kind: ErrorKind;
  message: string | null;
  code: string | number | null;
}

/** The outcome of one response and when it was known; all null while the response has not ended. */
export interface Verdict {
  status: AnswerStatus | null;
  error: AnswerError | null;
  terminalMs: number | null;
}

/** The response was still going on when the evidence ends. */
export const PENDING: Verdict = { status: null, error: null, terminalMs: null };

/** A verdict without words from the server. */
export function verdict(status: AnswerStatus, kind: ErrorKind, terminalMs: number): Verdict {
  return { status, error: { kind, message: null, code: null }, terminalMs };
}

/** The verdict on a status other than 2xx, at the end of its body. */
export function refusal(status: number, body: string, terminalMs: number): Verdict {
  const said = parseObject(body);
  const detail = said === null ? { message: null, code: null } : errorDetail(said);
  const [outcome, kind] = refusalKind(status);
  return { status: outcome, error: { kind, ...detail }, terminalMs };
}

function refusalKind(status: number): [AnswerStatus, ErrorKind] {
  if (status === 429 || status === 503) return ['rejected', 'overloaded'];
  if (status === 502 || status === 504) return ['error', 'gateway'];
  if (status >= 400 && status < 500) return ['rejected', 'invalid_request'];
  return ['error', status >= 500 ? 'server_error' : 'unexpected_status'];
}

/**
 * The verdict on the body of a 2xx response, first match wins: a failure told in it, a cut transport, an answer without
 * a good finish reason, an empty one, success. With `acceptMissingFinishReason` an answer with output that ended
 * properly counts as finished, with a warning.
 */
export function bodyVerdict(
  log: EventLog,
  end: End | null,
  { dialect, acceptMissingFinishReason }: { dialect: Dialect; acceptMissingFinishReason: boolean },
  warnings: Set<Warning>,
): Verdict {
  if (log.fault !== null) {
    const { tMs, ...error } = log.fault;
    return { status: 'error', error, terminalMs: tMs };
  }
  const terminalMs = log.terminalMs ?? end?.tMs ?? null;
  if (terminalMs === null) return PENDING;
  if (log.terminalMs === null && end?.kind === 'cut') return verdict('truncated', 'connection_aborted', terminalMs);
  // `[DONE]` after nothing but roles says that there was no answer, not that one is missing its end.
  const began = log.hasOutput || (log.hasChoice && (log.hasFinish || !log.doneSeen));
  if (began && !log.isFinished) {
    if (!(acceptMissingFinishReason && log.hasOutput && log.isAnswered)) {
      return verdict('truncated', dialect.sendsDone ? 'no_finish_reason' : 'no_terminal_event', terminalMs);
    }
    warnings.add('missing_finish_reason_accepted');
  }
  if (!log.hasOutput) return verdict('error', 'empty_output', terminalMs);
  return { status: 'success', error: null, terminalMs };
}

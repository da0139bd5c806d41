import { z } from 'zod';

/** Exactly one for every offered request (design, section 2). */
export const OUTCOMES = ['success', 'rejected', 'error', 'truncated', 'timeout', 'cancelled', 'not_sent'] as const;

export type Outcome = (typeof OUTCOMES)[number];

const ms = z.number().nullable();

/**
 * What happened to one offered request: one line of `requests.jsonl`, made from `raw.bin` after the drain.
 * Times are ms after the window's start on the run's monotonic clock; a time is the upper end of its stamp interval, so
 * it is never early. `null` means that it did not happen or is not known, never 0.
 */
export const recordSchema = z.strictObject({
  index: z.number(),
  id: z.string(),
  class: z.string(),
  phase: z.enum(['lead_in', 'cohort', 'lead_out']),
  outcome: z.enum(OUTCOMES),
  /** Why it is not a success: a closed set of kinds (`stream/` has the list), the server's words as received. */
  error: z.strictObject({ kind: z.string(), message: z.string().nullable(), code: z.string().nullable() }).nullable(),
  httpStatus: z.number().nullable(),
  dueMs: z.number(),
  /** When the generator handed the request to the client library. */
  calledMs: ms,
  /** When its bytes were handed to the socket. */
  sentMs: ms,
  /** When the response head was read. */
  acceptedMs: ms,
  /** First event with generated output of any kind: TTFT ends here. */
  firstOutputMs: ms,
  /** First event with visible answer text. */
  firstVisibleMs: ms,
  lastOutputMs: ms,
  /** When the outcome was known: E2E ends here. */
  terminalMs: ms,
  /** Upper stamp of every output event, in order. */
  outputMs: z.array(z.number()),
  /** Longest stamp interval among those events, ms. */
  stampWidthMs: ms,
  finishReason: z.string().nullable(),
  tokens: z.strictObject({
    /** Output tokens; null when no source told. Never the number of events. */
    count: z.number().nullable(),
    source: z.enum(['usage_final', 'usage_running', 'token_ids', 'logprobs', 'none']),
    prompt: z.number().nullable(),
    cachedPrompt: z.number().nullable(),
    reasoning: z.number().nullable(),
    /** Tokens known to be in the first output event; null when the stream does not tell. */
    firstEvent: z.number().nullable(),
  }),
  /** Whether single gaps may be read as time between tokens, on what basis, or why not. */
  perToken: z.strictObject({
    basis: z.enum(['per_event', 'aggregate']).nullable(),
    reason: z.string().nullable(),
  }),
  outputCharacters: z.number(),
  outputBytes: z.number(),
  /** The visible answer of the first choice. */
  text: z.string(),
  warnings: z.array(z.string()),
});

export type RequestRecord = z.infer<typeof recordSchema>;

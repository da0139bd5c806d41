import type { ErrorDetail } from './errors.js';
import type { JsonObject } from './json.js';

/** The finish reasons that end an answer well, in one spelling for every server. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A finish reason as sent, and what it means; null where it is none of the good ones. */
export interface Finish {
  raw: string;
  reason: FinishReason | null;
}

/** One piece of a tool call; '' for what this piece does not hold. */
export interface ToolPiece {
  index: number;
  id: string;
  name: string;
  arguments: string;
}

/** What one event says about one choice; '' and null mean nothing. */
export interface ChoicePiece {
  index: number;
  hasRole: boolean;
  text: string;
  reasoning: string;
  refusal: string;
  tools: ToolPiece[];
  finish: Finish | null;
  /** Length of the event's list of token ids; 0 for an empty list, null for none. */
  tokenIds: number | null;
  /** Entries of the event's log-probabilities; 0 for an empty list, null for none. */
  logprobs: number | null;
}

/** What one event says. An event with an error ends the reading, and so does a terminal one. */
export interface Reading {
  choices: ChoicePiece[];
  usage: JsonObject | null;
  error: ErrorDetail | null;
  terminal: boolean;
}

/** How one API words its answers. A dialect is pure and knows nothing of times, totals or outcomes. */
export interface Dialect {
  /** The stream ends with `[DONE]`; where not, with a terminal event of its own. */
  sendsDone: boolean;
  /** Reads one event's JSON; `whole` when it is a whole answer that came instead of a stream. */
  read(data: JsonObject, whole: boolean): Reading;
}

/** One chat message as an OpenAI-compatible server takes it. Content may be text or a list of content parts. */
export interface Message {
  role: string;
  content: unknown;
  [key: string]: unknown;
}

/** One offered request: one line of the frozen trace. Exactly one of `messages`, `prompt`, `promptTokens` is set. */
export interface TraceRequest {
  /** Position in the trace, from 0. Position and id identify a request in every run. */
  index: number;
  /** 1-based line in the trace file. */
  line: number;
  id: string;
  /** When it leaves, in ms after the window's start. Negative: lead-in. */
  dueMs: number;
  class: string;
  messages?: Message[];
  prompt?: string;
  promptTokens?: number[];
  maxTokens: number;
  /** Observed counts of the trace's source, when it had them. */
  inputTokens?: number;
  outputTokens?: number;
  conversation?: string;
  /** Sampling, stop, tools: merged into the request body. */
  params: Record<string, unknown>;
}

export type Phase = 'lead_in' | 'cohort' | 'lead_out';

/** A frozen trace: every request in file order and the hash of the exact bytes. */
export interface Trace {
  /** Path as the plan names it. */
  file: string;
  /** SHA-256 of the file's bytes, lower-case hex. */
  sha256: string;
  requests: TraceRequest[];
}

/** Which part of the replay a due time belongs to, for a declared window of `windowMs`. */
export function phaseOf(dueMs: number, windowMs: number): Phase {
  if (dueMs < 0) return 'lead_in';
  return dueMs < windowMs ? 'cohort' : 'lead_out';
}

/**
 * One entry of a request in `raw.bin`, its stamp resolved to an interval. `tMs` is the upper end (never early),
 * `lowerMs` the lower end; ms after the window's start. The binary form is in `bundle/raw.ts`.
 */
export type Frame =
  /** The generator called the client library for a request due at `dueMs`. */
  | { kind: 'called'; tMs: number; dueMs: number }
  | { kind: 'sent'; tMs: number }
  /** Status line and headers; names in lower case. */
  | { kind: 'head'; tMs: number; status: number; headers: Record<string, string> }
  /** Body bytes of one socket read, after transfer decoding. */
  | { kind: 'data'; tMs: number; lowerMs: number; bytes: Uint8Array }
  /** The message ended as HTTP wants. */
  | { kind: 'end'; tMs: number }
  /** The transport failed; `code` as the socket or the client library names it. */
  | { kind: 'error'; tMs: number; code: string; message: string }
  /** The gate gave up at the request's deadline. */
  | { kind: 'deadline'; tMs: number }
  /** The gate gave up because the received bytes passed `limits.response_bytes`. */
  | { kind: 'too_large'; tMs: number }
  /** The gate gave up at the end of the drain, or because it was interrupted. */
  | { kind: 'cancelled'; tMs: number };

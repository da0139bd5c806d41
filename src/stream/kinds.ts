/** Why a request is not a success: the closed set behind `error.kind` of a record. */
export type ErrorKind =
  // No response head ever came.
  | 'not_sent'
  | 'connect_failed'
  | 'connection_reset_before_response'
  // The status line said no.
  | 'overloaded'
  | 'invalid_request'
  | 'gateway'
  | 'server_error'
  | 'unexpected_status'
  // The body of a 2xx response did.
  | 'content_encoding'
  | 'stream_error'
  | 'malformed_event'
  | 'bad_finish_reason'
  | 'connection_aborted'
  | 'no_finish_reason'
  | 'no_terminal_event'
  | 'empty_output'
  | 'response_too_large'
  // The gate gave up, or its evidence ends early.
  | 'deadline'
  | 'cancelled'
  | 'evidence_cut';

/** What is odd about an answer without deciding its outcome. */
export type Warning =
  | 'missing_done'
  | 'missing_finish_reason_accepted'
  | 'unterminated_event'
  | 'unknown_sse_field'
  | 'not_streamed'
  | 'invalid_tool_arguments'
  | 'token_count_disagreement'
  | 'non_json_error_body';

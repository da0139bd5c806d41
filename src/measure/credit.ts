/** What a server's own token count is worth. */

import type { RequestRecord } from '../model/record.js';
import type { TraceRequest } from '../model/trace.js';

/**
 * The record as it is judged. A count above the request's `max_tokens` can't be true, since the server was told to stop
 * there: the number of tokens is then unknown, and so is everything per token. Counts of different sources that differ
 * below that limit stay (an end-of-sequence token is in one and not in the other); `requests.jsonl` keeps the claim.
 */
export function credited(record: RequestRecord, { maxTokens }: Pick<TraceRequest, 'maxTokens'>): RequestRecord {
  const { count } = record.tokens;
  if (count === null || count <= maxTokens) return record;
  return {
    ...record,
    tokens: { ...record.tokens, count: null, source: 'none', firstEvent: null },
    perToken: { basis: null, reason: 'count_above_max_tokens' },
  };
}

/** Do a run's records belong to its trace, one for each offered request, none cut short? (V2 and V3 of section 5.1) */

import type { RequestRecord } from '../model/record.js';
import type { TraceRequest } from '../model/trace.js';
import { counted, listed } from './words.js';

/** Names shown before the rest is counted. */
const NAMES = 5;

/** What is wrong, in words; empty when the records are whole. */
export function recordProblems(records: readonly RequestRecord[], requests: readonly TraceRequest[]): string[] {
  const known = new Map(requests.map((request) => [request.index, request]));
  const seen = new Set<number>();
  const repeated: string[] = [];
  for (const { index, id } of records) {
    if (seen.has(index)) repeated.push(id);
    seen.add(index);
  }
  const cut = records.filter(({ error }) => error?.kind === 'evidence_cut').map(({ id }) => id);
  const missing = requests.filter(({ index }) => !seen.has(index)).map(({ id }) => id);
  return [
    ...records.flatMap((record) => mismatch(record, known.get(record.index)) ?? []),
    ...named('two records', repeated, requests),
    ...named('a record that ends before its outcome', cut, requests),
    ...named('no record', missing, requests),
  ];
}

function mismatch({ index, id, dueMs }: RequestRecord, request: TraceRequest | undefined): string | null {
  if (request === undefined) return `a record for request ${index}, which the trace does not hold`;
  if (request.id !== id) return `request ${index} is "${request.id}" in the trace and "${id}" in its record`;
  if (request.dueMs === dueMs) return null;
  return `request "${id}" is due at ${request.dueMs} ms in the trace and at ${dueMs} ms in its record`;
}

function named(what: string, ids: readonly string[], requests: readonly TraceRequest[]): string[] {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, NAMES).map((id) => `"${id}"`);
  const more = ids.length > NAMES ? [`${ids.length - NAMES} more`] : [];
  return [`${what} for ${counted(ids.length, 'request')} of ${requests.length}: ${listed([...shown, ...more])}`];
}

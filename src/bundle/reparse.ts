import type { Frame } from '../model/frame.js';
import type { Plan } from '../model/plan.js';
import type { RequestRecord } from '../model/record.js';
import type { Health } from '../model/run.js';
import type { TraceRequest } from '../model/trace.js';
import { nearestRank, type Ratio, sorted } from '../stats/rank.js';
import { foldRecord } from '../stream/record.js';
import { type IterationRow, resolveStamps, type StampInterval } from '../stream/stamps.js';
import { idleTimes, KIND, NO_REQUEST, type RawEntry, type RawFile } from './raw.js';

/** What one `raw.bin` gives: the records, their file, and what the stamps say about the generator. */
export interface Reparsed
  extends Pick<
    Health,
    'scheduleLagMs' | 'stampUncertaintyMs' | 'reads' | 'iterations' | 'largestIteration' | 'secondReadShare'
  > {
  records: RequestRecord[];
  /** `requests.jsonl`, line by line: together the lines may be longer than any string. */
  jsonl: Iterable<string>;
}

/**
 * The only way records are made: from the stamped entries of one run. One record for each offered request, in trace
 * order, whatever is missing; pure, so that anyone gets the same bytes from the same file.
 */
export function recordsFromRaw(raw: RawFile, requests: TraceRequest[], plan: Plan): Reparsed {
  const reads = raw.entries.filter((entry) => entry.kind === KIND.data);
  const rows = iterationTable(raw.entries);
  const stamps = resolveStamps(
    reads.map((entry) => ({ iteration: entry.iteration, tMs: entry.tMs, stream: entry.request })),
    rows,
  );
  const frames = framesByRequest(raw.entries, stamps, requests.length);
  const records = requests.map((request) =>
    foldRecord({
      request,
      frames: frames[request.index] ?? [],
      windowMs: plan.workload.windowMs,
      timeoutMs: plan.request.timeoutMs,
      acceptMissingFinishReason: plan.request.acceptMissingFinishReason,
      limits: plan.limits,
    }),
  );
  const lags = records.flatMap((record) => (record.sentMs === null ? [] : [record.sentMs - record.dueMs]));
  return {
    records,
    jsonl: { [Symbol.iterator]: () => linesOf(records) },
    scheduleLagMs: spread(lags),
    stampUncertaintyMs: spread(stamps.map((stamp) => stamp.upperMs - stamp.lowerMs)),
    reads: reads.length,
    iterations: rows.filter((row) => row !== undefined).length,
    largestIteration: rows.reduce((most, row) => Math.max(most, row?.reads ?? 0), 0),
    secondReadShare: secondReadShare(reads),
  };
}

function* linesOf(records: RequestRecord[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function iterationTable(entries: RawEntry[]): (IterationRow | undefined)[] {
  const readsIn = new Map<number, number>();
  const rows: (IterationRow | undefined)[] = [];
  for (const entry of entries) {
    if (entry.kind === KIND.data) readsIn.set(entry.iteration, (readsIn.get(entry.iteration) ?? 0) + 1);
    if (entry.kind !== KIND.iteration) continue;
    const [idleAtBatchMs = 0, idleAtEndMs = 0] = idleTimes(entry.payload);
    while (rows.length < entry.iteration) rows.push(undefined);
    rows[entry.iteration] = {
      tBatchMs: entry.number,
      tEndMs: entry.tMs,
      idleAtBatchMs,
      idleAtEndMs,
      reads: readsIn.get(entry.iteration) ?? 0,
    };
  }
  return rows;
}

function framesByRequest(entries: RawEntry[], stamps: StampInterval[], count: number): Frame[][] {
  const frames: Frame[][] = Array.from({ length: count }, () => []);
  let read = 0;
  for (const entry of entries) {
    const stamp = entry.kind === KIND.data ? stamps[read++] : undefined;
    const frame = toFrame(entry, stamp);
    if (frame !== null && entry.request !== NO_REQUEST) frames[entry.request]?.push(frame);
  }
  return frames;
}

function toFrame(entry: RawEntry, stamp: StampInterval | undefined): Frame | null {
  const { tMs } = entry;
  switch (entry.kind) {
    case KIND.called:
      return { kind: 'called', tMs, dueMs: entry.number };
    case KIND.sent:
      return { kind: 'sent', tMs };
    case KIND.head:
      return { kind: 'head', tMs, status: entry.number, headers: textHeaders(parsePayload(entry)) };
    case KIND.data:
      return { kind: 'data', tMs: stamp?.upperMs ?? tMs, lowerMs: stamp?.lowerMs ?? tMs, bytes: entry.payload };
    case KIND.end:
      return { kind: 'end', tMs };
    case KIND.error: {
      const { code, message } = parsePayload(entry);
      return { kind: 'error', tMs, code: String(code ?? ''), message: String(message ?? '') };
    }
    case KIND.deadline:
      return { kind: 'deadline', tMs };
    case KIND.tooLarge:
      return { kind: 'too_large', tMs };
    case KIND.cancelled:
      return { kind: 'cancelled', tMs };
    default:
      return null;
  }
}

/** A payload the gate wrote as a JSON object; anything else reads as empty. */
function parsePayload(entry: RawEntry): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(entry.payload));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

const P50: Ratio = { num: 50, den: 100 };
const P99: Ratio = { num: 99, den: 100 };

function spread(values: number[]): { p50: number; p99: number; max: number } | null {
  if (values.length === 0) return null;
  const sample = sorted(values);
  return { p50: nearestRank(sample, P50), p99: nearestRank(sample, P99), max: sample[sample.length - 1] ?? 0 };
}

/** Share of reads that came as a stream's second or later within one loop iteration: above 1 % the generator is full. */
function secondReadShare(reads: RawEntry[]): number {
  const last = new Map<number, number>();
  let second = 0;
  for (const { request, iteration } of reads) {
    if (last.get(request) === iteration) second += 1;
    last.set(request, iteration);
  }
  return reads.length === 0 ? 0 : second / reads.length;
}

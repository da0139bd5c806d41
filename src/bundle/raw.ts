/**
 * The binary form of `raw.bin`: a magic word, then entries back to back, little-endian, written in the order in which
 * the event loop saw them. A file cut at any byte reads up to its last whole entry.
 *
 * | offset | type | field |
 * | --- | --- | --- |
 * | 0 | u32 | payload length in bytes |
 * | 4 | u32 | kind |
 * | 8 | u32 | request: position in the trace; 0xffffffff for an entry of the event loop |
 * | 12 | u32 | iteration of the event loop |
 * | 16 | f64 | time of the callback, ms after the window's start |
 * | 24 | f64 | a number of the kind: due time, HTTP status, time of the batch |
 * | 32 | | payload |
 */
export const RAW_MAGIC = new TextEncoder().encode('GPGRAW01');

export const ENTRY_HEADER_BYTES = 32;

export const NO_REQUEST = 0xffffffff;

export const KIND = {
  /** number: due time. */
  called: 1,
  sent: 2,
  /** number: HTTP status; payload: headers as a JSON object. */
  head: 3,
  /** payload: body bytes as read. */
  data: 4,
  /** number: 1 where the gate stopped listening behind `[DONE]`, 0 where the message ended. */
  end: 5,
  /** payload: JSON `{code, message}`. */
  error: 6,
  deadline: 7,
  tooLarge: 8,
  cancelled: 9,
  /** The end of one event-loop iteration with reads. number: time of its batch; payload: two f64 of cumulative idle time. */
  iteration: 10,
  /** The last entry of a whole file. */
  close: 11,
} as const;

/** One entry as stored. `payload` is a view into the file's bytes. */
export interface RawEntry {
  kind: number;
  request: number;
  iteration: number;
  tMs: number;
  number: number;
  payload: Uint8Array;
}

/** Everything whole in a `raw.bin`, and a sentence when something is not. */
export interface RawFile {
  entries: RawEntry[];
  problem: string | null;
}

/** Reads a `raw.bin`. Never throws: what can't be read is said in `problem`. */
export function readRaw(bytes: Uint8Array): RawFile {
  const entries: RawEntry[] = [];
  if (bytes.length < RAW_MAGIC.length)
    return { entries, problem: `raw.bin ends inside its first ${RAW_MAGIC.length} bytes` };
  if (RAW_MAGIC.some((byte, i) => bytes[i] !== byte))
    return { entries, problem: 'raw.bin does not begin with its magic word' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = RAW_MAGIC.length;
  while (offset < bytes.length) {
    const left = bytes.length - offset;
    const length = left >= ENTRY_HEADER_BYTES ? view.getUint32(offset, true) : 0;
    if (left < ENTRY_HEADER_BYTES + length)
      return { entries, problem: `raw.bin ends inside the entry at byte ${offset}` };
    const kind = view.getUint32(offset + 4, true);
    if (kind < KIND.called || kind > KIND.close)
      return { entries, problem: `raw.bin has an entry of unknown kind ${kind} at byte ${offset}` };
    const entry = {
      kind,
      request: view.getUint32(offset + 8, true),
      iteration: view.getUint32(offset + 12, true),
      tMs: view.getFloat64(offset + 16, true),
      number: view.getFloat64(offset + 24, true),
      payload: bytes.subarray(offset + ENTRY_HEADER_BYTES, offset + ENTRY_HEADER_BYTES + length),
    };
    const fault = entryFault(entry, entries.length);
    if (fault !== null) return { entries, problem: `raw.bin has ${fault} at byte ${offset}` };
    entries.push(entry);
    offset += ENTRY_HEADER_BYTES + length;
  }
  const closed = entries.at(-1)?.kind === KIND.close;
  return { entries, problem: closed ? null : 'raw.bin has no closing entry: it was cut, or the run broke off' };
}

/** Times and numbers beyond this are no measurement; sums of them stay finite. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** What no load generator wrote, if anything: later code counts on these numbers. `before`: entries read so far. */
function entryFault({ kind, iteration, tMs, number, payload }: RawEntry, before: number): string | null {
  // An iteration is counted when its first read is recorded, so none is numbered higher than the entries until then.
  if (iteration > before + 1) return `iteration ${iteration} after ${before} entries`;
  const numbers = kind === KIND.iteration ? [tMs, number, ...idleTimes(payload)] : [tMs, number];
  if (kind === KIND.iteration && numbers.length < 4) return 'an iteration without its idle times';
  const wrong = numbers.find((value) => !(Math.abs(value) <= LARGEST));
  return wrong === undefined ? null : `the number ${wrong}`;
}

/** Cumulative idle time at an iteration's batch and at its end, ms; empty where the payload is none. */
export function idleTimes(payload: Uint8Array): number[] {
  if (payload.length < 16) return [];
  const view = new DataView(payload.buffer, payload.byteOffset);
  return [view.getFloat64(0, true), view.getFloat64(8, true)];
}

/** Writes one entry into a block at `offset`; the caller has checked that it fits. Returns the offset behind it. */
export function writeEntry(
  block: DataView,
  offset: number,
  entry: { kind: number; request: number; iteration: number; tMs: number; number: number },
  payload: Uint8Array | null,
): number {
  const length = payload === null ? 0 : payload.length;
  block.setUint32(offset, length, true);
  block.setUint32(offset + 4, entry.kind, true);
  block.setUint32(offset + 8, entry.request, true);
  block.setUint32(offset + 12, entry.iteration, true);
  block.setFloat64(offset + 16, entry.tMs, true);
  block.setFloat64(offset + 24, entry.number, true);
  if (payload !== null)
    new Uint8Array(block.buffer, block.byteOffset + offset + ENTRY_HEADER_BYTES, length).set(payload);
  return offset + ENTRY_HEADER_BYTES + length;
}

import { createHash } from 'node:crypto';
import type { Problem, Reading } from '../model/problem.js';
import type { Trace, TraceRequest } from '../model/trace.js';
import { duplicateKey } from './json.js';
import { isRecord, type TraceLine, traceLineSchema } from './schema.js';
import { type Fault, fieldOf, type PlacedFault, readStrict, show, withoutEchoes } from './strict.js';

/** Bad lines that are listed one by one; the rest are counted. */
const LISTED_PROBLEMS = 20;

const NEWLINE = 10;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BOM = [0xef, 0xbb, 0xbf];

/**
 * A frozen trace from the exact bytes of its file (design, section 5): strict JSON lines in UTF-8, in any order of due
 * times. Nothing is repaired or skipped; every bad line is named, up to a cap.
 *
 * @param file the path as the plan names it
 * @param bytes the whole file; its SHA-256 identifies the trace
 */
export function readTrace({ file, bytes }: { file: string; bytes: Uint8Array }): Reading<Trace> {
  const found = new Findings(file);
  const requests: TraceRequest[] = [];
  const firstLineOf = new Map<string, number>();

  if (BOM.every((byte, i) => bytes[i] === byte)) {
    found.add(1, {
      message: 'the file begins with a byte order mark',
      expected: 'UTF-8 without a byte order mark',
      remedy: 'remove the first three bytes (EF BB BF), then write the new hash into the plan',
    });
    return found.reading();
  }
  for (const { line, slice } of lines(bytes)) {
    const value = parseLine(slice, line, found);
    if (value === undefined) continue;
    const written = readLine(value, line, found);
    if (written === undefined) continue;
    const first = firstLineOf.get(written.id);
    if (first === undefined) firstLineOf.set(written.id, line);
    else {
      found.add(line, {
        field: 'id',
        message: `${show(written.id)} is already the id of line ${first}`,
        expected: 'an id that occurs once: it identifies the request in every run',
        remedy: 'rename one of the two requests',
      });
    }
    requests.push(toRequest(written, requests.length, line));
  }
  if (bytes.length === 0) {
    found.add(undefined, {
      message: 'the trace is empty',
      expected: 'one JSON object a line, one line a request',
      remedy: 'name another file in `workload.trace`, or record one',
    });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return found.reading({ file, sha256, requests });
}

/** Problems of one file: the first ones as they are, the rest as a number. */
class Findings {
  private readonly file: string;
  private readonly listed: Problem[] = [];
  private unlisted = 0;

  constructor(file: string) {
    this.file = file;
  }

  add(line: number | undefined, fault: Fault & { field?: string }): void {
    if (this.listed.length < LISTED_PROBLEMS) {
      this.listed.push({ file: this.file, ...(line === undefined ? {} : { line }), ...fault });
    } else this.unlisted += 1;
  }

  reading(trace?: Trace): Reading<Trace> {
    if (trace !== undefined && this.listed.length === 0) return { ok: true, value: trace };
    if (this.unlisted === 0) return { ok: false, problems: this.listed };
    const rest: Problem = {
      file: this.file,
      message: `${this.unlisted} more problem${this.unlisted === 1 ? '' : 's'}, not listed`,
      expected: `a trace without problems; the first ${LISTED_PROBLEMS} are above`,
      remedy: 'correct these first: they often share one cause',
    };
    return { ok: false, problems: [...this.listed, rest] };
  }
}

/** The lines of a file, numbered from 1; a newline at the very end opens no further line. */
function* lines(bytes: Uint8Array): Generator<{ line: number; slice: Uint8Array }> {
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    yield { line, slice: bytes.subarray(start, end) };
    start = end + 1;
  }
}

function parseLine(slice: Uint8Array, line: number, found: Findings): unknown {
  const json = decode(slice);
  if (json === undefined) {
    found.add(line, {
      message: 'not valid UTF-8',
      expected: 'UTF-8 text',
      remedy: 'write the file as UTF-8, then write the new hash into the plan',
    });
    return undefined;
  }
  if (json.trim() === '') {
    found.add(line, { message: 'the line is empty', expected: 'one JSON object a line', remedy: 'remove the line' });
    return undefined;
  }
  const parsed = parseJson(json);
  if (!parsed.ok) {
    found.add(line, {
      message: `not JSON: ${parsed.reason}`,
      expected: 'one whole JSON object on one line',
      remedy: 'correct the line, or write the file again from its source',
    });
    return undefined;
  }
  const twice = duplicateKey(json);
  if (twice !== undefined) {
    found.add(line, {
      field: twice,
      message: 'the key occurs twice in one object',
      expected: 'each key once',
      remedy: 'remove one of the two',
    });
    return undefined;
  }
  return parsed.value;
}

function decode(slice: Uint8Array): string | undefined {
  try {
    return utf8.decode(slice);
  } catch {
    return undefined;
  }
}

function parseJson(json: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch (error) {
    return { ok: false, reason: jsonReason(error) };
  }
}

/** V8 quotes the text it stumbled over, in words that differ between Node versions; its position is enough. */
function jsonReason(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position === undefined
    ? 'it breaks off or holds a wrong character'
    : `wrong at character ${Number(position) + 1}`;
}

function readLine(value: unknown, line: number, found: Findings): TraceLine | undefined {
  const reading = readStrict(traceLineSchema, value);
  const faults = [...(reading.ok ? [] : withoutEchoes(reading.faults, traceLineSchema)), ...promptFaults(value)];
  for (const { path, message, expected, remedy } of faults) {
    found.add(line, { ...(path.length === 0 ? {} : { field: fieldOf(path) }), message, expected, remedy });
  }
  return reading.ok && faults.length === 0 ? reading.value : undefined;
}

function promptFaults(value: unknown): PlacedFault[] {
  if (!isRecord(value)) return [];
  const prompts = ['messages', 'prompt', 'prompt_tokens'].filter((key) => Object.hasOwn(value, key));
  if (prompts.length === 1) return [];
  const fault = { path: [], kind: 'wrong' as const, expected: 'exactly one of `messages`, `prompt`, `prompt_tokens`' };
  if (prompts.length === 0) {
    return [{ ...fault, message: 'the request has no prompt', remedy: 'add the messages of the request' }];
  }
  const named = prompts.map((key) => `\`${key}\``).join(' and ');
  return [{ ...fault, message: `has ${named}`, remedy: 'keep the one that was sent' }];
}

function toRequest(written: TraceLine, index: number, line: number): TraceRequest {
  return {
    index,
    line,
    id: written.id,
    dueMs: written.due_ms,
    class: written.class,
    ...(written.messages === undefined ? {} : { messages: written.messages }),
    ...(written.prompt === undefined ? {} : { prompt: written.prompt }),
    ...(written.prompt_tokens === undefined ? {} : { promptTokens: written.prompt_tokens }),
    maxTokens: written.max_tokens,
    ...(written.input_tokens === undefined ? {} : { inputTokens: written.input_tokens }),
    ...(written.output_tokens === undefined ? {} : { outputTokens: written.output_tokens }),
    ...(written.conversation === undefined ? {} : { conversation: written.conversation }),
    params: written.params ?? {},
  };
}

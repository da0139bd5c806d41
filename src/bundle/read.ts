import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Evidence, type RunEvidence, sessionSchema } from '../model/bundle.js';
import { type Problem, ProblemError } from '../model/problem.js';
import { type RequestRecord, recordSchema } from '../model/record.js';
import { runSchema } from '../model/run.js';
import { readTrace } from '../trace/read.js';
import { readRaw } from './raw.js';
import { recordsFromRaw } from './reparse.js';
import { SUMS, writeWhole } from './write.js';

export interface ReadOptions {
  /** Make every record from `raw.bin` (`judge --reparse`) and write `requests.jsonl` where it is missing. */
  reparse: boolean;
  /** Replace a `requests.jsonl` that differs. */
  write: boolean;
}

export interface ReadBundle {
  evidence: Evidence;
  /** Files that `raw.bin` gives differently from what is on disk; left as they are unless `write`. */
  differing: string[];
}

/**
 * Reads a bundle as evidence. A bundle that is none (no folder, no readable `plan.json` or trace) is a `ProblemError`;
 * evidence that is missing, cut or changed since it was written is said in `problems` of its run, so that judging it
 * gives INVALID and never something better. A missing derived file is no problem.
 */
export function readBundle(folder: string, options: ReadOptions = { reparse: false, write: false }): ReadBundle {
  const session = parseJson(folder, 'plan.json', sessionSchema);
  const traceBytes = readFile(folder, 'trace.jsonl');
  const reading = readTrace({ file: join(folder, 'trace.jsonl'), bytes: traceBytes });
  if (!reading.ok) throw new ProblemError(reading.problems);
  // Named as the plan names it: a judgement must not depend on where the bundle lies.
  const trace = { ...reading.value, file: session.plan.workload.trace };
  const sums = readSums(folder);
  const runs: RunEvidence[] = [];
  const differing: string[] = [];
  const runsFolder = join(folder, 'runs');
  for (const name of existsSync(runsFolder) ? readdirSync(runsFolder).sort() : []) {
    const at = `runs/${name}`;
    const run = parseJson(folder, `${at}/run.json`, runSchema);
    const problems: string[] = [];
    const requests = `${at}/requests.jsonl`;
    let text = existsSync(join(folder, requests)) ? readFileSync(join(folder, requests), 'utf8') : null;
    if (options.reparse && existsSync(join(folder, at, 'raw.bin'))) {
      const raw = readRaw(readFile(folder, `${at}/raw.bin`));
      const { jsonl } = recordsFromRaw(raw, trace.requests, session.plan);
      const path = join(folder, requests);
      if (raw.problem !== null) problems.push(`${at}: ${raw.problem}`);
      if (existsSync(path) && !options.write && readFileSync(path, 'utf8') !== jsonl) differing.push(requests);
      else writeWhole(path, jsonl);
      text = jsonl;
    }
    const records = readRecords(
      text,
      existsSync(join(folder, at, 'raw.bin')),
      requests,
      trace.requests.length,
      problems,
    );
    for (const file of ['run.json', 'requests.jsonl', 'raw.bin']) {
      const sum = sums.get(`${at}/${file}`);
      const path = join(folder, at, file);
      if (sum !== undefined && existsSync(path) && sum !== sha256(readFileSync(path)))
        problems.push(`${at}/${file} is not what ${SUMS} says`);
    }
    runs.push({ run, records, problems });
  }
  if (trace.sha256 !== session.plan.workload.sha256) {
    for (const run of runs) run.problems.push('trace.jsonl is not the trace the plan names');
  }
  return { evidence: { session, trace, runs }, differing };
}

function readRecords(text: string | null, replayed: boolean, file: string, expected: number, problems: string[]) {
  if (text === null) {
    if (replayed) problems.push(`${file} is missing`);
    return [];
  }
  const records: RequestRecord[] = [];
  const lines = text.split('\n');
  // The last piece is empty when the file is whole.
  for (const [i, line] of lines.entries()) {
    if (i === lines.length - 1 && line === '') break;
    const record = parseRecord(line);
    if (record === null || record.index !== i) {
      problems.push(`${file}:${i + 1} is not a whole record; it and what follows are left out`);
      break;
    }
    records.push(record);
  }
  if (records.length < expected) problems.push(`${file} holds ${records.length} of ${expected} offered requests`);
  return records;
}

function parseRecord(line: string): RequestRecord | null {
  try {
    const result = recordSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

function readSums(folder: string): Map<string, string> {
  const path = join(folder, SUMS);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readFile(folder: string, file: string): Buffer {
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    throw new ProblemError([
      notABundle(folder, file, `can't be read: ${error instanceof Error ? error.message : String(error)}`),
    ]);
  }
}

function parseJson<T extends z.ZodType>(folder: string, file: string, schema: T): z.infer<T> {
  const text = readFile(folder, file).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError([notABundle(folder, file, 'is not JSON')]);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ProblemError(
    result.error.issues.map((issue) => ({ ...notABundle(folder, file, issue.message), field: issue.path.join('.') })),
  );
}

function notABundle(folder: string, file: string, message: string): Problem {
  return {
    file: join(folder, file),
    message,
    expected: 'a bundle as `goodput-gate run` writes it',
    remedy: 'give the folder that holds plan.json, trace.jsonl and runs/',
  };
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Evidence, type RunEvidence, runFolder, type Session, sessionSchema } from '../model/bundle.js';
import { type Problem, ProblemError } from '../model/problem.js';
import { type Run, runSchema } from '../model/run.js';
import type { Trace } from '../model/trace.js';
import { confidenceFault, looksFault } from '../plan/looks.js';
import { readTrace } from '../trace/read.js';
import { changesSince, readSums } from './check.js';
import { forEachLine, type Got, MISSING, plainFault, readPlain, sha256OfFile } from './files.js';
import { RAW_LIMIT_BYTES, readRawFile } from './raw-file.js';
import { type LineSource, readRecords } from './records.js';
import { recordsFromRaw } from './reparse.js';
import { entriesOf, writeDerived } from './write.js';

export interface ReadOptions {
  /** Make every record from `raw.bin` (`judge --reparse`) and write `requests.jsonl` where it is missing. */
  reparse?: boolean;
  /** Replace a `requests.jsonl` that differs. */
  write?: boolean;
  /**
   * SHA-256 by path inside the bundle, as the running gate remembers its files: nothing that the disk says about itself
   * counts while a candidate may write to it. Without it `SHA256SUMS` is taken.
   */
  known?: ReadonlyMap<string, string>;
}

export interface ReadBundle {
  evidence: Evidence;
  /** Files that `raw.bin` gives differently from what is on disk; left as they are unless `write`. */
  differing: string[];
}

/** What reading a run needs to know about its bundle. */
interface Bundle {
  folder: string;
  session: Session;
  trace: Trace;
  options: ReadOptions;
  differing: string[];
}

const RUN_FOLDER = /^\d\d-(?:baseline|candidate)$/;

/**
 * Reads a bundle as evidence. A bundle that is none (no folder, no readable `plan.json` or trace) is a `ProblemError`;
 * evidence that is missing, cut or changed since it was written is said in `problems` of its run, so that judging it
 * gives INVALID and never something better. What concerns no single run (`plan.json`, a run that can't be read) is said
 * in those of the first. A missing derived file is no problem.
 */
export function readBundle(folder: string, options: ReadOptions = {}): ReadBundle {
  const session = readSession(folder);
  const trace = readBundledTrace(folder, session);
  const { sums, problems } = options.known === undefined ? readSums(folder) : { sums: options.known, problems: [] };
  const bundle: Bundle = { folder, session, trace, options, differing: [] };
  if (trace.sha256 !== session.plan.workload.sha256) problems.push('trace.jsonl is not the trace the plan names');
  const runs: RunEvidence[] = [];
  for (const name of runFolders(folder)) {
    const run = readRun(folder, name, sums);
    if (run.ok) runs.push(readEvidence(bundle, run.value));
    else problems.push(`runs/${name}/run.json ${run.fault}`);
  }
  // Records just made from raw.bin don't rest on the file.
  const isChecked = (name: string) => options.reparse !== true || !name.endsWith('/requests.jsonl');
  for (const [name, change] of changesSince(folder, sums ?? new Map(), isChecked)) {
    const own = runs.find(({ run }) => name.startsWith(`${placeOf(run)}/`));
    add(own?.problems ?? problems, change);
  }
  for (const problem of problems) add(runs[0]?.problems ?? [], problem);
  return { evidence: { session, trace, runs }, differing: bundle.differing };
}

function add(problems: string[], problem: string): void {
  if (!problems.includes(problem)) problems.push(problem);
}

/** Path of a run inside the bundle. */
function placeOf(run: Run): string {
  return `runs/${runFolder(run.number, run.arm)}`;
}

function runFolders(folder: string): string[] {
  return entriesOf(join(folder, 'runs'))
    .filter((entry) => entry.isDirectory() && RUN_FOLDER.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

function readRun(folder: string, name: string, sums: ReadonlyMap<string, string> | null): Got<Run> {
  const file = `runs/${name}/run.json`;
  if (sums !== null && !sums.has(file)) return { ok: false, fault: 'is not among the files of the session' };
  const got = readJson(join(folder, file));
  if (!got.ok) return got;
  const result = runSchema.safeParse(got.value);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { ok: false, fault: `is not that of a run: ${issue?.path.join('.')}: ${issue?.message}` };
  }
  const run = result.data;
  return runFolder(run.number, run.arm) === name
    ? { ok: true, value: run }
    : { ok: false, fault: `is that of run ${run.number}, ${run.arm}` };
}

function readEvidence(bundle: Bundle, run: Run): RunEvidence {
  const { folder, trace, options } = bundle;
  const problems: string[] = [];
  const at = placeOf(run);
  const requests = `${at}/requests.jsonl`;
  const path = join(folder, requests);
  const rawFault = plainFault(join(folder, at, 'raw.bin'), RAW_LIMIT_BYTES);
  const wasReplayed = rawFault !== MISSING || run.phases.replayMs !== null;
  const isRawNeeded = options.reparse === true && wasReplayed;
  if (rawFault !== null && (rawFault !== MISSING || isRawNeeded)) problems.push(`${at}/raw.bin ${rawFault}`);
  const expected = trace.requests.length;
  if (isRawNeeded && rawFault === null) {
    return { run, records: readRecords(reparse(bundle, run, problems), requests, expected, problems), problems };
  }
  if (plainFault(path, Number.POSITIVE_INFINITY) === MISSING) {
    if (wasReplayed) problems.push(`${requests} ${MISSING}`);
    return { run, records: [], problems };
  }
  return { run, records: readRecords((use) => forEachLine(path, use), requests, expected, problems), problems };
}

/** The lines of `requests.jsonl` made anew; the file itself is written where it is missing, or may be replaced. */
function reparse({ folder, session, trace, options, differing }: Bundle, run: Run, problems: string[]): LineSource {
  const file = `${placeOf(run)}/requests.jsonl`;
  const raw = readRawFile(join(folder, placeOf(run), 'raw.bin'));
  if (raw.problem !== null) problems.push(`${placeOf(run)}: ${raw.problem}`);
  const { jsonl } = recordsFromRaw(raw, trace.requests, session.plan);
  const onDisk = sha256OfFile(join(folder, file));
  const isSame = onDisk.ok && onDisk.value === sha256Of(jsonl);
  const isMissing = !onDisk.ok && onDisk.fault === MISSING;
  if (isMissing || (!isSame && options.write === true)) writeDerived(join(folder, file), jsonl);
  else if (!isSame) differing.push(file);
  return (use) => {
    for (const line of jsonl) if (!use(line.slice(0, -1))) break;
    return null;
  };
}

function sha256Of(pieces: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** `plan.json`; numbers that no plan may hold are refused as in a plan. */
function readSession(folder: string): Session {
  const got = readJson(join(folder, 'plan.json'));
  if (!got.ok) throw new ProblemError([notABundle(folder, 'plan.json', got.fault)]);
  const result = sessionSchema.safeParse(got.value);
  if (!result.success) {
    throw new ProblemError(
      result.error.issues.map(({ path, message }) => ({
        ...notABundle(folder, 'plan.json', message),
        field: path.join('.'),
      })),
    );
  }
  const { looks, confidence } = result.data.plan.comparison;
  const fault = looksFault(looks) ?? confidenceFault(looks, confidence);
  if (fault === undefined) return result.data;
  throw new ProblemError([{ ...notABundle(folder, 'plan.json', fault.message), field: 'plan.comparison' }]);
}

function readBundledTrace(folder: string, session: Session): Trace {
  const got = readPlain(join(folder, 'trace.jsonl'), RAW_LIMIT_BYTES);
  if (!got.ok) throw new ProblemError([notABundle(folder, 'trace.jsonl', got.fault)]);
  const reading = readTrace({ file: join(folder, 'trace.jsonl'), bytes: got.value });
  if (!reading.ok) throw new ProblemError(reading.problems);
  // Named as the plan names it: a judgement must not depend on where the bundle lies.
  return { ...reading.value, file: session.plan.workload.trace };
}

function readJson(path: string): Got<unknown> {
  const got = readPlain(path);
  if (!got.ok) return got;
  try {
    return { ok: true, value: JSON.parse(got.value.toString('utf8')) };
  } catch {
    return { ok: false, fault: 'is not JSON' };
  }
}

function notABundle(folder: string, file: string, message: string): Problem {
  return {
    file: join(folder, file),
    message,
    expected: 'a bundle as `goodput-gate run` writes it',
    remedy: 'give the folder that holds plan.json, trace.jsonl and runs/',
  };
}

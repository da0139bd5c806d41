import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readBundle } from './bundle/read.js';
import { createBundle, runSums, sumsOf, toJson, writeSession, writeSums, writeWhole } from './bundle/write.js';
import { judge, judgeSession } from './judge/session.js';
import type { Session } from './model/bundle.js';
import { EXIT, type Judgement } from './model/verdict.js';
import { plannedSlots } from './plan/order.js';
import { renderComment } from './report/comment.js';
import { renderPage } from './report/page.js';
import { WriterSink } from './run/frames.js';
import type { Inputs } from './run/inputs.js';
import { performRun } from './run/phases.js';
import { killEverything } from './run/server.js';

export interface GateOptions {
  /** The bar, the launches and the trace, read and found sound. */
  inputs: Inputs;
  session: Session;
  /** Folder of the new bundle. */
  out: string;
  /** The gate's own command line file and the writer thread's entry, both beside the entry module. */
  gatePath: string;
  writerUrl: URL;
  /** Aborts with the name of the signal that interrupted the gate. */
  signal: AbortSignal;
  /** A line for the log of the job, and the way to write one while nothing is measured. */
  progressLine: (text: string) => string;
  progress: (text: string) => void;
}

export interface GateResult {
  judgement: Judgement;
  /** Exit code of the command line: the verdict's, or the interrupting signal's. */
  exitCode: number;
}

/** SHA-256 by bundle path of what was written so far: a server under test can reach the files, but not this. */
type Known = Map<string, string>;

/**
 * The main job. Everything measured goes into the bundle; every decision is taken from the bundle as read back from
 * disk, by the code that anyone can run on it later.
 */
export async function gate(options: GateOptions): Promise<GateResult> {
  const { inputs, session, out, signal, progress } = options;
  createBundle(out, session, inputs.traceBytes);
  const thread = new Worker(options.writerUrl);
  const known: Known = sumsOf(out, ['plan.json', 'trace.jsonl']);
  try {
    await runUntilDecided(options, new WriterSink(thread), known);
  } catch (error) {
    killEverything();
    closeAfterFault(out, session, known);
    throw error;
  } finally {
    killEverything();
    await thread.terminate();
  }
  const interruptedBy = signal.aborted ? (signal.reason as 'SIGINT' | 'SIGTERM') : null;
  const judgement = closeBundle(out, session, interruptedBy === null ? 'complete' : 'interrupted', known);
  progress(`verdict ${judgement.verdict}; bundle in ${out}`);
  return { judgement, exitCode: interruptedBy === null ? judgement.exitCode : EXIT[interruptedBy] };
}

/** Runs in the seeded order, asking after each whether the verdict already stands. */
async function runUntilDecided({ inputs, session, ...options }: GateOptions, writer: WriterSink, known: Known) {
  const { plan, trace, launches, checkouts, apiKey } = inputs;
  const slots = plannedSlots(session.order.planned);
  for (const { number, arm, pair } of slots) {
    const at = `run ${number} of at most ${slots.length}, ${arm}`;
    const run = await performRun({
      number,
      arm,
      pair,
      plan,
      trace,
      launch: launches[arm],
      checkout: checkouts[arm],
      url: plan.arms[arm].url,
      apiKey,
      bundle: options.out,
      gatePath: options.gatePath,
      writer,
      signal: options.signal,
      // Written by the writer thread: the measuring thread never waits for the log's reader.
      progress: (text) => writer.say(options.progressLine(`${at}: ${text}`)),
    }).finally(() => {
      for (const [name, sum] of runSums(options.out, { number, arm })) known.set(name, sum);
    });
    if (run.end !== 'complete') options.progress(`${at}: ${run.endReason}`);
    if (options.signal.aborted) return;
    if (judgeSession(readBundle(options.out, { known }).evidence).state === 'decided') return;
  }
}

/** Says how the session ended, judges the bundle as it lies on disk, and writes the derived files and the sums. */
function closeBundle(out: string, session: Session, end: Session['end'], known: Known): Judgement {
  session.end = end;
  writeSession(out, session);
  for (const [name, sum] of sumsOf(out, ['plan.json'])) known.set(name, sum);
  const { evidence } = readBundle(out, { known });
  const judgement = judge(evidence);
  writeWhole(join(out, 'judgement.json'), toJson(judgement));
  writeWhole(join(out, 'comment.md'), renderComment(judgement, evidence.session));
  writeWhole(join(out, 'report.html'), renderPage(judgement, evidence.session));
  writeSums(out, known);
  return judgement;
}

/** After a fault of the gate the bundle is closed as far as it can be; the fault itself is what gets reported. */
function closeAfterFault(out: string, session: Session, known: Known): void {
  try {
    closeBundle(out, session, 'internal_error', known);
  } catch {
    // The disk may be the fault. What is there reads as INVALID without the derived files.
  }
}

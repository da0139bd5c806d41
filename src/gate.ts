import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readBundle } from './bundle/read.js';
import { createBundle, toJson, writeSession, writeSums, writeWhole } from './bundle/write.js';
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
  progress: (text: string) => void;
}

export interface GateResult {
  judgement: Judgement;
  /** Exit code of the command line: the verdict's, or the interrupting signal's. */
  exitCode: number;
}

/**
 * The main job. Everything measured goes into the bundle; every decision is taken from the bundle as read back from
 * disk, by the code that anyone can run on it later.
 */
export async function gate(options: GateOptions): Promise<GateResult> {
  const { inputs, session, out, signal, progress } = options;
  createBundle(out, session, inputs.traceBytes);
  const thread = new Worker(options.writerUrl);
  const writer = new WriterSink(thread);
  try {
    await runUntilDecided(options, writer);
    session.end = signal.aborted ? 'interrupted' : 'complete';
  } catch (error) {
    session.end = 'internal_error';
    throw error;
  } finally {
    killEverything();
    await thread.terminate();
    writeSession(out, session);
    if (session.end !== 'complete') closeBundle(out);
  }
  const judgement = closeBundle(out);
  progress(`verdict ${judgement.verdict}; bundle in ${out}`);
  return { judgement, exitCode: signal.aborted ? EXIT[signal.reason as 'SIGINT' | 'SIGTERM'] : judgement.exitCode };
}

/** Runs in the seeded order, asking after each whether the verdict already stands. */
async function runUntilDecided({ inputs, session, ...options }: GateOptions, writer: WriterSink): Promise<void> {
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
      progress: (text) => options.progress(`${at}: ${text}`),
    });
    if (run.end !== 'complete') options.progress(`${at}: ${run.endReason}`);
    if (options.signal.aborted) return;
    if (judgeSession(readBundle(options.out).evidence).state === 'decided') return;
  }
}

/** Judges the bundle as it lies on disk and writes the derived files and the sums. */
function closeBundle(out: string): Judgement {
  const { evidence } = readBundle(out);
  const judgement = judge(evidence);
  writeWhole(join(out, 'judgement.json'), toJson(judgement));
  writeWhole(join(out, 'comment.md'), renderComment(judgement, evidence.session));
  writeWhole(join(out, 'report.html'), renderPage(judgement, evidence.session));
  writeSums(out);
  return judgement;
}

import { join } from 'node:path';
import { readRaw } from '../bundle/raw.js';
import { recordsFromRaw } from '../bundle/reparse.js';
import { runPath, writeRun } from '../bundle/write.js';
import type { Arm } from '../model/arm.js';
import type { Launch } from '../model/launch.js';
import type { Plan } from '../model/plan.js';
import type { Run, RunEnd } from '../model/run.js';
import type { Trace } from '../model/trace.js';
import { probeRequest, warmupRequests } from '../trace/warmup.js';
import { CHAT_PATH, chatBody, requestHeaders } from './body.js';
import { resetCache } from './cache.js';
import { loadAgent } from './client.js';
import { nowMs } from './clock.js';
import type { WriterSink } from './frames.js';
import { readIdentity } from './identity.js';
import { logTail } from './log-tail.js';
import { measuredReplay, rehearse, seconds, type Target } from './passes.js';
import { type Broken, waitReady } from './ready.js';
import { type OwnServer, startServer } from './server.js';

/** Grace of a server when the gate itself was interrupted: the runner waits 7.5 s before its next signal. */
const INTERRUPTED_GRACE_MS = 2_000;

export interface RunOptions {
  number: number;
  arm: Arm;
  pair: number;
  plan: Plan;
  trace: Trace;
  /** Null for a server that already runs. */
  launch: Launch | null;
  /** Root of the arm's checkout; null for a server that already runs. */
  checkout: string | null;
  url: string | null;
  apiKey: string | null;
  bundle: string;
  gatePath: string;
  writer: WriterSink;
  signal: AbortSignal;
  progress: (text: string) => void;
}

/** A server that the gate started, with where it came from. */
interface Started {
  server: OwnServer;
  launch: Launch;
  checkout: string;
}

/**
 * One run, top to bottom: start or target, ready, identity, warm up, cache, probe, lead-in, window, lead-out, drain,
 * stop. Whatever happens, the server is stopped and `run.json` says how far the run came. A server that does not become
 * ready or dies is a result, not an exception; exceptions are faults of the gate itself.
 */
export async function performRun(options: RunOptions): Promise<Run> {
  const { plan, signal, progress } = options;
  const run = emptyRun(options);
  writeRun(options.bundle, run);
  const folder = runPath(options.bundle, run);
  const agent = loadAgent(plan.request.timeoutMs);
  let started: Started | null = null;
  try {
    started = await start(options, folder);
    const url = started?.server.url ?? options.url ?? '';
    const target = { url, agent, headers: requestHeaders(options.apiKey), plan, signal };
    const broken = await phases(options, run, target, started);
    const exit = started?.server.exit() ?? null;
    // First: what an interrupted run saw of its server says nothing about it.
    if (signal.aborted) end(run, 'interrupted', 'the gate was interrupted');
    else if (broken !== null) end(run, broken.end, broken.reason);
    else if (exit !== null) end(run, 'crashed', `the server ${exit} during the run`);
    else end(run, 'complete', null);
  } finally {
    const stopStart = nowMs();
    const left = (await started?.server.stop(signal.aborted ? INTERRUPTED_GRACE_MS : undefined)) ?? [];
    run.phases.stopMs = started === null ? null : nowMs() - stopStart;
    await agent.destroy();
    if (left.length > 0) {
      progress(`warning: ${left.join('; ')}`);
      run.endReason = [...(run.endReason === null ? [] : [run.endReason]), ...left].join('; ');
    }
    if (run.end !== 'complete' && started !== null) run.logTail = logTail(join(folder, 'server.log'));
    writeRun(options.bundle, run);
  }
  return run;
}

/** The arm's server; null where one already runs. */
async function start({ launch, checkout, plan, arm, gatePath }: RunOptions, folder: string): Promise<Started | null> {
  if (launch === null || checkout === null) return null;
  const server = await startServer({
    launch,
    checkout,
    model: plan.request.model,
    passEnv: plan.arms[arm].passEnv,
    logPath: join(folder, 'server.log'),
    gatePath,
  });
  return { server, launch, checkout };
}

function emptyRun(options: RunOptions): Run {
  return {
    schema: 'goodput-gate/run/1',
    number: options.number,
    arm: options.arm,
    pair: options.pair,
    end: 'running',
    endReason: null,
    phases: { readyMs: null, warmupMs: null, replayMs: null, drainMs: null, stopMs: null },
    warmup: null,
    cache: null,
    identity: null,
    health: null,
    logTail: [],
    node: process.version,
  };
}

function end(run: Run, how: RunEnd, reason: string | null): void {
  run.end = how;
  run.endReason = reason;
}

/** Everything between start and stop. Returns how the server failed before the replay, or null. */
async function phases(options: RunOptions, run: Run, target: Target, started: Started | null): Promise<Broken | null> {
  const { trace, plan, signal, progress } = options;
  const { url, agent, headers } = target;
  const server = started?.server;
  const probe = probeRequest(trace, plan, options.number);
  // Another prompt than the probe's, which must not find itself in the cache.
  const greeting = { ...probeRequest(trace, plan, 0), maxTokens: 1 };

  const readyStart = nowMs();
  const broken = await waitReady({
    url,
    path: started?.launch.ready.path ?? null,
    timeoutMs: started?.launch.ready.timeoutMs ?? plan.request.timeoutMs,
    agent,
    request: { path: CHAT_PATH, headers, body: chatBody(greeting, plan.request.model).toString() },
    exit: () => server?.exit() ?? null,
    signal,
  });
  if (broken !== null || signal.aborted) return broken;
  server?.look();
  run.phases.readyMs = nowMs() - readyStart;
  run.identity = await readIdentity({ url, agent, headers, started, signal });
  progress(`ready after ${seconds(run.phases.readyMs)}; warming up`);

  const warmupStart = nowMs();
  const { client } = await rehearse(target, warmupRequests(trace, plan, options.number));
  run.warmup = { offered: client.exchanges.length, answered: client.exchanges.filter((x) => x.answered).length };
  run.phases.warmupMs = nowMs() - warmupStart;
  if (signal.aborted) return null;

  const reset = plan.workload.cache === 'reset' ? (started?.launch.resetCache ?? null) : null;
  const unconfirmed = reset === null ? null : await resetCache({ url, agent, headers, reset, signal });
  if (unconfirmed !== null) return { end: 'never_ready', reason: unconfirmed };
  const probed = await rehearse(target, [probe]);
  const [seen] = recordsFromRaw(readRaw(probed.sink.bytes()), [probe], plan).records;
  run.cache = {
    policy: plan.workload.cache,
    resetConfirmed: reset === null ? null : true,
    probeTtftMs: seen?.firstOutputMs == null ? null : seen.firstOutputMs - seen.dueMs,
    probeCachedTokens: seen?.tokens.cachedPrompt ?? null,
  };
  if (signal.aborted) return null;

  server?.look();
  await measuredReplay({ target, trace, folder: runPath(options.bundle, run), writer: options.writer, progress }, run);
  server?.look();
  return null;
}

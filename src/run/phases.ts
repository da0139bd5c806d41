import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from 'undici';
import { readRaw } from '../bundle/raw.js';
import { type Reparsed, recordsFromRaw } from '../bundle/reparse.js';
import { runPath, writeRun, writeWhole } from '../bundle/write.js';
import type { Arm } from '../model/arm.js';
import type { Launch } from '../model/launch.js';
import type { Plan } from '../model/plan.js';
import type { Run, RunEnd } from '../model/run.js';
import type { Trace, TraceRequest } from '../model/trace.js';
import { probeRequest, warmupRequests } from '../trace/warmup.js';
import { CHAT_PATH, chatBody, requestHeaders } from './body.js';
import { LoadClient, loadAgent } from './client.js';
import { nowMs, sleep } from './clock.js';
import { FrameLog, MemorySink, type WriterSink } from './frames.js';
import { watchOwnLoad } from './health.js';
import { replay, type Scheduled } from './load.js';
import { type OwnServer, readIdentity, startServer, waitReady } from './server.js';

/** Time between the last preparation and the first due request, so that nothing of the preparation is still running. */
const SETTLE_MS = 300;
/** Grace of a server when the gate itself was interrupted: the runner waits 7.5 s before its next signal. */
const INTERRUPTED_GRACE_MS = 2_000;
const LOG_TAIL_LINES = 20;
const LOG_TAIL_BYTES = 16 * 1024;

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

/**
 * One run, top to bottom: start or target, ready, identity, warm up, cache, probe, lead-in, window, lead-out, drain,
 * stop. Whatever happens, the server is stopped and `run.json` says how far the run came. A server that does not become
 * ready or dies is a result, not an exception; exceptions are faults of the gate itself.
 */
export async function performRun(options: RunOptions): Promise<Run> {
  const run = emptyRun(options);
  writeRun(options.bundle, run);
  const agent = loadAgent(options.plan.request.timeoutMs);
  let server: OwnServer | null = null;
  try {
    if (options.launch !== null && options.checkout !== null) {
      server = await startServer({
        launch: options.launch,
        checkout: options.checkout,
        model: options.plan.request.model,
        passEnv: options.plan.arms[options.arm].passEnv,
        logPath: join(runPath(options.bundle, run), 'server.log'),
        gatePath: options.gatePath,
      });
    }
    const url = server?.url ?? options.url ?? '';
    const broken = await phases(options, run, url, agent, server);
    const exit = server?.exit() ?? null;
    if (broken !== null) end(run, broken.end, broken.reason);
    else if (options.signal.aborted) end(run, 'interrupted', 'the gate was interrupted');
    else if (exit !== null) end(run, 'crashed', `the server ${exit} during the run`);
    else end(run, 'complete', null);
  } finally {
    const stopStart = nowMs();
    await server?.stop(options.signal.aborted ? INTERRUPTED_GRACE_MS : undefined);
    run.phases.stopMs = server === null ? null : nowMs() - stopStart;
    await agent.destroy();
    if (run.end !== 'complete' && server !== null) run.logTail = logTail(runPath(options.bundle, run));
    writeRun(options.bundle, run);
  }
  return run;
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

type Broken = { end: 'never_ready' | 'exited_early'; reason: string };

/** Everything between start and stop. Returns how the server failed before the replay, or null. */
async function phases(
  options: RunOptions,
  run: Run,
  url: string,
  agent: Agent,
  server: OwnServer | null,
): Promise<Broken | null> {
  const { plan, trace, signal, progress } = options;
  const headers = requestHeaders(options.apiKey);
  const probe = probeRequest(trace, plan, options.number);
  // Another prompt than the probe's, which must not find itself in the cache.
  const greeting = { ...probeRequest(trace, plan, 0), maxTokens: 1 };

  const readyStart = nowMs();
  const broken = await waitReady({
    url,
    path: options.launch?.ready.path ?? null,
    timeoutMs: options.launch?.ready.timeoutMs ?? plan.request.timeoutMs,
    agent,
    request: { path: CHAT_PATH, headers, body: chatBody(greeting, plan.request.model).toString() },
    exit: () => server?.exit() ?? null,
    signal,
  });
  if (broken !== null || signal.aborted) return broken;
  run.phases.readyMs = nowMs() - readyStart;
  run.identity = await readIdentity(url, options.launch, options.checkout, agent, headers);
  progress(`ready after ${seconds(run.phases.readyMs)}; warming up`);

  const warmupStart = nowMs();
  const warmed = await rehearse(options, url, agent, warmupRequests(trace, plan, options.number));
  run.warmup = {
    offered: warmed.client.exchanges.length,
    answered: warmed.client.exchanges.filter((x) => x.answered).length,
  };
  run.phases.warmupMs = nowMs() - warmupStart;
  if (signal.aborted) return null;

  const reset = await resetCache(options, url, agent);
  if (reset !== null && !reset.confirmed) return { end: 'never_ready', reason: reset.detail };
  const probed = await rehearse(options, url, agent, [probe]);
  const [seen] = recordsFromRaw(readRaw(probed.sink.bytes()), [probe], plan).records;
  run.cache = {
    policy: plan.workload.cache,
    resetConfirmed: reset === null ? null : reset.confirmed,
    probeTtftMs: seen?.firstOutputMs == null ? null : seen.firstOutputMs - seen.dueMs,
    probeCachedTokens: seen?.tokens.cachedPrompt ?? null,
  };
  if (signal.aborted) return null;

  await measuredReplay(options, run, url, agent);
  return null;
}

/** Warm-up or probe: the same client, handlers and blocks as the replay, kept in memory and outside every figure. */
async function rehearse(options: RunOptions, url: string, agent: Agent, requests: TraceRequest[]) {
  const { plan, signal } = options;
  const originMs = nowMs() + 20;
  const sink = new MemorySink();
  const log = new FrameLog(sink, originMs, 0);
  const client = newClient(options, url, agent, log);
  await replay({
    schedule: schedule(requests, plan.request.model),
    client,
    originMs,
    timeoutMs: plan.request.timeoutMs,
    drainMs: plan.workload.drainMs,
    signal,
  });
  log.finish();
  client.detach();
  return { client, sink };
}

/** Lead-in, window, lead-out and drain, recorded in `raw.bin`; then the records and the generator's own figures. */
async function measuredReplay(options: RunOptions, run: Run, url: string, agent: Agent): Promise<void> {
  const { plan, trace, writer, signal, progress } = options;
  const folder = runPath(options.bundle, run);
  const items = schedule(trace.requests, plan.request.model);
  const expectedBytes = trace.requests.reduce((sum, request) => sum + 2048 + 400 * request.maxTokens, 0);
  await writer.open(join(folder, 'raw.bin'));
  const firstDueMs = items[0]?.dueMs ?? 0;
  const originMs = nowMs() + SETTLE_MS - Math.min(0, firstDueMs);
  const log = new FrameLog(writer, originMs, Math.min(expectedBytes, 256 * 1024 * 1024));
  writer.recycleInto(log);
  const client = newClient(options, url, agent, log);
  const lastDueMs = items.at(-1)?.dueMs ?? 0;
  progress(`replaying ${items.length} requests over ${seconds(lastDueMs - firstDueMs)}`);
  const ticker = setInterval(() => {
    const at = nowMs() - originMs;
    const where = at < 0 ? 'lead-in' : at < plan.workload.windowMs ? 'window' : at <= lastDueMs ? 'lead-out' : 'drain';
    progress(`${where} at ${seconds(at)}: ${client.exchanges.length} offered, ${client.settledCount} settled`);
  }, 10_000);
  await sleep(Math.max(0, originMs + firstDueMs - nowMs() - 20), signal);
  const stopWatching = watchOwnLoad();
  await replay({
    schedule: items,
    client,
    originMs,
    timeoutMs: plan.request.timeoutMs,
    drainMs: plan.workload.drainMs,
    signal,
  });
  const own = stopWatching();
  clearInterval(ticker);
  log.finish();
  client.detach();
  await writer.close();
  run.phases.replayMs = Math.min(nowMs() - originMs, lastDueMs) - firstDueMs;
  run.phases.drainMs = Math.max(0, nowMs() - originMs - lastDueMs);

  const parsed = recordsFromRaw(readRaw(readFileSync(join(folder, 'raw.bin'))), trace.requests, plan);
  writeWhole(join(folder, 'requests.jsonl'), parsed.jsonl);
  run.health = { ...own, ...healthOf(parsed), sockets: sockets(client), lateBlocks: log.lateBlocks };
  const failed = parsed.records.filter((record) => record.outcome !== 'success').length;
  progress(`${parsed.records.length} requests, ${parsed.records.length - failed} answered well`);
}

function newClient(options: RunOptions, url: string, agent: Agent, log: FrameLog): LoadClient {
  return new LoadClient(
    {
      origin: url,
      path: CHAT_PATH,
      headers: requestHeaders(options.apiKey),
      connections: options.plan.request.connections,
      responseBytes: options.plan.limits.responseBytes,
    },
    log,
    agent,
  );
}

/** Due order, ties by position in the trace; bodies are made here so that nothing is serialised in the window. */
function schedule(requests: TraceRequest[], model: string): Scheduled[] {
  return requests
    .map((request) => ({ index: request.index, dueMs: request.dueMs, body: chatBody(request, model) }))
    .sort((a, b) => a.dueMs - b.dueMs || a.index - b.index);
}

function healthOf(parsed: Reparsed) {
  const { scheduleLagMs, stampUncertaintyMs, reads, iterations, largestIteration, secondReadShare } = parsed;
  return { scheduleLagMs, stampUncertaintyMs, reads, iterations, largestIteration, secondReadShare };
}

function sockets(client: LoadClient): { opened: number; reused: number } {
  return { opened: client.opened, reused: Math.max(0, client.sent - client.opened) };
}

/** Resets the prefix cache as the launch says; a reset counts only when the answer shows it. Null where none is asked. */
async function resetCache(
  options: RunOptions,
  url: string,
  agent: Agent,
): Promise<{ confirmed: boolean; detail: string } | null> {
  const reset = options.launch?.resetCache ?? null;
  if (options.plan.workload.cache !== 'reset' || reset === null) return null;
  const what = `the cache reset ${reset.method} ${reset.path}`;
  try {
    const method = reset.method as 'GET' | 'POST' | 'PUT' | 'DELETE';
    const headers = requestHeaders(options.apiKey);
    const answer = await agent.request({
      origin: url,
      path: reset.path,
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) return { confirmed: false, detail: `${what} was answered HTTP ${answer.statusCode}` };
    if (reset.expect !== null && !text.includes(reset.expect)) {
      return {
        confirmed: false,
        detail: `${what} was answered without the expected text ${JSON.stringify(reset.expect)}`,
      };
    }
    return { confirmed: true, detail: what };
  } catch (error) {
    return { confirmed: false, detail: `${what} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function logTail(folder: string): string[] {
  try {
    const bytes = readFileSync(join(folder, 'server.log')).subarray(-LOG_TAIL_BYTES);
    return bytes.toString('utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES);
  } catch {
    return [];
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

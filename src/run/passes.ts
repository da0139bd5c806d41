import { join } from 'node:path';
import type { Agent } from 'undici';
import { readRawFile } from '../bundle/raw-file.js';
import { type Reparsed, recordsFromRaw } from '../bundle/reparse.js';
import { writeWhole } from '../bundle/write.js';
import type { Plan } from '../model/plan.js';
import type { Run } from '../model/run.js';
import type { Trace, TraceRequest } from '../model/trace.js';
import { CHAT_PATH, chatBody } from './body.js';
import { LoadClient } from './client.js';
import { nowMs, sleep } from './clock.js';
import { FrameLog, MemorySink, type WriterSink } from './frames.js';
import { watchOwnLoad } from './health.js';
import { replay, type Scheduled } from './load.js';

/** Time between the last preparation and the first due request, so that nothing of the preparation is still running. */
const SETTLE_MS = 300;

/** Where requests go, and how. */
export interface Target {
  url: string;
  agent: Agent;
  headers: Record<string, string>;
  plan: Plan;
  signal: AbortSignal;
}

/** Warm-up or probe: the same client, handlers and blocks as the replay, kept in memory and outside every figure. */
export async function rehearse(target: Target, requests: TraceRequest[]) {
  const originMs = nowMs() + 20;
  const sink = new MemorySink();
  const log = new FrameLog(sink, originMs, 0);
  const client = newClient(target, log);
  await replay({ ...pace(target), schedule: schedule(requests, target.plan.request.model), client, originMs });
  log.finish();
  client.detach();
  return { client, sink };
}

export interface MeasuredOptions {
  target: Target;
  trace: Trace;
  /** The run's folder. */
  folder: string;
  writer: WriterSink;
  progress: (text: string) => void;
}

/**
 * Lead-in, window, lead-out and drain, recorded in `raw.bin`; then the records and the generator's own figures, into
 * `run`. A `raw.bin` that can't be read back gives no records, and so no verdict.
 */
export async function measuredReplay(options: MeasuredOptions, run: Run): Promise<void> {
  const { target, trace, folder, writer, progress } = options;
  const { plan, signal } = target;
  const items = schedule(trace.requests, plan.request.model);
  const expectedBytes = trace.requests.reduce((sum, request) => sum + 2048 + 400 * request.maxTokens, 0);
  const rawPath = join(folder, 'raw.bin');
  await writer.open(rawPath);
  const firstDueMs = items[0]?.dueMs ?? 0;
  const originMs = nowMs() + SETTLE_MS - Math.min(0, firstDueMs);
  const log = new FrameLog(writer, originMs, Math.min(expectedBytes, 256 * 1024 * 1024));
  writer.recycleInto(log);
  const client = newClient(target, log);
  const lastDueMs = items.at(-1)?.dueMs ?? 0;
  progress(`replaying ${items.length} requests over ${seconds(lastDueMs - firstDueMs)}`);
  const ticker = setInterval(() => {
    const at = nowMs() - originMs;
    const where = at < 0 ? 'lead-in' : at < plan.workload.windowMs ? 'window' : at <= lastDueMs ? 'lead-out' : 'drain';
    progress(`${where} at ${seconds(at)}: ${client.exchanges.length} offered, ${client.settledCount} settled`);
  }, 10_000);
  await sleep(Math.max(0, originMs + firstDueMs - nowMs() - 20), signal);
  const stopWatching = watchOwnLoad();
  // A writer that failed loses the rest of the evidence: `close` then says so.
  const broken = AbortSignal.any([signal, writer.failed]);
  await replay({ ...pace(target), schedule: items, client, originMs, signal: broken });
  const own = stopWatching();
  clearInterval(ticker);
  log.finish();
  client.detach();
  await writer.close();
  run.phases.replayMs = Math.min(nowMs() - originMs, lastDueMs) - firstDueMs;
  run.phases.drainMs = Math.max(0, nowMs() - originMs - lastDueMs);

  const raw = readRawFile(rawPath);
  if (raw.problem !== null) {
    progress(`no records: ${raw.problem}`);
    return;
  }
  const parsed = recordsFromRaw(raw, trace.requests, plan);
  writeWhole(join(folder, 'requests.jsonl'), parsed.jsonl);
  run.health = { ...own, ...healthOf(parsed), sockets: sockets(client), lateBlocks: log.lateBlocks };
  const failed = parsed.records.filter((record) => record.outcome !== 'success').length;
  progress(`${parsed.records.length} requests, ${parsed.records.length - failed} answered well`);
}

function pace({ plan, signal }: Target) {
  return { timeoutMs: plan.request.timeoutMs, drainMs: plan.workload.drainMs, signal };
}

function newClient({ url, headers, plan, agent }: Target, log: FrameLog): LoadClient {
  const { request, limits } = plan;
  return new LoadClient(
    { origin: url, path: CHAT_PATH, headers, connections: request.connections, responseBytes: limits.responseBytes },
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

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

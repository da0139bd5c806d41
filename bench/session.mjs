// A synthetic session as a bundle on disk: 8 runs of 1,000 requests whose `raw.bin` holds what the null server would
// have sent, with seeded times. Bundled by judge.mjs, never run on its own.
import { join } from 'node:path';
import { ENTRY_HEADER_BYTES, KIND, NO_REQUEST, RAW_MAGIC, readRaw, writeEntry } from '../src/bundle/raw.ts';
import { recordsFromRaw } from '../src/bundle/reparse.ts';
import { createBundle, runPath, writeRun, writeSums, writeWhole } from '../src/bundle/write.ts';
import { plannedSlots } from '../src/plan/order.ts';
import { readPlan } from '../src/plan/read.ts';
import { resolvePlan } from '../src/plan/resolve.ts';
import { newSession } from '../src/run/session.ts';
import { stream } from '../src/stats/random.ts';
import { readTrace } from '../src/trace/read.ts';
import { endEvents, ROLE_EVENT, tokenEvent } from './events.mjs';

export { readBundle } from '../src/bundle/read.ts';
export { judge } from '../src/judge/session.ts';
export { KIND, readRaw, recordsFromRaw };

const REQUESTS = 1000;
const TOKENS = 32;
const WINDOW_MS = 60_000;

/** A whole answer, read by read: one event each, the end in one. */
const READS = [ROLE_EVENT, ...Array(TOKENS).fill(tokenEvent('word')), endEvents(TOKENS)].map((text) =>
  Buffer.from(text),
);
const HEAD = Buffer.from('{"content-type":"text/event-stream"}');

/** Writes the bundle into an empty folder; returns its plan, its trace and the folders of its runs. */
export function writeSession(folder) {
  const traceBytes = Buffer.from(traceLines());
  const trace = orThrow(readTrace({ file: 'trace.jsonl', bytes: traceBytes }));
  const draft = orThrow(readPlan({ file: 'goodput.yml', text: planText(trace.sha256) }));
  const plan = orThrow(resolvePlan(draft, trace));
  const launches = { baseline: null, candidate: null };
  const planSha256 = '0'.repeat(64);
  const session = newSession({ plan, planSha256, defaults: draft.defaults, trace, launches, difference: [] });
  createBundle(folder, { ...session, end: 'complete' }, traceBytes);
  const runs = plannedSlots(session.order.planned).map((slot) => {
    const raw = rawOf(trace.requests, slot);
    const parsed = recordsFromRaw(readRaw(raw), trace.requests, plan);
    const run = runOf(slot, parsed);
    const path = runPath(folder, run);
    writeRun(folder, run);
    writeWhole(join(path, 'raw.bin'), raw);
    writeWhole(join(path, 'requests.jsonl'), parsed.jsonl);
    return path;
  });
  writeSums(folder);
  return { plan, trace, runs };
}

function orThrow(reading) {
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems, null, 2));
  return reading.value;
}

function traceLines() {
  const random = stream('session', 'arrivals');
  return Array.from({ length: REQUESTS }, (_, i) => {
    const due_ms = Math.floor(((i + random.float()) * WINDOW_MS) / REQUESTS);
    return `${JSON.stringify({ id: `r${i}`, due_ms, class: 'chat', prompt: 'word', max_tokens: 2 * TOKENS })}\n`;
  }).join('');
}

const planText = (sha256) => `
version: 1
arms: {baseline: {url: 'http://127.0.0.1:1'}, candidate: {url: 'http://127.0.0.1:2'}}
request: {model: 'null'}
workload: {trace: trace.jsonl, sha256: ${sha256}, window: ${WINDOW_MS / 1000}s, lead_in: 0}
slo: [{id: all, ttft: 200ms, tpot: 30ms, max_gap: 100ms, attainment: 90%}]
comparison: {looks: [4]}
`;

/** One run's `raw.bin`: every request answered, TTFT and gaps drawn anew in each run. */
function rawOf(requests, { number }) {
  const random = stream(`run ${number}`, 'answers');
  const entries = requests.flatMap(({ index, dueMs }) => {
    const sentMs = dueMs + 0.2 * random.float();
    let tMs = sentMs + 20 + random.exponential(20);
    const reads = READS.map((payload) => {
      tMs += 10 + random.exponential(2);
      return { kind: KIND.data, request: index, tMs, number: 0, payload };
    });
    return [
      { kind: KIND.called, request: index, tMs: dueMs, number: dueMs, payload: null },
      { kind: KIND.sent, request: index, tMs: sentMs, number: 0, payload: null },
      { kind: KIND.head, request: index, tMs: sentMs + 1, number: 200, payload: HEAD },
      ...reads,
      { kind: KIND.end, request: index, tMs, number: 0, payload: null },
    ];
  });
  entries.sort((a, b) => a.tMs - b.tMs);
  return encode(entries);
}

/** Each read in an iteration of its own, as a loop that keeps up records them. */
function encode(entries) {
  const idle = new Uint8Array(16);
  const bytes = entries.reduce((sum, { payload }) => sum + 2 * ENTRY_HEADER_BYTES + 16 + (payload?.length ?? 0), 0);
  const raw = Buffer.alloc(bytes + RAW_MAGIC.length + ENTRY_HEADER_BYTES);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  raw.set(RAW_MAGIC);
  let offset = RAW_MAGIC.length;
  let iteration = 0;
  for (const { payload, ...entry } of entries) {
    if (entry.kind === KIND.data) iteration += 1;
    offset = writeEntry(view, offset, { ...entry, iteration }, payload);
    if (entry.kind !== KIND.data) continue;
    // Idle but for the 0.05 ms of the read itself.
    const { tMs } = entry;
    new Float64Array(idle.buffer).set([tMs - 0.05 * iteration, tMs - 0.05 * iteration]);
    const row = { kind: KIND.iteration, request: NO_REQUEST, iteration, tMs: tMs + 0.05, number: tMs };
    offset = writeEntry(view, offset, row, idle);
  }
  const close = { kind: KIND.close, request: NO_REQUEST, iteration, tMs: entries.at(-1).tMs, number: 0 };
  return raw.subarray(0, writeEntry(view, offset, close, null));
}

/** `run.json` of a run in which nothing went wrong; the engine's version tells the arms apart. */
function runOf({ number, arm, pair }, parsed) {
  const { scheduleLagMs, stampUncertaintyMs, reads, iterations, largestIteration, secondReadShare } = parsed;
  const measured = { scheduleLagMs, stampUncertaintyMs, reads, iterations, largestIteration, secondReadShare };
  return {
    schema: 'goodput-gate/run/1',
    number,
    arm,
    pair,
    end: 'complete',
    endReason: null,
    phases: { readyMs: 1, warmupMs: 1, replayMs: WINDOW_MS, drainMs: 1, stopMs: 1 },
    warmup: { offered: 1, answered: 1 },
    cache: { policy: 'as_is', resetConfirmed: null, probeTtftMs: 20, probeCachedTokens: 0 },
    identity: { declared: null, engine: arm, models: ['null'] },
    health: {
      ...measured,
      eventLoopDelayMs: { p50: 0, p99: 1, max: 1 },
      cpuMs: 1000,
      wallMs: WINDOW_MS,
      gc: { count: 0, totalMs: 0, longestMs: 0 },
      sockets: { opened: 10, reused: REQUESTS - 10 },
      lateBlocks: 0,
    },
    logTail: [],
    node: process.version,
  };
}

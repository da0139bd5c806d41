import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTRY_HEADER_BYTES, KIND, NO_REQUEST, RAW_MAGIC, readRaw, writeEntry } from '../../src/bundle/raw.js';
import { type ReadOptions, readBundle } from '../../src/bundle/read.js';
import { recordsFromRaw } from '../../src/bundle/reparse.js';
import { createBundle, runPath, writeRun, writeSums, writeWhole } from '../../src/bundle/write.js';
import { judge } from '../../src/judge/session.js';
import type { Arm } from '../../src/model/arm.js';
import type { Session } from '../../src/model/bundle.js';
import type { Plan } from '../../src/model/plan.js';
import type { Reading } from '../../src/model/problem.js';
import type { Run } from '../../src/model/run.js';
import type { Trace } from '../../src/model/trace.js';
import { readPlan } from '../../src/plan/read.js';
import { resolvePlan } from '../../src/plan/resolve.js';
import { readTrace } from '../../src/trace/read.js';

const REQUESTS = 60;
const PLANNED = 'BCCBBC';
export const ARMS_IN_ORDER = [...PLANNED].map((letter): Arm => (letter === 'B' ? 'baseline' : 'candidate'));

/** A closed bundle of six runs in which nothing went wrong and the candidate is as good as the baseline: PASS. */
export function makeBundle(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'goodput-gate-bundle-')), 'b');
  const traceBytes = Buffer.from(traceText());
  const trace = orThrow(readTrace({ file: 'trace.jsonl', bytes: traceBytes }));
  const draft = orThrow(readPlan({ file: 'goodput.yml', text: planText(trace.sha256) }));
  const plan = orThrow(resolvePlan(draft, trace));
  createBundle(folder, sessionOf(plan), traceBytes);
  for (const [i, arm] of ARMS_IN_ORDER.entries()) addRun(folder, i + 1, arm, trace, plan);
  writeSums(folder);
  return folder;
}

function addRun(folder: string, number: number, arm: Arm, trace: Trace, plan: Plan): void {
  const raw = rawOf(trace, number);
  const { jsonl, ...parsed } = recordsFromRaw(readRaw(raw), trace.requests, plan);
  const run = runOf(number, arm, parsed);
  writeRun(folder, run);
  const path = runPath(folder, run);
  writeWhole(join(path, 'raw.bin'), raw);
  writeWhole(join(path, 'requests.jsonl'), jsonl);
  writeWhole(join(path, 'server.log'), 'ready\n');
}

/** The judgement of what `readBundle` gives. */
export function judged(folder: string, options: ReadOptions = {}) {
  return judge(readBundle(folder, options).evidence);
}

/** Path of a run, 1-based, inside the bundle. */
export function runAt(number: number): string {
  return `runs/${String(number).padStart(2, '0')}-${ARMS_IN_ORDER[number - 1]}`;
}

/** Replaces one text of a file by another; fails when it is not there. */
export function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`);
  writeFileSync(path, text.replace(from, to));
}

function orThrow<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

function traceText(): string {
  return Array.from({ length: REQUESTS }, (_, i) => {
    const line = { id: `r${i}`, due_ms: i * 100 + (i % 3), class: 'chat', prompt: 'words', max_tokens: 8 };
    return `${JSON.stringify(line)}\n`;
  }).join('');
}

const planText = (sha256: string) => `
version: 1
arms: {baseline: {url: 'http://127.0.0.1:1'}, candidate: {url: 'http://127.0.0.1:2'}}
request: {model: small}
workload: {trace: trace.jsonl, sha256: ${sha256}, window: 6s, lead_in: 0}
slo: [{id: all, ttft: 500ms, max_gap: 200ms, attainment: 60%}]
comparison: {looks: [3], margins: {ttft_p95: report, tpot_p95: report}}
`;

function sessionOf(plan: Plan): Session {
  return {
    schema: 'goodput-gate/plan/1',
    plan,
    planSha256: createHash('sha256').update('the plan').digest('hex'),
    defaults: [],
    launches: { baseline: null, candidate: null },
    difference: [],
    order: { seed: 'seed', planned: PLANNED },
    attempt: 0,
    gate: { version: '0', source: 'test', node: 'v20', platform: 'test' },
    host: { cpu: 'one', cores: 2, memoryBytes: 1e9 },
    end: 'complete',
  };
}

function rawOf(trace: Trace, number: number): Uint8Array {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const event = (value: unknown) => Buffer.from(`data: ${JSON.stringify(value)}\n\n`);
  const token = (content: string, finish_reason: string | null = null) =>
    event({ id: 'a', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason }] });
  const usage = event({
    id: 'a',
    object: 'chat.completion.chunk',
    choices: [],
    usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
  });
  const head = json({ 'content-type': 'text/event-stream' });
  const entries = trace.requests.flatMap(({ index, dueMs }) => {
    const firstMs = dueMs + 20 + ((index * 7 + number) % 5);
    const reads = [token('one '), token('two '), token('three', 'stop'), usage, Buffer.from('data: [DONE]\n\n')];
    return [
      { kind: KIND.called, request: index, tMs: dueMs, number: dueMs, payload: null },
      { kind: KIND.sent, request: index, tMs: dueMs + 0.2, number: 0, payload: null },
      { kind: KIND.head, request: index, tMs: dueMs + 1, number: 200, payload: head },
      ...reads.map((payload, i) => ({ kind: KIND.data, request: index, tMs: firstMs + 5 * i, number: 0, payload })),
      { kind: KIND.end, request: index, tMs: firstMs + 25, number: 0, payload: null },
    ];
  });
  entries.sort((a, b) => a.tMs - b.tMs);
  const bytes = Buffer.alloc(entries.reduce((sum, { payload }) => sum + 96 + (payload?.length ?? 0), 256));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  bytes.set(RAW_MAGIC);
  let offset = RAW_MAGIC.length;
  let iteration = 0;
  for (const { payload, ...entry } of entries) {
    if (entry.kind === KIND.data) iteration += 1;
    offset = writeEntry(view, offset, { ...entry, iteration }, payload);
    if (entry.kind !== KIND.data) continue;
    const idle = new Uint8Array(new Float64Array([entry.tMs, entry.tMs]).buffer);
    offset = writeEntry(
      view,
      offset,
      { ...entry, kind: KIND.iteration, request: NO_REQUEST, iteration, number: entry.tMs },
      idle,
    );
  }
  const close = { kind: KIND.close, request: NO_REQUEST, iteration, tMs: 10_000, number: 0 };
  return bytes.subarray(0, writeEntry(view, offset, close, null));
}

/** Offset of an entry's header inside a `raw.bin`: the first of this kind. */
export function firstEntry(raw: Buffer, kind: number): number {
  let offset = RAW_MAGIC.length;
  while (raw.readUInt32LE(offset + 4) !== kind) offset += ENTRY_HEADER_BYTES + raw.readUInt32LE(offset);
  return offset;
}

function runOf(
  number: number,
  arm: Arm,
  { records: _, ...measured }: Omit<ReturnType<typeof recordsFromRaw>, 'jsonl'>,
): Run {
  return {
    schema: 'goodput-gate/run/1',
    number,
    arm,
    pair: Math.ceil(number / 2),
    end: 'complete',
    endReason: null,
    phases: { readyMs: 1, warmupMs: 1, replayMs: 6000, drainMs: 1, stopMs: 1 },
    warmup: { offered: 1, answered: 1 },
    cache: { policy: 'as_is', resetConfirmed: null, probeTtftMs: 20, probeCachedTokens: 0 },
    identity: { declared: null, engine: arm, models: ['small'] },
    health: {
      ...measured,
      eventLoopDelayMs: { p50: 0, p99: 1, max: 1 },
      cpuMs: 1000,
      wallMs: 6000,
      gc: { count: 0, totalMs: 0, longestMs: 0 },
      sockets: { opened: 1, reused: REQUESTS - 1 },
      lateBlocks: 0,
    },
    logTail: [],
    node: 'v20',
  };
}

/** Small synthetic sessions: a trace, a plan and runs whose answers a test shapes. Seeded, the same everywhere. */

import type { Arm } from '../../src/model/arm.js';
import type { Evidence, RunEvidence } from '../../src/model/bundle.js';
import type { Launch } from '../../src/model/launch.js';
import type { Plan } from '../../src/model/plan.js';
import type { RequestRecord } from '../../src/model/record.js';
import type { Health, Run } from '../../src/model/run.js';
import type { Trace, TraceRequest } from '../../src/model/trace.js';
import { phaseOf } from '../../src/model/trace.js';
import type { Clause, Judgement } from '../../src/model/verdict.js';
import { type RandomStream, stream } from '../../src/stats/random.js';

const SHA = { plan: 'p'.repeat(64), trace: 't'.repeat(64) };

/** What a server does with one request; times are ms after the send, `lagMs` after the due time. */
export interface Answer {
  lagMs: number;
  ttftMs: number;
  gapMs: number;
  /** One gap of the answer is this long instead. */
  pauseMs: number | null;
  tokens: number;
  /** Fields that a test sets by hand, over what the rest gives. */
  override: Partial<RequestRecord>;
}

export type Server = (at: { arm: Arm; run: number; request: TraceRequest; random: RandomStream }) => Partial<Answer>;

export interface Shape {
  /** Requests of the cohort; a tenth more each of lead-in and lead-out. */
  requests?: number;
  /** One letter a run; `BCCBCB` by default. */
  runs?: string;
  /** The seeded order when it is longer than what ran. */
  planned?: string;
  server?: Server;
  plan?: (plan: Plan) => void;
  /** Last touches to the finished evidence. */
  evidence?: (evidence: Evidence) => void;
}

const WINDOW_MS = 10_000;

export function sessionOf(shape: Shape = {}): Evidence {
  const { requests = 200, runs = 'BCCBCB', planned = runs, server = () => ({}) } = shape;
  const trace = traceOf(requests);
  const plan = planOf();
  shape.plan?.(plan);
  const evidence: Evidence = {
    session: {
      schema: 'goodput-gate/plan/1',
      plan,
      planSha256: SHA.plan,
      defaults: [],
      launches: { baseline: launchOf(['--budget', '512']), candidate: launchOf(['--budget', '8192']) },
      difference: ['start: "512" became "8192"'],
      order: { seed: 'seed', planned },
      attempt: 1,
      gate: { version: '0.1.0', source: 'source', node: 'v24.0.0', platform: 'linux x64' },
      host: { cpu: 'A Processor', cores: 2, memoryBytes: 8_000_000_000 },
      end: 'complete',
    },
    trace,
    runs: [...runs].map((letter, i) => runOf(letter === 'B' ? 'baseline' : 'candidate', i + 1, { trace, server })),
  };
  shape.evidence?.(evidence);
  return evidence;
}

/** The run with this number. */
export function runAt(evidence: Evidence, number: number): RunEvidence {
  const found = evidence.runs.find(({ run }) => run.number === number);
  if (found === undefined) throw new Error(`there is no run ${number}`);
  return found;
}

/** A run whose server never answered: no records at all. */
export function breakRun(evidence: Evidence, number: number, end: Run['end'], endReason: string): void {
  const broken = runAt(evidence, number);
  broken.run.end = end;
  broken.run.endReason = endReason;
  broken.run.logTail = ['loading weights', 'out of memory'];
  if (end === 'never_ready' || end === 'exited_early') broken.records = [];
}

/** A server that dies when `fromMs` are over: what was due later fails to connect. */
export function crashRun(evidence: Evidence, number: number, fromMs: number): void {
  breakRun(evidence, number, 'crashed', 'the server exited with code 139 during the run');
  const run = runAt(evidence, number);
  run.records = run.records.map((record) => (record.dueMs < fromMs ? record : refused(record)));
}

/** The record of a request that no server took. */
function refused(record: RequestRecord): RequestRecord {
  return {
    ...record,
    ...NO_ANSWER,
    sentMs: null,
    outcome: 'error',
    error: { kind: 'connect_failed', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    terminalMs: record.dueMs + 1,
  };
}

/** A failed answer of any kind: nothing came but its end. */
export const NO_ANSWER: Partial<RequestRecord> = {
  firstOutputMs: null,
  firstVisibleMs: null,
  lastOutputMs: null,
  outputMs: [],
  finishReason: null,
  outputCharacters: 0,
  outputBytes: 0,
  text: '',
};

function planOf(): Plan {
  const arm = { checkout: 'base', launch: 'serve.yml', url: null, passEnv: [] };
  return {
    version: 1,
    arms: { baseline: arm, candidate: { ...arm, checkout: 'head' } },
    request: {
      api: 'chat',
      model: 'small',
      timeoutMs: 30_000,
      connections: 'warm',
      apiKeyEnv: null,
      acceptMissingFinishReason: false,
    },
    workload: {
      trace: 'trace.jsonl',
      sha256: SHA.trace,
      windowMs: WINDOW_MS,
      leadInMs: 1000,
      leadOutMs: 1000,
      drainMs: 10_000,
      warmupMs: 1000,
      cache: 'as_is',
    },
    slo: [
      {
        id: 'all',
        classes: null,
        objectives: { ttftMs: 500, firstVisibleMs: null, tpotMs: null, maxGapMs: 100, e2eMs: null },
        attainment: 0.85,
      },
    ],
    comparison: {
      looks: [3],
      grossFail: true,
      margins: { goodput: 0.05, ttftP95: 0.1, tpotP95: 0.1 },
      minEffect: { ttftMs: 5, tpotMs: 1 },
      confidence: 0.95,
      expectIdentical: false,
    },
    validity: { scheduleLagMs: 20, maxLagShare: 0.005, maxLagMs: 250 },
    policy: { invalid: 'fail', inconclusive: 'fail', identical: 'fail', preExisting: 'report', fork: 'refuse' },
    limits: { responseBytes: 67_108_864, events: 200_000 },
  };
}

export function launchOf(extra: readonly string[]): Launch {
  return {
    start: ['serve', '--port', '{port}', ...extra],
    env: {},
    port: null,
    ready: { path: '/health', timeoutMs: 60_000 },
    stop: { signal: 'SIGTERM', graceMs: 5000 },
    identity: null,
    resetCache: null,
    scratch: true,
  };
}

/** `requests` in the window, evenly jittered, with a tenth as many before and behind; every tenth is a document. */
export function traceOf(requests: number): Trace {
  const random = stream('trace', 'due');
  const edge = Math.ceil(requests / 10);
  const gapMs = WINDOW_MS / requests;
  const all = Array.from({ length: requests + 2 * edge }, (_, i): TraceRequest => {
    const isDocument = i % 10 === 9;
    return {
      index: i,
      line: i + 1,
      id: `r${i}`,
      dueMs: Math.round(((i - edge + 0.8 * random.float()) * gapMs + Number.EPSILON) * 1000) / 1000,
      class: isDocument ? 'document' : 'chat',
      prompt: 'words',
      maxTokens: 200,
      inputTokens: isDocument ? 1200 : 100 + (i % 7) * 10,
      params: {},
    };
  });
  return { file: 'trace.jsonl', sha256: SHA.trace, requests: all };
}

function runOf(arm: Arm, number: number, { trace, server }: { trace: Trace; server: Server }): RunEvidence {
  const random = stream(`run ${number}`, 'answers');
  const records = trace.requests.map((request) => {
    const lagMs = 0.1 + 0.4 * random.float();
    const ttftMs = 100 + 100 * random.float() + random.exponential(10);
    const usual: Answer = { lagMs, ttftMs, gapMs: 10 + random.float(), pauseMs: null, tokens: 20, override: {} };
    return answered(request, { ...usual, ...server({ arm, run: number, request, random }) });
  });
  return { run: describedRun(arm, number), records, problems: [] };
}

/** A whole, streamed answer of one token an event. */
export function answered(request: TraceRequest, answer: Answer): RequestRecord {
  const sentMs = request.dueMs + answer.lagMs;
  const firstMs = sentMs + answer.ttftMs;
  const outputMs = Array.from({ length: answer.tokens }, (_, i) => {
    const pause = answer.pauseMs !== null && i > answer.tokens / 2 ? answer.pauseMs - answer.gapMs : 0;
    return firstMs + i * answer.gapMs + pause;
  });
  const lastMs = outputMs.at(-1) ?? firstMs;
  return {
    index: request.index,
    id: request.id,
    class: request.class,
    phase: phaseOf(request.dueMs, WINDOW_MS),
    outcome: 'success',
    error: null,
    httpStatus: 200,
    dueMs: request.dueMs,
    calledMs: request.dueMs + answer.lagMs / 2,
    sentMs,
    acceptedMs: sentMs + 1,
    firstOutputMs: firstMs,
    firstVisibleMs: firstMs,
    lastOutputMs: lastMs,
    terminalMs: lastMs + 1,
    outputMs,
    stampWidthMs: 0.5,
    finishReason: 'stop',
    tokens: {
      count: answer.tokens,
      source: 'usage_final',
      prompt: request.inputTokens ?? null,
      cachedPrompt: 0,
      reasoning: null,
      firstEvent: null,
    },
    perToken: { basis: 'aggregate', reason: null },
    outputCharacters: 4 * answer.tokens,
    outputBytes: 4 * answer.tokens,
    text: 'word',
    warnings: [],
    ...answer.override,
  };
}

function healthOf(): Health {
  return {
    scheduleLagMs: { p50: 0.3, p99: 0.5, max: 0.5 },
    eventLoopDelayMs: { p50: 0.1, p99: 1, max: 4 },
    cpuMs: 1200,
    wallMs: 12_000,
    gc: { count: 9, totalMs: 12, longestMs: 2 },
    sockets: { opened: 40, reused: 200 },
    stampUncertaintyMs: { p50: 0.4, p99: 3.3, max: 9 },
    reads: 5000,
    iterations: 4000,
    largestIteration: 12,
    secondReadShare: 0.001,
    lateBlocks: 0,
  };
}

function describedRun(arm: Arm, number: number): Run {
  return {
    schema: 'goodput-gate/run/1',
    number,
    arm,
    pair: Math.ceil(number / 2),
    end: 'complete',
    endReason: null,
    phases: { readyMs: 200, warmupMs: 1500, replayMs: 12_000, drainMs: 300, stopMs: 50 },
    warmup: { offered: 20, answered: 20 },
    cache: { policy: 'as_is', resetConfirmed: null, probeTtftMs: 40, probeCachedTokens: 0 },
    identity: { declared: null, engine: 'engine 1.2', models: ['small'] },
    health: healthOf(),
    logTail: [],
    node: 'v24.0.0',
  };
}

/** TTFT of 100 to 200 ms that depends on the request alone, times a factor of the run (1 where none is given). */
export function scaledTtft(factors: Record<number, number>): Server {
  return ({ run, request }) => ({ ttftMs: (100 + ((request.index * 37) % 100)) * (factors[run] ?? 1), gapMs: 10 });
}

/** The clause with this id. */
export function clauseOf(judgement: Judgement, id: string): Clause {
  const found = judgement.clauses.find((clause) => clause.id === id);
  if (found === undefined) throw new Error(`there is no clause ${id}`);
  return found;
}

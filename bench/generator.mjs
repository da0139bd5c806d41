// The gate's load generator beside a peer that parses as it reads: one process, taking turns, against a null server.
// Figures are ratios on this machine at this moment; docs/performance.md says how to read them.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { markdownTable } from 'markdown-table';
import { bundleSources, median, whereabouts } from './sources.mjs';

const { values: args } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, streams: { type: 'string', default: '200' } },
});
const ROUNDS = Number(args.rounds);
const STREAMS = Number(args.streams);
const STEP_MS = 20;
const STEPS = 80;
/** All streams of a round start within about this time. */
const START_MS = 400;
/** CPU is read while no request is due: the pacer's polling, the same code in both, would dilute the ratio. */
const QUIET_MS = { from: START_MS + 200, to: STEP_MS * (STEPS - 5) };
const RATES_RPS = [200, 400, 800, 1600, 3200];
const RATE_MS = 400;
const RATE_TOKENS = 32;
const LAG_LIMIT_MS = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const { folder, url } = await bundleSources({ replays: 'bench/replays.mjs', writer: 'src/writer.ts' });
const { newAgent, percentile, poissonRequests, replayGate, replayPeer, writerSink } = await import(url('replays').href);
const servers = [];

/** Starts a null server; resolves to its process and origin. */
async function startServer(events, stepMs) {
  const script = fileURLToPath(new URL('null-server.mjs', import.meta.url));
  const words = [script, '--events', String(events), '--step-ms', String(stepMs)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(child);
  for await (const line of child.stdout) return `http://127.0.0.1:${Number(String(line))}`;
  throw new Error('the null server ended before it listened');
}

/** What to add to this process's clock to get the one that all processes share, ms: the tightest of 300 readings. */
function sharedClockOffsetMs() {
  let best = { widthMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let i = 0; i < 300; i += 1) {
    const before = performance.now();
    const shared = Number(process.hrtime.bigint()) / 1e6;
    const after = performance.now();
    if (after - before < best.widthMs) best = { widthMs: after - before, offsetMs: shared - (before + after) / 2 };
  }
  return best.offsetMs;
}

/** Figures of one replay of streams in step. */
function figuresOf({ lagsMs, quiet, seen, originMs, stampUncertaintyMs, parseCpuMs }, offsetMs) {
  const lateMs = seen.map(({ tMs, text }) => tMs + originMs + offsetMs - Number(text));
  const quietTokens = seen.filter(({ tMs }) => tMs >= quiet.fromMs && tMs < quiet.toMs).length;
  return {
    lag50: percentile(lagsMs, 50),
    lag99: percentile(lagsMs, 99),
    lagMax: Math.max(...lagsMs),
    late50: percentile(lateMs, 50),
    late99: percentile(lateMs, 99),
    width50: stampUncertaintyMs?.p50,
    width99: stampUncertaintyMs?.p99,
    cpu: quiet.cpuMs / (quietTokens / 1000),
    parse: parseCpuMs === undefined ? undefined : parseCpuMs / (seen.length / 1000),
  };
}

/** The named clients, taking turns: who begins alternates too. */
async function turns(clients, load, round) {
  const found = {};
  for (const [who, replayBy] of round % 2 === 0 ? clients : [...clients].reverse()) {
    collectGarbage();
    found[who] = await replayBy(load);
  }
  return found;
}

async function measureSteps(clients) {
  const offsetMs = sharedClockOffsetMs();
  const load = { requests: poissonRequests(STREAMS, STREAMS / (START_MS / 1000), STEPS), quietMs: QUIET_MS };
  const rounds = [];
  // The first round warms code and connections and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { gate, peer } = await turns(clients, load, round);
    if (round > 0) rounds.push({ gate: figuresOf(gate, offsetMs), peer: figuresOf(peer, offsetMs) });
  }
  return rounds;
}

/** p99 schedule lag of each client at each rate, the median of the rounds; a client that can't keep a rate is out. */
async function measureRates(clients) {
  const rows = [];
  let left = clients;
  const loadAt = (rateRps) => ({
    requests: poissonRequests((rateRps * RATE_MS) / 1000, rateRps, RATE_TOKENS),
    quietMs: null,
  });
  await turns(clients, loadAt(RATES_RPS[0]), 0);
  for (const rateRps of RATES_RPS) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await turns(left, loadAt(rateRps), round));
    const row = Object.fromEntries(
      left.map(([who]) => [who, median(rounds.map((found) => percentile(found[who].lagsMs, 99)))]),
    );
    rows.push({ rateRps, ...row });
    left = left.filter(([who]) => row[who] < LAG_LIMIT_MS);
  }
  return rows;
}

const fixed = (value) => (value === undefined ? '-' : value.toFixed(2));

function printSteps(rounds) {
  const of = (who, ...keys) => keys.map((key) => fixed(median(rounds.map((round) => round[who][key])))).join(' / ');
  const row = (label, ...keys) => [label, of('gate', ...keys), of('peer', ...keys)];
  const ratios = rounds.map(({ gate, peer }) => peer.cpu / gate.cpu);
  console.log(`\n${STREAMS} streams in step every ${STEP_MS} ms; medians, rounds: ${rounds.length}\n`);
  console.log(
    markdownTable(
      [
        ['', 'gate', 'peer'],
        row('schedule lag p50 / p99 / max, ms', 'lag50', 'lag99', 'lagMax'),
        row('stamp uncertainty p50 / p99, ms', 'width50', 'width99'),
        row('stamp later than the send p50 / p99, ms', 'late50', 'late99'),
        row('CPU per 1,000 events while reading, ms', 'cpu'),
        row('CPU per 1,000 events after the drain, ms', 'parse'),
      ],
      { align: ['l', 'r', 'r'] },
    ),
  );
  const range = `${fixed(Math.min(...ratios))} to ${fixed(Math.max(...ratios))}`;
  console.log(`\nCPU while reading, peer over gate: ${fixed(median(ratios))} (${range})`);
}

function printRates(rows) {
  const highest = (who) => rows.filter((row) => row[who] < LAG_LIMIT_MS).at(-1)?.rateRps ?? 'none';
  console.log(`\np99 schedule lag, ms, of answers of ${RATE_TOKENS} events sent at once\n`);
  const body = rows.map(({ rateRps, gate, peer }) => [String(rateRps), fixed(gate), fixed(peer)]);
  console.log(markdownTable([['requests/s', 'gate', 'peer'], ...body], { align: ['r', 'r', 'r'] }));
  console.log(`\nhighest rate with p99 under ${LAG_LIMIT_MS} ms: gate ${highest('gate')}, peer ${highest('peer')}`);
}

const agents = { gate: newAgent(), peer: newAgent() };
const worker = new Worker(url('writer'));
const writer = writerSink(worker);
let files = 0;
const clientsOf = (origin) => [
  ['gate', (load) => replayGate({ origin, agent: agents.gate, writer, rawPath: join(folder, `${files++}.bin`) }, load)],
  ['peer', (load) => replayPeer({ origin, agent: agents.peer }, load)],
];
try {
  console.log(whereabouts());
  printSteps(await measureSteps(clientsOf(await startServer(STEPS, STEP_MS))));
  printRates(await measureRates(clientsOf(await startServer(RATE_TOKENS, 0))));
} finally {
  for (const child of servers) child.kill();
  for (const agent of Object.values(agents)) await agent.destroy();
  await worker.terminate();
  rmSync(folder, { recursive: true, force: true });
}

// One replay by the gate's client, and the same one by the peer: same schedule, same pacer, same pool of sockets. Both
// return what they saw; neither prints. Bundled by generator.mjs, never run on its own.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { readRaw } from '../src/bundle/raw.ts';
import { recordsFromRaw } from '../src/bundle/reparse.ts';
import { CHAT_PATH, chatBody, requestHeaders } from '../src/run/body.ts';
import { LoadClient, loadAgent } from '../src/run/client.ts';
import { FrameLog, WriterSink } from '../src/run/frames.ts';
import { replay } from '../src/run/load.ts';
import { stream } from '../src/stats/random.ts';
import { nearestRank, sorted } from '../src/stats/rank.ts';
import { Peer } from './peer.mjs';

const TIMEOUT_MS = 10_000;
/** Between starting a replay and the origin of its due times. */
const SETTLE_MS = 50;
/** About one token's entry in the record: header, chunk and a share of the iteration table. */
const BYTES_PER_TOKEN = 400;
const LIMITS = { responseBytes: 64 * 1024 * 1024, events: 200_000 };
/** As much of a plan as records are made by. */
const PLAN = {
  workload: { windowMs: TIMEOUT_MS },
  request: { timeoutMs: TIMEOUT_MS, acceptMissingFinishReason: false },
  limits: LIMITS,
};

export const percentile = (values, percent) => nearestRank(sorted(values), { num: percent, den: 100 });

export const writerSink = (worker) => new WriterSink(worker);

/** CPU time of the whole process, threads included, since a reading; ms. */
function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** `count` requests with 2 KB prompts and seeded Poisson arrivals. */
export function poissonRequests(count, rateRps, tokens) {
  const random = stream(`${count} at ${rateRps}`, 'arrivals');
  let dueMs = 0;
  return Array.from({ length: count }, (_, index) => {
    dueMs += random.exponential(1000 / rateRps);
    const prompt = 'word '.repeat(400);
    return { index, line: index + 1, id: `r${index}`, dueMs, class: 'any', prompt, maxTokens: tokens, params: {} };
  });
}

/** One Agent for each client, kept over its replays so that its connections are warm. */
export const newAgent = () => loadAgent(TIMEOUT_MS);

/**
 * What a replay gives: lags of all requests, the CPU used within `quietMs` of the origin, and for each token when the
 * client says that it arrived, in ms after the origin, and its text.
 */
async function paced({ requests, quietMs, originMs, client }) {
  const schedule = requests.map((item) => ({ index: item.index, dueMs: item.dueMs, body: chatBody(item, 'null') }));
  const signal = new AbortController().signal;
  let quietCpuMs = null;
  const timers = [];
  if (quietMs !== null) {
    const at = (ms, then) => timers.push(setTimeout(then, originMs + ms - performance.now()));
    at(quietMs.from, () => {
      const before = process.cpuUsage();
      const fromMs = performance.now() - originMs;
      at(quietMs.to, () => {
        quietCpuMs = { cpuMs: cpuMs(before), fromMs, toMs: performance.now() - originMs };
      });
    });
  }
  await replay({ schedule, client, originMs, timeoutMs: TIMEOUT_MS, drainMs: TIMEOUT_MS, signal });
  for (const timer of timers) clearTimeout(timer);
  return quietCpuMs;
}

/** @param where `{origin, agent, writer, rawPath}` */
export async function replayGate({ origin, agent, writer, rawPath }, { requests, quietMs }) {
  await writer.open(rawPath);
  const originMs = performance.now() + SETTLE_MS;
  const tokens = requests.reduce((sum, request) => sum + request.maxTokens, 0);
  const log = new FrameLog(writer, originMs, tokens * BYTES_PER_TOKEN);
  writer.recycleInto(log);
  const headers = requestHeaders(null);
  const options = { origin, path: CHAT_PATH, headers, connections: 'warm', responseBytes: LIMITS.responseBytes };
  const client = new LoadClient(options, log, agent);
  const quiet = await paced({ requests, quietMs, originMs, client });
  log.finish();
  client.detach();
  await writer.close();

  const before = process.cpuUsage();
  const { records, stampUncertaintyMs } = recordsFromRaw(readRaw(readFileSync(rawPath)), requests, PLAN);
  const parseCpuMs = cpuMs(before);
  const failed = records.filter(({ outcome }) => outcome !== 'success');
  if (failed.length > 0) throw new Error(`${failed.length} requests failed, one by ${JSON.stringify(failed[0].error)}`);
  const seen = records.flatMap(({ text, outputMs }) => {
    const texts = text.trim().split(/ +/);
    return outputMs.map((tMs, i) => ({ tMs, text: texts[i] }));
  });
  const lagsMs = records.map(({ sentMs, dueMs }) => sentMs - dueMs);
  return { lagsMs, quiet, seen: whole(seen, tokens), originMs, stampUncertaintyMs, parseCpuMs };
}

export async function replayPeer({ origin, agent }, { requests, quietMs }) {
  const originMs = performance.now() + SETTLE_MS;
  const client = new Peer({ url: origin + CHAT_PATH, headers: requestHeaders(null), agent });
  const quiet = await paced({ requests, quietMs, originMs, client });
  client.detach();
  if (client.failures.length > 0) throw client.failures[0];
  const tokens = requests.reduce((sum, request) => sum + request.maxTokens, 0);
  const seen = client.tokens.map(({ tMs, text }) => ({ tMs: tMs - originMs, text: text.trim() }));
  const lagsMs = requests.map(({ index, dueMs }) => client.sentMs[index] - originMs - dueMs);
  return { lagsMs, quiet, seen: whole(seen, tokens), originMs };
}

/** A client that loses tokens is not cheap but wrong. */
function whole(seen, tokens) {
  if (seen.length !== tokens) throw new Error(`${seen.length} of ${tokens} tokens were seen`);
  return seen;
}

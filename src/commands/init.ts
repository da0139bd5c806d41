import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Agent } from 'undici';
import { toJson, writeWhole } from '../bundle/write.js';
import { ask, sayError } from '../run/ask.js';
import { CHAT_PATH, requestHeaders } from '../run/body.js';
import { loadAgent } from '../run/client.js';
import { nowMs } from '../run/clock.js';
import { starterTrace } from '../trace/starter.js';
import { type Command, refusal } from './table.js';

const LINES = 200;
const PROBES = 5;
const PROBE_TOKENS = 32;
/** Longest waits for the list of models and for one single answer, ms. */
const MODELS_MS = 10_000;
const PROBE_MS = 60_000;

/**
 * From a running server to the first verdict: asks it for its models, times a few single answers, and writes a plan, a
 * launch to fill in, and a frozen starter trace whose load and limits leave that server wide room.
 */
export const init: Command = {
  name: 'init',
  usage: 'init --url URL [--out DIR] [--model NAME]',
  does: 'writes a plan, launches and a frozen starter trace for a server that runs; prints the command that judges it against itself',
  options: { url: { type: 'string' }, out: { type: 'string' }, model: { type: 'string' } },
  positionals: [],
  run: async ({ values, place }) => {
    const url = originOf(values['url']);
    const out = resolve(typeof values['out'] === 'string' ? values['out'] : 'goodput');
    const agent = loadAgent(10_000);
    try {
      const models = await listModels(url, agent);
      const model = typeof values['model'] === 'string' ? values['model'] : (models[0] ?? '');
      if (!models.includes(model)) {
        throw refusal(
          '--model',
          `${JSON.stringify(model)} is not served at ${url}`,
          `one of ${models.join(', ')}`,
          'name one of them',
        );
      }
      const singleMs = await timeSingleAnswers(url, model, agent, PROBE_MS);
      const names = writeFiles(out, url, model, singleMs);
      process.stdout.write(
        `${model} at ${url}: a single answer of ${PROBE_TOKENS} tokens took ${singleMs.toFixed(0)} ms (slowest of ${PROBES}).\n`,
      );
      process.stdout.write(`Wrote ${names.map((name) => fromHere(join(out, name))).join(', ')}.\n`);
      process.stdout.write('Judge this server against itself (it should PASS):\n\n');
      process.stdout.write(`  node ${fromHere(place.gatePath)} run ${fromHere(join(out, 'goodput.yml'))}\n`);
      return 0;
    } finally {
      await agent.destroy();
    }
  },
};

/** A path as a person would type it here. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function originOf(value: string | boolean | undefined): string {
  const expected = 'a server that speaks the OpenAI chat API, for example --url http://127.0.0.1:8000';
  if (typeof value !== 'string') throw refusal('--url', 'is missing', expected, 'name the running server');
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const remedy = 'write the whole address, with http://';
    throw refusal('--url', `${JSON.stringify(value)} is not an http address`, expected, remedy);
  }
  if (url.username !== '' || url.password !== '') {
    throw refusal(
      '--url',
      'holds credentials',
      expected,
      'leave them out: `request.api_key_env` is the place for a key',
    );
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    const found = `${JSON.stringify(value)} holds more than a server's address`;
    throw refusal('--url', found, expected, `write ${url.origin}: the gate adds \`/v1/...\` itself`);
  }
  return url.origin;
}

async function listModels(url: string, agent: Agent): Promise<string[]> {
  const path = '/v1/models';
  try {
    const { status, text } = await ask(agent, { url, method: 'GET', path, timeoutMs: MODELS_MS });
    if (status !== 200) throw new Error(`HTTP ${status}`);
    const { data } = JSON.parse(text) as { data: { id: string }[] };
    return data.map((entry) => entry.id);
  } catch (error) {
    throw refusal(
      '--url',
      `no models at ${url}: ${sayError(error)}`,
      `a JSON list of models at ${url}${path}`,
      'start the server, and give the address it listens on',
    );
  }
}

/** Slowest of a few answers to a server that has nothing else to do, ms. An answer may take `limitMs`. */
export async function timeSingleAnswers(url: string, model: string, agent: Agent, limitMs: number): Promise<number> {
  let slowest = 0;
  for (let i = 0; i < PROBES; i += 1) {
    const body = JSON.stringify({
      model,
      messages: [{ role: 'user', content: `Probe ${i + 1}: describe a quiet harbour in the morning.` }],
      max_tokens: PROBE_TOKENS,
      temperature: 0,
    });
    const start = nowMs();
    const fault = await answerFault(agent, url, body, limitMs);
    if (fault !== null) {
      throw refusal('--url', `${fault} to a chat completion`, 'an answered request', "see the server's log");
    }
    slowest = Math.max(slowest, nowMs() - start);
  }
  return slowest;
}

async function answerFault(agent: Agent, url: string, body: string, timeoutMs: number): Promise<string | null> {
  const headers = requestHeaders(null);
  try {
    const { status, text } = await ask(agent, { url, method: 'POST', path: CHAT_PATH, headers, body, timeoutMs });
    return status === 200 ? null : `HTTP ${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return sayError(error);
  }
}

/** Writes the three files and their manifest; gives their names. */
function writeFiles(out: string, url: string, model: string, singleMs: number): string[] {
  // Half of what the server could do one after another: an engine that batches has far more room than that.
  const rateRps = Math.min(4, Math.max(0.2, Math.floor(5000 / singleMs) / 10));
  const trace = starterTrace(LINES, rateRps);
  const sha256 = createHash('sha256').update(trace.text).digest('hex');
  const files: Record<string, string> = {
    'goodput.yml': planText(url, model, singleMs, trace, sha256),
    'serve.yml': LAUNCH,
    'starter.jsonl': trace.text,
    'starter.manifest.json': toJson({
      source: 'goodput-gate init: synthetic prompts, Erlang-2 arrivals; a start, not a workload',
      sha256,
      lines: LINES,
      rateRps,
      windowMs: trace.windowMs,
      leadInMs: trace.leadInMs,
      leadOutMs: trace.leadOutMs,
      forcedLengths: false,
    }),
  };
  for (const name of Object.keys(files)) {
    if (existsSync(join(out, name))) {
      throw refusal(
        '--out',
        `${join(out, name)} exists already`,
        'a folder without these files',
        'choose another with --out, or remove it',
      );
    }
  }
  for (const [name, text] of Object.entries(files)) writeWhole(join(out, name), text);
  return Object.keys(files);
}

/** Rounds a limit up to two figures, so that nobody reads precision into a suggestion. */
function roomy(ms: number): number {
  const step = ms < 100 ? 10 : ms < 1000 ? 100 : 1000;
  return Math.ceil(ms / step) * step;
}

function planText(
  url: string,
  model: string,
  singleMs: number,
  trace: ReturnType<typeof starterTrace>,
  sha256: string,
): string {
  const ttftMs = roomy(Math.max(200, 2 * singleMs));
  const gapMs = roomy(Math.max(200, singleMs));
  return `# What counts as good, fixed before the run. Written by \`goodput-gate init\`; the limits leave wide room to what was
# measured (one answer of ${PROBE_TOKENS} tokens: ${singleMs.toFixed(0)} ms). Put in what your users need.
version: 1
arms:
  # Both arms are the server that runs now: a check of the gate itself. To judge a change, let the gate start the
  # servers: {checkout: base, launch: serve.yml} and {checkout: head, launch: serve.yml}.
  baseline: {url: ${JSON.stringify(url)}}
  candidate: {url: ${JSON.stringify(url)}}
request:
  model: ${JSON.stringify(model)}
  timeout: ${roomy(Math.max(10_000, 10 * singleMs)) / 1000}s
workload:
  trace: starter.jsonl
  sha256: ${sha256}
  window: ${trace.windowMs / 1000}s
  lead_in: ${trace.leadInMs / 1000}s
  lead_out: ${trace.leadOutMs / 1000}s
  warmup: 5s
slo:
  - {id: everyone, ttft: ${ttftMs}ms, max_gap: ${gapMs}ms, attainment: 90%}
comparison:
  looks: [3, 4, 6, 8]
  expect_identical: true
validity: {max_lag_share: 2%}
`;
}

const LAUNCH = `# How one arm starts, read from its own checkout. {port} and {model} are filled in by the gate.
start: [vllm, serve, "{model}", --port, "{port}"]
ready: {path: /health, timeout: 300s}
stop: {signal: SIGTERM, grace: 10s}
`;

/** Requests for the warm-up and the probe: like the trace in length, class and rate, with no prefix in common with it. */

import { createHash } from 'node:crypto';
import type { Plan } from '../model/plan.js';
import type { Trace, TraceRequest } from '../model/trace.js';
import { type RandomStream, stream } from '../stats/random.js';
import { cohortOf } from './cohort.js';
import { isRecord } from './schema.js';

/** Warm-up answers are cut here: they are to exercise the server, not to occupy it. */
const MOST_TOKENS = 64;
const FEWEST_REQUESTS = 4;

/** Fields of a request that put text of the trace into the prompt. */
const PROMPT_PARAMS = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'documents',
  'chat_template',
  'chat_template_kwargs',
];

/** Common words of about the mean English length, so that characters and tokens relate as in ordinary text. */
const WORDS = (
  'time year people way day man thing woman life child world school state family student group country problem hand ' +
  'part place case week company system program question work government number night point home water room mother ' +
  'area money story fact month lot right study book eye job word business issue side kind head house service friend'
).split(' ');

/**
 * The warm-up of one run: evenly spaced over the plan's warm-up at the mean rate of the cohort, at least four. Lengths,
 * classes and `max_tokens` are those of requests spread evenly over the cohort's lengths, in a seeded order; the first
 * word of each prompt occurs nowhere else, so no prefix cache can help the replay. The same for both arms but for
 * those first words, which differ from run to run.
 *
 * @param runNumber 1-based number of the run
 * @returns requests with due times in [0, warm-up), not lines of the trace: `line` is 0
 */
export function warmupRequests(trace: Trace, plan: Plan, runNumber = 1): TraceRequest[] {
  const { windowMs, warmupMs } = plan.workload;
  const cohort = cohortOf(trace, windowMs);
  const count = Math.max(FEWEST_REQUESTS, Math.round((cohort.length * warmupMs) / windowMs));
  const models = shuffled(spreadOverLengths(cohort, count), stream(trace.sha256, 'warm-up order'));
  const text = stream(trace.sha256, 'warm-up text');
  return models.map((model, index) =>
    disjoint(model, {
      index,
      id: `warmup-${runNumber}-${index + 1}`,
      dueMs: (index * warmupMs) / count,
      maxTokens: Math.min(MOST_TOKENS, model.maxTokens),
      prompt: disjointText(promptCharacters(model), nonce(trace, `warm-up ${runNumber} ${index}`), text),
    }),
  );
}

/**
 * One request of the cohort's median length, with one output token and a prompt that no other request of the
 * session begins with: its TTFT and cached tokens show the state of the server and its prefix cache before a replay.
 */
export function probeRequest(trace: Trace, plan: Plan, runNumber = 1): TraceRequest {
  const [model] = spreadOverLengths(cohortOf(trace, plan.workload.windowMs), 1);
  if (model === undefined) throw new RangeError('an empty cohort has no median length');
  const text = stream(trace.sha256, 'probe text');
  return disjoint(model, {
    index: 0,
    id: `probe-${runNumber}`,
    dueMs: 0,
    maxTokens: 1,
    prompt: disjointText(promptCharacters(model), nonce(trace, `probe ${runNumber}`), text),
  });
}

/** Characters of text in a prompt; other parts of a message, such as images, have none. */
export function promptCharacters(request: TraceRequest): number {
  if (request.prompt !== undefined) return request.prompt.length;
  return (request.messages ?? []).reduce((sum, message) => sum + contentCharacters(message.content), 0);
}

function contentCharacters(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>(
    (sum, part) => sum + (isRecord(part) && typeof part['text'] === 'string' ? part['text'].length : 0),
    0,
  );
}

/** `count` requests at evenly spread places of the trace ordered by prompt length: every band in its own share. */
function spreadOverLengths(requests: readonly TraceRequest[], count: number): TraceRequest[] {
  const byLength = requests
    .map((request) => ({ request, characters: promptCharacters(request) }))
    .sort((a, b) => a.characters - b.characters || a.request.index - b.request.index);
  return Array.from(
    { length: count },
    (_, i) => byLength[Math.floor(((i + 0.5) * byLength.length) / count)]?.request,
  ).filter((request) => request !== undefined);
}

interface Replacement {
  index: number;
  id: string;
  dueMs: number;
  maxTokens: number;
  prompt: string;
}

function disjoint(model: TraceRequest, { prompt, ...rest }: Replacement): TraceRequest {
  const params = Object.fromEntries(Object.entries(model.params).filter(([key]) => !PROMPT_PARAMS.includes(key)));
  return { ...rest, line: 0, class: model.class, messages: [{ role: 'user', content: prompt }], params };
}

/** A word that begins this prompt and, but for a SHA-256 collision, occurs nowhere else. */
function nonce(trace: Trace, purpose: string): string {
  return createHash('sha256').update(`${trace.sha256} ${purpose}`).digest('hex').slice(0, 16);
}

/** The nonce and words after it, close to `characters` long: longer by less than a word, never shorter than the nonce. */
function disjointText(characters: number, first: string, random: RandomStream): string {
  const words = [first];
  for (let length = first.length; length < characters; ) {
    const word = WORDS[random.below(WORDS.length)] ?? '';
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
}

function shuffled<T>(items: readonly T[], random: RandomStream): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    const [a, b] = [copy[i], copy[j]];
    if (a !== undefined && b !== undefined) {
      copy[i] = b;
      copy[j] = a;
    }
  }
  return copy;
}

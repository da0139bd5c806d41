import type { z } from 'zod';
import type { Message } from '../model/trace.js';
import { leaf, section, show } from './strict.js';

/** Request fields that the gate or the plan decides; a trace that set them would change what is compared. */
const OWNED_PARAMS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'echo',
] as const;

function text(meaning: string) {
  return leaf({ type: 'text', meaning }, 'a non-empty string', (value) =>
    typeof value === 'string' && value !== ''
      ? { value }
      : { message: `${show(value)} is not text`, remedy: 'write a string' },
  );
}

function count(least: number, meaning: string) {
  return leaf({ type: 'whole number', meaning }, `a whole number of at least ${least}`, (value) =>
    Number.isSafeInteger(value) && Number(value) >= least
      ? { value: Number(value) }
      : { message: `${show(value)} is not such a number`, remedy: 'write the count' },
  );
}

const dueMs = leaf(
  { type: 'number', meaning: 'When the request leaves, in ms after the start of the window. Negative: lead-in.' },
  'a finite number of milliseconds, such as `1250.5`',
  (value) =>
    Number.isFinite(value)
      ? { value: Number(value) }
      : { message: `${show(value)} is not a time`, remedy: 'write the due time as a plain number' },
);

const messages = leaf(
  {
    type: 'list',
    meaning: 'The chat messages, as the server takes them. One of `messages`, `prompt`, `prompt_tokens`.',
  },
  'a non-empty list of messages, each with a `role` and a `content` of text or parts',
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isMessage)
      ? { value: value as Message[] }
      : { message: 'is no such list', remedy: 'write the messages as they were sent' },
);

const promptTokens = leaf(
  { type: 'list', meaning: 'The prompt as token ids.', notYet: 'the chat API takes no token ids' },
  'a non-empty list of token ids',
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((id) => Number.isSafeInteger(id) && id >= 0)
      ? { value: value as number[] }
      : { message: 'is no such list', remedy: 'write whole numbers' },
);

const params = leaf(
  { type: 'map', meaning: `More fields of the request body: sampling, stop, tools. Not ${OWNED_PARAMS.join(', ')}.` },
  'a map of request fields',
  (value) => {
    if (!isRecord(value)) return { message: `${show(value)} is not a map`, remedy: 'write `{"temperature": 0}`' };
    const owned = OWNED_PARAMS.filter((key) => Object.hasOwn(value, key));
    if (owned.length === 0) return { value };
    return {
      message: `sets ${owned.map((key) => `\`${key}\``).join(', ')}, which the gate sets itself`,
      remedy: 'remove it; the plan has the model, the line has `max_tokens`',
    };
  },
);

function later(meaning: string, reason: string) {
  return leaf<never>({ type: 'any', meaning, notYet: reason }, 'no such key', () => ({
    message: `not yet: ${reason} in this version`,
    remedy: 'remove the key from every line, or replay an open trace',
  })).optional();
}

/** One line of a trace file, as written (design, section 5). */
export const traceLineSchema = section('One offered request: one JSON object a line.', {
  id: text('Names the request in every run; unique in the file.'),
  due_ms: dueMs,
  class: text('The group an `slo` entry selects by `where`.'),
  messages: messages.optional(),
  prompt: text('Sent as one user message.').optional(),
  prompt_tokens: promptTokens.optional(),
  max_tokens: count(1, 'Cap on output tokens, sent with the request.'),
  input_tokens: count(0, 'Prompt tokens, as the source of the trace observed them.').optional(),
  output_tokens: count(0, 'Output tokens, as the source of the trace observed them.').optional(),
  conversation: text('Requests of one conversation share this name.').optional(),
  params: params.optional(),
  after: later(
    'Id of the request whose outcome this one waits for.',
    '`after` (closed-loop turns) can not be replayed',
  ),
  think_ms: later('Pause after that outcome, ms.', '`think_ms` (closed-loop turns) can not be replayed'),
  expect: later('What quality checks compare the answer with.', '`expect` (quality checks) can not be judged'),
});

export type TraceLine = z.output<typeof traceLineSchema>;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || typeof value['role'] !== 'string' || value['role'] === '') return false;
  const content = value['content'];
  if (content === undefined || content === null) return Array.isArray(value['tool_calls']);
  return typeof content === 'string' || Array.isArray(content);
}

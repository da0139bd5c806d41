/** A request that the server answers with an error of OpenAI's shape. */
export class RequestError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
  }

  get body(): object {
    const type = this.status === 404 ? 'NotFoundError' : 'BadRequestError';
    return { error: { message: this.message, type, param: null, code: this.status } };
  }
}

/** What the simulated server reads of a chat completion request. */
export interface ChatRequest {
  /** White-space separated words of all messages. */
  readonly promptTokens: number;
  readonly promptHash: number;
  readonly maxTokens: number;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

export interface ChatResponseHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** vLLM's default where a request names no limit and the model sets none. */
const DEFAULT_MAX_TOKENS = 16;

/**
 * Reads the body of `POST /v1/chat/completions`.
 *
 * @throws RequestError 400 when the body is no JSON, has no messages with words or no sound `max_tokens`; 404 when it
 *   asks for a model other than `servedModel`.
 */
export function readChatRequest(text: string, servedModel: string): ChatRequest {
  const { model, messages, max_tokens: maxTokens, stream, stream_options: streamOptions } = parseObject(text);
  if (model !== undefined && model !== servedModel) {
    throw new RequestError(
      404,
      `The model \`${String(model)}\` does not exist; this server serves \`${servedModel}\`.`,
    );
  }
  const prompt = readPrompt(messages);
  const promptTokens = prompt.match(/\S+/g)?.length ?? 0;
  if (promptTokens === 0) throw new RequestError(400, '`messages` hold no word; at least one is needed.');
  const limit = maxTokens ?? DEFAULT_MAX_TOKENS;
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 1) {
    throw new RequestError(400, `\`max_tokens\` is ${JSON.stringify(limit)}; expected a whole number of at least 1.`);
  }
  const includeUsage = isObject(streamOptions) && streamOptions['include_usage'] === true;
  return { promptTokens, promptHash: hash(prompt), maxTokens: limit, stream: stream === true, includeUsage };
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new RequestError(400, `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(body)) throw new RequestError(400, 'The body is not a JSON object.');
  return body;
}

/** The contents of all messages, one after the other; a content is text or a list of text parts. */
function readPrompt(messages: unknown): string {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw new RequestError(400, '`messages` is missing or empty; expected a list of messages.');
  }
  return messages
    .map((message: unknown, index) => {
      const content: unknown = isObject(message) ? message['content'] : undefined;
      const parts: unknown[] = Array.isArray(content) ? content : [{ text: content }];
      const texts = parts.map((part) => (isObject(part) ? part['text'] : undefined));
      if (texts.every((text) => typeof text === 'string')) return texts.join('\n');
      throw new RequestError(400, `\`messages[${index}].content\` is neither text nor a list of text parts.`);
    })
    .join('\n');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return state >>> 0;
}

const WORDS = (
  'amber basin cedar delta ember fjord grove harbor island jasper kettle lagoon meadow nectar orchard pebble quarry ' +
  'river saddle timber umber valley willow yarrow'
).split(' ');

/** The answer's token at a position: the same prompt always gets the same answer. */
export function answerWord(promptHash: number, position: number): string {
  const mixed = Math.imul(promptHash ^ Math.imul(position + 1, 0x9e3779b1), 0x85ebca6b) >>> 8;
  return ` ${WORDS[mixed % WORDS.length]}`;
}

/**
 * The events that carry one token of a streamed answer, in vLLM's shapes: a role delta just before the first token,
 * and the finish reason in the same event as the last one (vllm-project/vllm#35705).
 */
export function tokenEvents(head: ChatResponseHead, word: string, position: number, last: boolean): string[] {
  const role = { index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null };
  const finish = last ? { finish_reason: 'length', stop_reason: null } : { finish_reason: null };
  const token = { index: 0, delta: { content: word }, logprobs: null, ...finish };
  return (position === 0 ? [role, token] : [token]).map((choice) => chunkEvent(head, { choices: [choice] }));
}

/** The event that carries the counts: no choice, sent after the last token when `include_usage` asks for it. */
export function usageEvent(head: ChatResponseHead, request: ChatRequest): string {
  return chunkEvent(head, { choices: [], usage: usageOf(request) });
}

export const DONE_EVENT = 'data: [DONE]\n\n';

function chunkEvent({ id, created, model }: ChatResponseHead, rest: object): string {
  return `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...rest })}\n\n`;
}

/** The answer in one piece, for a request that doesn't stream. */
export function wholeAnswer({ id, created, model }: ChatResponseHead, request: ChatRequest): object {
  const words = Array.from({ length: request.maxTokens }, (_, position) => answerWord(request.promptHash, position));
  const message = { role: 'assistant', content: words.join('') };
  const choice = { index: 0, message, logprobs: null, finish_reason: 'length', stop_reason: null };
  return { id, object: 'chat.completion', created, model, choices: [choice], usage: usageOf(request) };
}

function usageOf({ promptTokens, maxTokens }: ChatRequest): object {
  return { prompt_tokens: promptTokens, total_tokens: promptTokens + maxTokens, completion_tokens: maxTokens };
}

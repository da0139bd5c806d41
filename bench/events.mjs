// The events of a streamed chat completion, about 230 bytes each, as the null server sends them and the
// judge bench stores them.

/** Width of a token's text: room for a monotonic time in ms with three decimals. */
export const TOKEN_WIDTH = 16;

const event = (fields) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-0123456789abcdef0123456789abcdef',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'null',
    ...fields,
  })}\n\n`;

const choice = (delta, finish) =>
  event({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish, token_ids: null }] });

/** The event that opens an answer. */
export const ROLE_EVENT = choice({ role: 'assistant', content: '' }, null);

/** One event with one token, whose text is padded to a fixed width. */
export const tokenEvent = (text) => choice({ content: text.padStart(TOKEN_WIDTH) }, null);

/** What follows the last token: finish reason, usage and the end mark. */
export const endEvents = (tokens) =>
  choice({}, 'stop') +
  event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 } }) +
  'data: [DONE]\n\n';

import { describe, expect, it } from 'vitest';
import { answerWord, RequestError, readChatRequest } from '../../src/sim/chat.js';

const read = (body: unknown) => readChatRequest(JSON.stringify(body), 'm');
const user = (content: unknown) => [{ role: 'user', content }];

describe('reading a chat request', () => {
  it('counts white-space separated words of all messages, in text or in text parts', () => {
    const parts = [
      { type: 'text', text: 'c' },
      { type: 'text', text: 'd e' },
    ];
    const messages = [{ role: 'system', content: ' a\n b ' }, ...user(parts)];
    expect(read({ messages })).toMatchObject({ promptTokens: 5, maxTokens: 16, stream: false, includeUsage: false });
  });

  it('reads limit, streaming and usage', () => {
    const body = {
      model: 'm',
      messages: user('a'),
      max_tokens: 7,
      stream: true,
      stream_options: { include_usage: true },
    };
    expect(read(body)).toMatchObject({ maxTokens: 7, stream: true, includeUsage: true });
  });

  it.each([
    ['no object', [1], 400, /not a JSON object/],
    ['null', null, 400, /not a JSON object/],
    ['no messages', { model: 'm' }, 400, /`messages` is missing/],
    ['no message', { messages: [] }, 400, /`messages` is missing or empty/],
    ['a message without content', { messages: [...user('a'), { role: 'user' }] }, 400, /`messages\[1\]\.content`/],
    ['an image', { messages: user([{ type: 'image_url' }]) }, 400, /`messages\[0\]\.content`/],
    ['no word', { messages: user('  \n ') }, 400, /hold no word/],
    ['no token to answer', { messages: user('a'), max_tokens: 0 }, 400, /`max_tokens` is 0/],
    ['a fraction of a token', { messages: user('a'), max_tokens: 1.5 }, 400, /`max_tokens` is 1.5/],
    ['a number in words', { messages: user('a'), max_tokens: '5' }, 400, /`max_tokens` is "5"/],
    ['another model', { messages: user('a'), model: 'gpt' }, 404, /`gpt` does not exist; this server serves `m`/],
  ])('refuses %s', (_, body, status, message) => {
    const refusal = expect(() => read(body));
    refusal.toThrow(RequestError);
    refusal.toThrow(expect.objectContaining({ status, message: expect.stringMatching(message) }));
  });
});

describe('answers', () => {
  it('are one word with its space a token, many different ones, fixed by prompt and position', () => {
    const { promptHash } = read({ messages: user('tell me a story') });
    const words = Array.from({ length: 200 }, (_, position) => answerWord(promptHash, position));
    expect(words.every((word) => /^ [a-z]+$/.test(word))).toBe(true);
    expect(new Set(words).size).toBeGreaterThan(15);
    expect(words.slice(0, 3).join('')).toBe(' umber meadow willow');
  });
});

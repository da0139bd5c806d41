import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type EngineConstants, H100_8B, stepDurationS } from '../../src/sim/cost.js';
import { type SimulatedServer, startSimulatedServer } from '../../src/sim/http.js';

interface Choice {
  index: number;
  delta: { role?: string; content?: string };
  finish_reason: string | null;
}

interface Chunk {
  id: string;
  object: string;
  model: string;
  choices: Choice[];
  usage?: Record<string, number>;
}

const servers: SimulatedServer[] = [];

async function serve(constants: Partial<EngineConstants> = {}): Promise<{ server: SimulatedServer; url: string }> {
  const options = { port: 0, model: 'm', version: 'v', constants: { ...H100_8B, ...constants } };
  const server = await startSimulatedServer(options);
  servers.push(server);
  return { server, url: `http://127.0.0.1:${server.port}` };
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const words = (n: number): string => Array.from({ length: n }, (_, i) => `w${i}`).join(' ');
const ask = (content: string, rest: object = {}): object => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...rest,
});

function post(url: string, body: string | object, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' };
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: text, ...(signal && { signal }) });
}

/** The data of each SSE event; an event is one line and a blank one. */
function eventsOf(text: string): string[] {
  const blocks = text.split('\n\n');
  expect(blocks.pop()).toBe('');
  return blocks.map((block) => {
    expect(block).toMatch(/^data: [^\n]+$/);
    return block.slice('data: '.length);
  });
}

const contentOf = (chunks: Chunk[]): string => chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
const chunksOf = (text: string): Chunk[] =>
  eventsOf(text)
    .slice(0, -1)
    .map((data) => JSON.parse(data) as Chunk);

async function stream(url: string, content: string, maxTokens: number): Promise<Chunk[]> {
  const response = await post(url, ask(content, { max_tokens: maxTokens, stream: true }));
  return chunksOf(await response.text());
}

describe('a streamed answer', () => {
  it('is a role delta, one content delta a token, the finish reason on the last, usage and [DONE]', async () => {
    const { url } = await serve();
    const body = ask('one  two\nthree', { max_tokens: 5, stream: true, stream_options: { include_usage: true } });
    const response = await post(url, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    const events = eventsOf(await response.text());
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((data) => JSON.parse(data) as Chunk);
    expect(chunks.map((c) => [c.object, c.model, c.id])).toEqual(
      chunks.map(() => ['chat.completion.chunk', 'm', chunks[0]?.id]),
    );
    const [role, ...rest] = chunks;
    const usage = rest.pop();
    expect(role?.choices).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null },
    ]);
    expect(rest).toHaveLength(5);
    for (const { choices } of rest) expect(choices[0]?.delta).toEqual({ content: expect.stringMatching(/^ [a-z]+$/) });
    expect(rest.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, null, null, 'length']);
    expect(usage?.choices).toEqual([]);
    expect(usage?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 });
  });

  it('has no usage event unless asked, and 16 tokens unless told', async () => {
    const { url } = await serve();
    const chunks = chunksOf(await (await post(url, ask('a b', { stream: true }))).text());
    expect(chunks).toHaveLength(1 + 16);
    expect(chunks.filter((chunk) => chunk.usage !== undefined)).toEqual([]);
  });

  it('sends each event as an HTTP chunk of its own', async () => {
    const { server } = await serve();
    const body = JSON.stringify(ask('a b c', { max_tokens: 3, stream: true }));
    const socket = connect(server.port, '127.0.0.1');
    const reads: string[] = [];
    socket.on('data', (bytes) => reads.push(bytes.toString()));
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.on('close', resolve));
    const [head, chunked] = reads.join('').split(/\r\n\r\n(.*)/s);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    // Three tokens, a role delta, [DONE] and the closing chunk of no bytes.
    expect(chunked?.match(/^[0-9a-f]+\r\n/gm)).toHaveLength(6);
    expect(chunked?.match(/^[0-9a-f]+\r\ndata: .*\n\n\r\n/gm)).toHaveLength(5);
  });

  it('depends on the prompt alone, and is the same in one piece', async () => {
    const { url } = await serve();
    const first = contentOf(await stream(url, 'tell me a story', 20));
    const again = contentOf(await stream(url, 'tell me a story', 20));
    const other = contentOf(await stream(url, 'tell me another', 20));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const whole = (await (await post(url, ask('tell me a story', { max_tokens: 20 }))).json()) as Record<
      string,
      unknown
    >;
    expect(whole).toMatchObject({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: first }, finish_reason: 'length' }],
      usage: { prompt_tokens: 4, completion_tokens: 20, total_tokens: 24 },
    });
  });

  it('never starts before the engine would have computed the prompt', async () => {
    const { url, server } = await serve();
    const prefillS = stepDurationS(H100_8B, [{ newTokens: 8000, contextTokens: 0, samples: true }]);
    const sentMs = performance.now();
    const chunks = await stream(url, words(8000), 1);
    expect(chunks).toHaveLength(2);
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(prefillS * 1000);
    expect(server.lateness.steps).toBe(1);
    expect(server.lateness.p50Ms).toBeGreaterThanOrEqual(0);
  });
});

describe('several clients', () => {
  it('share steps: two answers of 100 tokens grow together', async () => {
    const { url, server } = await serve();
    const [a, b] = await Promise.all([stream(url, 'first prompt', 100), stream(url, 'the second prompt', 100)]);
    expect([a.length, b.length]).toEqual([101, 101]);
    expect(a[0]?.id).not.toBe(b[0]?.id);
    // 200 one by one; together about 101, and more only if the second request was long on its way.
    expect(server.lateness.steps).toBeLessThan(200);
  });

  it('lose nothing but their own answer when one hangs up: the next in line gets the slot', async () => {
    const { url, server } = await serve({ maxNumSeqs: 1 });
    const hangUp = new AbortController();
    const endless = await post(url, ask('never mind', { max_tokens: 100_000, stream: true }), hangUp.signal);
    const next = stream(url, 'next please', 3);
    const reader = endless.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    hangUp.abort();
    expect(await next).toHaveLength(4);
    await vi.waitFor(() => expect(server.idle).toBe(true), { timeout: 10_000 });
  });

  it('get their head while they wait, and leave the queue when they hang up', async () => {
    const { url, server } = await serve({ maxNumSeqs: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const endless = { max_tokens: 100_000, stream: true };
    await post(url, ask('a b c', endless), first.signal);
    const waiting = await post(url, ask('d e f', endless), second.signal);
    expect(waiting.status).toBe(200);
    second.abort();
    first.abort();
    await vi.waitFor(() => expect(server.idle).toBe(true), { timeout: 10_000 });
  });
});

describe('a request that makes no sense', () => {
  it.each([
    ['no JSON', '{"messages":', 400, /^The body is not JSON: /],
    ['more than the KV cache holds', ask('a', { max_tokens: 1601 }), 400, /101 KV blocks, but the pool has 100/],
    ['another model', { ...ask('a'), model: 'gpt' }, 404, /`gpt` does not exist/],
  ])('%s: an error of OpenAI’s shape, and the server goes on', async (_, body, status, message) => {
    const { url } = await serve({ kvCapacityTokens: 1600 });
    const response = await post(url, body);
    expect(response.status).toBe(status);
    const type = status === 404 ? 'NotFoundError' : 'BadRequestError';
    expect(await response.json()).toEqual({
      error: { message: expect.stringMatching(message), type, param: null, code: status },
    });
    expect(await stream(url, 'a b', 2)).toHaveLength(3);
  });
});

describe('the other endpoints', () => {
  it.each([
    ['GET', '/health', 200, ''],
    ['POST', '/reset_prefix_cache', 200, ''],
    ['GET', '/version', 200, '{"version":"v"}'],
    ['GET', '/metrics', 404, expect.stringContaining('There is no `GET /metrics` here.')],
    ['GET', '/v1/chat/completions', 404, expect.stringContaining('NotFoundError')],
  ])('%s %s answers %i', async (method, path, status, body) => {
    const { url } = await serve();
    const response = await fetch(`${url}${path}`, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).toEqual(body);
  });

  it('lists the one model', async () => {
    const { url } = await serve();
    const models = await (await fetch(`${url}/v1/models`)).json();
    expect(models).toMatchObject({ object: 'list', data: [{ id: 'm', object: 'model' }] });
  });
});

describe('closing', () => {
  it('cuts open answers and leaves the port', async () => {
    const { url, server } = await serve();
    const open = await post(url, ask('a', { max_tokens: 100_000, stream: true }));
    const cut = expect(open.text()).rejects.toThrow();
    await server.close();
    servers.pop();
    await cut;
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('refuses a port that is taken', async () => {
    const { server } = await serve();
    const taken = startSimulatedServer({ port: server.port, model: 'm', version: 'v', constants: H100_8B });
    await expect(taken).rejects.toThrow('EADDRINUSE');
  });
});

import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { KIND, type RawEntry, readRaw } from '../../src/bundle/raw.js';
import { LoadClient, loadAgent } from '../../src/run/client.js';
import { nowMs } from '../../src/run/clock.js';
import { FrameLog, MemorySink } from '../../src/run/frames.js';
import { replay } from '../../src/run/load.js';

type Answer = (
  index: number,
  write: (text: string) => void,
  end: () => void,
  onClose: (then: () => void) => void,
) => void;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listen(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      answer(
        Number(request.headers['x-index'] ?? 0),
        (text) => response.write(text),
        () => response.end(),
        (then) => response.on('close', then),
      );
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

async function load(
  origin: string,
  dueMs: number[],
  more: {
    timeoutMs?: number;
    drainMs?: number;
    abortAfterMs?: number;
    responseBytes?: number;
    headers?: Record<string, string>;
  } = {},
) {
  const agent = loadAgent(1000);
  const sink = new MemorySink();
  const originMs = nowMs() + 50;
  const log = new FrameLog(sink, originMs, 0);
  const client = new LoadClient(
    { origin, path: '/', headers: more.headers ?? {}, connections: 'warm', responseBytes: more.responseBytes ?? 1e6 },
    log,
    agent,
  );
  const controller = new AbortController();
  if (more.abortAfterMs !== undefined) setTimeout(() => controller.abort('SIGINT'), more.abortAfterMs);
  await replay({
    schedule: dueMs.map((due, index) => ({ index, dueMs: due, body: Buffer.from('{}') })),
    client,
    originMs,
    timeoutMs: more.timeoutMs ?? 2000,
    drainMs: more.drainMs ?? 2000,
    signal: controller.signal,
  });
  log.finish();
  client.detach();
  await agent.destroy();
  const { entries, problem } = readRaw(sink.bytes());
  expect(problem).toBeNull();
  const of = (kind: number, index: number): RawEntry | undefined =>
    entries.find((e) => e.kind === kind && e.request === index);
  return { entries, of, client };
}

describe('open loop', () => {
  it('sends when due, never early, whatever is outstanding', async () => {
    const origin = await listen((_, write) => write('data: {}\n\n'));
    const dueMs = Array.from({ length: 30 }, (_, i) => i * 7);
    const { of, client } = await load(origin, dueMs, { timeoutMs: 1500 });
    for (const [i, due] of dueMs.entries()) {
      const called = of(KIND.called, i);
      expect(called?.number).toBe(due);
      expect(called?.tMs ?? -1).toBeGreaterThanOrEqual(due);
      expect(of(KIND.sent, i)?.tMs ?? -1).toBeGreaterThanOrEqual(due);
      // Nobody ever finishes: each still left long before the first deadline.
      expect(of(KIND.sent, i)?.tMs ?? 1e9).toBeLessThan(due + 1200);
    }
    expect(client.opened).toBe(30);
  });

  it('gives up at the deadline, counted from due, and records nothing behind it', async () => {
    const origin = await listen((_, write) => {
      const timer = setInterval(() => write('data: {}\n\n'), 10);
      setTimeout(() => clearInterval(timer), 600);
    });
    const { entries, of } = await load(origin, [0, 50], { timeoutMs: 200 });
    for (const [index, due] of [0, 50].entries()) {
      const deadline = of(KIND.deadline, index);
      expect(deadline?.tMs ?? 0).toBeGreaterThanOrEqual(due + 200);
      const own = entries.filter((entry) => entry.request === index);
      expect(own.at(-1)).toBe(deadline);
    }
  });

  it('does not wait for a connection that stays open behind [DONE]', async () => {
    const origin = await listen((_, write) => write('data: {}\n\ndata: [DONE]\n\n'));
    const start = nowMs();
    const { entries } = await load(origin, [0, 10, 20], { timeoutMs: 5000, drainMs: 5000 });
    expect(nowMs() - start).toBeLessThan(3000);
    expect(entries.filter((entry) => entry.kind === KIND.deadline || entry.kind === KIND.cancelled)).toEqual([]);
  });

  it('takes [DONE] for the end only as a line of its own', async () => {
    const texts = ['data: {}\n\n: data: [DONE]\n\n', 'data: {"text":"data: [DONE]\n\n', 'data: {}\n\ndata: [DONE]\n\n'];
    const origin = await listen((index, write, end) => {
      write(texts[index] ?? '');
      setTimeout(() => {
        write('data: {"late":1}\n\n');
        end();
      }, 100);
    });
    for (const [index, expected] of [
      [0, 2],
      [1, 2],
      [2, 1],
    ] as const) {
      const { entries } = await load(origin, [0], { headers: { 'x-index': String(index) } });
      expect(entries.filter((entry) => entry.kind === KIND.data)).toHaveLength(expected);
      expect(entries.filter((entry) => entry.kind === KIND.end)).toHaveLength(1);
    }
  });

  it('knows [DONE] in a read of its own, behind a line that ended', async () => {
    const origin = await listen((_, write) => {
      write('data: {}\n\n');
      setTimeout(() => write('data: [DONE]\n\n'), 50);
    });
    const { of } = await load(origin, [0], { timeoutMs: 5000, drainMs: 5000 });
    expect(of(KIND.end, 0)?.tMs ?? 1e9).toBeLessThan(2000);
  });

  it('hangs up at its deadline on a server that holds the line behind [DONE]', async () => {
    let hungUp = 0;
    const origin = await listen((_, write, _end, onClose) => {
      write('data: {}\n\ndata: [DONE]\n\n');
      onClose(() => {
        hungUp += 1;
      });
    });
    // The last request keeps the replay going beyond the first one's deadline.
    const pending = load(origin, [0, 1500], { timeoutMs: 200 });
    await new Promise((resolve) => setTimeout(resolve, 1400));
    expect(hungUp).toBe(1);
    await pending;
  });

  it('does not take a 103 for the answer', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200);
      response.end('data: [DONE]\n\n');
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const { entries } = await load(
      `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
      [0],
    );
    expect(entries.filter((entry) => entry.kind === KIND.head).map((entry) => entry.number)).toEqual([200]);
  });

  it('cancels what is outstanding at the end of the drain', async () => {
    const origin = await listen(() => {});
    const { of } = await load(origin, [0, 20], { timeoutMs: 10_000, drainMs: 150 });
    expect(of(KIND.cancelled, 0)?.tMs ?? 0).toBeGreaterThanOrEqual(170);
    expect(of(KIND.cancelled, 1)).toBeDefined();
  });

  it('stops at a signal: outstanding requests are cancelled, later ones never offered', async () => {
    const origin = await listen(() => {});
    const { of } = await load(origin, [0, 5000], { abortAfterMs: 300, timeoutMs: 10_000 });
    expect(of(KIND.cancelled, 0)).toBeDefined();
    expect(of(KIND.called, 1)).toBeUndefined();
  });

  it('hangs up on a response over its limit', async () => {
    const origin = await listen((_, write) => write('x'.repeat(5000)));
    const { of } = await load(origin, [0], { responseBytes: 1000 });
    expect(of(KIND.tooLarge, 0)).toBeDefined();
  });

  it('records a refused connection as an error that was never sent', async () => {
    const { of } = await load('http://127.0.0.1:9', [0, 10]);
    expect(JSON.parse(Buffer.from(of(KIND.error, 1)?.payload ?? []).toString())).toMatchObject({
      code: 'ECONNREFUSED',
    });
    expect(of(KIND.sent, 1)).toBeUndefined();
  });

  it('reuses a warm connection once it is free', async () => {
    const origin = await listen((_, write, end) => {
      write('data: [DONE]\n\n');
      end();
    });
    const { client } = await load(origin, [0, 500, 1000]);
    expect([client.sent, client.opened]).toEqual([3, 1]);
  });
});

import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { ask, sayError } from '../../src/run/ask.js';
import { resetCache } from '../../src/run/cache.js';
import { loadAgent } from '../../src/run/client.js';
import { nowMs } from '../../src/run/clock.js';
import { waitReady } from '../../src/run/ready.js';
import { listen } from './support.js';

const agent = loadAgent(1000);
afterAll(() => agent.destroy());
const never = new AbortController().signal;

/** Writes without end until the other side hangs up. Gives the bytes written so far. */
function flood(response: ServerResponse): () => number {
  const chunk = 'x'.repeat(64 * 1024);
  let bytes = 0;
  const more = () => {
    while (!response.destroyed) {
      bytes += chunk.length;
      if (!response.write(chunk)) return;
    }
  };
  response.on('drain', more);
  more();
  return () => bytes;
}

function ready(url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  return waitReady({
    url,
    path: null,
    timeoutMs: more.timeoutMs ?? 3000,
    agent,
    request: { path: '/chat', headers: {}, body: '{}' },
    exit: () => null,
    signal: more.signal ?? never,
  });
}

describe('readiness', () => {
  it('is an answer with [DONE], though the stream stays open behind it', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[]}\n\nda');
      setTimeout(() => response.write('ta: [DONE]\n\n'), 50);
    });
    const start = nowMs();
    expect(await ready(url)).toBeNull();
    expect(nowMs() - start).toBeLessThan(1500);
  });

  it('is an answer without end, of which only a little is taken', async () => {
    let written = () => 0;
    const url = await listen((_, response) => {
      written = flood(response.writeHead(200));
    });
    expect(await ready(url)).toBeNull();
    // The limit, and what lies in the buffers of two sockets.
    expect(written()).toBeLessThan(32 * 1024 * 1024);
  });

  it('that never comes is told with the time, not with a number', async () => {
    const url = await listen(() => {});
    expect(await ready(url, { timeoutMs: 1200 })).toEqual({
      end: 'never_ready',
      reason: 'not ready within 1.2 s: POST /chat: no answer within 1.2 s',
    });
  });

  it('is not waited for once the gate is interrupted', async () => {
    const url = await listen(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort('SIGINT'), 100);
    const start = nowMs();
    await ready(url, { timeoutMs: 60_000, signal: controller.signal });
    expect(nowMs() - start).toBeLessThan(2000);
  });
});

describe('a question', () => {
  it('says a refused connection and a hung-up one by their codes', async () => {
    const refused = await ask(agent, { url: 'http://127.0.0.1:9', method: 'GET', path: '/', timeoutMs: 1000 }).catch(
      sayError,
    );
    expect(refused).toBe('ECONNREFUSED');
    const url = await listen((request) => request.socket.destroy());
    const reset = await ask(agent, { url, method: 'GET', path: '/', timeoutMs: 1000 }).catch(sayError);
    expect(reset).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  });

  it('is no number: the code of a DOMException is left out', () => {
    expect(sayError(new DOMException('it took too long', 'TimeoutError'))).toBe('it took too long');
  });

  it('has one limit for head and body', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const slow = await ask(agent, { url, method: 'GET', path: '/', timeoutMs: 300 }).catch(sayError);
    expect(slow).toBe('no answer within 0.3 s');
  });
});

describe('a cache reset', () => {
  const reset = { method: 'POST', path: '/reset', expect: 'done' };

  it('counts when the answer shows it', async () => {
    const answers = ['all done', 'sorry'];
    const url = await listen((_, response) => response.end(answers.shift()));
    const options = { url, agent, headers: {}, reset, signal: never };
    expect(await resetCache(options)).toBeNull();
    expect(await resetCache(options)).toContain('without the expected text "done"');
  });

  it('is not waited for once the gate is interrupted', async () => {
    const url = await listen(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort('SIGINT'), 100);
    const start = nowMs();
    expect(await resetCache({ url, agent, headers: {}, reset, signal: controller.signal })).toContain('interrupted');
    expect(nowMs() - start).toBeLessThan(2000);
  });
});

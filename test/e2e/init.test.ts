import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { timeSingleAnswers } from '../../src/commands/init.js';
import { ProblemError } from '../../src/model/problem.js';
import { loadAgent } from '../../src/run/client.js';
import { listen, makeFolder } from '../run/support.js';
import { runGate } from './support.js';

/** Lists a model, and hands a chat completion to `chat`. */
const serving =
  (chat: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/v1/models') response.end('{"data":[{"id":"planted"}]}');
    else chat(request, response);
  };

async function refused(url: string): Promise<string> {
  const folder = makeFolder();
  const { code, stderr } = await runGate(['init', '--url', url], folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining('--url')]);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(join(folder, 'goodput'))).toBe(false);
  return stderr;
}

describe('init refuses', () => {
  it('an address with a path, a query or credentials in it', async () => {
    expect(await refused('http://127.0.0.1:8000/v1')).toContain('write http://127.0.0.1:8000: the gate adds `/v1/...`');
    await refused('http://127.0.0.1:8000/?key=1');
    expect(await refused('http://me:hidden@127.0.0.1:8000')).not.toContain('hidden');
  });

  it('a server that hangs up on a chat completion', async () => {
    const url = await listen(serving((request) => request.socket.destroy()));
    expect(await refused(url)).toContain('to a chat completion');
  });

  it('a server that never answers one', async () => {
    const url = await listen(serving(() => {}));
    const agent = loadAgent(1000);
    const error = await timeSingleAnswers(url, 'planted', agent, 300).catch((caught: unknown) => caught);
    await agent.destroy();
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).message).toContain('no answer within 0.3 s to a chat completion');
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../src/commands/serve.js';
import { runCommand } from '../../src/commands/table.js';

describe('arguments', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [
      'an unknown option',
      ['--port', '0', '--token-budge', '5'],
      /--token-budge: is no option[\s\S]*did you mean --token-budget\?/,
    ],
    ['a stray word', ['--port', '0', 'now'], /'now'/],
    ['no port', [], /--port: is missing/],
    ['a port that is none', ['--port', '65536'], /--port: is "65536"\n +expected: a port number/],
    ['an unknown profile', ['--port', '0', '--profile', 'a100'], /--profile: is "a100"\n +expected: llama-3.1-8b-h100/],
    ['a budget of nothing', ['--port', '0', '--token-budget', '0'], /--token-budget: is "0"/],
    ['a capacity in words', ['--port', '0', '--kv-capacity-tokens', 'much'], /--kv-capacity-tokens: is "much"/],
    ['half a slot', ['--port', '0', '--max-num-seqs', '1.5'], /--max-num-seqs: is "1.5"/],
    ['an overhead in words', ['--port', '0', '--step-overhead-ms', '6ms'], /--step-overhead-ms: is "6ms"/],
  ])('%s is told and exits 1', async (_, argv, message) => {
    const told = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const place = { gatePath: '', writerUrl: new URL('file:///'), fixtures: '' };
    expect(await runCommand([serve], ['serve', ...argv], place)).toBe(1);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(message));
  });
});

describe('the process', () => {
  const cli = fileURLToPath(new URL('../../.test-dist/cli.js', import.meta.url));
  const children: ChildProcess[] = [];

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  function start(...argv: string[]) {
    const child = spawn(process.execPath, [cli, 'serve', ...argv]);
    children.push(child);
    const out: string[] = [];
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => out.push(bytes.toString()));
    const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { child, exit, output: () => out.join('') };
  }

  async function listening(output: () => string): Promise<string> {
    await vi.waitFor(() => expect(output()).toContain('simulated engine at'), { timeout: 10_000 });
    return output().match(/http:\/\/127\.0\.0\.1:\d+/)?.[0] ?? '';
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'listens, serves what it was told, and %s ends it at once with 0',
    async (signal) => {
      const { child, exit, output } = start(
        '--port',
        '0',
        '--model',
        'tiny',
        '--token-budget',
        '512',
        '--step-overhead-ms',
        '6',
      );
      const url = await listening(output);
      expect(output()).toContain('model tiny, 512 tokens a step, 6 ms step overhead');
      expect(await (await fetch(`${url}/version`)).json()).toEqual({
        version: expect.stringMatching(/^simulated-\d+\.\d+\.\d+$/),
      });
      const body = JSON.stringify({
        model: 'tiny',
        messages: [{ role: 'user', content: 'a' }],
        max_tokens: 100_000,
        stream: true,
      });
      const open = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
      const reader = open.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      child.kill(signal);
      expect(await exit).toBe(0);
      await expect(reader?.closed).rejects.toThrow();
      expect(output()).toMatch(
        /stopped: emission late by \d+\.\d\d ms p50, \d+\.\d\d p99, \d+\.\d\d max of \d+ steps\n$/,
      );
    },
  );

  it('exits 1 when the port is taken', async () => {
    const first = start('--port', '0');
    const port = new URL(await listening(first.output)).port;
    const second = start('--port', port);
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`cannot listen on 127.0.0.1:${port}`);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    expect(first.output()).toContain('stopped: no step was run');
  });
});

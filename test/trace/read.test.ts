import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../src/trace/read.js';

const read = (text: string) => readTrace({ file: 'trace.jsonl', bytes: Buffer.from(text) });
const line = (id: string, more = '') => `{"id":"${id}","due_ms":0,"class":"chat","prompt":"p","max_tokens":8${more}}`;

describe('readTrace', () => {
  it('gives every request in file order, with its line', () => {
    const bytes = readFileSync('fixtures/plans/traces/ok/mixed.jsonl');
    const reading = readTrace({ file: 'traces/mixed.jsonl', bytes });
    expect(reading).toEqual({
      ok: true,
      value: {
        file: 'traces/mixed.jsonl',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        requests: [
          {
            index: 0,
            line: 1,
            id: 'a',
            dueMs: -500.5,
            class: 'chat',
            messages: [
              { role: 'system', content: 's' },
              { role: 'user', content: [{ type: 'text', text: 'hi' }] },
            ],
            maxTokens: 8,
            inputTokens: 3,
            outputTokens: 0,
            conversation: 'k',
            params: { temperature: 0, tools: [] },
          },
          {
            index: 1,
            line: 2,
            id: 'c',
            dueMs: 20,
            class: 'chat',
            prompt: 'later in the file than it is due',
            maxTokens: 1,
            params: {},
          },
          {
            index: 2,
            line: 3,
            id: 'b',
            dueMs: 10,
            class: 'tools',
            messages: [
              { role: 'assistant', content: null, tool_calls: [{ id: '1' }] },
              { role: 'tool', content: 'ü' },
            ],
            maxTokens: 16,
            params: {},
          },
        ],
      },
    });
  });

  it('hashes the bytes, not the requests', () => {
    const [a, b] = [read(`${line('a')}\n`), read(line('a'))];
    if (!a.ok || !b.ok) throw new Error('both are sound');
    expect(a.value.requests).toEqual(b.value.requests);
    expect(a.value.sha256).not.toBe(b.value.sha256);
  });

  it('names 20 problems and counts the rest', () => {
    const lines = (n: number) => read(Array.from({ length: n }, () => '{}x').join('\n'));
    const [exact, more] = [lines(20), lines(23)];
    if (exact.ok || more.ok) throw new Error('neither is sound');
    expect(exact.problems).toHaveLength(20);
    expect(more.problems).toHaveLength(21);
    expect(more.problems.at(-1)?.message).toBe('3 more problems, not listed');
  });

  it('finds a key that occurs twice at any depth, and no other', () => {
    const json = fc.json({ maxDepth: 4, depthSize: 'medium' });
    fc.assert(
      fc.property(json, (text) => read(line('a', `,"params":{"x":${text}}`)).ok),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(json, fc.string(), (text, key) => {
        const name = JSON.stringify(key);
        return !read(line('a', `,"params":{"x":[${text},{${name}:1,"y${'z'.repeat(40)}":${text},${name}:2}]}`)).ok;
      }),
      { numRuns: 300 },
    );
  });

  it('shows no text of a prompt in its problems', () => {
    const reading = read(
      '{"id":"a","due_ms":0,"class":"chat","messages":[{"role":"","content":"my secret"}],"max_tokens":8}\n{my secret',
    );
    expect(reading.ok ? '' : reading.problems.map(({ line: at }) => at)).toEqual([1, 2]);
    expect(JSON.stringify(reading)).not.toContain('secret');
  });

  it('reads a trace ten times as long in about ten times the time', () => {
    const text = (n: number) =>
      Buffer.from(
        Array.from({ length: n }, (_, i) => line(`r${i}`, `,"params":{"stop":"${'x'.repeat(400)}"}`)).join('\n'),
      );
    const [small, large] = [text(2000), text(20_000)];
    const time = (bytes: Buffer) => {
      const start = performance.now();
      expect(readTrace({ file: 't', bytes }).ok).toBe(true);
      return performance.now() - start;
    };
    time(small);
    const base = Math.min(time(small), time(small), time(small));
    // A quadratic step would take a hundred times as long.
    expect(Math.min(time(large), time(large))).toBeLessThan(40 * base);
  });
});

import { describe, expect, it } from 'vitest';
import type { Frame } from '../../src/model/frame.js';
import { recordSchema } from '../../src/model/record.js';
import { called, data, end, first, fold, head, open, sent } from './frames.js';

describe('JSON nested deeper than any stack', () => {
  const DEPTH = 100_000;
  const deep = (opening: string, closing: string) => opening.repeat(DEPTH) + closing.repeat(DEPTH);
  const values: [string, string][] = [
    ['lists', deep('[', ']')],
    ['objects', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  ];
  const choice = ['index', 'delta', 'message', 'finish_reason', 'token_ids', 'logprobs'];
  const delta = ['role', 'content', 'reasoning', 'reasoning_content', 'refusal', 'tool_calls', 'function_call'];
  const tool = ['index', 'id', 'function'];
  const usage = ['completion_tokens', 'prompt_tokens', 'prompt_tokens_details', 'completion_tokens_details'];
  const said = ['message', 'code', 'error_message', 'http_status_code'];
  const places: [string, (value: string) => string][] = [
    ['the whole', (value) => value],
    ...['choices', 'usage', 'error', 'object', 'error_message', 'detail', 'message', 'code'].map(
      (key): [string, (value: string) => string] => [key, (value) => `{"${key}":${value}}`],
    ),
    ...choice.map((key) => place(`choices[0].${key}`, '{"choices":[{', key, '}]}')),
    ...delta.map((key) => place(`delta.${key}`, '{"choices":[{"delta":{', key, '}}]}')),
    ...tool.map((key) => place(`tool_calls[0].${key}`, '{"choices":[{"delta":{"tool_calls":[{', key, '}]}}]}')),
    ...['name', 'arguments'].map((key) =>
      place(`function.${key}`, '{"choices":[{"delta":{"tool_calls":[{"function":{', key, '}}]}}]}'),
    ),
    ...['content', 'refusal'].map((key) => place(`logprobs.${key}`, '{"choices":[{"logprobs":{', key, '}}]}')),
    ...usage.map((key) => place(`usage.${key}`, '{"usage":{', key, '}}')),
    ...said.map((key) => place(`error.${key}`, '{"error":{', key, '}}')),
    ...['loc', 'msg'].map((key) => place(`detail[0].${key}`, '{"error":true,"detail":[{', key, '}]}')),
    ['detail[0].loc[0]', (value) => `{"error":true,"detail":[{"loc":["body",${value},0],"msg":"bad"}]}`],
  ];
  function place(name: string, before: string, key: string, after: string): [string, (value: string) => string] {
    return [name, (value) => `${before}"${key}":${value}${after}`];
  }

  it.each(places)('throws nowhere: %s', (_, at) => {
    const json: Frame = { ...head, headers: { 'content-type': 'application/json' } };
    for (const [, value] of values) {
      const body = at(value);
      const records = [
        fold([...open, data(200, `data: ${body}\n\n`), end(250)]),
        fold([...open, data(200, `event: error\ndata: ${body}\n\n`), end(250)]),
        fold([...open.slice(0, 2), json, data(200, body), end(250)]),
        fold([...open.slice(0, 2), { ...json, status: 422 }, data(200, body), end(250)]),
      ];
      for (const record of records) expect(recordSchema.safeParse(record).success).toBe(true);
    }
  });

  it('is no finish reason, and names the places it can name', () => {
    const [, lists] = values[0] ?? ['', ''];
    const limits = { events: 9, responseBytes: 1 << 24 };
    const bad = fold([...open, first, data(220, `data: {"choices":[{"finish_reason":${lists}}]}\n\n`)], { limits });
    expect(bad).toMatchObject({ outcome: 'error', error: { kind: 'bad_finish_reason', message: '(not text)' } });
    const refused = fold(
      [
        called,
        sent,
        { ...head, status: 422 },
        data(200, `{"detail":[{"loc":["body",${lists},0],"msg":"bad"}]}`),
        end(9),
      ],
      { limits },
    );
    expect(refused.error).toEqual({ kind: 'invalid_request', message: 'body.0: bad', code: null });
  });
});

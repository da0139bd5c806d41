import { describe, expect, it } from 'vitest';
import { foldAnswer } from '../../src/stream/answer.js';
import { askOf, cut, streamOf, whole } from './support.js';

describe('a status that is not 2xx', () => {
  it.each([
    [429, 'rejected', 'overloaded'],
    [503, 'rejected', 'overloaded'],
    [400, 'rejected', 'invalid_request'],
    [404, 'rejected', 'invalid_request'],
    [502, 'error', 'gateway'],
    [504, 'error', 'gateway'],
    [500, 'error', 'server_error'],
    [501, 'error', 'server_error'],
    [302, 'error', 'unexpected_status'],
  ])('%i is %s, %s, known at the end of the body', (status, outcome, kind) => {
    const answer = whole('{}', { status });
    expect(answer).toMatchObject({ status: outcome, error: { kind, message: null, code: null }, terminalMs: 12 });
    expect(answer).toMatchObject({ events: [], warnings: [], httpStatus: status });
  });

  it.each([
    ['{"error":{"message":"full","code":"q"},"code":1}', 'full', 'q'],
    ['{"error":"full","code":7}', 'full', 7],
    ['{"message":"full","error":{"code":7},"code":8}', 'full', 8],
    ['{"message":"full","http_status_code":429,"error_code":1}', 'full', 429],
    ['{"detail":"no such model"}', 'no such model', null],
    ['{"detail":[{"loc":["body","n"],"msg":"too big"},{"msg":"odd"},3]}', 'body.n: too big; odd', null],
    ['{"error":{"type":"x"}}', null, null],
    ['[1]', null, null],
    ['full', null, null],
    ['', null, null],
  ])('reads %s', (body, message, code) => {
    expect(whole(body, { status: 429 }).error).toEqual({ kind: 'overloaded', message, code });
  });

  it('warns of a body that does not claim to be JSON and reads it all the same', () => {
    const answer = whole('{"message":"full"}', { status: 503, headers: { 'content-type': 'text/html' } });
    expect(answer.warnings).toEqual(['non_json_error_body']);
    expect(answer.error?.message).toBe('full');
  });

  it.each([
    ['2', 2],
    [' 1.5 ', 1.5],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ['-1', null],
  ])('Retry-After %s gives %s', (value, seconds) => {
    const headers = { 'content-type': 'application/json', 'retry-after': value };
    expect(whole('{}', { status: 429, headers }).retryAfterS).toBe(seconds);
  });

  it('counts by its status even when the transport cuts the body', () => {
    const head = { tMs: 1, status: 429, headers: { 'content-type': 'application/json' } };
    const answer = foldAnswer(streamOf(['{"message":"fu'], { head, ...cut(9) }), askOf());
    expect(answer).toMatchObject({ status: 'rejected', error: { message: null }, terminalMs: 9 });
  });
});

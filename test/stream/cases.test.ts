import { describe, expect, it } from 'vitest';
import { foldAnswer } from '../../src/stream/answer.js';
import { askOf, describeAnswer, endOf, foldCase, isChat, loadCases, responseOf, withoutUndefined } from './support.js';

const cases = loadCases();
const chatCases = cases.filter(isChat);

describe('stream cases', () => {
  it('are 26, and only the Responses API is left to another dialect', () => {
    expect(cases).toHaveLength(26);
    expect(chatCases).toHaveLength(25);
    expect(cases.filter((one) => !isChat(one)).map(({ id }) => id)).toEqual(['25-responses-api']);
  });

  it.each(chatCases.map((one) => [one.id, one] as const))('%s, every field', (_, one) => {
    expect(describeAnswer(foldCase(one))).toEqual(withoutUndefined(one.expected));
  });

  it.each(chatCases.map((one) => [one.id, one] as const))('%s, wherever two reads cut it', (id, one) => {
    const { head } = responseOf(one);
    const stamp = { tMs: 1, lowerMs: 1 };
    const fold = (at: number) => {
      const reads = [
        { ...stamp, bytes: one.bytes.subarray(0, at) },
        { ...stamp, bytes: one.bytes.subarray(at) },
      ];
      return JSON.stringify(foldAnswer({ head, reads, end: endOf(one) }, askOf(one.request.n)));
    };
    const uncut = fold(0);
    const size = one.bytes.length;
    // Every byte of the small bodies, 16 places of the megabyte.
    const step = size > 10_000 ? Math.floor(size / 16) : 1;
    for (let at = 1; at <= size; at += step) {
      if (fold(at) !== uncut) expect.fail(`${id} cut at byte ${at} reads differently: ${fold(at)}`);
    }
  });

  it('reads the megabyte line in under a second, in reads of 64 KiB and of 64 bytes', () => {
    const one = chatCases.find(({ id }) => id === '10-one-megabyte-line');
    if (one === undefined) throw new Error('the case with the long line is gone');
    const { head, end } = responseOf(one);
    for (const size of [65_536, 64]) {
      const reads = Array.from({ length: Math.ceil(one.bytes.length / size) }, (_, k) => ({
        tMs: k,
        lowerMs: k,
        bytes: one.bytes.subarray(k * size, (k + 1) * size),
      }));
      const started = performance.now();
      const answer = foldAnswer({ head, reads, end }, askOf());
      expect(performance.now() - started).toBeLessThan(1000);
      expect(answer).toMatchObject({ status: 'success', tokens: { count: 2, source: 'logprobs' } });
      // The line's blank line ends with byte 1,071,450; the read that holds it stamps the event.
      expect(answer.firstTextMs).toBe(Math.floor(1_071_450 / size));
    }
  });
});

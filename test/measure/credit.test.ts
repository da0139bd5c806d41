import { describe, expect, it } from 'vitest';
import { credited } from '../../src/measure/credit.js';
import { requestFigures } from '../../src/measure/request.js';
import { answered, traceOf } from '../judge/support.js';

const [request] = traceOf(20).requests;
if (request === undefined) throw new Error('the trace is empty');
const record = answered(request, { lagMs: 0, ttftMs: 100, gapMs: 10, pauseMs: null, tokens: 8, override: {} });

describe("a server's token count", () => {
  it('is believed up to the max_tokens that it was given', () => {
    expect(credited(record, { maxTokens: 8 })).toBe(record);
    const uncounted = { ...record, tokens: { ...record.tokens, count: null } };
    expect(credited(uncounted, { maxTokens: 8 })).toBe(uncounted);
  });

  it.each([9, 1e9, Number.MAX_SAFE_INTEGER])('is unknown beyond it: %d', (count) => {
    const claimed = { ...record, tokens: { ...record.tokens, count, firstEvent: 1 } };
    const judged = credited(claimed, { maxTokens: 8 });
    expect(judged.tokens).toMatchObject({ count: null, source: 'none', firstEvent: null });
    expect(judged.perToken).toEqual({ basis: null, reason: 'count_above_max_tokens' });
    const figures = requestFigures(judged);
    expect(figures.tpotMs).toEqual({ value: null, reason: 'the number of output tokens is unknown' });
    expect(figures.itl.gapsMs).toBeNull();
    expect(figures.maxGapMs.value).toBe(10);
  });
});

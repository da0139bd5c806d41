import { describe, expect, it } from 'vitest';
import { qualify } from '../../src/judge/qualify.js';
import { requestFigures } from '../../src/measure/request.js';
import type { Objectives } from '../../src/model/plan.js';
import type { RequestRecord } from '../../src/model/record.js';
import { answered, NO_ANSWER, traceOf } from './support.js';

const NONE: Objectives = { ttftMs: null, firstVisibleMs: null, tpotMs: null, maxGapMs: null, e2eMs: null };
const found = traceOf(20).requests[4];
if (found === undefined) throw new Error('the trace is too short');
const request = { ...found, dueMs: 1000, maxTokens: 20 };

/** TTFT 105 ms from due and 100 ms from the send, TPOT and every gap 10 ms, E2E 196 ms. */
function missesOf(
  objectives: Partial<Objectives>,
  override: Partial<RequestRecord> = {},
  clock: 'due' | 'sent' = 'due',
) {
  const answer = { lagMs: 5, ttftMs: 100, gapMs: 10, pauseMs: null, tokens: 10, override };
  const record = answered(request, answer);
  return qualify(record, requestFigures(record), { request, objectives: { ...NONE, ...objectives }, clock });
}

const counted = (count: number | null): Partial<RequestRecord> => ({
  tokens: { count, source: 'usage_final', prompt: 1, cachedPrompt: null, reasoning: null, firstEvent: null },
});

describe('an answer qualifies', () => {
  it.each([
    ['ttftMs', 105, 'ttft'],
    ['firstVisibleMs', 105, 'first_visible'],
    ['tpotMs', 10, 'tpot'],
    ['maxGapMs', 10, 'max_gap'],
    ['e2eMs', 196, 'e2e'],
  ] as const)('exactly on its limit of %s, and not a microsecond beyond', (objective, limit, miss) => {
    expect(missesOf({ [objective]: limit })).toEqual([]);
    expect(missesOf({ [objective]: limit - 0.001 })).toEqual([miss]);
  });

  it('on its limit in spite of the rounding of a difference', () => {
    const firstOutputMs = 1000 + 0.1 + 0.2;
    expect(firstOutputMs - 1000).toBeGreaterThan(0.3);
    expect(missesOf({ ttftMs: 0.3 }, { firstOutputMs })).toEqual([]);
  });

  it('by the due time, whatever the send would say', () => {
    expect(missesOf({ ttftMs: 102 })).toEqual(['ttft']);
    expect(missesOf({ ttftMs: 102 }, {}, 'sent')).toEqual([]);
  });

  it('with every objective met, and names each that is not', () => {
    expect(missesOf({ ttftMs: 1, tpotMs: 1, e2eMs: 1000 })).toEqual(['ttft', 'tpot']);
  });

  it('never when it is no success, and then for that reason alone', () => {
    expect(missesOf({ ttftMs: 1000 }, { outcome: 'truncated' })).toEqual(['outcome']);
    expect(missesOf({ ttftMs: 1 }, { ...NO_ANSWER, outcome: 'timeout' })).toEqual(['outcome']);
  });
});

describe('evidence', () => {
  const whole = { outputMs: [1105], lastOutputMs: 1105 };

  it('is not needed where an objective does not apply: one token has no pace', () => {
    expect(missesOf({ tpotMs: 1, maxGapMs: 1 }, { ...whole, ...counted(1) })).toEqual([]);
  });

  it('is missing when a longer answer came in one event', () => {
    expect(missesOf({ tpotMs: 1000 }, { ...whole, ...counted(2) })).toEqual(['no_evidence']);
    expect(missesOf({ maxGapMs: 1000 }, { ...whole, ...counted(2) })).toEqual(['no_evidence']);
    expect(missesOf({ ttftMs: 1000 }, { ...whole, ...counted(2) })).toEqual([]);
  });

  it('is missing when nobody counted the tokens, for TPOT but not for gaps', () => {
    expect(missesOf({ tpotMs: 1000 }, counted(null))).toEqual(['no_evidence']);
    expect(missesOf({ maxGapMs: 1000 }, counted(null))).toEqual([]);
  });

  it('is missing for TPOT, and there for gaps, when two events are called one token', () => {
    const late = { outputMs: [1105, 1505], lastOutputMs: 1505, ...counted(1) };
    expect(missesOf({ tpotMs: 1000 }, late)).toEqual(['no_evidence']);
    expect(missesOf({ maxGapMs: 300 }, late)).toEqual(['max_gap']);
    expect(missesOf({ maxGapMs: 400 }, late)).toEqual([]);
  });

  it('counts once, however many objectives lack it', () => {
    expect(missesOf({ tpotMs: 1000, maxGapMs: 1000 }, { ...whole, ...counted(2) })).toEqual(['no_evidence']);
  });
});

describe('the default quality check', () => {
  it('fails an answer that ends by length before its max_tokens', () => {
    expect(missesOf({}, { finishReason: 'length', ...counted(19) })).toEqual(['quality']);
    expect(missesOf({}, { finishReason: 'length', ...counted(20) })).toEqual([]);
    expect(missesOf({}, { finishReason: 'stop', ...counted(19) })).toEqual([]);
  });

  it('lacks evidence when the tokens are not counted', () => {
    expect(missesOf({}, { finishReason: 'length', ...counted(null) })).toEqual(['no_evidence']);
  });
});

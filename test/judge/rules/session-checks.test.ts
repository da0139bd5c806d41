import { describe, expect, it } from 'vitest';
import { backlogBlocks, decideSustained, measureBacklog } from '../../../src/judge/rules/backlog.js';
import { checkBaselineDrift } from '../../../src/judge/rules/baseline-drift.js';
import { checkLittlesLaw } from '../../../src/judge/rules/littles-law.js';
import { compareOutputTokens, decideSameWork } from '../../../src/judge/rules/output-tokens.js';

describe('backlog', () => {
  const slower = { secondQuarter: 100, lastQuarter: 200 };

  it('cuts the last four fifths of the window into eight', () => {
    // One more request outstanding every second of a 10 s window, from 1 at the start.
    const steps = Array.from({ length: 10 }, (_, i) => ({ atMs: 1000 * i, value: i + 1 }));
    expect(backlogBlocks(steps, 10_000)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('grows only when the queue and TTFT both do', () => {
    const rising = [3, 4, 5, 6.1, 7, 8, 9, 10];
    expect(measureBacklog(rising, slower).growing).toBe(true);
    expect(measureBacklog(rising, { secondQuarter: 100, lastQuarter: 150 }).growing).toBe(false);
    expect(measureBacklog([...rising].reverse(), slower).growing).toBe(false);
    expect(measureBacklog([5, 4, 6, 5, 4, 6, 5, 5], slower).growing).toBe(false);
  });

  it('gives figures for a queue without scatter', () => {
    for (const still of [0, 0.1, 7.3]) {
      const flat = new Array<number>(8).fill(still);
      expect(measureBacklog(flat, slower)).toMatchObject({ t: 0, growth: 0, growing: false });
    }
    expect(measureBacklog([1, 2, 3, 4, 5, 6, 7, 8], slower)).toMatchObject({ slopePerBlock: 1, growing: true });
  });

  it('blames the load before the candidate', () => {
    expect(decideSustained(false, false)).toBe('PASS');
    expect(decideSustained(false, true)).toBe('FAIL');
    expect(decideSustained(true, false)).toBe('INVALID');
    expect(decideSustained(true, true)).toBe('INVALID');
  });
});

describe("Little's law", () => {
  const gauge = (samples: number, value: number) => new Array<number>(samples).fill(value);

  it('narrows its tolerance with the samples, down to 5 %', () => {
    expect(checkLittlesLaw(10, gauge(36, 10), 1000).tolerance).toBeCloseTo(0.1, 14);
    expect(checkLittlesLaw(10, gauge(1000, 10), 1000).tolerance).toBe(0.05);
  });

  it('is INVALID in either direction', () => {
    expect(checkLittlesLaw(10.4, gauge(400, 10), 1000).result).toBe('OK');
    expect(checkLittlesLaw(10.6, gauge(400, 10), 1000).result).toBe('INVALID');
    expect(checkLittlesLaw(9.4, gauge(400, 10), 1000).result).toBe('INVALID');
  });

  it('can not be checked with few samples, an idle gauge or slow sampling', () => {
    expect(checkLittlesLaw(10, gauge(19, 10), 1000).result).toBe('NOT_CHECKABLE');
    expect(checkLittlesLaw(10, gauge(20, 10), 1000).result).toBe('OK');
    expect(checkLittlesLaw(10, gauge(400, 0), 1000).result).toBe('NOT_CHECKABLE');
    expect(checkLittlesLaw(10, gauge(400, 10), 1001)).toEqual({
      samples: 400,
      tolerance: null,
      difference: null,
      result: 'NOT_CHECKABLE',
    });
  });
});

describe('output tokens', () => {
  it('allow 5 %, or 2 % when an objective times the whole answer', () => {
    expect(compareOutputTokens(1000, 1050, false)).toMatchObject({ warn: true, result: 'SAME_WORK' });
    expect(compareOutputTokens(1000, 1051, false).result).toBe('DIFFERENT_WORK');
    expect(compareOutputTokens(1000, 952, false).result).toBe('DIFFERENT_WORK');
    expect(compareOutputTokens(1000, 1019, true)).toMatchObject({ warn: false, result: 'SAME_WORK' });
    expect(compareOutputTokens(1000, 1021, true).result).toBe('DIFFERENT_WORK');
  });

  it('compare arms without any output', () => {
    expect(compareOutputTokens(0, 0, false)).toMatchObject({ lnRatio: 0, result: 'SAME_WORK' });
    expect(compareOutputTokens(1000, 0, false).result).toBe('DIFFERENT_WORK');
    expect(compareOutputTokens(0, 1000, false).result).toBe('DIFFERENT_WORK');
  });

  it('FAIL only a candidate that truncates', () => {
    const different = compareOutputTokens(1000, 800, false);
    expect(decideSameWork(different, true)).toBe('FAIL');
    expect(decideSameWork(different, false)).toBe('INCONCLUSIVE');
    expect(decideSameWork(compareOutputTokens(1000, 1000, false), true)).toBe('PASS');
  });
});

describe('baseline drift', () => {
  it('warns above 0.05 and is INVALID above 0.10 on the log scale', () => {
    expect(checkBaselineDrift([20, 20.9, 20.5])).toMatchObject({ result: 'OK' });
    expect(checkBaselineDrift([20, 21.2])).toMatchObject({ result: 'WARN' });
    expect(checkBaselineDrift([20, 22.2])).toMatchObject({ result: 'INVALID' });
    expect(checkBaselineDrift([20, 40]).range).toBeCloseTo(Math.LN2, 14);
  });

  it('refuses a median that is no time', () => {
    expect(() => checkBaselineDrift([])).toThrow(RangeError);
    expect(() => checkBaselineDrift([20, 0])).toThrow(RangeError);
  });
});

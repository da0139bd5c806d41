import { describe, expect, it } from 'vitest';
import { type BarGroup, barGroups, fraction, fullScale, textChart } from '../../src/report/chart.js';
import { comparison } from '../../src/report/compare.js';
import { failCase } from './support.js';

const GAP: BarGroup = {
  label: 'p95 longest gap',
  unit: 'ms',
  higherIsBetter: false,
  baseline: 50,
  candidate: 200,
  limit: 100,
  tone: 'bad',
};

describe('bars as text', () => {
  it('draws both arms on one scale with the limit where it belongs', () => {
    expect(textChart([GAP], 8)).toEqual([
      'p95 longest gap (less is better, │ limit 100 ms)',
      'baseline  ██  │     50.0 ms',
      'candidate ████│████ 200 ms',
    ]);
  });

  it('draws half a cell, and no tick without a limit', () => {
    expect(textChart([{ ...GAP, baseline: 25, candidate: 200, limit: null }], 4)).toEqual([
      'p95 longest gap (less is better)',
      'baseline  ▌    25.0 ms',
      'candidate ████ 200 ms',
    ]);
  });

  it('draws nothing for a figure that is missing, zero or unbounded', () => {
    const lines = textChart([{ ...GAP, baseline: null, candidate: Number.POSITIVE_INFINITY, limit: null }], 4);
    expect(lines.slice(1)).toEqual(['baseline       n/a', 'candidate      no finite value']);
    expect(textChart([{ ...GAP, baseline: 0, candidate: 0, limit: null }], 4)[1]).toBe('baseline       0 ms');
  });

  it('keeps every line of the demo narrow enough for a phone', () => {
    const { judgement } = failCase();
    const lines = textChart(barGroups(comparison(judgement), () => null));
    expect(lines.length).toBeGreaterThan(12);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(48);
  });

  it('starts every bar at the same column and keeps the values aligned within a figure', () => {
    const [, first = '', second = ''] = textChart([GAP], 8);
    expect(first.indexOf('█')).toBe(second.indexOf('█'));
    expect(first.indexOf('50.0')).toBe(second.indexOf('200'));
  });
});

describe('scale', () => {
  it('is 1 for a share, the largest of arms and limit otherwise', () => {
    expect(fullScale({ ...GAP, unit: 'share', baseline: 0.3, candidate: 0.2, limit: null })).toBe(1);
    expect(fullScale(GAP)).toBe(200);
    expect(fullScale({ ...GAP, limit: 1000 })).toBe(1000);
  });

  it('clips to the full bar', () => {
    expect(fraction(3, 2)).toBe(1);
    expect(fraction(-1, 2)).toBe(0);
    expect(fraction(1, 0)).toBe(0);
  });
});

describe('tone of the candidate', () => {
  const tones = () => {
    const groups = barGroups(comparison(failCase().judgement), () => null);
    return Object.fromEntries(groups.map(({ label, tone }) => [label, tone]));
  };

  it('is bad for a loss and good for a gain that the interval shows', () => {
    expect(tones()).toEqual({
      Attainment: 'bad',
      Goodput: 'bad',
      'Output tokens/s': 'good',
      'p95 TTFT': 'good',
      'p95 TPOT': 'bad',
      'p95 longest gap': 'bad',
    });
  });

  it('without an interval is bad only where a limit is broken', () => {
    const rows = comparison(failCase().judgement).map((row) => ({ ...row, lower: null, upper: null }));
    const groups = barGroups(
      rows,
      (metric) => ({ max_gap_p95: 100, ttft_p95: 1000, attainment: 0.85 })[metric] ?? null,
    );
    expect(groups.map(({ tone }) => tone)).toEqual(['bad', 'plain', 'plain', 'plain', 'plain', 'bad']);
  });
});

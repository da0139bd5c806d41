import { describe, expect, it } from 'vitest';
import {
  formatBound,
  formatChange,
  formatCount,
  formatDeclared,
  formatInterval,
  formatMs,
  formatNumber,
  formatShare,
  formatValue,
} from '../../src/report/format.js';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [0.0042, '0.0042'],
    [0.42, '0.42'],
    [1.264, '1.26'],
    [18.44, '18.4'],
    [99.96, '100'],
    [218.6, '219'],
    [12345.6, '12,346'],
    [-3.21, '-3.21'],
    [1234567, '1,234,567'],
  ])('%d reads %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('counts in whole numbers and has a word for none', () => {
    expect(formatCount(1000)).toBe('1,000');
    expect(formatCount(null)).toBe('n/a');
  });
});

describe('durations', () => {
  it.each([
    [0.42, '0.42 ms'],
    [18.44, '18.4 ms'],
    [999, '999 ms'],
    [999.6, '1.00 s'],
    [1264, '1.26 s'],
    [125_000, '125 s'],
  ])('%d ms reads %s', (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });
});

describe('shares', () => {
  it.each([
    [0, '0 %'],
    [1, '100 %'],
    [61 / 105, '58.1 %'],
    [0.9997, '99.97 %'],
    [0.99951, '99.95 %'],
    [0.0003, '0.03 %'],
  ])('%d reads %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });

  it('never rounds to all or nothing', () => {
    expect(formatShare(1 - 1e-9)).toBe('over 99.99999 %');
    expect(formatShare(1e-9)).toBe('under 0.00001 %');
  });
});

describe('changes', () => {
  it.each([
    [-0.419, '-41.9 %'],
    [0.0404, '+4.0 %'],
    [-0.0001, '0.0 %'],
    [0, '0.0 %'],
    [7.022, '+702 %'],
    [-1, '-100 %'],
    [12.5, '+1,250 %'],
  ])('%d reads %s', (share, text) => {
    expect(formatChange(share)).toBe(text);
  });

  it('shows an interval, says a missing side, and is silent without one', () => {
    expect(formatInterval(-0.491, -0.334)).toBe('[-49.1, -33.4]');
    expect(formatInterval(null, 0.02)).toBe('[n/a, +2.0]');
    expect(formatInterval(null, null)).toBe('');
  });
});

describe('values in their unit', () => {
  it.each([
    [null, 'ms', 'n/a'],
    [219, 'ms', '219 ms'],
    [0.5, 'share', '50.0 %'],
    [-0.05, 'change', '-5.0 %'],
    [315, 'count', '315'],
    [794.4, '', '794'],
    [12.2, 'req/s', '12.2 req/s'],
    [1234, 'tokens', '1,234 tokens'],
    [Number.POSITIVE_INFINITY, 'ms', 'no finite value'],
  ])('%s %s reads %s', (value, unit, text) => {
    expect(formatValue(value, unit)).toBe(text);
  });

  it('writes declared values without trailing zeros', () => {
    expect(formatDeclared(0.85, 'share')).toBe('85 %');
    expect(formatDeclared(1000, 'ms')).toBe('1 s');
    expect(formatDeclared(100, 'ms')).toBe('100 ms');
    expect(formatDeclared(0.995, 'share')).toBe('99.5 %');
    expect(formatDeclared(0.1, 'change')).toBe('+10 %');
  });

  it('writes the unit of two bounds once, unless they differ', () => {
    expect(formatBound({ lower: 0.391, upper: 0.752 }, 'share')).toBe('[39.1, 75.2] %');
    expect(formatBound({ lower: 884, upper: 1020 }, 'ms')).toBe('[884 ms, 1.02 s]');
    expect(formatBound({ lower: 0.901, upper: null }, 'share')).toBe('at least 90.1 %');
    expect(formatBound({ lower: null, upper: 0.75 }, 'share')).toBe('at most 75.0 %');
    expect(formatBound({ lower: 2, upper: 3 }, 'count')).toBe('[2, 3]');
    expect(formatBound(null, 'share')).toBe('n/a');
  });
});

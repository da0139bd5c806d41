import { describe, expect, it } from 'vitest';
import { capital, counted, figure, listed, ms, percent, pValue, signedPercent } from '../../src/judge/words.js';

describe('numbers in sentences', () => {
  it.each([
    [0.85, '85 %'],
    [0.2913, '29.1 %'],
    [1, '100 %'],
    [0, '0 %'],
    [0.0048, '0.48 %'],
    [-0.42, '-42 %'],
  ])('%f is %s', (share, text) => {
    expect(percent(share)).toBe(text);
  });

  it('carry a sign where it matters', () => {
    expect(signedPercent(0.042)).toBe('+4.2 %');
    expect(signedPercent(-0.042)).toBe('-4.2 %');
    expect(signedPercent(0)).toBe('0 %');
    expect(signedPercent(1e-9)).toBe('0 %');
    expect(signedPercent(-1e-9)).toBe('0 %');
  });

  it('say unknown for what is not known', () => {
    expect(ms(null)).toBe('unknown');
    expect(figure(undefined)).toBe('unknown');
    expect(ms(17.93)).toBe('17.9 ms');
    expect(ms(1026.4)).toBe('1026 ms');
  });

  it('do not call a small p zero', () => {
    expect(pValue(0.00001)).toBe('below 0.0001');
    expect(pValue(0.0123)).toBe('0.0123');
  });

  it('count and list', () => {
    expect(counted(1, 'run')).toBe('1 run');
    expect(counted(0, 'run')).toBe('0 runs');
    expect(listed([])).toBe('none');
    expect(listed(['a'])).toBe('a');
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
    expect(capital('the word')).toBe('The word');
    expect(capital('p95 TTFT')).toBe('p95 TTFT');
  });
});

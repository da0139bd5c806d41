import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/trace/nearest.js';

describe('nearest', () => {
  it.each([
    ['timeot', 'timeout'],
    ['tiemout', 'timeout'],
    ['Timeout', 'timeout'],
    ['due', 'due_ms'],
    ['maxtokens', 'max_tokens'],
  ])('takes %s for %s', (word, name) => {
    expect(nearest(word, ['timeout', 'max_tokens', 'due_ms', 'id'])).toBe(name);
  });

  it.each(['sweep', 'x', 'ix', ''])('takes %j for nothing', (word) => {
    expect(nearest(word, ['timeout', 'max_tokens', 'a'])).toBeNull();
  });

  it('takes the nearer of two', () => {
    expect(nearest('ttft_p9', ['tpot_p95', 'ttft_p95'])).toBe('ttft_p95');
  });
});

import { describe, expect, it } from 'vitest';
import { KIND, NO_REQUEST, RAW_MAGIC, readRaw, writeEntry } from '../../src/bundle/raw.js';

function file(
  entries: { kind: number; request: number; iteration: number; tMs: number; number: number; payload: string }[],
) {
  const block = new DataView(new ArrayBuffer(4096));
  new Uint8Array(block.buffer).set(RAW_MAGIC);
  let offset = RAW_MAGIC.length;
  for (const { payload, ...entry } of entries) offset = writeEntry(block, offset, entry, Buffer.from(payload));
  return new Uint8Array(block.buffer, 0, offset);
}

const data = { kind: KIND.data, request: 3, iteration: 1, tMs: -12.5, number: 0, payload: 'data: x\n\n' };
const close = { kind: KIND.close, request: NO_REQUEST, iteration: 1, tMs: 1e6, number: 0, payload: '' };

describe('raw.bin', () => {
  it('gives back what was written', () => {
    const { entries, problem } = readRaw(file([data, close]));
    expect(problem).toBeNull();
    expect(entries.map(({ payload, ...entry }) => ({ ...entry, payload: Buffer.from(payload).toString() }))).toEqual([
      data,
      close,
    ]);
  });

  it('reads to the last whole entry when it is cut, and says so', () => {
    const whole = file([data, data, close]);
    for (let length = 0; length < whole.length; length += 1) {
      const { entries, problem } = readRaw(whole.subarray(0, length));
      const size = 32 + data.payload.length;
      expect(entries.length).toBe(Math.max(0, Math.floor((length - RAW_MAGIC.length) / size)));
      expect(problem).not.toBeNull();
    }
  });

  it('names a stranger', () => {
    expect(readRaw(Buffer.from('something else')).problem).toContain('magic');
    expect(readRaw(file([{ ...data, kind: 99 }])).problem).toContain('unknown kind 99 at byte 8');
  });
});

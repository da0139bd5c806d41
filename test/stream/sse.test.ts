import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sseReader } from '../../src/stream/sse.js';
import { bytesOf } from './support.js';

interface Heard {
  events: { name: string | null; data: string; tMs: number }[];
  comments: number;
  unknownFields: number;
  unterminated: boolean;
}

/** Read k arrives at k ms. */
function hear(reads: readonly Uint8Array[]): Heard {
  const heard: Heard = { events: [], comments: 0, unknownFields: 0, unterminated: false };
  const reader = sseReader({
    onEvent: ({ name, data, stamp }) => heard.events.push({ name, data, tMs: stamp.tMs }),
    onComment: () => {
      heard.comments += 1;
    },
    onUnknownField: () => {
      heard.unknownFields += 1;
    },
  });
  reads.forEach((bytes, k) => {
    reader.push(bytes, { tMs: k, lowerMs: k });
  });
  heard.unterminated = reader.end();
  return heard;
}

/** The standard's steps on a whole text (WHATWG HTML, 9.2.6), with nothing in common with the reader. */
function interpret(bytes: Uint8Array): Omit<Heard, 'events'> & { events: { name: string | null; data: string }[] } {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? '';
  const events: { name: string | null; data: string }[] = [];
  let comments = 0;
  let unknownFields = 0;
  let data: string[] = [];
  let name = '';
  for (const line of lines) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (line === '') {
      if (data.length > 0) events.push({ name: name === '' ? null : name, data: data.join('\n') });
      data = [];
      name = '';
    } else if (line.startsWith(':')) comments += 1;
    else if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field !== 'id' && field !== 'retry') unknownFields += 1;
  }
  const unterminated = data.length > 0 || (rest !== '' && !rest.startsWith(':'));
  return { events, comments, unknownFields, unterminated };
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((to, k) => bytes.subarray(places[k], to));
}

const words = fc.constantFrom(
  ...['data', 'data:', 'data: ', 'event:', 'event: error', 'id: 1', 'retry: 5', 'error: x', ':', ' ', 'x', '{}', '\0'],
  ...['\n', '\n', '\n\n', '\r', '\r\r', '\r\n', '\r\n\r\n', '\uFEFF', 'ï»¿', 'é', '🌿'],
);
const bodies = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((parts) => bytesOf(parts.join(''))),
  fc.uint8Array({ maxLength: 60 }),
);

describe('server-sent events', () => {
  it('are those of the standard, each at the read that holds its end, wherever the reads are cut', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(), { maxLength: 5 }), (bytes, cuts) => {
        const reads = split(bytes, cuts);
        const heard = hear(reads);
        const { events, ...told } = interpret(bytes);
        const doneBy = reads.map((_, k) => {
          const sofar = reads.slice(0, k + 1).reduce((sum, read) => sum + read.length, 0);
          return interpret(bytes.subarray(0, sofar)).events.length;
        });
        const stamped = events.map((one, i) => ({ ...one, tMs: doneBy.findIndex((count) => count > i) }));
        expect(heard).toEqual({ ...told, events: stamped });
      }),
      { seed: 20, numRuns: 2000 },
    );
  });

  it.each([
    ['an event without its blank line', 'data: 1\n\ndata: 2\n', true],
    ['half a field name', 'data: 1\n\nda', true],
    ['half a character', 'data: 1\n\n\u00e9', true],
    ['a comment', 'data: 1\n\n: ping', false],
    ['a block without data', 'data: 1\n\nretry: 5\n', false],
    ['nothing', 'data: 1\n\n', false],
  ])('drops what is left over: %s', (what, text, unterminated) => {
    const bytes = bytesOf(text);
    const cut = what === 'half a character' ? bytes.subarray(0, -1) : bytes;
    expect(hear([cut])).toMatchObject({ events: [{ data: '1' }], unterminated });
  });

  it('gives an event at its own read when lines end with a CR alone, the last one included', () => {
    const heard = hear([bytesOf('data: 1\r\r'), bytesOf('dat'), bytesOf('a: 2\r\r')]);
    expect(heard.events).toEqual([
      { name: null, data: '1', tMs: 0 },
      { name: null, data: '2', tMs: 2 },
    ]);
    expect(heard.unterminated).toBe(false);
  });

  it('work on one long line grows with its length, not with its square', () => {
    const line = (reads: number) => {
      const read = bytesOf('x'.repeat(256));
      return [bytesOf('data: '), ...Array.from({ length: reads }, () => read), bytesOf('\n\n')];
    };
    const timed = (reads: Uint8Array[]) => {
      const started = performance.now();
      expect(hear(reads).events[0]?.data).toHaveLength((reads.length - 2) * 256);
      return performance.now() - started;
    };
    timed(line(8192));
    const best = (reads: number) => Math.min(...[1, 2, 3].map(() => timed(line(reads))));
    // 2 MiB and 16 MiB: eight times the work, sixty-four if each read were scanned again.
    expect(best(65_536)).toBeLessThan(24 * Math.max(best(8192), 1));
  });
});

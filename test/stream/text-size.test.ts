import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, textSize } from '../../src/stream/text-size.js';

const texts = fc.string({ unit: 'binary', maxLength: 40 });
const loneSurrogates = fc.array(fc.constantFrom('\ud83c', '\udf3f', 'a', 'é', '茶')).map((parts) => parts.join(''));

describe('text size', () => {
  it('is that of the iterator and of the UTF-8 encoder', () => {
    fc.assert(
      fc.property(fc.oneof(texts, loneSurrogates), (text) => {
        expect(textSize(text)).toEqual({ characters: [...text].length, bytes: new TextEncoder().encode(text).length });
      }),
      { seed: 21 },
    );
  });

  it('a cut keeps whole characters', () => {
    expect([0, 1, 2, 3, 4, 5].map((limit) => cutText('a🌿b', limit))).toEqual(['', 'a', 'a', 'a🌿', 'a🌿b', 'a🌿b']);
  });
});

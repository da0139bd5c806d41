import { describe, expect, it } from 'vitest';
import { prosePieces } from '../../src/report/document.js';

describe('backticks in a sentence', () => {
  it('mark code', () => {
    expect(prosePieces('start: `--a 1` became `--a 2`')).toEqual([
      'start: ',
      { code: '--a 1' },
      ' became ',
      { code: '--a 2' },
      '',
    ]);
  });

  it('are text when one is left over', () => {
    expect(prosePieces('a `b` c ` d')).toEqual(['a ', { code: 'b' }, ' c ` d']);
    expect(prosePieces('a ` b')).toEqual(['a ` b']);
  });

  it.each(['[x``](https://x.test)', '[x` `](y)', '[x`\u200b`](y)', '```'])('are text around nothing: %j', (text) => {
    expect(prosePieces(text)).toEqual([text]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  cap,
  cleanLines,
  codeFence,
  codeSpan,
  escapeHtml,
  escapeMarkdown,
  escapeTerminal,
  oneLine,
  stripAnsi,
} from '../../src/report/escape.js';

describe('what is not seen', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a C1 sequence', '\u009b31mred', 'red'],
    ['a title', '\u001b]0;owned\u0007text', '\u0007text'],
    ['a hyperlink', '\u001b]8;;http://x.test\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['a string that never ends, up to the line', 'a\u001b]0;hidden\nb', 'a\nb'],
    ['a lone escape', 'a\u001b', 'a'],
  ])('%s is stripped as a sequence', (_, text, kept) => {
    expect(stripAnsi(text)).toBe(kept);
  });

  it.each([
    ['a right-to-left override', 'abc\u202egnp.exe', 'abcgnp.exe'],
    ['isolates', '\u2066a\u2069', 'a'],
    ['zero-width characters', 'pass\u200bword\ufeff', 'password'],
    ['controls', 'a\u0000b\u0007c\u0085d', 'abc d'],
    ['tag characters', 'a\u{e0041}b', 'ab'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('%s does not survive', (_, text, kept) => {
    expect(oneLine(text)).toBe(kept);
  });

  it('keeps what people write: accents, other scripts, emoji, punctuation', () => {
    const text = 'Größe 模型 модель 🚀 é "quoted" 5 % - [a, b]';
    expect(oneLine(text)).toBe(text);
  });

  it('takes every line end for one, also a bare carriage return', () => {
    expect(cleanLines('a\r\nb\rc\nd\u2028e')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('cap', () => {
  it('says how much is missing, and never splits a character', () => {
    expect(cap('x'.repeat(100), 4)).toBe('xxxx… (96 more characters)');
    expect(cap('🚀'.repeat(50), 2)).toBe('🚀🚀… (96 more characters)');
  });

  it('leaves a text alone that the notice would only lengthen', () => {
    expect(cap('x'.repeat(34), 4)).toBe('x'.repeat(34));
    expect(cap('x'.repeat(35), 4)).toBe('xxxx… (31 more characters)');
  });
});

describe('markdown', () => {
  it.each([
    ['a pipe', 'a|b', 'a\\|b'],
    ['a pipe behind a backslash', 'a\\|b', 'a\\\\\\|b'],
    ['a code span', '`x`', '\\`x\\`'],
    ['emphasis', '*a* __b__ ~~c~~', '\\*a\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~'],
    ['a link', '[here](javascript:x)', '[here\\](javascript:x)'],
    ['a task', '[x] done', '\\[x] done'],
    ['an image', '![x](y)', '![x\\](y)'],
    ['a reference definition', '[a]: b', '[a\\]: b'],
    ['a footnote', 'a [^1]', 'a \\[^1]'],
    ['a mention', 'ask @octocat', 'ask @&#8203;octocat'],
    ['an address with @', 'a@b.test', 'a@&#8203;b.test'],
    ['issue references', 'see #12 and o/r#3 and GH-4', 'see #&#8203;12 and o/r#&#8203;3 and GH&#8203;-4'],
    ['bare addresses', 'https://x.test www.x.test', 'https:&#8203;//x.test www&#8203;.x.test'],
    ['tags', '<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['a comment', '<!-- x -->', '&lt;!-- x --&gt;'],
    ['an entity', '&lt;', '&amp;lt;'],
    ['mathematics', '$x$', '&#36;x&#36;'],
    ['lines', 'a\n\n# b\n---', 'a # b ---'],
    ['a heading', '# a', '\\# a'],
    ['a list', '- a', '\\- a'],
    ['a numbered list', '1. a', '1\\. a'],
    ['a rule', '---', '\\---'],
    ['a quote', '> a', '&gt; a'],
  ])('shows %s as text', (_, text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  it.each(['-41.9 % [-49.1, -33.4]', 'failure_excess is 5 % (n = 3)', 'a - b, 3.5 # of runs', 'p95 TTFT: 1.26 s'])(
    'leaves ordinary text readable: %s',
    (text) => {
      expect(escapeMarkdown(text)).toBe(text);
    },
  );
});

describe('code', () => {
  it('uses backticks where they hold, an element where they do not', () => {
    expect(codeSpan('start[6]: 512 -> 8192')).toBe('`start[6]: 512 -> 8192`');
    expect(codeSpan('a`b|c')).toBe('<code>a\\`b\\|c</code>');
    expect(codeSpan('<script>')).toBe('<code>&lt;script&gt;</code>');
    expect(codeSpan('\u200b')).toBe('');
  });

  it('fences with more backticks than any line holds', () => {
    const fence = codeFence(['``` and `````', '\u001b[31mred']);
    expect(fence).toBe('``````text\n``` and `````\nred\n``````');
  });
});

describe('html', () => {
  it('escapes text and attributes alike', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
  });
});

describe('terminal', () => {
  it.each([
    ['a command', '::add-mask::x', ': :add-mask::x'],
    ['a command behind white space', ' \u00a0::set-output name=a::b', ' \u00a0: :set-output name=a::b'],
    ['a command behind a carriage return', 'ok\r::error::x', 'ok\n: :error::x'],
    ['a command that hides in a sequence', '\u001b[0m::error::x', ': :error::x'],
    ['a command that hides in zero width', ':\u200b:error::x', ': :error::x'],
    ['an old command anywhere', 'a ##[error]x', 'a ## [error]x'],
  ])('disarms %s', (_, text, shown) => {
    expect(escapeTerminal(text)).toBe(shown);
  });

  it('keeps indentation and what merely holds colons', () => {
    expect(escapeTerminal('  std::vector a::b')).toBe('  std::vector a::b');
  });
});

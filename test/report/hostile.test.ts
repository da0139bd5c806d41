/** Nothing in a judgement acts, whatever its strings hold: comment, page and terminal under hostile text. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/model/bundle.js';
import type { Judgement } from '../../src/model/verdict.js';
import { COMMENT_LIMIT, renderComment } from '../../src/report/comment.js';
import { renderPage } from '../../src/report/page.js';
import { renderTerminal } from '../../src/report/terminal.js';
import { brokenCase, type Case, failCase, inconclusiveCase } from './support.js';

const SNIPPETS = [
  '<script>alert(1)</script>',
  '<img src=https://x.test/a.png onerror=alert(1)>',
  '</details></td></table>',
  '@octocat',
  'owner/repo#123',
  '| a | b |',
  '\\|',
  '`` ` ``` ````',
  '[x](https://x.test)',
  '![x](https://x.test)',
  '[ref]: https://x.test',
  '\n\n# heading\n\n| t |\n| - |\n',
  '\n::error::owned',
  '##[command]',
  '\u001b[31m\u001b]8;;https://x.test\u0007',
  '\u202e\u200b\ud800',
  '**bold** __under__ ~~gone~~',
  '"\'><svg onload=x>',
  '$\\frac{a}{b}$',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 12 })
  .chain((parts) => fc.constantFrom(1, 1, 3, 400).map((times) => parts.join(' ').repeat(times)));

/** A case in which every string from outside is drawn from `text`. Titles keep their own words in front. */
function poisoned({ judgement, session }: Case, text: (key: string) => string): Case & { titles: string[] } {
  const own = new Set([
    'schema',
    'verdict',
    'role',
    'outcome',
    'arm',
    'end',
    'kind',
    'metric',
    'policy',
    'hashes',
    'id',
  ]);
  const walk = (value: unknown, key: string): unknown => {
    if (own.has(key)) return value;
    if (typeof value === 'string') return key === 'title' ? value + text(key) : text(key);
    if (Array.isArray(value)) return value.map((element) => walk(element, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, walk(field, name)]));
  };
  const { difference, defaults, gate } = session;
  return {
    titles: judgement.clauses.map(({ title }) => title),
    judgement: walk(judgement, '') as Judgement,
    session: { ...session, ...(walk({ difference, defaults, gate }, '') as Partial<Session>) },
  };
}

const poisonedCase = fc
  .tuple(fc.constantFrom(failCase, brokenCase, inconclusiveCase), fc.array(hostile, { minLength: 5, maxLength: 20 }))
  .map(([make, texts]) => {
    let next = 0;
    return poisoned(make(), () => texts[next++ % texts.length] ?? '');
  });

const RUNS = { numRuns: 60, seed: 20_260_101 };

/** Markdown without its code fences and spans: what GitHub may turn into markup. */
function proseOf(comment: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of comment.split('\n')) {
    const ticks = /^`{3,}/.exec(line)?.[0];
    if (fence === null && ticks !== undefined) fence = ticks;
    else if (fence === null) lines.push(line.replace(/(?<![\\`])`[^`]+`/g, 'code'));
    else if (line === fence) fence = null;
  }
  expect(fence, 'a code fence is closed by foreign text, or never').toBeNull();
  return lines;
}

describe('the comment under hostile text', () => {
  it('stays inside the limit and keeps the title of every clause', () => {
    fc.assert(
      fc.property(poisonedCase, ({ judgement, session, titles }) => {
        const comment = renderComment(judgement, session);
        expect(comment.length).toBeLessThan(COMMENT_LIMIT);
        for (const title of titles) expect(comment).toContain(title.slice(0, 24));
      }),
      RUNS,
    );
  });

  it('links nothing, mentions nobody and holds no tag but its own', () => {
    fc.assert(
      fc.property(poisonedCase, ({ judgement, session }) => {
        const prose = proseOf(renderComment(judgement, session)).join('\n');
        expect(prose).not.toMatch(/@[A-Za-z0-9]/);
        expect(prose).not.toMatch(/(?<!&)#\d/);
        expect(prose).not.toMatch(/:\/\/|(?<!\\)\]\(|(?<!\\)\]:/);
        expect(new Set(prose.match(/<[^\s>]*>?/g))).toEqual(
          new Set([...(prose.includes('<code>') ? ['<code>', '</code>'] : []), ...FOLDS]),
        );
      }),
      RUNS,
    );
  });

  it('never breaks a table: all rows have the cells of their head', () => {
    fc.assert(
      fc.property(poisonedCase, ({ judgement, session }) => {
        let cells = 0;
        for (const line of proseOf(renderComment(judgement, session))) {
          if (!line.startsWith('|')) cells = 0;
          else {
            const found = line.match(/(?<!\\)(?:\\\\)*\|/g)?.length ?? 0;
            if (cells > 0) expect(found, line).toBe(cells);
            cells = found;
          }
        }
      }),
      RUNS,
    );
  });
});

const FOLDS = ['<details>', '</details>', '<summary>', '</summary>'];

describe('the page under hostile text', () => {
  it('has no script, no handler, no address and balanced tags', () => {
    fc.assert(
      fc.property(poisonedCase, ({ judgement, session }) => {
        const page = renderPage(judgement, session);
        expect(page).not.toMatch(/<script|<img|<iframe|<link|<object|<base/i);
        const tags = page.match(/<[^>]*>/g) ?? [];
        for (const tag of tags) expect(tag).not.toMatch(/\s(?:on\w+|src|href|srcset|action)\s*=/i);
        for (const name of ['table', 'tr', 'td', 'section', 'details', 'main', 'code', 'b']) {
          const opened = tags.filter((tag) => new RegExp(`^<${name}[ >]`).test(tag)).length;
          expect(tags.filter((tag) => tag === `</${name}>`).length, name).toBe(opened);
        }
      }),
      { ...RUNS, numRuns: 25 },
    );
  });
});

describe('the terminal under hostile text', () => {
  it('gets no control character and no workflow command, in about 40 lines', () => {
    fc.assert(
      fc.property(poisonedCase, ({ judgement }) => {
        const text = renderTerminal(judgement);
        expect(text).not.toMatch(/[^\n\P{Cc}]/u);
        expect(text).not.toMatch(/^\s*::/m);
        expect(text).not.toContain('##[');
        expect(text.split('\n').length).toBeLessThanOrEqual(50);
      }),
      RUNS,
    );
  });
});

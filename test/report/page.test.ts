import { describe, expect, it } from 'vitest';
import { renderPage } from '../../src/report/page.js';
import { brokenCase, failCase, inconclusiveCase, invalidCase, passCase } from './support.js';

const page = ({ judgement, session }: ReturnType<typeof failCase>) => renderPage(judgement, session);

describe('the page', () => {
  it.each([passCase, failCase, invalidCase, inconclusiveCase, brokenCase])(
    'is self-contained and forbids the rest',
    (make) => {
      const text = page(make());
      expect(text.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
      expect(text).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      );
      expect(text).not.toMatch(/<script|https?:|url\(|@import|\ssrc=|\shref=/i);
    },
  );

  it('says the verdict in the title, in the heading and in the colour', () => {
    for (const make of [passCase, failCase, invalidCase, inconclusiveCase]) {
      const found = make();
      const { verdict } = found.judgement;
      expect(page(found)).toContain(`<title>Goodput Gate: ${verdict}</title>`);
      expect(page(found)).toContain(`<h1>${verdict}</h1>`);
      expect(page(found)).toContain(`<body class="${verdict}">`);
    }
  });

  it('gives every table a caption, column heads and row heads', () => {
    const tables = page(failCase()).match(/<table[\s\S]*?<\/table>/g) ?? [];
    expect(tables.length).toBeGreaterThanOrEqual(6);
    for (const table of tables) {
      expect(table).toMatch(/<caption>[^<]+<\/caption>/);
      const rows = table.match(/<tr>/g)?.length ?? 0;
      expect(table.match(/<th scope="row"/g)).toHaveLength(rows - 1);
      const columns = table.match(/<th scope="col"/g)?.length ?? 0;
      expect(table.match(/<t[hd][ >]/g)).toHaveLength(rows * columns);
    }
  });

  it('tabulates every figure that it draws, and hides the drawing from a screen reader', () => {
    const text = page(failCase());
    const figures = text.match(/<figure[\s\S]*?<\/figure>/g) ?? [];
    expect(figures).toHaveLength(6);
    const table = /<caption>Figures of both arms<\/caption>[\s\S]*?<\/table>/.exec(text)?.[0] ?? '';
    for (const figure of figures) {
      expect(figure).toContain('aria-hidden="true"');
      for (const [, value = ''] of figure.matchAll(/<b>([^<]*)<\/b>/g)) expect(table).toContain(`>${value}<`);
    }
  });

  it('draws a bar as long as its value', () => {
    const attainment = /<figcaption>Attainment[\s\S]*?<\/figure>/.exec(page(failCase()))?.[0] ?? '';
    expect(attainment).toContain('class="fill" width="58.10%"');
    expect(attainment).toContain('class="tick" x="85.00%"');
  });

  it('holds every clause, and the intermediate figures that the comment has no room for', () => {
    const found = failCase();
    const [clause] = found.judgement.clauses;
    if (clause !== undefined) clause.figures = { n_eff: 37.4, set_by: 'near_miss' };
    const text = page(found);
    for (const { title } of found.judgement.clauses) expect(text).toContain(title.replace("'", '&#39;'));
    expect(text).toContain('<code>n_eff</code></td><td class="number">37.4</td>');
  });

  it("shows a broken server's log line by line, as text", () => {
    const text = page(brokenCase());
    expect(text).toContain('```torch.OutOfMemoryError```: tried to allocate 2.50 GiB\nTraceback');
    expect(text).toContain('File &quot;/opt/serve/engine.py&quot;');
    expect(text).toContain('\n  File');
  });
});

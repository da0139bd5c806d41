/** Sections as HTML. Everything that is text goes through `escapeHtml`; nothing here writes a script or an address. */

import { type BarGroup, fraction, fullScale, limitLabel } from './chart.js';
import { type Block, type Column, type Inline, prosePieces, type Rich, type Section, type Table } from './document.js';
import { cleanLines, escapeHtml } from './escape.js';
import { formatValue } from './format.js';

/** A section with its heading; a folded one is a `<details>`, open where it holds clauses. Charts come first: on a page they are the overview. */
export function htmlSection({ title, priority, folded, blocks }: Section): string {
  const charts = blocks.filter((block) => block.kind === 'chart');
  const body = [...charts, ...blocks.filter((block) => block.kind !== 'chart')].map(htmlBlock).join('\n');
  const open = priority === 'clauses' ? ' open' : '';
  return folded
    ? `<details${open}>\n<summary><h2>${escapeHtml(title)}</h2></summary>\n${body}\n</details>`
    : `<section>\n<h2>${escapeHtml(title)}</h2>\n${body}\n</section>`;
}

/** One line of text with its code, strong and marked pieces. */
export function htmlText(text: Rich): string {
  const pieces: readonly Inline[] = Array.isArray(text) ? text : [text as Inline];
  return pieces.map(inline).join('');
}

function inline(piece: Inline): string {
  if (typeof piece === 'string') return escapeHtml(piece);
  if ('code' in piece) return `<code>${escapeHtml(piece.code)}</code>`;
  if ('prose' in piece) return prosePieces(piece.prose).map(inline).join('');
  if ('mark' in piece) return `<b class="mark ${piece.tone}">${escapeHtml(piece.mark)}</b>`;
  return `<strong>${escapeHtml(piece.strong)}</strong>`;
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="note">${htmlText(block.text)}</p>`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${htmlText(item)}</li>`).join('\n')}\n</ul>`;
    case 'table':
      return htmlTable(block);
    case 'chart':
      return `<div class="bars">\n${block.groups.map(htmlBars).join('\n')}\n</div>`;
    case 'log':
      return `<pre tabindex="0">${block.lines.flatMap(cleanLines).map(escapeHtml).join('\n')}</pre>`;
  }
}

/** Scrolls sideways in its own region, so that a narrow screen never scrolls the page. */
function htmlTable({ caption, columns, rows }: Table): string {
  const label = escapeHtml(caption);
  const head = columns.map((column) => `<th scope="col"${holds(column)}>${escapeHtml(column.label)}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${row.map((cell, index) => htmlCell(cell, columns[index], index)).join('')}</tr>`,
  );
  return [
    `<div class="scroll" role="region" aria-label="${label}" tabindex="0">`,
    `<table class="of${columns.length}">`,
    `<caption>${label}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>\n${body.join('\n')}\n</tbody>`,
    '</table>',
    '</div>',
  ].join('\n');
}

function htmlCell(cell: Rich, column: Column | undefined, index: number): string {
  const kind = holds(column);
  return index === 0 ? `<th scope="row"${kind}>${htmlText(cell)}</th>` : `<td${kind}>${htmlText(cell)}</td>`;
}

function holds(column: Column | undefined): string {
  return column === undefined || column.holds === 'word' ? '' : ` class="${column.holds}"`;
}

/** Two bars on one scale; hidden from screen readers, which get the table. */
function htmlBars(group: BarGroup): string {
  const full = fullScale(group);
  const limit = limitLabel(group);
  const tick =
    group.limit === null
      ? ''
      : `<rect class="tick" x="${percent(fraction(group.limit, full))}" width="2" height="100%"/>`;
  const rows = (['baseline', 'candidate'] as const).map((arm) => {
    const fill = `<rect class="fill" width="${percent(fraction(group[arm], full))}" height="100%"/>`;
    const figure = escapeHtml(formatValue(group[arm], group.unit));
    return `<span>${arm}</span><svg class="${arm === 'baseline' ? 'base' : group.tone}"><rect class="track" width="100%" height="100%"/>${fill}${tick}</svg><b>${figure}</b>`;
  });
  return [
    '<figure aria-hidden="true">',
    `<figcaption>${escapeHtml(group.label)} <small>${group.higherIsBetter ? 'more' : 'less'} is better</small></figcaption>`,
    `<div>${rows.join('')}</div>`,
    ...(limit === '' ? [] : [`<p>${escapeHtml(limit)}</p>`]),
    '</figure>',
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

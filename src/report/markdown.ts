/** Sections as GitHub-flavoured markdown. */

import { markdownTable } from 'markdown-table';
import { textChart } from './chart.js';
import { type Block, type Inline, prosePieces, type Rich, type Section } from './document.js';
import { cap, cleanLines, codeFence, codeSpan, escapeHtml, escapeMarkdown } from './escape.js';

/** Longest piece of foreign text and longest log a rendering may hold. */
export interface Room {
  characters: number;
  logLines: number;
}

/** One section: a heading, or a closed `<details>` when folded. */
export function markdownSection(section: Section, room: Room): string {
  const body = section.blocks.map((block) => markdownBlock(block, room)).join('\n\n');
  return section.folded
    ? `<details>\n<summary>${escapeHtml(section.title)}</summary>\n\n${body}\n\n</details>`
    : `### ${escapeMarkdown(cap(section.title, room.characters))}\n\n${body}`;
}

/** One line of text with its code and strong pieces. */
export function richText(text: Rich, room: Room): string {
  const pieces: readonly Inline[] = Array.isArray(text) ? text : [text as Inline];
  return pieces.map((piece) => inline(piece, room)).join('');
}

function markdownBlock(block: Block, room: Room): string {
  switch (block.kind) {
    case 'paragraph':
      return richText(block.text, room);
    case 'list':
      return block.items.map((item) => `- ${richText(item, room)}`).join('\n');
    case 'table':
      return markdownTable(
        [block.columns.map(({ label }) => label), ...block.rows.map((row) => row.map((cell) => richText(cell, room)))],
        {
          align: block.columns.map(({ holds }) => (holds === 'number' || holds === 'range' ? 'r' : 'l')),
          alignDelimiters: false,
        },
      );
    case 'chart':
      return codeFence(textChart(block.groups));
    case 'log':
      return codeFence(
        block.lines
          .flatMap(cleanLines)
          .slice(-room.logLines)
          .map((line) => cap(line, room.characters)),
      );
  }
}

function inline(piece: Inline, { characters }: Room): string {
  if (typeof piece === 'string') return spaced(cap(piece, characters));
  if ('code' in piece) return codeSpan(cap(piece.code, characters));
  if ('strong' in piece) return strong(cap(piece.strong, characters));
  if ('mark' in piece)
    return piece.tone === 'bad' || piece.tone === 'open' ? strong(piece.mark) : escapeMarkdown(piece.mark);
  return prosePieces(cap(piece.prose, characters))
    .map((part) => (typeof part === 'string' ? spaced(part) : codeSpan(part.code)))
    .join('');
}

function strong(text: string): string {
  const body = escapeMarkdown(text);
  return body === '' ? '' : `**${body}**`;
}

/** Escaped text that keeps the white space at its ends, because pieces of one line are joined without a space. */
function spaced(text: string): string {
  const body = escapeMarkdown(text);
  if (body === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${body}${/\s$/.test(text) ? ' ' : ''}`;
}

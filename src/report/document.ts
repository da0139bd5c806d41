/** The report before it is markdown or HTML: unescaped text in sections. Only renderers know markup, so only they escape. */

import type { BarGroup } from './chart.js';
import { oneLine } from './escape.js';

/** Whether a word is good news, bad news, open, or no news. */
export type Tone = 'good' | 'bad' | 'open' | 'quiet';

/** A piece of a line. A `mark` is a word of judgement such as an outcome; `prose` is a sentence whose backticks mark code. */
export type Inline = string | { code: string } | { strong: string } | { prose: string } | { mark: string; tone: Tone };

/** One line or table cell; the renderer joins the pieces without a space. */
export type Rich = Inline | readonly Inline[];

/** What a column holds decides how it is set: numbers and ranges to the right, sentences wide. */
export interface Column {
  label: string;
  holds: 'word' | 'number' | 'range' | 'sentence';
}

export interface Table {
  kind: 'table';
  /** What the rows are; a caption for screen readers. */
  caption: string;
  columns: readonly Column[];
  /** As many cells a row as columns; the first cell names the row. */
  rows: readonly (readonly Rich[])[];
}

export type Block =
  | { kind: 'paragraph'; text: Rich }
  | { kind: 'list'; items: readonly Rich[] }
  | Table
  | { kind: 'chart'; groups: readonly BarGroup[] }
  | { kind: 'log'; lines: readonly string[] };

/** What a renderer short of room leaves out first: runs, then details, then figures. The clauses always stay. */
export const PRIORITIES = ['runs', 'details', 'figures', 'clauses'] as const;

type Priority = (typeof PRIORITIES)[number];

export interface Section {
  title: string;
  priority: Priority;
  /** Closed at first, to be opened by a reader who wants it. */
  folded: boolean;
  blocks: readonly Block[];
}

export interface Report {
  verdict: string;
  why: Rich;
  remedy: Rich;
  /** Said directly under the remedy: policies used, evidence missing, how much was measured. */
  notes: readonly Rich[];
  sections: readonly Section[];
}

/**
 * Text and code of a sentence, in turn. Backticks that mark nothing visible are text: two pieces must never meet where
 * only an empty code stood between them.
 */
export function prosePieces(text: string): readonly (string | { code: string })[] {
  const parts = text.split('`');
  if (parts.some((part, index) => index % 2 === 1 && oneLine(part) === '')) return [text];
  const unmatched = parts.length % 2 === 0 ? `\`${parts.pop()}` : '';
  return parts.map((part, index) => {
    if (index % 2 === 1) return { code: part };
    return index === parts.length - 1 ? part + unmatched : part;
  });
}

export const word = (label: string): Column => ({ label, holds: 'word' });
export const number = (label: string): Column => ({ label, holds: 'number' });
export const range = (label: string): Column => ({ label, holds: 'range' });
export const sentence = (label: string): Column => ({ label, holds: 'sentence' });

export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Rich[])[]): Table {
  return { kind: 'table', caption, columns, rows };
}

/** The last thing a person sees in the terminal: verdict, why, the comparison, the gating clauses, what to do. */

import type { Change, Clause, Judgement, Verdict } from '../model/verdict.js';
import { changeText, comparison, reading } from './compare.js';
import { cap, escapeTerminal, oneLine } from './escape.js';
import { formatBound, formatDeclared, formatValue } from './format.js';
import { evidenceSentence, NOTHING_MEASURED, policySentence } from './sentences.js';

export interface TerminalOptions {
  /** Colour the outcome words. Off by default: logs and files get plain text. */
  color?: boolean;
}

const WIDTH = 100;
const MAX_CLAUSES = 12;
/** Characters of `why`, `remedy` and the problems that are shown. */
const MAX = { why: 900, remedy: 500, problems: 300 };
const COLORS: Record<Verdict, number> = { PASS: 32, FAIL: 31, INCONCLUSIVE: 33, INVALID: 35 };

/**
 * A judgement as about 40 lines of text, 100 columns, ending with a newline. Nothing in it acts on a terminal or on the
 * Actions runner, whatever the judgement holds.
 */
export function renderTerminal(judgement: Judgement, { color = false }: TerminalOptions = {}): string {
  const { verdict, why, remedy, problems } = judgement;
  const policy = policySentence(judgement);
  const lines = [
    `Goodput Gate: ${verdict}`,
    ...wrapped(cap(why, MAX.why)),
    '',
    ...comparisonLines(comparison(judgement)),
    '',
    ...clauseLines(judgement.clauses),
    '',
    ...wrapped(evidenceSentence(judgement)),
    ...(problems.length === 0 ? [] : wrapped(cap(`Evidence missing: ${problems.join('; ')}`, MAX.problems))),
    ...(policy === null ? [] : wrapped(policy)),
    ...wrapped(cap(`What to do: ${remedy}`, MAX.remedy)),
  ];
  const text = escapeTerminal(lines.map((line) => line.trimEnd()).join('\n'));
  return `${color ? text.replace(/\b(?:PASS|FAIL|INCONCLUSIVE|INVALID)\b/g, colored) : text}\n`;
}

function comparisonLines(rows: readonly Change[]): string[] {
  if (rows.length === 0) return [NOTHING_MEASURED];
  const cells = rows.map((row) => [
    row.label,
    formatValue(row.baseline, row.unit),
    formatValue(row.candidate, row.unit),
    changeText(row),
    reading(row),
  ]);
  return aligned([['', 'baseline', 'candidate', 'change', ''], ...cells.slice(0, 12)], 'lrrll');
}

/** One line a gating clause; when there are many, those that hold are counted instead of listed. */
function clauseLines(clauses: readonly Clause[]): string[] {
  const gating = clauses.filter((clause) => clause.role === 'gating');
  const listed = gating.length <= MAX_CLAUSES ? gating : gating.filter((clause) => clause.outcome !== 'PASS');
  const shown = listed.slice(0, MAX_CLAUSES);
  const rows = shown.map((clause) => [
    clause.outcome,
    clause.title,
    clause.statistic === null ? '' : formatValue(clause.statistic.value, clause.statistic.unit),
    clause.bound === null ? '' : formatBound(clause.bound, clause.statistic?.unit ?? ''),
    clause.limit === null ? '' : `limit ${formatDeclared(clause.limit.value, clause.limit.unit)}`,
  ]);
  const more = gating.length - shown.length;
  return [...aligned(rows, 'llrll'), ...(more === 0 ? [] : [`and ${more} more gating clauses: see report.html`])];
}

/** Columns two spaces apart, each `l`eft or `r`ight. */
function aligned(rows: readonly (readonly string[])[], sides: string): string[] {
  const clean = rows.map((row) => row.map((cell) => oneLine(cap(cell, 36))));
  const widths = [...sides].map((_, column) => Math.max(0, ...clean.map((row) => row[column]?.length ?? 0)));
  return clean.map((row) =>
    row
      .map((cell, column) =>
        sides[column] === 'r' ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of oneLine(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function colored(word: string): string {
  return `\u001b[${COLORS[word as Verdict]}m${word}\u001b[0m`;
}

/** The clause list as tables: what decides, whether the evidence may decide, and what the numbers mean. */

import type { Clause, Judgement } from '../model/verdict.js';
import { type Inline, number, type Rich, range, type Section, sentence, type Tone, table, word } from './document.js';
import { formatBound, formatCount, formatDeclared, formatValue, NOT_AVAILABLE } from './format.js';
import { statedText } from './sentences.js';

/** Gating clauses: a table of figures, then every clause's sentence with the method of its bound. */
export function gatingSection({ clauses }: Judgement): Section {
  const gating = clauses.filter((clause) => clause.role === 'gating');
  const rows = gating.map((clause): Rich[] => [
    clause.title,
    outcome(clause),
    { prose: clause.declared ?? 'none' },
    statistic(clause),
    formatBound(clause.bound, clause.statistic?.unit ?? ''),
    limit(clause),
    formatCount(clause.n),
  ]);
  const columns = [
    word('clause'),
    word('outcome'),
    word('declared'),
    number('statistic'),
    range('bound'),
    number('limit'),
    number('n'),
  ];
  return {
    title: 'Gating clauses',
    priority: 'clauses',
    folded: false,
    blocks:
      gating.length === 0
        ? [{ kind: 'paragraph', text: 'No gating clause was judged.' }]
        : [
            table('Clauses that decide the verdict', columns, rows),
            { kind: 'list', items: gating.map(clauseSentence) },
          ],
  };
}

/** Validity checks; folded when all of them hold. */
export function validitySection({ clauses }: Judgement): Section | null {
  const checks = clauses.filter((clause) => clause.role === 'validity');
  if (checks.length === 0) return null;
  const broken = checks.filter((check) => TONE[check.outcome] === 'bad').length;
  const unknown = checks.filter((check) => check.outcome === 'UNKNOWN').length;
  const counts = [`${checks.length - broken - unknown} hold`];
  if (broken > 0) counts.push(`${broken} broken`);
  if (unknown > 0) counts.push(`${unknown} unknown`);
  const rows = checks.map((check): Rich[] => [
    check.title,
    outcome(check),
    statistic(check),
    limit(check),
    { prose: check.sentence },
  ]);
  return {
    title: `Validity checks: ${counts.join(', ')}`,
    priority: 'clauses',
    folded: broken === 0,
    blocks: [
      table(
        'Checks that the evidence may decide',
        [word('check'), word('outcome'), number('measured'), number('limit'), sentence('what it says')],
        rows,
      ),
    ],
  };
}

/** Stated clauses: one row each, "unknown" spelled out. */
export function statedSection({ clauses }: Judgement): Section | null {
  const stated = clauses.filter((clause) => clause.role === 'stated');
  if (stated.length === 0) return null;
  const unknown = stated.filter((clause) => clause.outcome === 'UNKNOWN').length;
  return {
    title: `What these numbers mean: ${stated.length} stated clauses, ${unknown} unknown`,
    priority: 'clauses',
    folded: true,
    blocks: [
      table(
        'Stated clauses',
        [word('clause'), sentence('what it says')],
        stated.map((clause): Rich[] => [clause.title, statedText(clause)]),
      ),
    ],
  };
}

const TONE: Record<Clause['outcome'], Tone> = {
  PASS: 'good',
  FAIL: 'bad',
  INCONCLUSIVE: 'open',
  INVALID: 'bad',
  REPORTED: 'quiet',
  UNKNOWN: 'open',
};

function outcome(clause: Clause): Inline {
  return { mark: clause.outcome, tone: TONE[clause.outcome] };
}

function statistic({ statistic: found }: Clause): string {
  return found === null ? NOT_AVAILABLE : formatValue(found.value, found.unit);
}

function limit({ limit: found }: Clause): string {
  return found === null ? NOT_AVAILABLE : formatDeclared(found.value, found.unit);
}

function clauseSentence(clause: Clause): Rich {
  const method = clause.bound === null ? '' : ` Bound: ${clause.bound.method}.`;
  return [{ strong: clause.title }, ' ', outcome(clause), ': ', { prose: `${clause.sentence}${method}` }];
}

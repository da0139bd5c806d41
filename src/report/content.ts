/** What the report says and in which order, for the comment and the page alike. */

import type { Session } from '../model/bundle.js';
import type { Change, Judgement } from '../model/verdict.js';
import { barGroups } from './chart.js';
import { gatingSection, statedSection, validitySection } from './clauses.js';
import { changeText, comparison, reading, sharedLimit } from './compare.js';
import { differenceSection, logSection, missesSection, repeatSection, runsSection } from './details.js';
import { type Inline, number, type Report, range, type Section, table, word } from './document.js';
import { formatValue } from './format.js';
import { comparisonNote, evidenceSentence, meaningSentence, NOTHING_MEASURED, policySentence } from './sentences.js';

/**
 * The whole report, verdict first. A broken server's log comes before the figures, because there it is the only
 * evidence that helps.
 */
export function reportOf(judgement: Judgement, session: Session): Report {
  const { verdict, why, remedy, problems } = judgement;
  const policy = policySentence(judgement);
  return {
    verdict,
    why: { prose: why },
    remedy: { prose: remedy },
    notes: [
      ...(policy === null ? [] : [{ strong: policy }]),
      ...problems.filter((problem) => problem !== why).map((problem) => ({ prose: `Evidence missing: ${problem}` })),
      `${meaningSentence(judgement)} ${evidenceSentence(judgement)}`,
    ],
    sections: [
      logSection(judgement),
      sideBySide(judgement, session),
      gatingSection(judgement),
      validitySection(judgement),
      statedSection(judgement),
      missesSection(judgement),
      runsSection(judgement),
      differenceSection(session),
      repeatSection(judgement, session),
    ].filter((section) => section !== null),
  };
}

function sideBySide(judgement: Judgement, session: Session): Section {
  const rows = comparison(judgement);
  const cells = rows.map((row): Inline[] => [
    row.label,
    formatValue(row.baseline, row.unit),
    formatValue(row.candidate, row.unit),
    changeText(row),
    readingMark(row),
  ]);
  const columns = [word('figure'), number('baseline'), number('candidate'), range('change'), word('reads as')];
  return {
    title: 'Side by side',
    priority: 'figures',
    folded: false,
    blocks:
      rows.length === 0
        ? [{ kind: 'paragraph', text: NOTHING_MEASURED }]
        : [
            table('Figures of both arms', columns, cells),
            { kind: 'paragraph', text: comparisonNote(judgement) },
            { kind: 'chart', groups: barGroups(rows, (metric) => sharedLimit(session, metric)) },
          ],
  };
}

function readingMark(row: Change): Inline {
  const word = reading(row);
  if (word === '') return '';
  return { mark: word, tone: ({ better: 'good', worse: 'bad', 'not clear': 'quiet' } as const)[word] };
}

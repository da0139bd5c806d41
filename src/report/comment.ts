/** The pull-request comment: GitHub markdown that always fits, verdict first. */

import type { Session } from '../model/bundle.js';
import type { Judgement } from '../model/verdict.js';
import { reportOf } from './content.js';
import { PRIORITIES, type Report } from './document.js';
import { markdownSection, type Room, richText } from './markdown.js';

/** GitHub refuses a longer comment body ("Body is too long"). */
export const COMMENT_LIMIT = 65_536;

/** Room left for what the GitHub shell puts around the comment: its marker, the commits, the artifact's address. */
const RESERVED = 2_000;
const BUDGET = COMMENT_LIMIT - RESERVED;

/** Tried in this order until one fits: first whole parts go, in the order of `PRIORITIES`, then foreign text shortens. */
const STEPS: readonly { dropped: number; room: Room }[] = [
  ...[0, 1, 2, 3].map((dropped) => ({ dropped, room: { characters: 2_000, logLines: 40 } })),
  ...[800, 300, 100, 24].map((characters) => ({ dropped: 3, room: { characters, logLines: 10 } })),
];

/**
 * The comment for a judged session, at most 65,536 characters with room to spare for the shell's own lines. Short of
 * room it leaves out the run table, then the folded details, then the figures, and says so; the verdict and the clauses
 * stay, their foreign text capped. No marker: that line belongs to whoever posts the comment.
 */
export function renderComment(judgement: Judgement, session: Session): string {
  const report = reportOf(judgement, session);
  let text = '';
  for (const step of STEPS) {
    text = render(report, step.dropped, step.room);
    if (text.length <= BUDGET) return text;
  }
  return cut(text);
}

function render(report: Report, dropped: number, room: Room): string {
  const left = PRIORITIES.slice(0, dropped);
  const kept = report.sections.filter((section) => !left.includes(section.priority));
  const missing = report.sections.filter((section) => left.includes(section.priority));
  const parts = [
    `## Goodput Gate: ${report.verdict}`,
    richText(report.why, room),
    `**What to do:** ${richText(report.remedy, room)}`,
    ...report.notes.map((note) => richText(note, room)),
    ...kept.map((section) => markdownSection(section, room)),
  ];
  if (missing.length > 0) {
    const titles = missing.map((section) => section.title).join('; ');
    parts.push(`Left out here for length, whole in report.html: ${richText(titles, room)}.`);
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The last resort, for clause lists no comment can hold: whole lines from the top, and a word about the rest. */
function cut(text: string): string {
  const notice = '\n\nCut here for length; report.html has the whole clause list.\n';
  const end = text.lastIndexOf('\n', BUDGET - notice.length);
  return text.slice(0, end > 0 ? end : BUDGET - notice.length) + notice;
}

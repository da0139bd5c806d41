/** report.html: one file, no script, nothing loaded from anywhere. */

import type { Session } from '../model/bundle.js';
import type { Judgement } from '../model/verdict.js';
import { reportOf } from './content.js';
import { figuresSection } from './details.js';
import { escapeHtml } from './escape.js';
import { htmlSection, htmlText } from './html.js';
import { STYLE } from './style.js';

/** The same content as the comment, whole, and every intermediate figure of every clause. */
export function renderPage(judgement: Judgement, session: Session): string {
  const { verdict, why, remedy, notes, sections } = reportOf(judgement, session);
  const figures = figuresSection(judgement);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodput Gate: ${verdict}</title>
<style>${STYLE}</style>
</head>
<body class="${verdict}">
<header>
<p class="name">Goodput Gate</p>
<h1>${verdict}</h1>
<p class="why">${htmlText(why)}</p>
<div class="remedy">
<h2>What to do</h2>
<p>${htmlText(remedy)}</p>
</div>
${notes.map((note) => `<p class="note">${htmlText(note)}</p>`).join('\n')}
</header>
<main>
${[...sections, ...(figures === null ? [] : [figures])].map(htmlSection).join('\n')}
</main>
<footer>Goodput Gate ${escapeHtml(session.gate.version)}. A verdict about this trace, at this load, on this machine.</footer>
</body>
</html>
`;
}

import { join } from 'node:path';
import { readBundle } from '../bundle/read.js';
import { writeDerived } from '../bundle/write.js';
import { judge } from '../judge/session.js';
import { renderComment } from '../report/comment.js';
import { renderPage } from '../report/page.js';
import type { Command } from './table.js';

/** Recomputes the comment and the page from the rest of the bundle. */
export const reportCommand: Command = {
  name: 'report',
  usage: 'report BUNDLE',
  does: 'recomputes comment.md and report.html from a bundle, offline',
  options: {},
  positionals: ['BUNDLE'],
  run: async ({ positionals: [bundle = ''] }) => {
    const { evidence } = readBundle(bundle);
    const judgement = judge(evidence);
    const files = {
      'comment.md': renderComment(judgement, evidence.session),
      'report.html': renderPage(judgement, evidence.session),
    };
    for (const [name, text] of Object.entries(files)) {
      writeDerived(join(bundle, name), text);
      process.stdout.write(`${join(bundle, name)}\n`);
    }
    return 0;
  },
};

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RECOMPUTE } from '../../src/report/sentences.js';
import { readGolden } from './golden.js';

const GUIDE = readFileSync(new URL('../../docs/reading-the-comment.md', import.meta.url), 'utf8');

describe('the guide to the comment', () => {
  it('shows only lines that the comment has', () => {
    const lines = readGolden('fail/comment.md').split('\n');
    const shown = [...GUIDE.matchAll(/```(?:markdown|text)\n([\s\S]*?)```/g)].flatMap(([, body = '']) =>
      body.trimEnd().split('\n'),
    );
    expect(shown.length).toBeGreaterThanOrEqual(6);
    for (const line of shown) expect(lines).toContain(line);
  });

  it('names the folds and the command as the comment does', () => {
    const comment = readGolden('fail/comment.md');
    for (const name of [
      'Why requests did not qualify',
      'Runs',
      'Declared difference between the launches',
      'Recompute it',
    ]) {
      expect(GUIDE).toContain(`**${name}**`);
      expect(comment).toContain(`<summary>${name}`);
    }
    expect(GUIDE).toContain(RECOMPUTE);
  });
});

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUMS } from '../../src/bundle/write.js';
import { runGate } from '../e2e/support.js';
import { edit, makeBundle, runAt } from './support.js';

describe('judge and report on a bundle from a stranger', () => {
  let bundle: string;
  const gate = (...args: string[]) => runGate(args, dirname(bundle));
  beforeEach(() => {
    bundle = makeBundle();
  });

  it('judge refuses a folder in the place of judgement.json, and names it', async () => {
    mkdirSync(join(bundle, 'judgement.json'));
    for (const [args, words] of [
      [[], 'judgement.json is not a plain file'],
      [['--write'], "can't be written"],
    ] as const) {
      const { code, stderr } = await gate('judge', 'b', ...args);
      expect(code, stderr).toBe(1);
      expect(stderr).toContain(words);
    }
  });

  it('report refuses a folder in the place of comment.md', async () => {
    mkdirSync(join(bundle, 'comment.md'));
    const { code, stderr } = await gate('report', 'b');
    expect(code, stderr).toBe(1);
    expect(stderr).toContain("comment.md: can't be written");
  });

  it('judge gives INVALID for a missing run.json, 1 for an impossible plan', async () => {
    rmSync(join(bundle, runAt(6), 'run.json'));
    const half = await gate('judge', 'b');
    expect(half.code, half.stderr).toBe(2);
    edit(join(bundle, 'plan.json'), '"confidence": 0.95', '"confidence": 2');
    const impossible = await gate('judge', 'b');
    expect(impossible.code, impossible.stderr).toBe(1);
    expect(impossible.stderr).toContain('plan.comparison.confidence');
  });

  it('no name inside a bundle acts on the log of the job', async () => {
    rmSync(join(bundle, SUMS));
    const folder = join(bundle, 'runs', '07-x\n::error title=pwn::hi');
    mkdirSync(folder);
    writeFileSync(join(folder, 'raw.bin'), '');
    expect((await gate('judge', 'b')).code).toBe(0);
    const path = join(bundle, 'judgement.json');
    const judgement = JSON.parse(readFileSync(path, 'utf8'));
    judgement.clauses[0].id = 'x\n::error title=pwn::hi\u001b[31m';
    writeFileSync(path, JSON.stringify(judgement));
    const { code, stdout, stderr } = await gate('judge', 'b', '--reparse');
    expect(code).toBe(1);
    expect(stderr).toContain('pwn');
    for (const line of `${stdout}\n${stderr}`.split('\n')) expect(line).not.toMatch(/^\s*::/);
    expect(stderr).not.toContain('\u001b');
  });
});

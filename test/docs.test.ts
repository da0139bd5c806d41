import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../src/model/verdict.js';
import { readLaunch } from '../src/plan/launch.js';
import { readPlan } from '../src/plan/read.js';
import { runGate } from './e2e/support.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('has the exit codes of the code', () => {
    const rows = readme.match(/^\| [^|]+ \| [^|]+ \| [\d, ]+ \|$/gm) ?? [];
    const codes = rows.flatMap((row) => (row.split('|')[3] ?? '').split(',').map(Number));
    expect(codes.sort((a, b) => a - b)).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it('names commands and options that exist', async () => {
    const help = (await runGate(['--help'], root)).stdout;
    const named = [...readme.matchAll(/node dist\/cli\.js (\w+)((?: --\w+)*)/g)];
    expect(named.length).toBeGreaterThan(4);
    for (const [, command, options] of named) {
      const usage = help.split('\n').find((line) => line.trim().startsWith(`${command} `)) ?? '';
      expect(usage, command).not.toBe('');
      for (const option of (options ?? '').trim().split(' ').filter(Boolean)) expect(usage).toContain(option);
    }
  });

  it('links to files that exist', () => {
    for (const [, target] of readme.matchAll(/\]\(([^)]+)\)/g)) {
      expect([
        ...readdirSync(root).flatMap((name) => [name, `${name}/`]),
        ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
      ]).toContain(target);
    }
  });
});

describe('the examples', () => {
  const folders = readdirSync(join(root, 'examples'));

  it('are plans and launches that the gate reads', () => {
    expect(folders.length).toBeGreaterThan(0);
    for (const folder of folders) {
      const plan = readPlan({
        file: 'goodput.yml',
        text: readFileSync(join(root, 'examples', folder, 'goodput.yml'), 'utf8'),
      });
      expect(plan.ok ? [] : plan.problems).toEqual([]);
      const launch = readLaunch({
        file: 'serve.yml',
        text: readFileSync(join(root, 'examples', folder, 'serve.yml'), 'utf8'),
      });
      expect(launch.ok ? [] : launch.problems).toEqual([]);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblem, type Reading } from '../../src/model/problem.js';
import { readLaunch } from '../../src/plan/launch.js';
import { readPlan } from '../../src/plan/read.js';
import { readTrace } from '../../src/trace/read.js';

type Read = (file: string, bytes: Buffer) => Reading<unknown>;

const yaml =
  (read: (input: { file: string; text: string }) => Reading<unknown>): Read =>
  (file, bytes) =>
    read({ file, text: bytes.toString('utf8') });

/** Folder of fixtures -> how its files are read. A new case is one file in `ok`, or a file and its text in `err`. */
const KINDS: { folder: string; ending: string; read: Read }[] = [
  { folder: 'fixtures/plans', ending: '.yml', read: yaml(readPlan) },
  { folder: 'fixtures/plans/launches', ending: '.yml', read: yaml(readLaunch) },
  { folder: 'fixtures/plans/traces', ending: '.jsonl', read: (file, bytes) => readTrace({ file, bytes }) },
];

function files(folder: string, ending: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (names.length === 0) throw new Error(`${folder} holds no ${ending} file`);
  return names.map((name) => join(folder, name));
}

function problemsText(read: Read, path: string): string {
  const reading = read(basename(path), readFileSync(path));
  if (reading.ok) throw new Error(`${path} was read without a problem`);
  return `${reading.problems.map(formatProblem).join('\n')}\n`;
}

describe.each(KINDS)('$folder', ({ folder, ending, read }) => {
  it.each(files(`${folder}/ok`, ending))('reads %s', (path) => {
    const reading = read(basename(path), readFileSync(path));
    expect(reading.ok ? [] : reading.problems).toEqual([]);
  });

  it.each(files(`${folder}/err`, ending))('refuses %s with the problems beside it', (path) => {
    expect(problemsText(read, path)).toBe(readFileSync(path.replace(ending, '.txt'), 'utf8'));
  });

  it('has no text without its case', () => {
    const cases = files(`${folder}/err`, ending).map((path) => path.replace(ending, '.txt'));
    expect(files(`${folder}/err`, '.txt').sort()).toEqual(cases.sort());
  });
});

describe('a file with Windows line endings', () => {
  const cases = KINDS.filter(({ ending }) => ending === '.yml').flatMap(({ folder, ending, read }) =>
    ['ok', 'err'].flatMap((kind) => files(`${folder}/${kind}`, ending)).map((path) => ({ path, read })),
  );

  it.each(cases)('reads like $path with plain ones', ({ path, read }) => {
    const text = readFileSync(path, 'utf8');
    const windows = Buffer.from(text.replaceAll('\n', '\r\n'));
    expect(read(basename(path), windows)).toEqual(read(basename(path), Buffer.from(text)));
  });
});

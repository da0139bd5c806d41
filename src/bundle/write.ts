import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runFolder, type Session } from '../model/bundle.js';
import { ProblemError } from '../model/problem.js';
import type { Run } from '../model/run.js';

export const SUMS = 'SHA256SUMS';

/** JSON as every file of a bundle holds it: two spaces, a line feed at the end. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Writes a file whole or not at all: a reader never sees half of it. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  writeFileSync(partial, content);
  renameSync(partial, path);
}

/** Makes the folder of a new bundle. Refuses one that holds something: evidence is never overwritten. */
export function createBundle(folder: string, session: Session, traceBytes: Uint8Array): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ProblemError([
      {
        file: folder,
        message: 'the output folder is not empty',
        expected: 'a new or empty folder: a bundle is evidence and is never overwritten',
        remedy: 'remove it, or choose another with --out',
      },
    ]);
  }
  mkdirSync(join(folder, 'runs'), { recursive: true });
  writeSession(folder, session);
  writeWhole(join(folder, 'trace.jsonl'), traceBytes);
}

export function writeSession(folder: string, session: Session): void {
  writeWhole(join(folder, 'plan.json'), toJson(session));
}

/** Path of a run's folder; made on the first call. */
export function runPath(folder: string, run: Pick<Run, 'number' | 'arm'>): string {
  const path = join(folder, 'runs', runFolder(run.number, run.arm));
  mkdirSync(path, { recursive: true });
  return path;
}

export function writeRun(folder: string, run: Run): void {
  writeWhole(join(runPath(folder, run), 'run.json'), toJson(run));
}

/** Every file of a bundle, as sorted slash paths relative to it; partial and sum files left out. */
function bundleFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => name !== SUMS && !name.endsWith('.partial'))
    .sort();
}

function sha256OfFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** `SHA256SUMS` over every other file, in the form `sha256sum -c` takes. */
export function writeSums(folder: string): void {
  const lines = bundleFiles(folder).map((name) => `${sha256OfFile(join(folder, name))}  ${name}\n`);
  writeWhole(join(folder, SUMS), lines.join(''));
}

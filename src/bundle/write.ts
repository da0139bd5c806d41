import {
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runFolder, type Session } from '../model/bundle.js';
import { ProblemError } from '../model/problem.js';
import type { Run } from '../model/run.js';
import { isFileError, sha256OfFile } from './files.js';

export const SUMS = 'SHA256SUMS';

/** Pieces are gathered to this before they are written: one call for many lines. */
const WRITE_BYTES = 1024 * 1024;

/** JSON as every file of a bundle holds it: two spaces, a line feed at the end. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Writes a file whole or not at all: a reader never sees half of it. Pieces are never joined, so that the file may be
 * longer than any string.
 */
export function writeWhole(path: string, content: string | Uint8Array | Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  // Made anew, so that a link left in its place leads nowhere.
  rmSync(partial, { force: true, recursive: true });
  const fd = openSync(partial, 'wx');
  try {
    if (typeof content === 'string') writeBytes(fd, Buffer.from(content));
    else if (content instanceof Uint8Array) writeBytes(fd, content);
    else writePieces(fd, content);
  } finally {
    closeSync(fd);
  }
  renameSync(partial, path);
}

function writePieces(fd: number, pieces: Iterable<string>): void {
  let gathered = '';
  for (const piece of pieces) {
    gathered += piece;
    if (gathered.length < WRITE_BYTES) continue;
    writeBytes(fd, Buffer.from(gathered));
    gathered = '';
  }
  writeBytes(fd, Buffer.from(gathered));
}

function writeBytes(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** `writeWhole` for a file that the rest of the bundle gives; a disk or a place that refuses it is a `ProblemError`. */
export function writeDerived(path: string, content: string | Iterable<string>): void {
  try {
    writeWhole(path, content);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new ProblemError([
      {
        file: path,
        message: `can't be written (${error.code})`,
        expected: 'a bundle in a folder that can be written to',
        remedy: 'remove what stands in its place, or copy the bundle to a folder of yours',
      },
    ]);
  }
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

/** SHA-256 of each named file of a bundle; files that are not there, or not readable, are left out. */
export function sumsOf(folder: string, names: readonly string[]): Map<string, string> {
  const sums = new Map<string, string>();
  for (const name of names) {
    const sum = sha256OfFile(join(folder, name));
    if (sum.ok) sums.set(name, sum.value);
  }
  return sums;
}

/** The sums of what a run's verdict rests on, by path inside the bundle: to be taken as soon as its server is gone. */
export function runSums(folder: string, run: Pick<Run, 'number' | 'arm'>): Map<string, string> {
  const at = `runs/${runFolder(run.number, run.arm)}`;
  return sumsOf(
    folder,
    ['run.json', 'raw.bin', 'requests.jsonl'].map((file) => `${at}/${file}`),
  );
}

/**
 * `SHA256SUMS` over every other file, in the form `sha256sum -c` takes. What is `known` since it was written stands with
 * that sum, whatever lies there now, and a run that is not among the known is not listed: who reads the bundle later
 * finds the same changes as the session did.
 */
export function writeSums(folder: string, known: ReadonlyMap<string, string> = new Map()): void {
  const names = filesBelow(folder, '').filter((name) => !known.has(name) && (known.size === 0 || isOurs(name, known)));
  const sums = [...known, ...sumsOf(folder, names)];
  const lines = sums.map(([name, sum]) => `${sum}  ${name}\n`);
  writeWhole(join(folder, SUMS), lines.sort(byName).join(''));
}

/** Whether a file belongs to the bundle itself or to one of the known runs. */
function isOurs(name: string, known: ReadonlyMap<string, string>): boolean {
  return !name.startsWith('runs/') || known.has(`${dirname(name)}/run.json`);
}

function byName(a: string, b: string): number {
  return a.slice(66) < b.slice(66) ? -1 : 1;
}

/** Plain files as slash paths relative to the bundle; partial and sum files, and names that no bundle has, left out. */
function filesBelow(folder: string, at: string): string[] {
  return entriesOf(join(folder, at)).flatMap((entry) => {
    const name = at === '' ? entry.name : `${at}/${entry.name}`;
    if (!/^[\w.-]+$/.test(entry.name) || name === SUMS || name.endsWith('.partial')) return [];
    if (entry.isDirectory()) return filesBelow(folder, name);
    return entry.isFile() ? [name] : [];
  });
}

/** What a folder holds, links as links; nothing where it can't be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch (error) {
    if (!isFileError(error)) throw error;
    return [];
  }
}

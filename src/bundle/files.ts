import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The one way a bundle's files are read. A bundle comes from anywhere, and a candidate may have had its hands on it: a
 * folder, a pipe or a link in a file's place, or a size that no memory holds, is said and never followed or awaited.
 */

/** What was read, or why nothing was: words that follow the file's name. */
export type Got<T> = { ok: true; value: T } | { ok: false; fault: string };

export const MISSING = 'is missing';

const MIB = 1024 * 1024;
/** Below the longest string that Node 20 can hold, 512 MiB. */
const TEXT_LIMIT = 500 * MIB;
const LINE_LIMIT = 400 * MIB;
/** A file with a hole can claim any size; hashing more than this would take minutes. */
const HASH_LIMIT = 8 * 1024 * MIB;
const CHUNK_BYTES = MIB;

/** Bytes of a plain file of at most `limit` bytes. */
export function readPlain(path: string, limit: number = TEXT_LIMIT): Got<Buffer> {
  return withFile(path, limit, (fd, size) => {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for (const chunk of chunksOf(fd, size)) filled += chunk.copy(bytes, filled);
    return { ok: true, value: bytes.subarray(0, filled) };
  });
}

/** Why the file can't be read as a plain one of at most `limit` bytes; null when it can. */
export function plainFault(path: string, limit: number): string | null {
  const got = withFile(path, limit, () => ({ ok: true, value: null }));
  return got.ok ? null : got.fault;
}

/** SHA-256 of a file, lower-case hex; read in chunks, whatever its size. */
export function sha256OfFile(path: string): Got<string> {
  return withFile(path, HASH_LIMIT, (fd, size) => {
    const hash = createHash('sha256');
    for (const chunk of chunksOf(fd, size)) hash.update(chunk);
    return { ok: true, value: hash.digest('hex') };
  });
}

/**
 * Gives every line to `use` until it returns false; at most one line is held in memory. Returns what is wrong with the
 * file, or null. A last line without a line feed was cut, and is given as the fault.
 */
export function forEachLine(path: string, use: (line: string) => boolean): string | null {
  const got = withFile(path, Number.POSITIVE_INFINITY, (fd, size): Got<null> => {
    const pieces: Buffer[] = [];
    let held = 0;
    let number = 1;
    for (const chunk of chunksOf(fd, size)) {
      let at = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
        const line = Buffer.concat([...pieces.splice(0), chunk.subarray(at, end)]);
        held = 0;
        at = end + 1;
        number += 1;
        if (!use(line.toString('utf8'))) return { ok: true, value: null };
      }
      pieces.push(Buffer.from(chunk.subarray(at)));
      held += chunk.length - at;
      if (held > LINE_LIMIT) return { ok: false, fault: `has more than ${LINE_LIMIT} bytes in line ${number}` };
    }
    return held === 0 ? { ok: true, value: null } : { ok: false, fault: `ends inside line ${number}` };
  });
  return got.ok ? null : got.fault;
}

/** An error of the file system, as opposed to a fault of the gate. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function withFile<T>(path: string, limit: number, use: (fd: number, size: number) => Got<T>): Got<T> {
  let fd = -1;
  try {
    // Opening a pipe must not wait for its other end; Windows has neither flag.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { ok: false, fault: NOT_PLAIN };
    if (stat.size > limit) return { ok: false, fault: `is ${stat.size} bytes, and at most ${limit} can be read` };
    return use(fd, stat.size);
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { ok: false, fault: OPEN_FAULTS[error.code ?? ''] ?? `can't be read (${error.code})` };
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}

const NOT_PLAIN = 'is not a plain file';
const OPEN_FAULTS: Record<string, string> = { ENOENT: MISSING, ELOOP: NOT_PLAIN, ENXIO: NOT_PLAIN, EISDIR: NOT_PLAIN };

/** At most the first `size` bytes, so that a file that grows meanwhile has an end. A chunk is good until the next. */
function* chunksOf(fd: number, size: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, size)));
  for (let left = size; left > 0; ) {
    const count = readSync(fd, buffer, 0, Math.min(buffer.length, left), null);
    if (count === 0) return;
    left -= count;
    yield buffer.subarray(0, count);
  }
}

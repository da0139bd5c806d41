import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const LINES = 20;
const BYTES = 16 * 1024;

/** Last lines of a server's log; none where there is no plain file. Reads only its end: a log may be of any size. */
export function logTail(path: string): string[] {
  let fd = -1;
  try {
    // The file was in the server's hands: a pipe in its place must not be waited for, nor a link be followed.
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!stat.isFile()) return [];
    const bytes = Buffer.alloc(Math.min(stat.size, BYTES));
    const count = readSync(fd, bytes, 0, bytes.length, stat.size - bytes.length);
    return bytes.subarray(0, count).toString('utf8').trimEnd().split('\n').slice(-LINES);
  } catch {
    return [];
  } finally {
    if (fd >= 0) closeSync(fd);
  }
}

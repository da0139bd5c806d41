import { readPlain } from './files.js';
import { type RawFile, readRaw } from './raw.js';

/** `raw.bin` is read whole, and Node reads no file of 2 GiB or more. */
export const RAW_LIMIT_BYTES = 1900 * 1024 * 1024;

/** Reads the `raw.bin` at `path`. Never throws: a file that is missing, none or too large is a problem without entries. */
export function readRawFile(path: string): RawFile {
  const got = readPlain(path, RAW_LIMIT_BYTES);
  return got.ok ? readRaw(got.value) : { entries: [], problem: `raw.bin ${got.fault}` };
}

import { join } from 'node:path';
import { MISSING, readPlain, sha256OfFile } from './files.js';
import { SUMS } from './write.js';

/** Names that a sum may stand for: nothing outside the bundle is looked at, whatever a sum file says. */
const EVIDENCE = /^(?:plan\.json|trace\.jsonl|runs\/\d\d-(?:baseline|candidate)\/\w+\.\w+)$/;
const SUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/;

export interface Sums {
  /** SHA-256 by path inside the bundle; null for a bundle that was never closed. */
  sums: ReadonlyMap<string, string> | null;
  problems: string[];
}

/** `SHA256SUMS` of a bundle. One that can't be read whole is a problem; a missing one is not: it is derived. */
export function readSums(folder: string): Sums {
  const got = readPlain(join(folder, SUMS));
  if (!got.ok) return got.fault === MISSING ? { sums: null, problems: [] } : faulty(`${SUMS} ${got.fault}`);
  const sums = new Map<string, string>();
  const lines = got.value.toString('utf8').split('\n');
  if (lines.pop() !== '' || lines.length === 0) return faulty(`${SUMS} ends inside a line`);
  for (const [i, line] of lines.entries()) {
    const [, sum, name] = SUM_LINE.exec(line) ?? [];
    if (sum === undefined || name === undefined) return faulty(`${SUMS}:${i + 1} is not a sum`);
    sums.set(name, sum);
  }
  return { sums, problems: [] };
}

function faulty(problem: string): Sums {
  return { sums: null, problems: [problem] };
}

/** Sentences about evidence that is not what its sum says, by path inside the bundle, in the order of the paths. */
export function changesSince(
  folder: string,
  sums: ReadonlyMap<string, string>,
  isChecked: (name: string) => boolean,
): Map<string, string> {
  const changes = new Map<string, string>();
  for (const name of [...sums.keys()].sort()) {
    if (!EVIDENCE.test(name) || !isChecked(name)) continue;
    const now = sha256OfFile(join(folder, name));
    if (!now.ok) changes.set(name, `${name} ${now.fault}`);
    else if (now.value !== sums.get(name)) changes.set(name, `${name} was changed after it was written`);
  }
  return changes;
}

import { join } from 'node:path';
import { MISSING, readPlain } from '../bundle/files.js';
import { readBundle } from '../bundle/read.js';
import { toJson, writeDerived } from '../bundle/write.js';
import { judge } from '../judge/session.js';
import { EXIT, type Judgement, judgementSchema } from '../model/verdict.js';
import { differingClauses } from '../report/diff.js';
import { escapeTerminal, oneLine } from '../report/escape.js';
import { renderTerminal } from '../report/terminal.js';
import type { Command } from './table.js';

/**
 * Recomputes `judgement.json` from the rest of the bundle. Writes it where it is missing; where it exists and differs
 * the differing clauses are printed, the file is left and the exit code is 1, unless `--write` replaces it.
 */
export const judgeCommand: Command = {
  name: 'judge',
  usage: 'judge BUNDLE [--reparse] [--write] [--json]',
  does: 'recomputes the verdict from a bundle, offline; --reparse rebuilds requests.jsonl from raw.bin first',
  options: { reparse: { type: 'boolean' }, write: { type: 'boolean' }, json: { type: 'boolean' } },
  positionals: ['BUNDLE'],
  run: async ({ values, positionals: [bundle = ''] }) => {
    const write = values['write'] === true;
    const { evidence, differing } = readBundle(bundle, { reparse: values['reparse'] === true, write });
    const judgement = judge(evidence);
    const path = join(bundle, 'judgement.json');
    const text = toJson(judgement);
    process.stdout.write(values['json'] === true ? text : renderTerminal(judgement));
    const complaints = differing.map((file) => `${file}: raw.bin gives other records than the file holds`);
    const onDisk = readPlain(path);
    if (write || (!onDisk.ok && onDisk.fault === MISSING)) writeDerived(path, text);
    else if (!onDisk.ok) complaints.push(`judgement.json ${onDisk.fault}`);
    else if (!onDisk.value.equals(Buffer.from(text))) complaints.push(...differences(onDisk.value, judgement));
    for (const complaint of complaints) process.stderr.write(`${escapeTerminal(oneLine(`differs: ${complaint}`))}\n`);
    if (complaints.length === 0) return judgement.exitCode;
    process.stderr.write('The files were left as they are; --write replaces them.\n');
    return EXIT.refused;
  },
};

function differences(onDisk: Buffer, judgement: Judgement): string[] {
  const parsed = judgementSchema.safeParse(parseOrNull(onDisk.toString('utf8')));
  if (!parsed.success) return ['judgement.json is not a judgement of this version'];
  const clauses = differingClauses(parsed.data, judgement);
  return clauses.length > 0 ? clauses : ['judgement.json holds the same judgement in other bytes'];
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

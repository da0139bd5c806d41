import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { forEachLine } from '../../src/bundle/files.js';
import { readRawFile } from '../../src/bundle/raw-file.js';
import { readBundle } from '../../src/bundle/read.js';
import { SUMS, sumsOf, writeSums, writeWhole } from '../../src/bundle/write.js';
import { ProblemError } from '../../src/model/problem.js';
import { judged, makeBundle, runAt } from './support.js';

const GIB = 1024 * 1024 * 1024;

/** What may stand in a file's place. */
const PLACES: Record<string, (path: string) => void> = {
  folder: (path) => mkdirSync(path),
  pipe: (path) => execFileSync('mkfifo', [path]),
  link: (path) => symlinkSync(`${path}.aside`, path),
};

describe('what stands in the place of a file', () => {
  let bundle: string;
  beforeEach(() => {
    bundle = makeBundle();
  });

  for (const [what, put] of Object.entries(PLACES)) {
    const instead = (file: string) => {
      renameSync(join(bundle, file), join(bundle, `${file}.aside`));
      put(join(bundle, file));
    };

    it(`a ${what} is never read: evidence makes it INVALID`, () => {
      for (const file of ['requests.jsonl', 'raw.bin', 'run.json']) instead(`${runAt(2)}/${file}`);
      instead(SUMS);
      const { verdict, problems } = judged(bundle);
      expect(verdict).toBe('INVALID');
      expect(problems.join('\n')).toContain(`${SUMS} is not a plain file`);
      expect(problems.join('\n')).toContain(`${runAt(2)}/run.json is not a plain file`);
    });

    it(`a ${what} instead of a run's records makes it INVALID, --reparse or not`, () => {
      rmSync(join(bundle, SUMS));
      instead(`${runAt(2)}/requests.jsonl`);
      const { verdict, problems } = judged(bundle);
      expect(verdict).toBe('INVALID');
      expect(problems.join('\n')).toContain(`${runAt(2)}/requests.jsonl is not a plain file`);
      expect(readBundle(bundle, { reparse: true }).differing).toEqual([`${runAt(2)}/requests.jsonl`]);
      instead(`${runAt(3)}/raw.bin`);
      expect(judged(bundle, { reparse: true }).verdict).toBe('INVALID');
    });

    it(`a ${what} instead of the plan or the trace is no bundle`, () => {
      for (const file of ['plan.json', 'trace.jsonl']) {
        instead(file);
        expect(() => readBundle(bundle)).toThrow(ProblemError);
        expect(() => readBundle(bundle)).toThrow(/is not a plain file/);
        rmSync(join(bundle, file), { recursive: true });
        renameSync(join(bundle, `${file}.aside`), join(bundle, file));
      }
    });
  }

  it('a linked run folder is no run', () => {
    const folder = join(bundle, runAt(6));
    renameSync(folder, `${folder}-aside`);
    symlinkSync(`${folder}-aside`, folder);
    expect(judged(bundle).verdict).toBe('INVALID');
  });

  it('a link where a file is first written leads nowhere', () => {
    const target = join(bundle, 'target');
    writeFileSync(target, 'precious');
    symlinkSync(target, join(bundle, 'judgement.json.partial'));
    writeWhole(join(bundle, 'judgement.json'), 'new');
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(readFileSync(join(bundle, 'judgement.json'), 'utf8')).toBe('new');
  });
});

describe('sizes', () => {
  it('says that a raw.bin is too large instead of failing', () => {
    const bundle = makeBundle();
    rmSync(join(bundle, SUMS));
    truncateSync(join(bundle, runAt(2), 'raw.bin'), 3 * GIB);
    expect(readRawFile(join(bundle, runAt(2), 'raw.bin'))).toMatchObject({ entries: [] });
    for (const reparse of [false, true]) {
      const { verdict, problems } = judged(bundle, { reparse });
      expect(verdict).toBe('INVALID');
      expect(problems.join('\n')).toContain(`${runAt(2)}/raw.bin is ${3 * GIB} bytes`);
    }
  });

  it('reads records up to the first line that is none, in a file longer than any string', () => {
    const bundle = makeBundle();
    rmSync(join(bundle, SUMS));
    const path = join(bundle, runAt(2), 'requests.jsonl');
    appendFileSync(path, 'no record\n');
    truncateSync(path, GIB);
    const { evidence } = readBundle(bundle);
    expect(evidence.runs[1]?.records).toHaveLength(60);
    expect(evidence.runs[1]?.problems).toEqual([
      `${runAt(2)}/requests.jsonl:61 is not a whole record; it and what follows are left out`,
    ]);
  });

  it('hashes a log of more than 2 GiB in pieces, and leaves out one that would take hours', () => {
    const bundle = makeBundle();
    const log = `${runAt(1)}/server.log`;
    truncateSync(join(bundle, log), 2 * GIB + 1);
    expect(sumsOf(bundle, [log]).get(log)).toMatch(/^[0-9a-f]{64}$/);
    truncateSync(join(bundle, log), 1024 * GIB);
    writeSums(bundle);
    expect(readFileSync(join(bundle, SUMS), 'utf8')).not.toContain(log);
    expect(judged(bundle)).toMatchObject({ verdict: 'PASS', problems: [] });
  }, 60_000);

  it('writes pieces without joining them', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'goodput-gate-pieces-')), 'out');
    const piece = `${'é'.repeat(99_999)}\n`;
    let bytesBeforeLast = 0;
    writeWhole(path, {
      *[Symbol.iterator]() {
        for (let i = 0; i < 79; i += 1) yield piece;
        bytesBeforeLast = readFileSync(`${path}.partial`).length;
        yield piece;
      },
    });
    expect(bytesBeforeLast).toBeGreaterThan(10_000_000);
    expect(readFileSync(path, 'utf8')).toBe(piece.repeat(80));
  });
});

describe('lines', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'goodput-gate-lines-')), 'lines');
  const linesOf = () => {
    const lines: string[] = [];
    const fault = forEachLine(path, (line) => lines.push(line) > 0);
    return { lines, fault };
  };

  it('come whole, however they lie across reads', () => {
    const lines = ['', 'é'.repeat(900_001), 'b', 'c'.repeat(3_000_000), '', 'd'];
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    expect(linesOf()).toEqual({ lines, fault: null });
  });

  it('say when the last one was cut', () => {
    writeFileSync(path, 'a\nb');
    expect(linesOf()).toEqual({ lines: ['a'], fault: 'ends inside line 2' });
    writeFileSync(path, '');
    expect(linesOf()).toEqual({ lines: [], fault: null });
  });
});

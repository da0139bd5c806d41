import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBundle } from '../../src/bundle/read.js';
import { runSums, SUMS, sumsOf, writeSums } from '../../src/bundle/write.js';
import { ARMS_IN_ORDER, edit, judged, makeBundle, runAt } from './support.js';

describe('a bundle that was changed', () => {
  let bundle: string;
  beforeEach(() => {
    bundle = makeBundle();
  });

  it('passes as long as it is as it was written, and without its derived files', () => {
    expect(judged(bundle)).toMatchObject({ verdict: 'PASS', problems: [] });
    expect(judged(bundle, { reparse: true })).toMatchObject({ verdict: 'PASS', problems: [] });
    rmSync(join(bundle, SUMS));
    expect(judged(bundle)).toMatchObject({ verdict: 'PASS', problems: [] });
  });

  const changes: [file: string, from: string, to: string][] = [
    ['plan.json', '"attainment": 0.6', '"attainment": 0.1'],
    ['trace.jsonl', '"max_tokens":8', '"max_tokens":9'],
    [`${runAt(5)}/run.json`, '"reused": 59', '"reused": 58'],
    [`${runAt(4)}/requests.jsonl`, '"text":"one two three"', '"text":"one two thrue"'],
    [`${runAt(4)}/raw.bin`, 'three', 'thrue'],
    [`${runAt(6)}/server.log`, 'ready', 'ruddy'],
  ];
  for (const [file, from, to] of changes) {
    it(`is INVALID when ${file} differs from its sum`, () => {
      const path = join(bundle, file);
      const text = readFileSync(path, 'latin1');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to), 'latin1');
      const judgement = judged(bundle);
      expect(judgement.verdict).toBe('INVALID');
      expect(judgement.problems.join('\n')).toContain(`${file} was changed after it was written`);
    });
  }

  it('is INVALID when a file that has a sum is gone, with and without --reparse', () => {
    for (const number of ARMS_IN_ORDER.keys()) unlinkSync(join(bundle, runAt(number + 1), 'raw.bin'));
    for (const reparse of [false, true]) {
      const judgement = judged(bundle, { reparse });
      expect(judgement.verdict).toBe('INVALID');
      expect(judgement.problems.join('\n')).toContain(`${runAt(3)}/raw.bin is missing`);
    }
  });

  it('is INVALID when --reparse lacks the raw.bin of a replayed run, sums or not', () => {
    rmSync(join(bundle, SUMS));
    unlinkSync(join(bundle, runAt(2), 'raw.bin'));
    expect(judged(bundle).verdict).toBe('PASS');
    const judgement = judged(bundle, { reparse: true });
    expect(judgement.verdict).toBe('INVALID');
    expect(judgement.problems.join('\n')).toContain(`${runAt(2)}/raw.bin is missing`);
  });

  it('is INVALID when a run has no sum, or the sums themselves are cut', () => {
    const sums = readFileSync(join(bundle, SUMS), 'utf8');
    const without = sums.split('\n').filter((line) => !line.endsWith(`${runAt(6)}/run.json`));
    for (const text of [without.join('\n'), sums.slice(0, 100), '', 'nonsense\n']) {
      writeFileSync(join(bundle, SUMS), text);
      expect(judged(bundle).verdict, text.slice(0, 20)).toBe('INVALID');
    }
  });

  it('looks at nothing outside the bundle, whatever the sums name', () => {
    appendFileSync(join(bundle, SUMS), `${'0'.repeat(64)}  ../../secret.json\n${'0'.repeat(64)}  judgement.json\n`);
    expect(judged(bundle)).toMatchObject({ verdict: 'PASS', problems: [] });
  });
});

describe('a bundle that is changed while its session runs', () => {
  let bundle: string;
  let known: Map<string, string>;
  beforeEach(() => {
    bundle = makeBundle();
    rmSync(join(bundle, SUMS));
    known = sumsOf(bundle, ['plan.json', 'trace.jsonl']);
    for (const [i, arm] of ARMS_IN_ORDER.entries()) {
      for (const [name, sum] of runSums(bundle, { number: i + 1, arm })) known.set(name, sum);
    }
  });

  it('passes as the gate remembers it', () => {
    expect(known.size).toBe(2 + 3 * ARMS_IN_ORDER.length);
    expect(judged(bundle, { known })).toMatchObject({ verdict: 'PASS', problems: [] });
  });

  const attacks: Record<string, [(bundle: string) => void, problem: string]> = {
    'records of an earlier run': [
      (b) => edit(join(b, runAt(1), 'requests.jsonl'), '"outcome":"success"', '"outcome":"timeout"'),
      `run 1 (baseline): ${runAt(1)}/requests.jsonl was changed after it was written`,
    ],
    'its run.json': [
      (b) => edit(join(b, runAt(4), 'run.json'), '"reused": 59', '"reused": 58'),
      `run 4 (baseline): ${runAt(4)}/run.json was changed after it was written`,
    ],
    'its raw.bin': [(b) => unlinkSync(join(b, runAt(1), 'raw.bin')), `${runAt(1)}/raw.bin is missing`],
    'a whole run': [(b) => rmSync(join(b, runAt(5)), { recursive: true }), `${runAt(5)}/run.json is missing`],
    'the plan': [
      (b) => edit(join(b, 'plan.json'), '"attainment": 0.6', '"attainment": 0.1'),
      'plan.json was changed after it was written',
    ],
    'a run put beside': [
      (b) => cpSync(join(b, runAt(1)), join(b, 'runs', '07-baseline'), { recursive: true }),
      'runs/07-baseline/run.json is not among the files of the session',
    ],
  };
  for (const [what, [attack, problem]] of Object.entries(attacks)) {
    it(`is INVALID, then and later, with sums of the attacker: ${what}`, () => {
      attack(bundle);
      // What the disk says about itself counts for nothing.
      writeSums(bundle);
      const live = judged(bundle, { known });
      expect(live.verdict).toBe('INVALID');
      expect(live.problems.join('\n')).toContain(problem);
      writeSums(bundle, known);
      expect(judged(bundle)).toEqual(live);
    });
  }
});

describe('half a bundle', () => {
  let bundle: string;
  beforeEach(() => {
    bundle = makeBundle();
    rmSync(join(bundle, SUMS));
  });

  it('reads without what is no run', () => {
    writeFileSync(join(bundle, 'runs', '.DS_Store'), 'x');
    mkdirSync(join(bundle, 'runs', '07-x\n::error title=pwn::hi'));
    mkdirSync(join(bundle, 'runs', '007-baseline'));
    expect(judged(bundle)).toMatchObject({ verdict: 'PASS', problems: [] });
  });

  const halves: Record<string, (path: string) => void> = {
    'is missing': (path) => unlinkSync(path),
    'is not JSON': (path) => writeFileSync(path, '{"schema"'),
    'is not that of a run: number: ': (path) => edit(path, '"number": 6', '"number": 0.5'),
    'is that of run 1, candidate': (path) => edit(path, '"number": 6', '"number": 1'),
  };
  for (const [problem, breakIt] of Object.entries(halves)) {
    it(`is INVALID when a run.json ${problem}`, () => {
      breakIt(join(bundle, runAt(6), 'run.json'));
      const { evidence } = readBundle(bundle);
      expect(evidence.runs).toHaveLength(5);
      expect(evidence.runs[0]?.problems.join('\n')).toContain(`${runAt(6)}/run.json ${problem}`);
      expect(judged(bundle).verdict).toBe('INVALID');
    });
  }

  it('is INVALID without any run, whether the folder is empty, gone or a file', () => {
    const runs = join(bundle, 'runs');
    rmSync(runs, { recursive: true });
    expect(judged(bundle).verdict).toBe('INVALID');
    writeFileSync(runs, '');
    expect(judged(bundle).verdict).toBe('INVALID');
    rmSync(runs);
    mkdirSync(join(runs, '01-baseline'), { recursive: true });
    expect(judged(bundle).verdict).toBe('INVALID');
  });
});

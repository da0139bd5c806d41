import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRaw } from '../../src/bundle/raw.js';
import { readBundle } from '../../src/bundle/read.js';
import { recordsFromRaw } from '../../src/bundle/reparse.js';
import { judge } from '../../src/judge/session.js';
import { makeWorkplace, runGate } from '../e2e/support.js';

describe('a bundle whose last run was cut', () => {
  let bundle: string;
  let lastRun: string;
  beforeAll(async () => {
    const place = makeWorkplace({ cohort: 30 });
    await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    bundle = join(place.folder, 'b');
    lastRun = join('runs', readdirSync(join(bundle, 'runs')).sort().at(-1) ?? '');
  }, 90_000);

  it('still gives one record for every offered request, cut at any byte of raw.bin', () => {
    const { evidence } = readBundle(bundle);
    const whole = new Uint8Array(readFileSync(join(bundle, lastRun, 'raw.bin')));
    expect(whole.length).toBeGreaterThan(20_000);
    let problems = 0;
    for (let length = 0; length < whole.length; length += length < 600 || length > whole.length - 600 ? 1 : 61) {
      const raw = readRaw(whole.subarray(0, length));
      const { records } = recordsFromRaw(raw, evidence.trace.requests, evidence.session.plan);
      expect(records.map((record) => record.index)).toEqual(evidence.trace.requests.map((_, i) => i));
      if (raw.problem !== null) problems += 1;
    }
    expect(problems).toBeGreaterThan(1000);
    expect(readRaw(whole).problem).toBeNull();
  }, 60_000);

  for (const [file, reparse] of [
    ['raw.bin', true],
    ['requests.jsonl', false],
  ] as const) {
    it(`reads, and is INVALID, cut anywhere in ${file}`, () => {
      const whole = readFileSync(join(bundle, lastRun, file));
      const copy = `${bundle}-${file}`;
      cpSync(bundle, copy, { recursive: true });
      const path = join(copy, lastRun, file);
      const places = [
        0,
        1,
        7,
        8,
        9,
        40,
        whole.indexOf('\n') + 1,
        Math.floor(whole.length / 3),
        Math.floor(whole.length / 2),
      ];
      for (const length of [...places, whole.length - 33, whole.length - 32, whole.length - 2, whole.length - 1]) {
        writeFileSync(path, whole.subarray(0, length));
        const judgement = judge(readBundle(copy, { reparse, write: true }).evidence);
        expect(judgement.verdict, `${length} of ${whole.length} bytes`).toBe('INVALID');
        expect(judgement.problems.length).toBeGreaterThan(0);
      }
      writeFileSync(path, whole);
      const { verdict } = judge(readBundle(bundle).evidence);
      expect(verdict).not.toBe('INVALID');
      expect(judge(readBundle(copy, { reparse, write: true }).evidence).verdict).toBe(verdict);
    }, 60_000);
  }
});

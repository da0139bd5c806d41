import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KIND, readRaw } from '../../src/bundle/raw.js';
import { readBundle } from '../../src/bundle/read.js';
import { SUMS } from '../../src/bundle/write.js';
import { ProblemError } from '../../src/model/problem.js';
import { firstEntry, judged, makeBundle, runAt } from './support.js';

let bundle: string;
beforeAll(() => {
  bundle = makeBundle();
  rmSync(join(bundle, SUMS));
});

describe('numbers in plan.json that no plan may hold', () => {
  const wrong: [key: string, values: unknown[]][] = [
    ['comparison.confidence', [0, 0.5, 1, 2, -1]],
    ['comparison.margins.goodput', [5, -1, 0, 1]],
    ['comparison.margins.ttftP95', [5, -1, 0]],
    ['comparison.minEffect.ttftMs', [-1, 1e300]],
    ['comparison.looks', [[], [0], [2], [4, 3], [3, 3], [3, 3.5], [3, 7], [1e9], [17]]],
    ['slo.0.attainment', [7, 0, 1, -0.5, null]],
    ['slo.0.objectives.ttftMs', [0, -5]],
    ['slo', [[]]],
    ['workload.windowMs', [0, -1, 1e300]],
    ['workload.drainMs', [-1]],
    ['request.timeoutMs', [0, -1]],
    ['validity.maxLagShare', [-1, 1, 2]],
    ['validity.scheduleLagMs', [0, -1]],
    ['limits.events', [0, 0.5]],
  ];
  for (const [key, values] of wrong) {
    it(`${key} is refused`, () => {
      const path = join(bundle, 'plan.json');
      const text = readFileSync(path, 'utf8');
      for (const value of values) {
        const session = JSON.parse(text);
        const keys = key.split('.');
        const last = keys.pop() ?? '';
        keys.reduce((inner, name) => inner[name], session.plan)[last] = value;
        writeFileSync(path, JSON.stringify(session));
        expect(() => readBundle(bundle), `${key}: ${JSON.stringify(value)}`).toThrow(ProblemError);
        expect(() => readBundle(bundle)).toThrow(`plan.${key.split('.')[0]}`);
      }
      writeFileSync(path, text);
      expect(judged(bundle).verdict).toBe('PASS');
    });
  }
});

describe('numbers in raw.bin that no load generator wrote', () => {
  const wrong: [what: string, kind: number, problem: string, put: (raw: Buffer, at: number) => void][] = [
    ['an iteration', KIND.data, 'iteration 4294967280 after', (raw, at) => raw.writeUInt32LE(0xfffffff0, at + 12)],
    ['a row', KIND.iteration, 'iteration 4294967280 after', (raw, at) => raw.writeUInt32LE(0xfffffff0, at + 12)],
    ['a stamp', KIND.data, 'the number NaN', (raw, at) => raw.writeDoubleLE(Number.NaN, at + 16)],
    [
      'a due time',
      KIND.called,
      'the number Infinity',
      (raw, at) => raw.writeDoubleLE(Number.POSITIVE_INFINITY, at + 24),
    ],
    ['a status', KIND.head, 'the number 1e+300', (raw, at) => raw.writeDoubleLE(1e300, at + 24)],
    ['idle time', KIND.iteration, 'the number NaN', (raw, at) => raw.writeDoubleLE(Number.NaN, at + 40)],
  ];
  for (const [what, kind, problem, put] of wrong) {
    it(`${what} ends the reading and makes the bundle INVALID`, () => {
      const path = join(bundle, runAt(2), 'raw.bin');
      const whole = readFileSync(path);
      const broken = Buffer.from(whole);
      const at = firstEntry(broken, kind);
      put(broken, at);
      const raw = readRaw(broken);
      expect(raw.problem).toContain(problem);
      expect(raw.problem).toContain(`at byte ${at}`);
      writeFileSync(path, broken);
      const judgement = judged(bundle, { reparse: true });
      expect(judgement.verdict).toBe('INVALID');
      expect(judgement.problems.join('\n')).toContain(problem);
      writeFileSync(path, whole);
    });
  }
});

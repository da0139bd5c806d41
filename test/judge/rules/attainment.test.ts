import { describe, expect, it } from 'vitest';
import { judgeAttainment } from '../../../src/judge/rules/attainment.js';
import { judgeFailureShare } from '../../../src/judge/rules/failure-share.js';
import { latencyScore } from '../../../src/judge/rules/latency-score.js';

const ones = (n: number) => new Array<number>(n).fill(1);
const terms = { target: 0.95, level: 0.05 };
/** A TTFT that climbs through the whole run: neighbours nearly alike, as in a queue at the knee. */
const climbing = (n: number) => Array.from({ length: n }, (_, i) => 100 + i);
/** Values without memory. */
const scattered = (n: number) => Array.from({ length: n }, (_, i) => (i * 7919) % 1009);

describe('judgeAttainment', () => {
  it('takes 128 perfect requests to show 95 %', () => {
    expect(judgeAttainment([ones(128)], null, terms).decision).toBe('PASS');
    expect(judgeAttainment([ones(127)], null, terms).decision).toBe('INCONCLUSIVE');
  });

  it('FAILs only when the upper bound is below the target', () => {
    const missEvery = (k: number) => Array.from({ length: 400 }, (_, i) => (i % k === 0 ? 0 : 1));
    expect(judgeAttainment([missEvery(10)], null, terms).decision).toBe('FAIL');
    expect(judgeAttainment([missEvery(16)], null, terms).decision).toBe('INCONCLUSIVE');
  });

  it('takes a PASS away at the knee, and says so', () => {
    const n = 20_000;
    const calm = judgeAttainment([ones(n)], { scores: [scattered(n)], ttftMs: [scattered(n)] }, terms);
    expect(calm).toMatchObject({ decision: 'PASS', knee: false, reason: null });
    // A climb through the whole trace would make D as long as the trace; short waves keep the bound itself passing.
    const waves = Array.from({ length: n }, (_, i) => Math.sin(i / 5));
    const knee = judgeAttainment([ones(n)], { scores: [scattered(n)], ttftMs: [waves] }, terms);
    expect(knee.lower).toBeGreaterThan(0.95);
    expect(knee).toMatchObject({ decision: 'INCONCLUSIVE', knee: true, reason: 'absolute.knee' });
  });

  it('lets a FAIL stand at the knee', () => {
    const half = Array.from({ length: 200 }, (_, i) => i % 2);
    const scores = half.map((bit) => (bit === 1 ? -1 : 1));
    // Steps of eight: correlated beyond the rule, but over so short a stretch that the bound still fails.
    const ttft = Array.from({ length: 200 }, (_, i) => (Math.floor(i / 8) * 37) % 101);
    const found = judgeAttainment([half], { scores: [scores], ttftMs: [ttft] }, terms);
    expect(found).toMatchObject({ knee: true, decision: 'FAIL', reason: null });
  });

  it('can not check the knee on outcomes alone', () => {
    expect(judgeAttainment([ones(200)], null, terms).knee).toBeNull();
  });

  it('needs a longer trace the longer the latencies remember', () => {
    const found = judgeAttainment([ones(400)], { scores: [scattered(400)], ttftMs: [climbing(400)] }, terms);
    expect(found.floor.setBy).toBe('ttft_ranks');
    expect(found.nNeeded).toBeGreaterThan(400);
    expect(found.decision).toBe('INCONCLUSIVE');
  });
});

describe('judgeFailureShare', () => {
  const failing = (count: number) =>
    Array.from({ length: 1000 }, (_, i) => (i % 1000 < count * 100 && i % 100 === 0 ? 1 : 0));

  it('needs 666 requests without a failure for 1 %', () => {
    const none = (n: number) => [new Array<number>(n).fill(0)];
    expect(judgeFailureShare(none(666), { limit: 0.01, level: 0.05 }).decision).toBe('PASS');
    expect(judgeFailureShare(none(665), { limit: 0.01, level: 0.05 }).decision).toBe('INCONCLUSIVE');
  });

  it('judges the share that failed', () => {
    expect(judgeFailureShare([failing(10)], { limit: 0.05, level: 0.05 }).decision).toBe('PASS');
    expect(judgeFailureShare([failing(10)], { limit: 0.002, level: 0.05 }).decision).toBe('FAIL');
  });
});

describe('latencyScore', () => {
  it('is the worst limit, 0 exactly on it', () => {
    expect(latencyScore({ ttft: 100, tpot: 10 }, { ttft: 50, tpot: 10 })).toBe(0);
    expect(latencyScore({ ttft: 100, tpot: 10 }, { ttft: 50, tpot: 20 })).toBeCloseTo(Math.LN2, 14);
  });

  it('leaves out what an answer does not define, and limits nobody declared', () => {
    expect(latencyScore({ ttft: 100, tpot: 10 }, { ttft: 50, tpot: null, e2e: 9e9 })).toBeCloseTo(-Math.LN2, 14);
    expect(latencyScore({ tpot: 10 }, {})).toBe(Number.NEGATIVE_INFINITY);
  });
});

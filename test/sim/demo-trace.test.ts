import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backlogBlocks, measureBacklog } from '../../src/judge/rules/backlog.js';
import { type SimulatedRun, simulateRun } from '../../src/sim/clients.js';
import { H100_8B } from '../../src/sim/cost.js';

interface Row {
  id: string;
  due_ms: number;
  class: string;
  messages: { role: string; content: string }[];
  max_tokens: number;
  input_tokens: number;
  output_tokens: number;
}

interface Manifest {
  sha256: string;
  window_ms: number;
  requests: { total: number; cohort: number };
  classes: { total: Record<string, number>; cohort: Record<string, number> };
  prompt_tokens: { from: number; below: number | null; requests: number }[];
}

const folder = new URL('../../fixtures/demo/', import.meta.url);
const traceText = readFileSync(new URL('trace.jsonl', folder), 'utf8');
const manifestText = readFileSync(new URL('trace.manifest.json', folder), 'utf8');
const rows = traceText
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const manifest = JSON.parse(manifestText) as Manifest;
const inWindow = ({ due_ms }: Row): boolean => due_ms >= 0 && due_ms < 5000;

describe('the frozen demo trace', () => {
  it('has the bytes its generator makes, and the hash its manifest states', async () => {
    const generator: string = new URL('make-trace.mjs', folder).href;
    const { makeTrace } = (await import(/* @vite-ignore */ generator)) as {
      makeTrace: () => { trace: string; manifest: string };
    };
    expect(makeTrace()).toEqual({ trace: traceText, manifest: manifestText });
    expect(createHash('sha256').update(traceText).digest('hex')).toBe(manifest.sha256);
    expect(traceText).not.toContain('\r');
  });

  it('has 144 requests of exactly the declared keys, words and classes', () => {
    expect(rows.map((row) => row.id)).toEqual(rows.map((_, i) => `d${String(i + 1).padStart(3, '0')}`));
    for (const row of rows) {
      expect(Object.keys(row)).toEqual([
        'id',
        'due_ms',
        'class',
        'messages',
        'max_tokens',
        'input_tokens',
        'output_tokens',
      ]);
      expect(row.messages.map(({ role }) => role)).toEqual(['user']);
      expect(row.messages[0]?.content.split(' ')).toHaveLength(row.input_tokens);
      expect(row.max_tokens).toBe(row.output_tokens);
      expect(row.class).toBe(row.input_tokens >= 5600 ? 'document' : 'chat');
    }
    expect(new Set(rows.map((row) => row.messages[0]?.content.split(' ')[0])).size).toBe(144);
  });

  it('is counted right in its manifest', () => {
    const byClass = (list: Row[]) => ({
      chat: list.filter((row) => row.class === 'chat').length,
      document: list.filter((row) => row.class === 'document').length,
    });
    expect(manifest.requests).toEqual({ total: 144, cohort: 105 });
    expect(manifest.classes.total).toEqual(byClass(rows));
    expect(manifest.classes.cohort).toEqual(byClass(rows.filter(inWindow)));
    expect(byClass(rows.filter(inWindow))).toEqual({ chat: 98, document: 7 });
    for (const { from, below, requests } of manifest.prompt_tokens) {
      const inBand = rows.filter(
        (row) => row.input_tokens >= from && row.input_tokens < (below ?? Number.POSITIVE_INFINITY),
      );
      expect(requests).toBe(inBand.length);
    }
  });
});

const TTFT_LIMIT_MS = 1000;
const GAP_LIMIT_MS = 100;

/** The virtual clock starts at the first due time: from 0 on, the whole lead-in would arrive as one burst. */
const startMs = rows[0]?.due_ms ?? Number.NaN;

function replay(tokenBudget: number): SimulatedRun {
  const constants = { ...H100_8B, stepOverheadS: 0.006, tokenBudget };
  const workload = { isl: rows.map((row) => row.input_tokens), osl: rows.map((row) => row.output_tokens) };
  return simulateRun(constants, workload, { kind: 'open', dueS: rows.map((row) => (row.due_ms - startMs) / 1000) });
}

/** Nearest rank: the value of rank ceil(p n). */
function nearestRank(values: readonly number[], p: number): number {
  return Float64Array.from(values).sort()[Math.ceil(p * values.length) - 1] ?? Number.NaN;
}

function cohortFigures(run: SimulatedRun) {
  const cohort = run.requests.filter((_, i) => rows.slice(i, i + 1).some(inWindow));
  const ttftMs = cohort.map(({ tokenS, dueS }) => ((tokenS[0] ?? Number.NaN) - dueS) * 1000);
  const gapsMs = cohort.map(({ tokenS }) => tokenS.slice(1).map((t, i) => (t - (tokenS[i] ?? Number.NaN)) * 1000));
  const longestGapMs = gapsMs.map((gaps) => Math.max(...gaps));
  const tpotMs = gapsMs.map((gaps) => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
  const qualified = ttftMs.filter(
    (ttft, i) => ttft <= TTFT_LIMIT_MS && (longestGapMs[i] ?? Number.NaN) <= GAP_LIMIT_MS,
  );
  const tokensInWindow = run.requests
    .flatMap(({ tokenS }) => tokenS.map((t) => t * 1000 + startMs))
    .filter((tMs) => tMs >= 0 && tMs < 5000).length;
  return {
    ttftMs,
    longestGapMs,
    tpotMs,
    gapsMs: gapsMs.flat(),
    qualified: qualified.length,
    tokensPerS: tokensInWindow / 5,
  };
}

/** Lag-1 autocorrelation of the ranks 1..n; equal values share their mean rank (decision procedure, section 3.3). */
function lag1OfRanks(values: readonly number[]): number {
  const ranks = values.map(
    (value) =>
      values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2,
  );
  const centred = ranks.map((rank) => rank - (values.length + 1) / 2);
  const products = (lag: number): number =>
    centred.slice(lag).reduce((sum, later, i) => sum + later * (centred[i] ?? Number.NaN), 0);
  return products(1) / products(0);
}

/** The t of the queue's slope over the window: lead-in requests that are still open count. */
function backlogT(run: SimulatedRun): number {
  const changes = run.requests
    .flatMap(({ dueS, tokenS }) => [
      { atMs: dueS * 1000 + startMs, change: 1 },
      { atMs: (tokenS.at(-1) ?? Number.NaN) * 1000 + startMs, change: -1 },
    ])
    .sort((one, other) => one.atMs - other.atMs);
  let value = 0;
  const outstanding = changes.map(({ atMs, change }) => {
    value += change;
    return { atMs, value };
  });
  // The ratio of TTFT medians only matters to a slope that is beyond chance, which these must not have.
  return measureBacklog(backlogBlocks(outstanding, 5000), { secondQuarter: 1, lastQuarter: 1 }).t;
}

describe('the frozen demo trace on the virtual engine', () => {
  const baseline = replay(512);
  const candidate = replay(8192);
  const b = cohortFigures(baseline);
  const c = cohortFigures(candidate);

  it('is qualified whole by the baseline and to 61 of 105 by the candidate', () => {
    expect([b.qualified, b.ttftMs.length]).toEqual([105, 105]);
    expect([c.qualified, c.ttftMs.length]).toEqual([61, 105]);
  });

  it('improves TTFT and throughput while gaps and TPOT get worse', () => {
    expect(nearestRank(b.ttftMs, 0.95)).toBeCloseTo(219.3, 1);
    expect(nearestRank(c.ttftMs, 0.95)).toBeCloseTo(137.7, 1);
    expect(nearestRank(b.ttftMs, 0.5)).toBeCloseTo(21.1, 1);
    expect(nearestRank(b.longestGapMs, 0.95)).toBeCloseTo(17.9, 1);
    expect(nearestRank(c.longestGapMs, 0.95)).toBeCloseTo(145.9, 1);
    expect(nearestRank(b.tpotMs, 0.95)).toBeCloseTo(14.6, 1);
    expect(nearestRank(c.tpotMs, 0.95)).toBeGreaterThan(1.3 * nearestRank(b.tpotMs, 0.95));
    expect(c.tokensPerS).toBeGreaterThanOrEqual(1.012 * b.tokensPerS);
  });

  it('has no gap near its 100 ms limit, so that a late emission decides nothing', () => {
    expect(c.gapsMs.filter((gap) => gap >= 78 && gap <= 116)).toEqual([]);
    expect(Math.max(...b.gapsMs)).toBeLessThan(GAP_LIMIT_MS - 20);
    for (const run of [baseline, candidate]) {
      const stepsMs = run.steps.filter((step) => step.decodes > 0).map((step) => (step.endS - step.startS) * 1000);
      expect(stepsMs.filter((ms) => Math.abs(ms - GAP_LIMIT_MS) <= 20)).toEqual([]);
    }
  });

  it('leaves the knee alone: neighbours share little queue', () => {
    expect(lag1OfRanks(b.ttftMs)).toBeCloseTo(0.485, 3);
    expect(lag1OfRanks(b.ttftMs)).toBeLessThanOrEqual(0.6);
  });

  it('grows no backlog in either arm', () => {
    expect(backlogT(baseline)).toBeLessThanOrEqual(1.5);
    expect(backlogT(candidate)).toBeLessThanOrEqual(2);
  });

  // Design effect and adjusted bound of the baseline's attainment: test/judge/demo.test.ts, from whole sessions.
});

import { describe, expect, it } from 'vitest';
import type { RequestTimes, SimulatedRun } from '../../src/sim/clients.js';
import { type Chunk, H100_8B, stepDurationS, TOY } from '../../src/sim/cost.js';
import { camelKeys, runCase, vectors } from './vectors.js';

const firstS = ({ tokenS }: RequestTimes): number => tokenS[0] ?? Number.NaN;
const finishS = ({ tokenS }: RequestTimes): number => tokenS.at(-1) ?? Number.NaN;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Linear interpolation at position (n - 1) q / 100, as the vectors do it. */
function percentile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = ((sorted.length - 1) * q) / 100;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

function spread(values: readonly number[]): Record<string, number> {
  return { mean: mean(values), p50: percentile(values, 50), p99: percentile(values, 99) };
}

/** Everything the vectors print about a run; each case names the part it holds. */
function summaryOf({ requests, steps }: SimulatedRun): Record<string, unknown> {
  const ttftFrom = (start: (r: RequestTimes) => number) => spread(requests.map((r) => firstS(r) - start(r)));
  const every = Math.floor(requests.length / 80);
  return {
    steps: steps.length,
    preemptions: sum(requests.map((r) => r.preemptions)),
    end_s: steps.at(-1)?.endS,
    max_running: Math.max(...steps.map((s) => s.running)),
    max_blocks_used: Math.max(...steps.map((s) => s.blocksUsed)),
    send_s: requests.map((r) => r.sendS),
    first_s: requests.map(firstS),
    finish_s: requests.map(finishS),
    preemptions_by_request: requests.map((r) => r.preemptions),
    token_s: Object.fromEntries(requests.map((r, i) => [i, r.tokenS])),
    step_log: steps.map((s) => [
      s.startS,
      s.endS - s.startS,
      s.decodes,
      s.prefillTokens,
      s.running,
      s.waiting,
      s.blocksUsed,
    ]),
    sample: requests
      .map((r, i) => [i, r.sendS, firstS(r), finishS(r), r.preemptions])
      .filter((_, i) => i === requests.length - 1 || i % every === 0),
    sum_send_s: sum(requests.map((r) => r.sendS)),
    sum_first_s: sum(requests.map(firstS)),
    sum_finish_s: sum(requests.map(finishS)),
    ttft_from_send_s: ttftFrom((r) => r.sendS),
    ttft_from_due_s: ttftFrom((r) => r.dueS),
    preempted_requests: requests.filter((r) => r.preemptions > 0).length,
  };
}

/** Every number of `expected` stands at the same place of `actual`: times to 1e-9 s, counts exactly. */
function expectMatch(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'object' && expected !== null) {
    // The vectors may hold only the first rows of a step log, and some requests' token times.
    if (Array.isArray(expected) && !path.endsWith('.step_log')) expect(actual, path).toHaveLength(expected.length);
    const children = actual as Record<string, unknown>;
    for (const [key, value] of Object.entries(expected)) expectMatch(children[key], value, `${path}.${key}`);
    return;
  }
  const toleranceUnits = path.includes('_ms') ? 1e-6 : 1e-9;
  const tolerance = Number.isInteger(expected) && Number.isInteger(actual) ? 0 : toleranceUnits;
  const error = Math.abs((actual as number) - (expected as number));
  expect(error, `${path}: ${actual}, expected ${expected}`).toBeLessThanOrEqual(tolerance);
}

/** Figures of the requests after the first wave of a closed client's N, which all leave at time 0. */
function afterFirstWave({ requests }: SimulatedRun, slots: number): Record<string, unknown> {
  const later = requests.slice(slots);
  const sentTogether = new Map<number, number>();
  for (const { sendS } of later) sentTogether.set(sendS, (sentTogether.get(sendS) ?? 0) + 1);
  return {
    ttft_after_first_N_ms: spread(later.map((r) => (firstS(r) - r.sendS) * 1000)),
    mean_sent_together_after_first_N: later.length / sentTogether.size,
    max_sent_together_after_first_N: Math.max(...sentTogether.values()),
  };
}

function anchorSummaryOf(run: SimulatedRun): Record<string, unknown> {
  const { requests } = run;
  const gapsMs = requests.flatMap(({ tokenS }) =>
    tokenS.slice(1).map((t, i) => (t - (tokenS[i] ?? Number.NaN)) * 1000),
  );
  return {
    ...summaryOf(run),
    ttft_ms: spread(requests.map((r) => (firstS(r) - r.sendS) * 1000)),
    e2e_mean_s: mean(requests.map((r) => finishS(r) - r.sendS)),
    tpot_mean_ms: mean(requests.map((r) => ((finishS(r) - firstS(r)) * 1000) / (r.tokenS.length - 1))),
    itl_ms: { p50: percentile(gapsMs, 50), p99: percentile(gapsMs, 99) },
    gaps_over_100ms_fraction: gapsMs.filter((gap) => gap > 100).length / gapsMs.length,
  };
}

describe('constants', () => {
  it('are those of the vectors', () => {
    expect(H100_8B).toEqual(camelKeys(vectors.constants['h100-8b'] ?? {}));
    expect(TOY).toEqual(camelKeys(vectors.constants['toy'] ?? {}));
  });

  it('price the published steps: a lone decode, a 1,024-token prompt, eight of them', () => {
    const prompt = { newTokens: 1024, contextTokens: 0, samples: true };
    const stepMs = (chunks: Chunk[]): number => 1000 * stepDurationS(H100_8B, chunks);
    expect(stepMs([{ newTokens: 1, contextTokens: 1, samples: true }])).toBeCloseTo(6.27, 2);
    expect(stepMs([prompt])).toBeCloseTo(20.63, 2);
    expect(stepMs(new Array<Chunk>(8).fill(prompt))).toBeCloseTo(158.08, 2);
  });
});

describe('vectors', () => {
  it('hold all 28 toy cases, two of them errors', () => {
    expect(vectors.cases.filter((c) => c.constants === 'toy')).toHaveLength(28);
    expect(vectors.cases.filter((c) => c.expect_error !== undefined)).toHaveLength(2);
  });

  for (const vector of vectors.cases) {
    it(vector.id, () => {
      if (vector.expect_error !== undefined) {
        expect(() => runCase(vector)).toThrow(/request 0: .*could never be scheduled/);
        return;
      }
      expectMatch(summaryOf(runCase(vector)), vector.expect, vector.id);
    });
  }

  for (const anchor of vectors.anchors) {
    it(anchor.id, () => {
      const run = runCase(anchor);
      const wave = anchor.client.N === undefined ? {} : afterFirstWave(run, anchor.client.N);
      expectMatch({ ...anchorSummaryOf(run), ...wave }, anchor.expect, anchor.id);
    });
  }
});

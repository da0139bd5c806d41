/** Figures of runs and arms for the report's test cases. */

import type { Arm } from '../../src/model/arm.js';
import { type ArmFigures, LATENCIES, MISSES, type Percentiles, type RunFigures } from '../../src/model/measure.js';
import { OUTCOMES } from '../../src/model/record.js';

const COHORT = 105;
const WINDOW_S = 5;

export interface ArmShape {
  qualified: number;
  ttft: [p50: number, p95: number];
  tpotP95: number;
  gapP95: number;
  e2eP95: number;
  tokensPerS: number;
}

export const BASELINE: ArmShape = {
  qualified: 105,
  ttft: [22.6, 219],
  tpotP95: 14.6,
  gapP95: 18.2,
  e2eP95: 884,
  tokensPerS: 794,
};
export const CANDIDATE: ArmShape = {
  qualified: 61,
  ttft: [21.1, 138],
  tpotP95: 19.6,
  gapP95: 146,
  e2eP95: 1020,
  tokensPerS: 826,
};

export function runsOf(candidate: ArmShape | null): RunFigures[] {
  if (candidate === null) return [runOf(1, 'baseline', 1, BASELINE), runOf(2, 'candidate', 1, null)];
  const order: Arm[] = ['baseline', 'candidate', 'candidate', 'baseline', 'candidate', 'baseline'];
  return order.map((arm, index) =>
    runOf(index + 1, arm, Math.floor(index / 2) + 1, arm === 'baseline' ? BASELINE : candidate),
  );
}

function runOf(number: number, arm: Arm, pair: number, shape: ArmShape | null): RunFigures {
  const qualified = shape?.qualified ?? 0;
  return {
    number,
    arm,
    pair,
    end: shape === null ? 'never_ready' : 'complete',
    offered: COHORT,
    outcomes: counts(OUTCOMES, shape === null ? { not_sent: COHORT } : { success: COHORT }),
    qualified,
    misses: counts(MISSES, shape === null ? { outcome: COHORT } : { max_gap: COHORT - qualified }),
    attainment: qualified / COHORT,
    goodputRps: qualified / WINDOW_S,
    latencies: latencies(shape, 1),
    wallClock: {
      outputTokensPerS: shape === null ? null : shape.tokensPerS,
      inputTokensPerS: shape === null ? null : 12_940,
      completedPerS: shape === null ? 0 : 20.8,
      outstandingAtStart: shape === null ? 0 : 15,
      outstandingAtEnd: shape === null ? 0 : 14,
    },
    outputTokens: shape === null ? null : 3_910,
    outputCharacters: shape === null ? 0 : 15_640,
    lag:
      shape === null
        ? { p50Ms: null, p99Ms: null, maxMs: null, lateShare: 0 }
        : { p50Ms: 0.14, p99Ms: 1.8 + number / 10, maxMs: 5.2, lateShare: 0 },
    stampUncertaintyMs: shape === null ? null : 3.3,
  };
}

export function armFigures(arm: Arm, runs: RunFigures[], shape: ArmShape | null): ArmFigures {
  const own = runs.filter((run) => run.arm === arm);
  const offered = own.length * COHORT;
  const qualified = own.length * (shape?.qualified ?? 0);
  const missed = offered - qualified;
  return {
    runs: own.map((run) => run.number),
    offered,
    outcomes: counts(OUTCOMES, shape === null ? { not_sent: offered } : { success: offered }),
    qualified,
    misses: counts(MISSES, shape === null ? { outcome: offered } : { max_gap: missed }),
    attainment: qualified / offered,
    goodputRps: shape === null ? 0 : shape.qualified / WINDOW_S,
    latencies: latencies(shape, own.length),
    wallClock: {
      outputTokensPerS: shape?.tokensPerS ?? null,
      inputTokensPerS: shape === null ? null : 12_940,
      completedPerS: shape === null ? 0 : 20.8,
    },
    classes: [
      { class: 'chat', offered: own.length * 98, qualified: Math.max(0, qualified - own.length * 7) },
      { class: 'document', offered: own.length * 7, qualified: shape === null ? 0 : own.length * 7 },
    ],
  };
}

function latencies(shape: ArmShape | null, runs: number): RunFigures['latencies'] {
  const none: Percentiles = { n: 0, without: runs * COHORT, p50: null, p90: null, p95: null, p99: null, max: null };
  const all = Object.fromEntries(LATENCIES.map((name) => [name, none])) as RunFigures['latencies'];
  if (shape === null) return all;
  const of = (p50: number, p95: number): Percentiles => ({
    n: runs * COHORT,
    without: 0,
    p50,
    p90: (p50 + p95) / 2,
    p95,
    p99: null,
    max: 1.2 * p95,
  });
  all.ttftMs = of(...shape.ttft);
  all.ttftSentMs = of(shape.ttft[0] - 0.1, shape.ttft[1] - 0.2);
  all.tpotMs = of(9.8, shape.tpotP95);
  all.maxGapMs = of(15.1, shape.gapP95);
  all.e2eMs = of(402, shape.e2eP95);
  return all;
}

/** Every name with its count, 0 where `some` has none. */
function counts<K extends string>(names: readonly K[], some: Partial<Record<K, number>>): Record<K, number> {
  return Object.fromEntries(names.map((name) => [name, some[name] ?? 0])) as Record<K, number>;
}

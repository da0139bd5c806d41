import { z } from 'zod';
import { ARMS } from './arm.js';
import { OUTCOMES } from './record.js';
import { RUN_ENDS } from './run.js';

/** A per-request figure: a number, or null with the reason why there is none. Never 0 for "unknown". */
export type Figure = { value: number; reason: null } | { value: null; reason: string };

/**
 * Nearest-rank percentiles of one run's cohort, ms. `n` requests had the value, `without` had none (failed, or not
 * defined for their answer); a percentile n can't support is null.
 */
const percentilesSchema = z.strictObject({
  n: z.number(),
  without: z.number(),
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  max: z.number().nullable(),
});

export type Percentiles = z.infer<typeof percentilesSchema>;

/** The latency figures of one cohort. `Sent` counts from the send, all others from due; gaps have no clock to choose. */
export const LATENCIES = [
  'ttftMs',
  'ttftSentMs',
  'firstVisibleMs',
  'tpotMs',
  'itlMs',
  'maxGapMs',
  'lastTokenMs',
  'e2eMs',
  'e2eSentMs',
] as const;

export type Latency = (typeof LATENCIES)[number];

/** What happened inside the declared window, whoever sent the request: apart from the arrival cohort. */
const wallClockSchema = z.strictObject({
  outputTokensPerS: z.number().nullable(),
  inputTokensPerS: z.number().nullable(),
  completedPerS: z.number(),
  outstandingAtStart: z.number(),
  outstandingAtEnd: z.number(),
});

/** Why requests of the cohort did not qualify; a request counts once under each reason that applies. */
export const MISSES = ['outcome', 'ttft', 'first_visible', 'tpot', 'max_gap', 'e2e', 'quality', 'no_evidence'] as const;

export type Miss = (typeof MISSES)[number];

export const runFiguresSchema = z.strictObject({
  number: z.number(),
  arm: z.enum(ARMS),
  pair: z.number(),
  end: z.enum(RUN_ENDS),
  /** Requests of the cohort that belong to an SLO. */
  offered: z.number(),
  outcomes: z.record(z.enum(OUTCOMES), z.number()),
  qualified: z.number(),
  misses: z.record(z.enum(MISSES), z.number()),
  /** Qualified over offered; null when nothing was offered. */
  attainment: z.number().nullable(),
  goodputRps: z.number(),
  latencies: z.record(z.enum(LATENCIES), percentilesSchema),
  wallClock: wallClockSchema,
  outputTokens: z.number().nullable(),
  outputCharacters: z.number(),
  lag: z.strictObject({
    p50Ms: z.number().nullable(),
    p99Ms: z.number().nullable(),
    maxMs: z.number().nullable(),
    lateShare: z.number(),
  }),
  stampUncertaintyMs: z.number().nullable(),
});

export type RunFigures = z.infer<typeof runFiguresSchema>;

/** One arm over its judged runs: sums of counts, means of rates, geometric means of per-run percentiles. */
export const armFiguresSchema = z.strictObject({
  runs: z.array(z.number()),
  offered: z.number(),
  outcomes: z.record(z.enum(OUTCOMES), z.number()),
  qualified: z.number(),
  misses: z.record(z.enum(MISSES), z.number()),
  attainment: z.number().nullable(),
  goodputRps: z.number().nullable(),
  latencies: z.record(z.enum(LATENCIES), percentilesSchema),
  wallClock: z.strictObject({
    outputTokensPerS: z.number().nullable(),
    inputTokensPerS: z.number().nullable(),
    completedPerS: z.number().nullable(),
  }),
  /** The same cohort by class: offered, qualified. */
  classes: z.array(z.strictObject({ class: z.string(), offered: z.number(), qualified: z.number() })),
});

export type ArmFigures = z.infer<typeof armFiguresSchema>;

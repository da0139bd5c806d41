import { z } from 'zod';

/**
 * The resolved bar: what counts as good, fixed before the run. Every default is filled in; durations are ms, sizes are
 * bytes, shares are fractions of 1. This is the shape inside a bundle's `plan.json`; the YAML a person writes is read
 * by `plan/read.ts`.
 */

/** Largest time and size: sums of such numbers stay finite. */
const LARGEST = Number.MAX_SAFE_INTEGER;

const timeMs = z.number().min(0).max(LARGEST);
const positiveMs = z.number().gt(0).max(LARGEST);
const count = z.int().min(1);
const share = z.number().gt(0).lt(1);
const margin = z.union([share, z.literal('report')]);
const objectiveMs = positiveMs.nullable();

const sloSchema = z
  .strictObject({
    id: z.string(),
    /** Requests of these classes; null: every request. */
    classes: z.array(z.string()).nullable(),
    /** `none`: offered, recorded and shown, but without an objective and outside every attainment. */
    objectives: z
      .strictObject({
        ttftMs: objectiveMs,
        firstVisibleMs: objectiveMs,
        tpotMs: objectiveMs,
        maxGapMs: objectiveMs,
        e2eMs: objectiveMs,
      })
      .nullable(),
    /** Target share of offered requests that qualify; null together with `objectives`. */
    attainment: share.nullable(),
  })
  .refine((slo) => (slo.objectives === null) === (slo.attainment === null), 'objectives and attainment come together');

const armPlanSchema = z.strictObject({
  /** Folder of the checkout and the launch file in it, or null for a server that already runs. */
  checkout: z.string().nullable(),
  launch: z.string().nullable(),
  url: z.string().nullable(),
  /** Names of environment variables the bar lets through to the server. */
  passEnv: z.array(z.string()),
});

export const planSchema = z.strictObject({
  version: z.literal(1),
  arms: z.strictObject({ baseline: armPlanSchema, candidate: armPlanSchema }),
  request: z.strictObject({
    api: z.literal('chat'),
    model: z.string(),
    timeoutMs: positiveMs,
    connections: z.enum(['warm', 'fresh']),
    apiKeyEnv: z.string().nullable(),
    acceptMissingFinishReason: z.boolean(),
  }),
  workload: z.strictObject({
    trace: z.string(),
    sha256: z.string(),
    windowMs: positiveMs,
    /** Declared, or what the trace holds. */
    leadInMs: timeMs,
    leadOutMs: timeMs,
    /** Longest wait after the last due time for outstanding answers. */
    drainMs: timeMs,
    /** Length of the warm-up with prompts disjoint from the trace, at the trace's mean rate. */
    warmupMs: timeMs,
    cache: z.enum(['as_is', 'reset']),
  }),
  slo: z.array(sloSchema).min(1),
  comparison: z.strictObject({
    /** Which sets are known is checked where a plan is read: `plan/looks.ts`. */
    looks: z.array(count).min(1),
    grossFail: z.boolean(),
    margins: z.strictObject({ goodput: share, ttftP95: margin, tpotP95: margin }),
    minEffect: z.strictObject({ ttftMs: timeMs, tpotMs: timeMs }),
    confidence: z.number().gt(0.5).lt(1),
    expectIdentical: z.boolean(),
  }),
  validity: z.strictObject({ scheduleLagMs: positiveMs, maxLagShare: z.number().min(0).lt(1), maxLagMs: positiveMs }),
  policy: z.strictObject({
    invalid: z.enum(['fail', 'pass']),
    inconclusive: z.enum(['fail', 'pass']),
    identical: z.enum(['fail', 'pass']),
    preExisting: z.literal('report'),
    fork: z.literal('refuse'),
  }),
  limits: z.strictObject({ responseBytes: count, events: count }),
});

export type Plan = z.infer<typeof planSchema>;
export type Slo = z.infer<typeof sloSchema>;
export type ArmPlan = z.infer<typeof armPlanSchema>;
export type Objectives = NonNullable<Slo['objectives']>;

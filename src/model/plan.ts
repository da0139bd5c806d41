import { z } from 'zod';

/**
 * The resolved bar: what counts as good, fixed before the run. Every default is filled in; durations are ms, sizes are
 * bytes, shares are fractions of 1. This is the shape inside a bundle's `plan.json`; the YAML a person writes is read
 * by `plan/read.ts`.
 */
const margin = z.union([z.number(), z.literal('report')]);

const sloSchema = z.strictObject({
  id: z.string(),
  /** Requests of these classes; null: every request. */
  classes: z.array(z.string()).nullable(),
  /** `none`: offered, recorded and shown, but without an objective and outside every attainment. */
  objectives: z
    .strictObject({
      ttftMs: z.number().nullable(),
      firstVisibleMs: z.number().nullable(),
      tpotMs: z.number().nullable(),
      maxGapMs: z.number().nullable(),
      e2eMs: z.number().nullable(),
    })
    .nullable(),
  /** Target share of offered requests that qualify; null together with `objectives`. */
  attainment: z.number().nullable(),
});

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
    timeoutMs: z.number(),
    connections: z.enum(['warm', 'fresh']),
    apiKeyEnv: z.string().nullable(),
    acceptMissingFinishReason: z.boolean(),
  }),
  workload: z.strictObject({
    trace: z.string(),
    sha256: z.string(),
    windowMs: z.number(),
    /** Declared, or what the trace holds. */
    leadInMs: z.number(),
    leadOutMs: z.number(),
    /** Longest wait after the last due time for outstanding answers. */
    drainMs: z.number(),
    /** Length of the warm-up with prompts disjoint from the trace, at the trace's mean rate. */
    warmupMs: z.number(),
    cache: z.enum(['as_is', 'reset']),
  }),
  slo: z.array(sloSchema),
  comparison: z.strictObject({
    looks: z.array(z.number()),
    grossFail: z.boolean(),
    margins: z.strictObject({ goodput: z.number(), ttftP95: margin, tpotP95: margin }),
    minEffect: z.strictObject({ ttftMs: z.number(), tpotMs: z.number() }),
    confidence: z.number(),
    expectIdentical: z.boolean(),
  }),
  validity: z.strictObject({ scheduleLagMs: z.number(), maxLagShare: z.number(), maxLagMs: z.number() }),
  policy: z.strictObject({
    invalid: z.enum(['fail', 'pass']),
    inconclusive: z.enum(['fail', 'pass']),
    identical: z.enum(['fail', 'pass']),
    preExisting: z.literal('report'),
    fork: z.literal('refuse'),
  }),
  limits: z.strictObject({ responseBytes: z.number(), events: z.number() }),
});

export type Plan = z.infer<typeof planSchema>;
export type Slo = z.infer<typeof sloSchema>;
export type ArmPlan = z.infer<typeof armPlanSchema>;
export type Objectives = NonNullable<Slo['objectives']>;

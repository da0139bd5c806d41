import { z } from 'zod';
import { ARMS } from './arm.js';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const timeMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

const spread = z.strictObject({ p50: z.number(), p99: z.number(), max: z.number() });

/** What the load generator says about itself, measured in every run. */
const healthSchema = z.strictObject({
  /** Sent minus due over all sent requests of lead-in, window and lead-out, ms. */
  scheduleLagMs: spread.nullable(),
  eventLoopDelayMs: spread,
  cpuMs: timeMs,
  wallMs: timeMs,
  gc: z.strictObject({ count, totalMs: timeMs, longestMs: timeMs }),
  sockets: z.strictObject({ opened: count, reused: count }),
  /** Width of the stamp intervals of output events, ms. */
  stampUncertaintyMs: spread.nullable(),
  reads: count,
  iterations: count,
  largestIteration: count,
  /** Share of reads that were a stream's second or later in one loop iteration. */
  secondReadShare: share,
  /** Buffer blocks that had to be allocated inside the replay. */
  lateBlocks: count,
});

export type Health = z.infer<typeof healthSchema>;

const identitySchema = z.strictObject({
  /** What the launch declared and what it gave: a command's output, a file's or image's digest. */
  declared: z.string().nullable(),
  /** The engine's own version, when it tells. */
  engine: z.string().nullable(),
  /** Model ids the server listed. */
  models: z.array(z.string()),
});

export type Identity = z.infer<typeof identitySchema>;

/** How a run ended. Everything but `complete` is a broken run of its arm, or an interrupted one of the gate. */
export const RUN_ENDS = ['complete', 'never_ready', 'exited_early', 'crashed', 'interrupted', 'running'] as const;

export type RunEnd = (typeof RUN_ENDS)[number];

/** `runs/NN-arm/run.json`. */
export const runSchema = z.strictObject({
  schema: z.literal('goodput-gate/run/1'),
  /** 1-based position in the session. */
  number: z.int().min(1),
  arm: z.enum(ARMS),
  /** 1-based pair this run belongs to. */
  pair: z.int().min(1),
  end: z.enum(RUN_ENDS),
  /** Why the run did not complete, and what of its server could not be stopped; null when neither. */
  endReason: z.string().nullable(),
  /** Wall-clock durations of the phases, ms; null when not reached. */
  phases: z.strictObject({
    readyMs: z.number().nullable(),
    warmupMs: z.number().nullable(),
    replayMs: z.number().nullable(),
    drainMs: z.number().nullable(),
    stopMs: z.number().nullable(),
  }),
  warmup: z.strictObject({ offered: count, answered: count }).nullable(),
  /** The cache's state before the replay: how it was set, and what one disjoint probe saw. */
  cache: z
    .strictObject({
      policy: z.string(),
      resetConfirmed: z.boolean().nullable(),
      probeTtftMs: z.number().nullable(),
      probeCachedTokens: z.number().nullable(),
    })
    .nullable(),
  identity: identitySchema.nullable(),
  health: healthSchema.nullable(),
  /** Last lines of the server's log when the run did not complete; empty otherwise. */
  logTail: z.array(z.string()),
  node: z.string(),
});

export type Run = z.infer<typeof runSchema>;

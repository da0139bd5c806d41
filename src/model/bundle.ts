import { z } from 'zod';
import type { ARMS } from './arm.js';
import { launchSchema } from './launch.js';
import { planSchema } from './plan.js';
import type { RequestRecord } from './record.js';
import type { Run } from './run.js';
import type { Trace } from './trace.js';

/** `plan.json`: everything that was fixed before the first run, and how the session ended. */
export const sessionSchema = z.strictObject({
  schema: z.literal('goodput-gate/plan/1'),
  plan: planSchema,
  /** SHA-256 of the plan file's bytes. */
  planSha256: z.string(),
  /** Plan keys that were left at their default, dotted. */
  defaults: z.array(z.string()),
  launches: z.strictObject({ baseline: launchSchema.nullable(), candidate: launchSchema.nullable() }),
  /** Differences between the two launches, one line each. */
  difference: z.array(z.string()),
  order: z.strictObject({
    seed: z.string(),
    /** One letter a run, for example `BCCBCB`: what the seed says, to the last look. */
    planned: z.string().regex(/^(?:BC|CB)+$/),
  }),
  attempt: z.int().min(0),
  gate: z.strictObject({ version: z.string(), source: z.string(), node: z.string(), platform: z.string() }),
  host: z.strictObject({ cpu: z.string(), cores: z.number(), memoryBytes: z.number() }),
  end: z.enum(['running', 'complete', 'interrupted', 'internal_error']),
});

export type Session = z.infer<typeof sessionSchema>;

/** One run's evidence. */
export interface RunEvidence {
  run: Run;
  /** One per offered request in trace order; missing ones are absent and named in `problems`. */
  records: RequestRecord[];
  /** What could not be read, in words: evidence that is missing is said, never assumed. */
  problems: string[];
}

/** The whole evidence of a session: what judging is a pure function of. */
export interface Evidence {
  session: Session;
  trace: Trace;
  runs: RunEvidence[];
}

export const ORDER_LETTERS = { baseline: 'B', candidate: 'C' } as const satisfies Record<(typeof ARMS)[number], string>;

/** Folder name of a run inside `runs/`, for example `01-baseline`. */
export function runFolder(number: number, arm: (typeof ARMS)[number]): string {
  return `${String(number).padStart(2, '0')}-${arm}`;
}

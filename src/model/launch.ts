import { z } from 'zod';

/**
 * How one arm starts, resolved from its `serve.yml`: every default filled in, every duration in ms.
 * `start` may hold `{port}`, `{model}`, `{node}` (the Node binary running the gate) and `{gate}` (the gate's own
 * command line file); the last two exist for the embedded simulated engine.
 */
export const launchSchema = z.strictObject({
  start: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** A fixed port; null lets the gate pick a free one for each run. */
  port: z.number().nullable(),
  ready: z.strictObject({ path: z.string(), timeoutMs: z.number() }),
  stop: z.strictObject({ signal: z.string(), graceMs: z.number() }),
  identity: z
    .union([
      z.strictObject({ command: z.array(z.string()) }),
      z.strictObject({ file: z.string() }),
      z.strictObject({ digest: z.string() }),
    ])
    .nullable(),
  resetCache: z.strictObject({ method: z.string(), path: z.string(), expect: z.string().nullable() }).nullable(),
  /** A fresh HOME and cache folder for each run. */
  scratch: z.boolean(),
});

export type Launch = z.infer<typeof launchSchema>;

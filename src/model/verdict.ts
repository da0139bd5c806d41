import { z } from 'zod';
import { armFiguresSchema, runFiguresSchema } from './measure.js';

const VERDICTS = ['PASS', 'FAIL', 'INCONCLUSIVE', 'INVALID'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Exit codes of the command line (design, section 7). */
export const EXIT = {
  PASS: 0,
  refused: 1,
  INVALID: 2,
  FAIL: 3,
  INCONCLUSIVE: 4,
  internalError: 70,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

const finding = z.strictObject({ value: z.number().nullable(), unit: z.string() });

/**
 * One line of the report. Gating clauses decide; validity checks ask whether the evidence may decide at all; stated
 * clauses say what a number means.
 */
const clauseSchema = z.strictObject({
  /** `attainment:<slo id>`, `goodput`, `schedule_lag`, `arrivals`, ... */
  id: z.string(),
  role: z.enum(['gating', 'validity', 'stated']),
  title: z.string(),
  /** REPORTED: no decision asked. UNKNOWN: asked, not answerable from the evidence. */
  outcome: z.enum(['PASS', 'FAIL', 'INCONCLUSIVE', 'INVALID', 'REPORTED', 'UNKNOWN']),
  /** What the bar declares about it, in the plan's words; null where nothing is declared. */
  declared: z.string().nullable(),
  statistic: finding.nullable(),
  /** Sample size behind the statistic. */
  n: z.number().nullable(),
  bound: z.strictObject({ lower: z.number().nullable(), upper: z.number().nullable(), method: z.string() }).nullable(),
  limit: finding.nullable(),
  /** The sentence that joins statistic, bound and limit; plain text, unescaped. */
  sentence: z.string(),
  /** Every intermediate figure by name. */
  figures: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
});

export type Clause = z.infer<typeof clauseSchema>;

/** Change of the candidate against the baseline with its paired interval; shares of 1, negative means lower. */
const changeSchema = z.strictObject({
  metric: z.string(),
  label: z.string(),
  unit: z.string(),
  baseline: z.number().nullable(),
  candidate: z.number().nullable(),
  change: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** Whether a higher value is better for a user. */
  higherIsBetter: z.boolean(),
});

export type Change = z.infer<typeof changeSchema>;

/** `judgement.json`. A pure function of the rest of the bundle: no wall time in it. */
export const judgementSchema = z.strictObject({
  schema: z.literal('goodput-gate/judgement/1'),
  verdict: z.enum(VERDICTS),
  exitCode: z.number(),
  /** Machine-readable reason: a clause id, `candidate_broken`, `arms_indistinguishable`, `session_incomplete`, ... */
  reason: z.string(),
  /** One sentence why, in words a blocked author understands. */
  why: z.string(),
  /** What to do next. */
  remedy: z.string(),
  look: z.strictObject({
    pairs: z.number(),
    kind: z.enum(['look', 'gross', 'broken', 'none']),
    level: z.number().nullable(),
    looks: z.array(z.number()),
  }),
  clauses: z.array(clauseSchema),
  changes: z.array(changeSchema),
  arms: z.strictObject({ baseline: armFiguresSchema, candidate: armFiguresSchema }),
  runs: z.array(runFiguresSchema),
  /** Evidence that is missing or could not be read, in words. */
  problems: z.array(z.string()),
  /** The last lines of a broken server's log. */
  logTail: z.strictObject({ run: z.number(), lines: z.array(z.string()) }).nullable(),
  policy: z.strictObject({
    invalid: z.enum(['fail', 'pass']),
    inconclusive: z.enum(['fail', 'pass']),
    identical: z.enum(['fail', 'pass']),
  }),
  hashes: z.strictObject({ plan: z.string(), trace: z.string() }),
});

export type Judgement = z.infer<typeof judgementSchema>;

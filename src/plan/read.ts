import type { z } from 'zod';
import type { ArmPlan, Plan, Slo } from '../model/plan.js';
import type { Reading } from '../model/problem.js';
import { PLAN_DEFAULTS } from './defaults.js';
import { readFile, type Source } from './file.js';
import { planRuleFaults } from './rules.js';
import { planFileSchema } from './schema.js';

/** A plan whose lead-in and lead-out, when the file leaves them out, still wait for the trace (`resolve.ts`). */
export interface PlanDraft extends Source {
  plan: Omit<Plan, 'workload'> & {
    workload: Omit<Plan['workload'], 'leadInMs' | 'leadOutMs'> & { leadInMs: number | null; leadOutMs: number | null };
  };
}

type PlanFile = z.output<typeof planFileSchema>;

/**
 * The bar from the text of a plan file (design, section 4), or every problem at once.
 *
 * @param file the path as the person named it; only shown
 */
export function readPlan(input: { file: string; text: string }): Reading<PlanDraft> {
  const reading = readFile(input, { schema: planFileSchema, defaults: PLAN_DEFAULTS, rules: planRuleFaults });
  if (!reading.ok) return reading;
  const { written, source } = reading.value;
  return { ok: true, value: { ...source, plan: toPlan(written) } };
}

function toPlan({ version, arms, request, slo, policy, limits, ...rest }: PlanFile): PlanDraft['plan'] {
  return {
    version,
    arms: { baseline: toArm(arms.baseline), candidate: toArm(arms.candidate) },
    request: {
      api: request.api,
      model: request.model,
      timeoutMs: request.timeout,
      connections: request.connections,
      apiKeyEnv: request.api_key_env ?? null,
      acceptMissingFinishReason: request.accept_missing_finish_reason,
    },
    workload: toWorkload(rest.workload, request.timeout),
    slo: slo.map(toSlo),
    comparison: toComparison(rest.comparison),
    validity: {
      scheduleLagMs: rest.validity.schedule_lag,
      maxLagShare: rest.validity.max_lag_share,
      maxLagMs: rest.validity.max_lag,
    },
    policy: {
      invalid: policy.invalid,
      inconclusive: policy.inconclusive,
      identical: policy.identical,
      preExisting: policy.pre_existing,
      fork: 'refuse',
    },
    limits: { responseBytes: limits.response_bytes, events: limits.events },
  };
}

function toWorkload(workload: PlanFile['workload'], timeoutMs: number): PlanDraft['plan']['workload'] {
  return {
    trace: workload.trace,
    sha256: workload.sha256.toLowerCase(),
    windowMs: workload.window,
    leadInMs: workload.lead_in ?? null,
    leadOutMs: workload.lead_out ?? null,
    drainMs: workload.drain ?? timeoutMs,
    warmupMs: workload.warmup,
    cache: workload.cache,
  };
}

function toComparison({ margins, min_effect: least, ...comparison }: PlanFile['comparison']): Plan['comparison'] {
  return {
    looks: comparison.looks,
    grossFail: comparison.gross_fail,
    margins: { goodput: margins.goodput, ttftP95: margins.ttft_p95, tpotP95: margins.tpot_p95 },
    minEffect: { ttftMs: least.ttft, tpotMs: least.tpot },
    confidence: comparison.confidence,
    expectIdentical: comparison.expect_identical,
  };
}

function toArm(arm: PlanFile['arms']['baseline']): ArmPlan {
  return {
    checkout: arm.checkout ?? null,
    launch: arm.launch ?? null,
    url: arm.url ?? null,
    passEnv: arm.pass_env ?? [],
  };
}

function toSlo(entry: PlanFile['slo'][number]): Slo {
  return {
    id: entry.id,
    classes: entry.where?.class ?? null,
    objectives:
      entry.slo === 'none'
        ? null
        : {
            ttftMs: entry.ttft ?? null,
            firstVisibleMs: entry.first_visible ?? null,
            tpotMs: entry.tpot ?? null,
            maxGapMs: entry.max_gap ?? null,
            e2eMs: entry.e2e ?? null,
          },
    attainment: entry.attainment ?? null,
  };
}

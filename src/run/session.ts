import type { Session } from '../model/bundle.js';
import { GATE_SOURCE, GATE_VERSION } from '../model/version.js';
import { orderSeed, plannedOrder } from '../plan/order.js';
import { describeHost } from './host.js';
import type { Inputs } from './inputs.js';

/** Outside GitHub every call is attempt 0; earlier attempts are not looked for yet. */
const ATTEMPT = 0;

/** `plan.json` before the first run: the resolved bar and launches, the seeded order, this gate and this machine. */
export function newSession(inputs: Inputs): Session {
  const seed = orderSeed(inputs.trace.sha256, inputs.planSha256, ATTEMPT);
  const lastLook = Math.max(...inputs.plan.comparison.looks);
  return {
    schema: 'goodput-gate/plan/1',
    plan: inputs.plan,
    planSha256: inputs.planSha256,
    defaults: inputs.defaults,
    launches: inputs.launches,
    difference: inputs.difference,
    order: { seed, planned: plannedOrder(lastLook, seed) },
    attempt: ATTEMPT,
    gate: {
      version: GATE_VERSION,
      source: GATE_SOURCE,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    },
    host: describeHost(),
    end: 'running',
  };
}

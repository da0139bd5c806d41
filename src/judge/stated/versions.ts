/** Stated clause `versions`: what ran, as far as it said. */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { byArm, distinct, stated } from './stated.js';

export function versions(c: Case): Clause[] {
  const { gate, host, planSha256, difference } = c.evidence.session;
  const of = (arm: Arm, key: 'engine' | 'declared') =>
    distinct(c.runs.flatMap(({ run }) => (run.arm === arm ? (run.identity?.[key] ?? []) : []))).join(' and ') ||
    'unknown';
  const models = (arm: Arm) =>
    distinct(c.runs.flatMap(({ run }) => (run.arm === arm ? (run.identity?.models ?? []) : []))).join(' and ') ||
    'unknown';
  const changed = difference.length === 0 ? 'none' : difference.join('; ');
  return stated('versions', 'Versions', {
    unknown: true,
    sentence: `Gate ${gate.version} (source ${gate.source}) on Node ${gate.node}, ${gate.platform}, ${host.cores} cores of ${host.cpu}. Engine: ${byArm((arm) => of(arm, 'engine'))}. Declared identity: ${byArm((arm) => of(arm, 'declared'))}. Models listed: ${byArm(models)}; asked for: ${c.plan.request.model}. Declared difference between the launches: ${changed}. Plan SHA-256 ${planSha256}, trace SHA-256 ${c.evidence.trace.sha256}. Tokenizer, chat template, quantisation, driver, and kind and number of GPUs are unknown to the gate.`,
    figures: {
      gate_version: gate.version,
      gate_source: gate.source,
      gate_node: gate.node,
      baseline_engine: of('baseline', 'engine'),
      candidate_engine: of('candidate', 'engine'),
    },
  });
}

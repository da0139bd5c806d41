/** The published judgement: every number rounded at this one place, every key in one order. */

import type { Evidence } from '../model/bundle.js';
import { type Clause, EXIT, type Judgement } from '../model/verdict.js';
import { type Json, significantJson } from '../stats/round.js';
import type { Case } from './case.js';
import { changesOf } from './changes.js';
import { remedyOf } from './remedy.js';
import type { Ruling } from './ruling.js';
import { brokenBaseline } from './validity/baseline.js';
import { candidateBroken } from './validity/candidate-broken.js';
import { evidenceProblems } from './validity/evidence.js';
import { whyOf } from './why.js';

export interface ToPublish {
  c: Case;
  clauses: readonly Clause[];
  ruling: Ruling;
  /** Why no verdict stands, in one sentence; absent when one does. */
  missing?: string;
}

export function judgementOf({ c, clauses, ruling, missing }: ToPublish): Judgement {
  const { session, trace }: Evidence = c.evidence;
  const { invalid, inconclusive, identical } = c.plan.policy;
  const planned = c.point.kind === 'look' || c.point.kind === 'gross';
  return published({
    schema: 'goodput-gate/judgement/1',
    verdict: ruling.verdict,
    exitCode: EXIT[ruling.verdict],
    reason: ruling.reason,
    why: missing ?? whyOf(c, clauses, ruling),
    remedy: remedyOf(c, clauses, ruling),
    look: {
      pairs: c.pairs.length,
      kind: c.point.kind,
      level: planned ? c.level : null,
      looks: c.plan.comparison.looks,
    },
    clauses: [...clauses],
    changes: changesOf(c),
    arms: c.arms,
    runs: c.runs.map(({ figures }) => figures),
    problems: [...(missing === undefined ? [] : [missing]), ...evidenceProblems(c)],
    logTail: logTail(c),
    policy: { invalid, inconclusive, identical },
    hashes: { plan: session.planSha256, trace: trace.sha256 },
  });
}

/** The log of the server that broke the session, else of one that crashed in it. */
function logTail(c: Case): Judgement['logTail'] {
  const crashed = c.runs.find(({ run }) => run.end === 'crashed') ?? null;
  const broken = candidateBroken(c)?.run ?? brokenBaseline(c) ?? crashed;
  return broken === null ? null : { run: broken.run.number, lines: broken.run.logTail };
}

/** 12 significant digits everywhere. JSON has no infinity: a bound without end is null. */
function published(judgement: Judgement): Judgement {
  return significantJson(finite(judgement as unknown as Json)) as unknown as Judgement;
}

function finite(value: Json): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(finite);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finite(inner)]));
}

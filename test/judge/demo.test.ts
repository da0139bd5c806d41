import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/session.js';
import type { Evidence } from '../../src/model/bundle.js';
import type { RequestRecord } from '../../src/model/record.js';
import type { TraceRequest } from '../../src/model/trace.js';
import { simulateRun } from '../../src/sim/clients.js';
import { H100_8B } from '../../src/sim/cost.js';
import { answered, clauseOf, sessionOf } from './support.js';

interface Row {
  id: string;
  due_ms: number;
  class: string;
  max_tokens: number;
  input_tokens: number;
  output_tokens: number;
}

const rows = readFileSync(new URL('../../fixtures/demo/trace.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const requests = rows.map(
  (row, index): TraceRequest => ({
    index,
    line: index + 1,
    id: row.id,
    dueMs: row.due_ms,
    class: row.class,
    maxTokens: row.max_tokens,
    inputTokens: row.input_tokens,
    params: {},
  }),
);

/** The frozen demo trace on the simulated engine in virtual time: every run of an arm is the same. */
function recordsAt(tokenBudget: number): RequestRecord[] {
  const startMs = rows[0]?.due_ms ?? 0;
  const run = simulateRun(
    { ...H100_8B, stepOverheadS: 0.006, tokenBudget },
    { isl: rows.map((row) => row.input_tokens), osl: rows.map((row) => row.output_tokens) },
    { kind: 'open', dueS: rows.map((row) => (row.due_ms - startMs) / 1000) },
  );
  return requests.map((request, i) => {
    const outputMs = (run.requests[i]?.tokenS ?? []).map((s) => s * 1000 + startMs);
    const [first = 0, last = 0] = [outputMs[0], outputMs.at(-1)];
    const override = { outputMs, firstOutputMs: first, firstVisibleMs: first, lastOutputMs: last, terminalMs: last };
    return answered(request, { lagMs: 0, ttftMs: 0, gapMs: 0, pauseMs: null, tokens: outputMs.length, override });
  });
}

function session(candidateBudget: number): Evidence {
  const evidence = sessionOf({
    plan: (plan) => {
      Object.assign(plan.workload, { windowMs: 5000, leadOutMs: 500 });
      for (const slo of plan.slo) if (slo.objectives !== null) slo.objectives.ttftMs = 1000;
      plan.validity.maxLagShare = 0.02;
    },
  });
  evidence.trace.requests = requests;
  const [baseline, candidate] = [recordsAt(512), recordsAt(candidateBudget)];
  for (const run of evidence.runs) run.records = run.run.arm === 'baseline' ? baseline : candidate;
  return evidence;
}

describe('the demo in virtual time (simulated)', () => {
  const judgement = judge(session(8192));

  it('ends as a gross FAIL after two pairs, by goodput and TPOT, though TTFT and throughput improve', () => {
    expect(judgement).toMatchObject({ verdict: 'FAIL', reason: 'goodput', look: { pairs: 2, kind: 'gross' } });
    expect(judgement.arms.candidate).toMatchObject({ offered: 210, qualified: 122 });
    expect(clauseOf(judgement, 'tpot_p95').outcome).toBe('FAIL');
    expect(clauseOf(judgement, 'ttft_p95').statistic?.value).toBeCloseTo(137.7 / 219.3 - 1, 2);
    expect(judgement.changes[0]?.change).toBeGreaterThan(0.012);
    expect(judgement.why).toMatch(
      /^41\.9 % fewer users .*the longest pause between words rose from 17\.9 ms to 146 ms at p95 \(limit 100 ms\).*throughput rose [\d.]+ %/,
    );
  });

  it('has the evidence that the demo was designed for', () => {
    const { figures, bound } = clauseOf(judgement, 'attainment:all');
    expect(bound?.upper).toBeCloseTo(0.75, 1);
    expect(figures['baseline_lower']).toBeCloseTo(0.921, 3);
    const same = clauseOf(judge(session(512)), 'attainment:all');
    expect(same.figures['floor']).toBeCloseTo(2.68, 2);
    expect(same.figures['lag1_ttft']).toBeCloseTo(0.485, 3);
  });

  it('passes against itself', () => {
    expect(judge(session(512))).toMatchObject({ verdict: 'PASS', look: { pairs: 3, kind: 'look' } });
  });
});

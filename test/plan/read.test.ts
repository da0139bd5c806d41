import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.js';

function draft(name: string) {
  const reading = readPlan({ file: name, text: readFileSync(`fixtures/plans/ok/${name}`, 'utf8') });
  if (!reading.ok) throw new Error(`${name}: ${JSON.stringify(reading.problems)}`);
  return reading.value;
}

const MINIMAL = {
  version: 1,
  arms: {
    baseline: { checkout: 'base', launch: 'serve.yml', url: null, passEnv: [] },
    candidate: { checkout: 'head', launch: 'serve.yml', url: null, passEnv: [] },
  },
  request: {
    api: 'chat',
    model: 'meta-llama/Llama-3.1-8B-Instruct',
    timeoutMs: 30_000,
    connections: 'warm',
    apiKeyEnv: null,
    acceptMissingFinishReason: false,
  },
  workload: {
    trace: 'traces/incident.jsonl',
    sha256: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
    windowMs: 120_000,
    leadInMs: null,
    leadOutMs: null,
    drainMs: 30_000,
    warmupMs: 10_000,
    cache: 'as_is',
  },
  slo: [
    {
      id: 'everyone',
      classes: null,
      objectives: { ttftMs: 800, firstVisibleMs: null, tpotMs: null, maxGapMs: null, e2eMs: null },
      attainment: 0.95,
    },
  ],
  comparison: {
    looks: [3, 4, 6, 8],
    grossFail: true,
    margins: { goodput: 0.05, ttftP95: 0.1, tpotP95: 0.1 },
    minEffect: { ttftMs: 5, tpotMs: 1 },
    confidence: 0.95,
    expectIdentical: false,
  },
  validity: { scheduleLagMs: 20, maxLagShare: 0.005, maxLagMs: 250 },
  policy: { invalid: 'fail', inconclusive: 'fail', identical: 'fail', preExisting: 'report', fork: 'refuse' },
  limits: { responseBytes: 67_108_864, events: 200_000 },
};

describe('readPlan', () => {
  it('fills in every default of a plan that names only what it must', () => {
    expect(draft('minimal.yml').plan).toEqual(MINIMAL);
  });

  it('lists the keys that were left at their default', () => {
    const { defaults } = draft('minimal.yml');
    expect(defaults).toContain('request.timeout');
    expect(defaults).toContain('workload.lead_in');
    expect(defaults).toHaveLength(31);
    expect(draft('full.yml').defaults).toEqual(['arms.candidate.pass_env']);
  });

  it('reads every key in the units of the gate', () => {
    const { plan } = draft('full.yml');
    expect(plan.arms.baseline.passEnv).toEqual(['HF_TOKEN', 'CUDA_VISIBLE_DEVICES']);
    expect(plan.request).toEqual({
      api: 'chat',
      model: 'meta-llama/Llama-3.1-8B-Instruct',
      timeoutMs: 90_000,
      connections: 'fresh',
      apiKeyEnv: 'SERVER_API_KEY',
      acceptMissingFinishReason: true,
    });
    expect(plan.workload).toEqual({
      ...MINIMAL.workload,
      leadInMs: 12_500,
      leadOutMs: 10_000,
      drainMs: 45_000,
      warmupMs: 20_000,
      cache: 'reset',
    });
    expect(plan.slo).toEqual([
      {
        id: 'interactive',
        classes: ['chat', 'tools'],
        objectives: { ttftMs: 800, firstVisibleMs: 1000, tpotMs: 60, maxGapMs: 300, e2eMs: 20_000 },
        attainment: 0.95,
      },
      {
        id: 'documents',
        classes: ['document'],
        objectives: { ttftMs: 4000, firstVisibleMs: null, tpotMs: null, maxGapMs: null, e2eMs: null },
        attainment: 0.995,
      },
      { id: 'batch', classes: ['batch'], objectives: null, attainment: null },
    ]);
    expect(plan.comparison).toEqual({
      looks: [6],
      grossFail: false,
      margins: { goodput: 0.025, ttftP95: 'report', tpotP95: 0.12 },
      minEffect: { ttftMs: 0, tpotMs: 0.5 },
      confidence: 0.975,
      expectIdentical: true,
    });
    expect(plan.validity).toEqual({ scheduleLagMs: 10, maxLagShare: 0, maxLagMs: 100 });
    expect(plan.policy).toMatchObject({ invalid: 'pass', inconclusive: 'pass', identical: 'pass' });
    expect(plan.limits).toEqual({ responseBytes: 1_073_741_824, events: 50_000 });
  });

  it('takes a bare zero for lead-in and lead-out', () => {
    expect(draft('urls.yml').plan.workload).toMatchObject({ leadInMs: 0, leadOutMs: 0 });
  });

  it('keeps the line of every field', () => {
    const { lines } = draft('full.yml');
    expect(lines.get('slo[1].attainment')).toBe(24);
    expect(lines.get('comparison.looks')).toBe(27);
  });

  it.each(['secret', 'sk-live-123'])('never shows %s, which may be a credential', (secret) => {
    const text = ['arms', 'types', 'urls']
      .map((name) => readFileSync(`fixtures/plans/err/${name}.txt`, 'utf8'))
      .join('');
    expect(
      readFileSync('fixtures/plans/err/types.yml', 'utf8') + readFileSync('fixtures/plans/err/urls.yml', 'utf8'),
    ).toContain(secret);
    expect(text).not.toContain(secret);
  });
});

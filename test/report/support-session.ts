/** The session of the report's test cases: the simulated demo's plan and launches. */

import type { Session } from '../../src/model/bundle.js';

export const PLAN_SHA = '3f1c6c0a9be14cf6b0f5a5e9b1d7e2c44d8a6e0f7b9c3d2e1f0a9b8c7d6e5f40';
export const TRACE_SHA = 'a41b8d2f6c07e95d3b1a8f4c2e6d0b97f5a3c1e8d6b4927083f1e5d7c9ab2640';

export function session(): Session {
  const arm = (folder: string) => ({ checkout: folder, launch: 'serve.yml', url: null, passEnv: [] });
  const launch = (budget: string): NonNullable<Session['launches']['baseline']> => ({
    start: ['{node}', '{gate}', 'serve', '--port', '{port}', '--max-num-batched-tokens', budget],
    env: {},
    port: null,
    ready: { path: '/health', timeoutMs: 30_000 },
    stop: { signal: 'SIGTERM', graceMs: 5_000 },
    identity: null,
    resetCache: null,
    scratch: true,
  });
  return {
    schema: 'goodput-gate/plan/1',
    plan: {
      version: 1,
      arms: { baseline: arm('base'), candidate: arm('head') },
      request: {
        api: 'chat',
        model: 'simulated-8b',
        timeoutMs: 30_000,
        connections: 'warm',
        apiKeyEnv: null,
        acceptMissingFinishReason: false,
      },
      workload: {
        trace: 'traces/demo.jsonl',
        sha256: TRACE_SHA,
        windowMs: 5_000,
        leadInMs: 1_000,
        leadOutMs: 500,
        drainMs: 10_000,
        warmupMs: 500,
        cache: 'as_is',
      },
      slo: [
        {
          id: 'interactive',
          classes: null,
          objectives: { ttftMs: 1_000, firstVisibleMs: null, tpotMs: null, maxGapMs: 100, e2eMs: null },
          attainment: 0.85,
        },
      ],
      comparison: {
        looks: [3],
        grossFail: true,
        margins: { goodput: 0.05, ttftP95: 0.1, tpotP95: 0.1 },
        minEffect: { ttftMs: 5, tpotMs: 1 },
        confidence: 0.95,
        expectIdentical: false,
      },
      validity: { scheduleLagMs: 20, maxLagShare: 0.02, maxLagMs: 250 },
      policy: { invalid: 'fail', inconclusive: 'fail', identical: 'fail', preExisting: 'report', fork: 'refuse' },
      limits: { responseBytes: 67_108_864, events: 200_000 },
    },
    planSha256: PLAN_SHA,
    defaults: [
      'request.timeout',
      'request.connections',
      'comparison.margins.ttft_p95',
      'comparison.gross_fail',
      'request.api_key_env',
      'baseline: ready.path',
      'candidate: stop.grace',
    ],
    launches: { baseline: launch('512'), candidate: launch('8192') },
    difference: ['start: `--max-num-batched-tokens 512` became `--max-num-batched-tokens 8192`'],
    order: { seed: 'demo', planned: 'BCCBCB' },
    attempt: 1,
    gate: { version: '0.1.0', source: '9d2c41f0', node: '24.21.0', platform: 'linux-x64' },
    host: { cpu: 'Example CPU', cores: 2, memoryBytes: 8_589_934_592 },
    end: 'complete',
  };
}

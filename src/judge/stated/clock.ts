/** Stated clause `clock`: when latencies start and end, and seen from where. */

import { ARMS, type Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { ms } from '../words.js';
import { byArm, stated } from './stated.js';

export function clock(c: Case): Clause[] {
  const { host, gate } = c.evidence.session;
  const latency = (arm: Arm) => c.arms[arm].latencies;
  const paths = new Set(ARMS.map((arm) => path(c.plan.arms[arm].url)));
  return stated('clock', 'Clock', {
    sentence: `Latencies and objectives start when the trace says that the request is due, so that time spent waiting to be sent counts (coordinated omission); p95 TTFT from due ${byArm((arm) => ms(latency(arm).ttftMs.p95))}, from the send ${byArm((arm) => ms(latency(arm).ttftSentMs.p95))}. TTFT ends at the first event with generated output of any kind, E2E at the moment the outcome is known. Stamps are the upper ends of intervals on the gate's monotonic clock, never early. Vantage point: the gate's process on ${host.cores} cores of ${host.cpu} (${gate.platform}); network path: ${[...paths].join('; ')}. What the engine itself measures is not in these figures.`,
    figures: {
      starts_at: 'due',
      baseline_ttft_p95_due_ms: latency('baseline').ttftMs.p95,
      baseline_ttft_p95_sent_ms: latency('baseline').ttftSentMs.p95,
      candidate_ttft_p95_due_ms: latency('candidate').ttftMs.p95,
      candidate_ttft_p95_sent_ms: latency('candidate').ttftSentMs.p95,
    },
  });
}

function path(url: string | null): string {
  if (url === null) return 'loopback of the same host, HTTP/1.1, no TLS';
  return url.startsWith('https:') ? `${url}, with TLS, other hops unknown` : `${url}, no TLS, other hops unknown`;
}

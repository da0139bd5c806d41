/** A declared limit on the share of failed requests (`max_failures`, section 3.5). */

import type { Bits } from '../../stats/cluster.js';
import { type Attainment, judgeAttainment } from './attainment.js';

/**
 * Attainment of "did not fail" with target 1 - limit, on the outcomes alone: failures carry no latency, so neither
 * near misses nor the knee rule can be read from them.
 *
 * @param failed K runs in trace order, 1 = failed
 * @param terms `limit` in (0, 1), one-sided `level`, time `blocks`
 */
export function judgeFailureShare(
  failed: readonly Bits[],
  { limit, level, blocks = 10 }: { limit: number; level: number; blocks?: number },
): Attainment {
  const survived = failed.map((run) => run.map((bit) => 1 - bit));
  return judgeAttainment(survived, null, { target: 1 - limit, level, blocks });
}

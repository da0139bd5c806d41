/** Stated clause `cache`: the prefix cache's state when each replay began. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { figure, ms } from '../words.js';
import { stated } from './stated.js';

const POLICIES = {
  as_is: 'left as start and warm-up made it; the warm-up uses prompts disjoint from the trace',
  reset: 'reset before the replay',
} as const;

export function cache(c: Case): Clause[] {
  const runs = c.runs.map(({ run: { number, arm, cache: state } }) => {
    if (state === null) return `${number} ${arm} unknown`;
    const reset = c.plan.workload.cache === 'reset' ? `${confirmation(state.resetConfirmed)}, ` : '';
    return `${number} ${arm} ${reset}probe TTFT ${ms(state.probeTtftMs)}, cached tokens ${figure(state.probeCachedTokens)}`;
  });
  const unknown = c.runs.some(({ run: { cache: state } }) => state === null || state.probeCachedTokens === null);
  return stated('cache', 'Cache', {
    unknown,
    declared: `workload.cache: ${c.plan.workload.cache}`,
    sentence: `The prefix cache is ${POLICIES[c.plan.workload.cache]}, by the same policy in both arms. One disjoint probe before each replay shows its state: ${runs.join('; ') || 'unknown, no run'}.`,
    figures: Object.fromEntries(
      c.runs.map(({ run }) => [`run_${run.number}_probe_cached_tokens`, run.cache?.probeCachedTokens ?? null]),
    ),
  });
}

function confirmation(confirmed: boolean | null): string {
  if (confirmed === null) return 'reset unknown';
  return confirmed ? 'reset confirmed' : 'reset not confirmed';
}

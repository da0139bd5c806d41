/** Stated clause `generator`: what the load generator says about itself. */

import type { Arm } from '../../model/arm.js';
import type { Health, Run } from '../../model/run.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { figure, listed, ms, percent } from '../words.js';
import { byArm, stated } from './stated.js';

/** An objective is named when the stamp width at p99 exceeds this share of it. */
const OBJECTIVE_SHARE = 0.1;
/** What the p99 stamp width aims at, ms. */
const WIDTH_TARGET_MS = 1;

export function generator(c: Case): Clause[] {
  const runs = c.runs.flatMap(({ run }) => (run.health === null ? [] : [{ run, health: run.health }]));
  const widths = runs.flatMap(({ health }) => health.stampUncertaintyMs?.p99 ?? []);
  const widestMs = widths.length === 0 ? null : Math.max(...widths);
  const each = runs.map(({ run, health }) => `${run.number} ${run.arm}: ${describe(health)}`);
  const byRun =
    each.length === 0 ? 'What each run did is unknown: none measured it.' : `By run (${LEGEND}): ${each.join('; ')}.`;
  return stated('generator', 'Generator', {
    unknown: runs.length < c.runs.length || runs.length === 0 || widths.length < runs.length,
    n: runs.length,
    sentence: `Schedule lag (sent - due) at worst in a run, p50/p99/max: ${byArm((arm) => armLag(runs, arm))}. ${byRun} ${stampSentence(c, widestMs)} The width covers how late a stamp may be by the gate's own reading; it does not cover time in which the machine did not schedule the gate at all.`,
    figures: {
      widest_stamp_p99_ms: widestMs,
      ...Object.fromEntries(
        runs.flatMap(({ run, health }) => [
          [`run_${run.number}_lag_p99_ms`, health.scheduleLagMs?.p99 ?? null],
          [`run_${run.number}_stamp_p99_ms`, health.stampUncertaintyMs?.p99 ?? null],
          [`run_${run.number}_loop_delay_max_ms`, health.eventLoopDelayMs.max],
          [`run_${run.number}_cpu_share`, cpuShare(health)],
        ]),
      ),
    },
  });
}

/** What `describe` lists, in its order. */
const LEGEND =
  "schedule lag, event-loop delay and stamp width as p50/p99/max ms; CPU of a core; garbage collections and the longest; sockets opened/reused; reads of the largest loop iteration; share of reads that were a stream's second; buffers allocated late";

function describe({ scheduleLagMs, eventLoopDelayMs, stampUncertaintyMs, gc, sockets, ...health }: Health): string {
  const share = cpuShare(health);
  return [
    spread(scheduleLagMs),
    spread(eventLoopDelayMs),
    spread(stampUncertaintyMs),
    share === null ? 'unknown' : percent(share),
    `${gc.count} and ${ms(gc.longestMs)}`,
    `${sockets.opened}/${sockets.reused}`,
    String(health.largestIteration),
    percent(health.secondReadShare),
    String(health.lateBlocks),
  ].join(', ');
}

function spread(of: { p50: number; p99: number; max: number } | null): string {
  return of === null ? 'unknown' : `${figure(of.p50)}/${figure(of.p99)}/${figure(of.max)}`;
}

/** Largest lag figures of an arm's runs. */
function armLag(runs: readonly { run: Run; health: Health }[], arm: Arm): string {
  const lags = runs.flatMap(({ run, health }) => (run.arm === arm ? (health.scheduleLagMs ?? []) : []));
  if (lags.length === 0) return 'unknown';
  const largest = (key: 'p50' | 'p99' | 'max') => figure(Math.max(...lags.map((lag) => lag[key])));
  return `${largest('p50')}/${largest('p99')}/${largest('max')} ms`;
}

function stampSentence({ plan }: Case, widestMs: number | null): string {
  if (widestMs === null) return 'How late stamps may be is unknown.';
  const target =
    widestMs > WIDTH_TARGET_MS
      ? `The widest p99 stamp width, ${ms(widestMs)}, misses the target of ${ms(WIDTH_TARGET_MS)}.`
      : `The widest p99 stamp width, ${ms(widestMs)}, meets the target of ${ms(WIDTH_TARGET_MS)}.`;
  const coarse = plan.slo.flatMap(({ id, objectives }) =>
    Object.entries(objectives ?? {}).flatMap(([name, limitMs]) =>
      limitMs !== null && widestMs > OBJECTIVE_SHARE * limitMs
        ? [`${id} ${name.replace(/Ms$/, '')} ${ms(limitMs)}`]
        : [],
    ),
  );
  const objectives =
    coarse.length === 0
      ? 'It is under a tenth of every objective.'
      : `It is more than a tenth of ${listed(coarse)}: results near these limits are not to be trusted to the last place.`;
  return `${target} ${objectives}`;
}

function cpuShare({ cpuMs, wallMs }: Pick<Health, 'cpuMs' | 'wallMs'>): number | null {
  return wallMs > 0 ? cpuMs / wallMs : null;
}

import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { nowMs } from './clock.js';

/** Sampling step of Node's event-loop delay histogram, ms; a sample includes it, so it is taken off again. */
const LOOP_STEP_MS = 10;

/** The generator's own load over one replay: what it would hide if nobody asked. */
export interface LoadFigures {
  eventLoopDelayMs: { p50: number; p99: number; max: number };
  /** CPU time of the whole process, writer thread included, ms. */
  cpuMs: number;
  wallMs: number;
  gc: { count: number; totalMs: number; longestMs: number };
}

/** Starts measuring; the returned function stops and gives the figures. */
export function watchOwnLoad(): () => LoadFigures {
  const loop = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
  const pausesMs: number[] = [];
  const take = (entries: { duration: number }[]) => {
    for (const { duration } of entries) pausesMs.push(duration);
  };
  const collector = new PerformanceObserver((list) => take(list.getEntries()));
  collector.observe({ entryTypes: ['gc'] });
  const cpu = process.cpuUsage();
  const startMs = nowMs();
  loop.enable();
  return () => {
    loop.disable();
    take(collector.takeRecords());
    collector.disconnect();
    const used = process.cpuUsage(cpu);
    const delay = (ns: number) => Math.max(0, ns / 1e6 - LOOP_STEP_MS);
    return {
      eventLoopDelayMs: { p50: delay(loop.percentile(50)), p99: delay(loop.percentile(99)), max: delay(loop.max) },
      cpuMs: (used.user + used.system) / 1000,
      wallMs: nowMs() - startMs,
      gc: {
        count: pausesMs.length,
        totalMs: pausesMs.reduce((sum, ms) => sum + ms, 0),
        longestMs: pausesMs.reduce((most, ms) => Math.max(most, ms), 0),
      },
    };
  };
}

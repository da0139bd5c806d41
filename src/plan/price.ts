/** What a session will cost and what to know before it starts. */

import type { Plan } from '../model/plan.js';
import type { Problem } from '../model/problem.js';
import type { Trace } from '../model/trace.js';
import type { Fault, Path } from '../trace/strict.js';
import { problemAt, type Source } from './file.js';
import { judgedRequests } from './match.js';

interface Range {
  min: number;
  max: number;
}

/** Runs and minutes. How long a server takes to become ready isn't known beforehand and isn't in the minutes. */
export interface Price {
  /** From the earliest end (a gross FAIL, or the first look) to the last look. */
  runs: Range;
  /** Of one run: at least warm-up, lead-in, window and lead-out; at most the whole drain as well. */
  minutesPerRun: Range;
  minutes: Range;
}

/** Below this many requests an unchanged server is noticeably less likely to pass (decision procedure, section 0). */
const COMFORTABLE_REQUESTS = 500;

export function price(plan: Plan): Price {
  const { warmupMs, leadInMs, windowMs, leadOutMs, drainMs } = plan.workload;
  const { looks, grossFail } = plan.comparison;
  const runs = { min: 2 * (grossFail ? 2 : Math.min(...looks)), max: 2 * Math.max(...looks) };
  const replayMinutes = (warmupMs + leadInMs + windowMs + leadOutMs) / 60_000;
  const minutesPerRun = { min: replayMinutes, max: replayMinutes + drainMs / 60_000 };
  const minutes = { min: runs.min * minutesPerRun.min, max: runs.max * minutesPerRun.max };
  return { runs, minutesPerRun, minutes };
}

/** What doesn't forbid the session but weakens what it can say. */
export function warnings(plan: Plan, trace: Trace, place: Pick<Source, 'file' | 'lines'>): Problem[] {
  const { workload, validity, request } = plan;
  const found: { path: Path; fault: Fault }[] = [];
  const warn = (path: Path, message: string, expected: string, remedy: string) =>
    found.push({ path, fault: { message, expected, remedy } });

  const late = validity.maxLagShare * trace.requests.length;
  if (late < 2) {
    warn(
      ['validity', 'max_lag_share'],
      `allows ${Math.floor(late + 1e-9)} of the ${trace.requests.length} requests of a run to be late: one pause of the machine makes the session INVALID`,
      'a share that allows at least two requests',
      `take a longer trace, or raise it to ${Math.ceil(2000 / trace.requests.length) / 10}%`,
    );
  }
  if (workload.leadInMs === 0) {
    warn(['workload', 'lead_in'], 'the window starts on an idle server', 'a lead-in', 'freeze a trace with a lead-in');
  }
  if (workload.leadOutMs === 0) {
    warn(
      ['workload', 'lead_out'],
      'the window ends with nothing behind it: its last requests see a lighter load',
      'a lead-out',
      'freeze a trace with a lead-out',
    );
  }
  if (workload.drainMs < request.timeoutMs) {
    warn(
      ['workload', 'drain'],
      `${workload.drainMs} ms is shorter than the timeout of a request (${request.timeoutMs} ms): late answers are cancelled`,
      'at least `request.timeout`',
      'raise it, or leave it out',
    );
  }
  const n = judgedRequests(plan, trace).length;
  if (n < COMFORTABLE_REQUESTS) {
    warn(
      ['workload', 'trace'],
      `${n} requests are judged in a run: an unchanged server may end INCONCLUSIVE in one session of twenty`,
      `${COMFORTABLE_REQUESTS} or more; 1000 is comfortable`,
      'freeze a longer trace',
    );
  }
  return found.map(({ path, fault }) => problemAt(place.file, place.lines, { path, ...fault }));
}

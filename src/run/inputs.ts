import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ARMS, type Arm } from '../model/arm.js';
import type { Launch } from '../model/launch.js';
import type { Plan } from '../model/plan.js';
import { formatProblem, type Problem, ProblemError, type Reading } from '../model/problem.js';
import type { Trace } from '../model/trace.js';
import { launchDifference, launchesEqual } from '../plan/diff.js';
import { type LaunchFile, readLaunch, resetRefusals } from '../plan/launch.js';
import { price, warnings } from '../plan/price.js';
import { refusals } from '../plan/reach.js';
import { type PlanDraft, readPlan } from '../plan/read.js';
import { resolvePlan } from '../plan/resolve.js';
import { readTrace } from '../trace/read.js';
import { hostProblems } from './host.js';

type ByArm<T> = Record<Arm, T>;

/** Everything the gate needs to know before the first server starts, read and found sound. */
export interface Inputs {
  plan: Plan;
  planSha256: string;
  /** Plan and launch keys left at their default, dotted. */
  defaults: string[];
  trace: Trace;
  traceBytes: Uint8Array;
  launches: ByArm<Launch | null>;
  /** Absolute folders of the checkouts; null for a server that already runs. */
  checkouts: ByArm<string | null>;
  difference: string[];
  apiKey: string | null;
  /** Price and warnings, for the log. */
  announcements: string[];
}

/**
 * Reads plan, launches and trace, and looks at this machine: a `ProblemError` with every problem that one reading can
 * find, and nothing started.
 *
 * @param planFile the plan, as the person named it
 * @param workingDirectory folder that the arms' checkouts are relative to
 */
export async function readInputs(planFile: string, workingDirectory: string): Promise<Inputs> {
  const planBytes = readOrRefuse(planFile, 'a plan (goodput.yml)');
  const draft = orRefuse(readPlan({ file: planFile, text: planBytes.toString('utf8') }));

  const checkouts = byArm((arm) => {
    const { checkout } = draft.plan.arms[arm];
    return checkout === null ? null : resolve(workingDirectory, checkout);
  });
  const launchFiles = byArm((arm) => join(draft.plan.arms[arm].checkout ?? '', draft.plan.arms[arm].launch ?? ''));
  const launchReadings = byArm((arm) => readLaunchOf(arm, draft, workingDirectory, launchFiles[arm]));
  const traceFile = join(dirname(planFile), draft.plan.workload.trace);
  const traceReading = reading(() => readOrRefuse(traceFile, 'the trace that the plan names'));
  const parsedTrace = traceReading.ok ? readTrace({ file: traceFile, bytes: traceReading.value }) : traceReading;
  const problems = [launchReadings.baseline, launchReadings.candidate, parsedTrace].flatMap((r) =>
    r.ok ? [] : r.problems,
  );
  if (problems.length > 0) throw new ProblemError(unique(problems));

  const trace = orRefuse(parsedTrace);
  const plan = orRefuse(resolvePlan(draft, trace));
  const files = byArm((arm) => orRefuse(launchReadings[arm]));
  const launches = byArm((arm) => files[arm]?.launch ?? null);
  const found = [
    ...refusals(plan, trace, draft),
    ...resetRefusals(plan, files, draft),
    ...(await hostProblems({ plan, planFile, launches, launchFiles, trace, env: process.env })),
  ];
  if (found.length > 0) throw new ProblemError(found);

  const keyName = plan.request.apiKeyEnv;
  return {
    plan,
    planSha256: createHash('sha256').update(planBytes).digest('hex'),
    defaults: [
      ...draft.defaults,
      ...ARMS.flatMap((arm) => (files[arm]?.defaults ?? []).map((key) => `${arm}: ${key}`)),
    ],
    trace,
    traceBytes: orRefuse(traceReading),
    launches,
    checkouts,
    difference: launchDifference(launches.baseline, launches.candidate),
    apiKey: keyName === null ? null : (process.env[keyName] ?? null),
    announcements: announce(plan, trace, draft, launches),
  };
}

function readLaunchOf(arm: Arm, draft: PlanDraft, workingDirectory: string, file: string): Reading<LaunchFile | null> {
  if (draft.plan.arms[arm].checkout === null) return { ok: true, value: null };
  const bytes = reading(() => readOrRefuse(resolve(workingDirectory, file), `the launch of the ${arm}`, file));
  return bytes.ok ? readLaunch({ file, text: bytes.value.toString('utf8') }) : bytes;
}

function announce(plan: Plan, trace: Trace, draft: PlanDraft, launches: ByArm<Launch | null>): string[] {
  const { runs, minutes } = price(plan);
  const lengths = `${minutes.min.toFixed(1)} to ${minutes.max.toFixed(1)} minutes`;
  return [
    `price: ${runs.min} to ${runs.max} runs, ${lengths} and the starts of the servers`,
    ...[...warnings(plan, trace, draft), ...sameArms(plan, launches, draft.file)].map(
      (warning) => `warning: ${formatProblem(warning)}`,
    ),
  ];
}

/** Arms that nothing distinguishes before their servers run (design, section 7, Identity). */
function sameArms({ comparison }: Plan, { baseline, candidate }: ByArm<Launch | null>, file: string): Problem[] {
  if (comparison.expectIdentical || !launchesEqual(baseline, candidate)) return [];
  const [before, after] = [digestOf(baseline), digestOf(candidate)];
  if (before !== null && after !== null && before !== after) return [];
  return [
    {
      file,
      field: 'arms',
      message:
        baseline === null
          ? 'both servers already run: no launch tells them apart'
          : 'both launches have the same `start` and `env`',
      expected: "a declared identity or an engine's own version that differs; if none does, the session is INVALID",
      remedy: 'see that the candidate really differs, or write comparison.expect_identical: true if it is not meant to',
    },
  ];
}

/** The identity that is known before a server runs. */
function digestOf(launch: Launch | null): string | null {
  const identity = launch?.identity ?? null;
  return identity !== null && 'digest' in identity ? identity.digest : null;
}

function byArm<T>(of: (arm: Arm) => T): ByArm<T> {
  return { baseline: of('baseline'), candidate: of('candidate') };
}

function readOrRefuse(path: string, what: string, shown = path): Buffer {
  const problem = { file: shown, expected: what, remedy: 'check the path and the working directory' };
  if (!existsSync(path)) throw new ProblemError([{ ...problem, message: 'there is no such file' }]);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ProblemError([{ ...problem, message: error instanceof Error ? error.message : String(error) }]);
  }
}

/** A step that refuses by throwing, as a reading. */
function reading<T>(step: () => T): Reading<T> {
  try {
    return { ok: true, value: step() };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problems: [...error.problems] };
    throw error;
  }
}

function orRefuse<T>(result: Reading<T>): T {
  if (!result.ok) throw new ProblemError(result.problems);
  return result.value;
}

/** Two arms may share one launch file; its problems are said once. */
function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const text = formatProblem(problem);
    return !seen.has(text) && seen.add(text);
  });
}

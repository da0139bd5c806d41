import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Session } from '../model/bundle.js';
import type { Launch } from '../model/launch.js';
import type { Plan } from '../model/plan.js';
import type { Problem } from '../model/problem.js';
import type { Trace } from '../model/trace.js';
import { portBusy } from './ports.js';

/** Descriptors the gate needs beside one socket per outstanding request. */
const OWN_DESCRIPTORS = 64;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** This machine, as the versions clause prints it. */
export function describeHost(): Session['host'] {
  const list = cpus();
  return { cpu: list[0]?.model.trim() ?? 'unknown', cores: list.length, memoryBytes: totalmem() };
}

export interface HostCheck {
  plan: Plan;
  planFile: string;
  launches: { baseline: Launch | null; candidate: Launch | null };
  launchFiles: { baseline: string; candidate: string };
  trace: Trace;
  env: Readonly<Record<string, string | undefined>>;
}

/** What this machine can't do for this plan, looked at before any server starts. */
export async function hostProblems(check: HostCheck): Promise<Problem[]> {
  const problems: Problem[] = [];
  const seen = new Set<number>();
  for (const arm of ['baseline', 'candidate'] as const) {
    const port = check.launches[arm]?.port ?? null;
    if (port === null || seen.has(port)) continue;
    seen.add(port);
    if (await portBusy(port)) {
      problems.push({
        file: check.launchFiles[arm],
        field: 'port',
        message: `port ${port} of 127.0.0.1 is busy`,
        expected: 'a port nobody listens on',
        remedy:
          'stop what listens there, or leave out `port` and write {port} in `start`: a free one is then chosen for each run',
      });
    }
  }
  problems.push(...keyProblems(check));
  const need = peakOutstanding(check.trace, check.plan.request.timeoutMs) + OWN_DESCRIPTORS;
  const limit = descriptorLimit();
  if (limit !== null && need > limit) {
    problems.push({
      file: check.planFile,
      field: 'request.timeout',
      message: `up to ${need} open files may be needed, and this process may open ${limit}`,
      expected: 'room for every request that can be outstanding within one timeout',
      remedy: `raise the limit (ulimit -n ${need}), or shorten request.timeout`,
    });
  }
  return problems;
}

/** A key that is missing, or that no header can carry. Its value is never shown. */
function keyProblems({ plan, planFile, env }: HostCheck): Problem[] {
  const name = plan.request.apiKeyEnv;
  if (name === null) return [];
  const place = { file: planFile, field: 'request.api_key_env' };
  const key = env[name] ?? '';
  if (key === '') {
    return [
      {
        ...place,
        message: `the environment variable ${name} is not set`,
        expected: 'the key of the server under test in that variable',
        remedy: `set ${name} for this step, or leave out request.api_key_env`,
      },
    ];
  }
  if (VISIBLE_ASCII.test(key)) return [];
  return [
    {
      ...place,
      message: `the value of ${name} can't be sent as a bearer token (it is not shown here)`,
      expected: 'visible ASCII characters only: no blank, line feed or accent',
      remedy: `look for a line feed or a blank at an end of ${name}, and set it again without`,
    },
  ];
}

/** Most requests due within any stretch of one timeout: all of them may be outstanding at once. */
function peakOutstanding(trace: Trace, timeoutMs: number): number {
  const dueMs = trace.requests.map((request) => request.dueMs).sort((a, b) => a - b);
  let peak = 0;
  let first = 0;
  for (const [i, due] of dueMs.entries()) {
    while ((dueMs[first] ?? due) < due - timeoutMs) first += 1;
    peak = Math.max(peak, i - first + 1);
  }
  return peak;
}

/** Soft limit of open files, or null where the system does not tell. */
function descriptorLimit(): number | null {
  try {
    const match = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return match === null ? null : Number(match[1]);
  } catch {
    return null;
  }
}

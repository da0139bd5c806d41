/** Whether the declared evidence can reach the declared bounds, known before any GPU minute (decision procedure, section 2). */

import type { Plan, Slo } from '../model/plan.js';
import type { Problem } from '../model/problem.js';
import type { Trace } from '../model/trace.js';
import { tQuantile } from '../stats/quantile.js';
import { adjustedMinN } from '../stats/wilson.js';
import { cohortOf } from '../trace/cohort.js';
import type { Fault, Path } from '../trace/strict.js';
import { problemAt, type Source } from './file.js';
import { confidenceFault, looksFault } from './looks.js';
import { judgedRequests, matchesClass } from './match.js';

const BLOCKS = 10;
/** The smallest design effect that a session may claim. */
const FLOOR = 2;
/** A p95 needs at least five requests beyond it: n (1 - 0.95) >= 5. */
const P95_REQUESTS = 100;

type Place = Pick<Source, 'file' | 'lines'>;

/**
 * Every reason why no run could end in a verdict: R1, R2, R3, R5 and R8, requests without an SLO and SLOs without a
 * request. There is no R6 while class-level clauses can't be declared.
 *
 * @param place the plan file as read, for names and lines
 */
export function refusals(plan: Plan, trace: Trace, place: Place): Problem[] {
  const deciding = plan.slo.some((slo) => slo.objectives !== null);
  return [
    ...matchProblems(plan, trace, place),
    ...plan.slo.flatMap((slo, i) => attainmentProblems(slo, i, plan, trace, place)),
    ...(deciding ? quantileProblems(plan, trace, place) : []),
    ...declarationProblems(plan, place),
  ];
}

function matchProblems(plan: Plan, trace: Trace, place: Place): Problem[] {
  const unmatched = trace.requests.filter((request) => !plan.slo.some((slo) => matchesClass(slo, request.class)));
  const classes = [...new Set(unmatched.map((request) => request.class))];
  const homeless = classes.map((name): Problem => {
    const requests = unmatched.filter((request) => request.class === name);
    return {
      file: trace.file,
      line: requests[0]?.line ?? 1,
      field: 'class',
      message: `${requests.length} requests of class \`${name}\` match no \`slo\` entry, the first on this line`,
      expected: 'each request matches exactly one entry',
      remedy: `add an entry for the class to the plan, with objectives or with \`slo: none\``,
    };
  });
  const known = [...new Set(trace.requests.map((request) => request.class))].map((name) => `\`${name}\``).join(', ');
  const idle = plan.slo.flatMap((slo, i) =>
    matchedCount(slo, plan, trace) > 0
      ? []
      : [
          problem(place, ['slo', i, ...(slo.classes === null ? [] : ['where'])], {
            message: `no request of the window matches the entry \`${slo.id}\``,
            expected: `classes of the trace: ${known}`,
            remedy: 'correct the class, or remove the entry',
          }),
        ],
  );
  return [...homeless, ...idle];
}

function matchedCount(slo: Slo, plan: Plan, trace: Trace): number {
  // Requests without an objective may lie in the lead-in alone.
  const requests = slo.objectives === null ? trace.requests : cohortOf(trace, plan.workload.windowMs);
  return requests.filter((request) => matchesClass(slo, request.class)).length;
}

/** R1 and R3 for one SLO: with zero misses, could its lower bound reach the target? */
function attainmentProblems(slo: Slo, i: number, plan: Plan, trace: Trace, place: Place): Problem[] {
  const target = slo.attainment;
  const n = matchedCount(slo, plan, trace);
  if (slo.objectives === null || target === null || n === 0) return [];
  if (!(target > 0 && target < 1)) return [shareProblem(place, ['slo', i, 'attainment'], target)];
  const { confidence } = plan.comparison;
  const t = tQuantile(confidence, BLOCKS - 1);
  const needed = Math.max(adjustedMinN(target, confidence, BLOCKS, FLOOR), 2 * BLOCKS);
  if (n >= needed) return [];
  const least = short((FLOOR * t * t * target) / (1 - target));
  const formula =
    n < 2 * BLOCKS
      ? `n = ${n} < 2 * ${BLOCKS} time blocks`
      : `n = ${n} < ${FLOOR} * t(${short(confidence)}, ${BLOCKS - 1})^2 * ${short(target)} / ${short(1 - target)} = ${least}`;
  const reachable = n < 2 * BLOCKS ? undefined : highestTarget(n, confidence);
  return [
    problem(place, ['slo', i, 'attainment'], {
      message: `${percent(target)} can't be shown by ${n} requests, not even by ${n} of ${n} qualified: ${formula}`,
      expected: `at least ${needed} requests of this entry in the window`,
      remedy: `take a trace with ${needed}${reachable === undefined ? '' : `, or a target of at most ${percent(reachable)}`}`,
    }),
  ];
}

/** The highest target, in whole tenths of a percent, that n requests without a miss could show. */
function highestTarget(n: number, confidence: number): number | undefined {
  for (let tenths = 999; tenths > 0; tenths -= 1) {
    if (adjustedMinN(tenths / 1000, confidence, BLOCKS, FLOOR) <= n) return tenths / 1000;
  }
  return undefined;
}

/** R2 for the relative p95 clauses that gate. */
function quantileProblems(plan: Plan, trace: Trace, place: Place): Problem[] {
  const { margins } = plan.comparison;
  const judged = judgedRequests(plan, trace);
  const several = judged.filter((request) => request.maxTokens > 1);
  return [
    { key: 'ttft_p95', margin: margins.ttftP95, n: judged.length, requests: 'requests with an SLO' },
    {
      key: 'tpot_p95',
      margin: margins.tpotP95,
      n: several.length,
      requests: 'requests with an SLO and more than one output token',
    },
  ].flatMap(({ key, margin, n, requests }) => {
    if (margin === 'report' || n >= P95_REQUESTS) return [];
    return [
      problem(place, ['comparison', 'margins', key], {
        message: `a 95th percentile of ${n} ${requests} rests on fewer than five: n (1 - 0.95) = ${short(n / 20)} < 5`,
        expected: `at least ${P95_REQUESTS} such requests in the window`,
        remedy: `take a trace with ${P95_REQUESTS}, or write \`${key}: report\` to state it without judging`,
      }),
    ];
  });
}

/** R5 and R8 for a plan that didn't come through the reader. */
function declarationProblems(plan: Plan, place: Place): Problem[] {
  const { looks, confidence, margins } = plan.comparison;
  const outside = [
    { key: 'goodput', margin: margins.goodput },
    { key: 'ttft_p95', margin: margins.ttftP95 },
    { key: 'tpot_p95', margin: margins.tpotP95 },
  ].flatMap(({ key, margin }) =>
    margin === 'report' || (margin > 0 && margin < 1)
      ? []
      : [shareProblem(place, ['comparison', 'margins', key], margin)],
  );
  const sequence = looksFault(looks);
  const level = sequence === undefined ? confidenceFault(looks, confidence) : undefined;
  return [
    ...outside,
    ...(plan.slo.some((slo) => slo.objectives !== null)
      ? []
      : [
          problem(place, ['slo'], {
            message: 'no entry has an objective',
            expected: 'an entry that decides',
            remedy: 'add one',
          }),
        ]),
    ...(sequence === undefined ? [] : [problem(place, ['comparison', 'looks'], sequence)]),
    ...(level === undefined ? [] : [problem(place, ['comparison', 'confidence'], level)]),
  ];
}

function shareProblem(place: Place, path: Path, share: number): Problem {
  const fault = { message: `${percent(share)} is out of range`, expected: 'a percentage between 0% and 100%' };
  return problem(place, path, { ...fault, remedy: 'write one inside the range' });
}

function problem(place: Place, path: Path, fault: Fault): Problem {
  return problemAt(place.file, place.lines, { path, ...fault });
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}

/** Four significant digits, for a person. */
function short(x: number): string {
  return String(Number(x.toPrecision(4)));
}

/** The folded parts: why requests missed, the runs, what differs between the arms, a broken server's log, how to repeat. */

import { ARMS, type Arm } from '../model/arm.js';
import type { Session } from '../model/bundle.js';
import { type ArmFigures, MISSES } from '../model/measure.js';
import { OUTCOMES } from '../model/record.js';
import type { Judgement } from '../model/verdict.js';
import { type Inline, number, type Rich, type Section, table, word } from './document.js';
import { formatCount, formatDeclared, formatNumber, formatShare, formatValue, NOT_AVAILABLE } from './format.js';
import { END_LABEL, MISS_LABEL, OUTCOME_LABEL, RECOMPUTE } from './sentences.js';

/** The last lines of a broken server's log; null when no server broke. */
export function logSection({ logTail, runs }: Judgement): Section | null {
  if (logTail === null) return null;
  const run = runs.find(({ number }) => number === logTail.run);
  const whose = run === undefined ? '' : `, ${run.arm}, ${END_LABEL[run.end]}`;
  const lines = logTail.lines.length === 0 ? ['(the server wrote nothing)'] : logTail.lines;
  return {
    title: `Last lines of the server's log (run ${logTail.run}${whose})`,
    priority: 'figures',
    folded: false,
    blocks: [{ kind: 'log', lines }],
  };
}

/** Why requests did not qualify, by reason and by class. */
export function missesSection({ arms }: Judgement): Section {
  const figures = ARMS.map((arm) => arms[arm]);
  const countRow = (label: string, count: (arm: ArmFigures) => number): Rich[] => [
    label,
    ...figures.map((arm) => share(count(arm), arm.offered)),
  ];
  const reasons = MISSES.filter((miss) => figures.some((arm) => (arm.misses[miss] ?? 0) > 0));
  const outcomes = OUTCOMES.filter(
    (name) => name !== 'success' && figures.some((arm) => (arm.outcomes[name] ?? 0) > 0),
  );
  const rows = [
    countRow('qualified', (arm) => arm.qualified),
    ...reasons.map((miss) => countRow(MISS_LABEL[miss], (arm) => arm.misses[miss] ?? 0)),
    ...outcomes.map((name) => countRow(`outcome: ${OUTCOME_LABEL[name]}`, (arm) => arm.outcomes[name] ?? 0)),
  ];
  return {
    title: 'Why requests did not qualify',
    priority: 'details',
    folded: true,
    blocks: [
      table(
        'Requests of the cohort over all judged runs, by reason',
        [word('requests'), number('baseline'), number('candidate')],
        rows,
      ),
      { kind: 'paragraph', text: 'A request counts under every reason that applies.' },
      ...classTable(arms),
    ],
  };
}

function classTable(arms: Judgement['arms']): Section['blocks'] {
  const names = [...new Set(ARMS.flatMap((arm) => arms[arm].classes.map((entry) => entry.class)))];
  if (names.length < 2) return [];
  const rows = names.map((name): Rich[] => [
    name,
    ...ARMS.map((arm) => {
      const found = arms[arm].classes.find((entry) => entry.class === name);
      return found === undefined ? NOT_AVAILABLE : share(found.qualified, found.offered);
    }),
  ]);
  return [
    table('Qualified requests by class', [word('qualified in class'), number('baseline'), number('candidate')], rows),
  ];
}

/** One row a run, in the order they were made. */
export function runsSection({ runs }: Judgement): Section {
  const rows = runs.map((run): Rich[] => [
    String(run.number),
    run.arm,
    String(run.pair),
    run.end === 'complete' ? END_LABEL[run.end] : { mark: END_LABEL[run.end], tone: 'bad' },
    formatValue(run.attainment, 'share'),
    formatNumber(run.goodputRps),
    formatValue(run.latencies.ttftMs.p95, 'ms'),
    formatValue(run.wallClock.outputTokensPerS, ''),
    `${formatValue(run.lag.p99Ms, 'ms')}; ${formatValue(run.lag.maxMs, 'ms')}`,
    formatValue(run.stampUncertaintyMs, 'ms'),
  ]);
  const figures = ['attainment', 'goodput, req/s', 'p95 TTFT', 'output tokens/s', 'lag p99; max', 'stamp uncertainty'];
  const columns = [word('run'), word('arm'), number('pair'), word('end'), ...figures.map(number)];
  return {
    title: `Runs: ${runs.length}`,
    priority: 'runs',
    folded: true,
    blocks: [table('Runs in the order made', columns, rows)],
  };
}

/** What the two launches declare differently. */
export function differenceSection({ difference }: Session): Section {
  return {
    title: `Declared difference between the launches: ${difference.length === 0 ? 'none' : difference.length}`,
    priority: 'details',
    folded: true,
    blocks: [
      difference.length === 0
        ? { kind: 'paragraph', text: 'Both arms declare the same launch.' }
        : { kind: 'list', items: difference.map((line) => ({ prose: line })) },
    ],
  };
}

/** How to recompute the judgement, from which bytes, with which defaults. */
export function repeatSection({ hashes }: Judgement, session: Session): Section {
  const { defaults, gate } = session;
  const left = defaults.flatMap((key): Inline[] => ['; ', { code: key }, ` ${resolved(session, key)}`]).slice(1);
  return {
    title: 'Recompute it',
    priority: 'details',
    folded: true,
    blocks: [
      { kind: 'paragraph', text: ['From nothing but the bundle: ', { code: RECOMPUTE }] },
      {
        kind: 'list',
        items: [
          ['plan (SHA-256) ', { code: hashes.plan }],
          ['trace (SHA-256) ', { code: hashes.trace }],
          ['gate ', { code: `${gate.version} (${gate.source.slice(0, 12)})` }, `, Node ${gate.node}, ${gate.platform}`],
          left.length === 0 ? 'every plan key was set' : ['plan keys left out, with the value that stood: ', ...left],
        ],
      },
    ],
  };
}

/** Every intermediate figure by clause and name, as the judge left it; null when there is none. */
export function figuresSection({ clauses }: Judgement): Section | null {
  const rows = clauses.flatMap(({ title, figures }) =>
    Object.entries(figures).map(([name, value]): Rich[] => [title, { code: name }, String(value ?? 'unknown')]),
  );
  if (rows.length === 0) return null;
  return {
    title: `Intermediate figures: ${rows.length}`,
    priority: 'details',
    folded: true,
    blocks: [table('Intermediate figures of the clauses', [word('clause'), word('figure'), number('value')], rows)],
  };
}

/**
 * The resolved value of a key as a person writes it: `request.timeout` of the plan, `baseline: ready.path` of a launch.
 * Durations end in `Ms` there.
 */
function resolved({ plan, launches }: Session, key: string): string {
  const [, arm, inLaunch] = /^(baseline|candidate): (.*)$/.exec(key) ?? [];
  let value: unknown = arm === undefined ? plan : launches[arm as Arm];
  for (const part of (inLaunch ?? key).split('.')) {
    const name = part.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const fields = Object(value) as Record<string, unknown>;
    const duration = fields[`${name}Ms`];
    if (typeof duration === 'number') return formatDeclared(duration, 'ms');
    value = fields[name];
  }
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function share(count: number, offered: number): string {
  return offered === 0
    ? formatCount(count)
    : `${formatCount(count)} of ${formatCount(offered)} (${formatShare(count / offered)})`;
}

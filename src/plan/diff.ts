/** The declared difference between two launches: what a pull request changed about how its server starts. */

import type { Launch } from '../model/launch.js';

/**
 * The differences of two launches as lines a reviewer can read, empty when there is none. null stands for a server
 * that already runs.
 */
export function launchDifference(baseline: Launch | null, candidate: Launch | null): string[] {
  if (baseline === null && candidate === null) return [];
  if (baseline === null) return ['the baseline is a server that already runs; the candidate is started from a launch'];
  if (candidate === null) return ['the baseline is started from a launch; the candidate is a server that already runs'];
  return [
    ...argumentDifference(baseline.start, candidate.start),
    ...envDifference(baseline.env, candidate.env),
    ...settingDifference(baseline, candidate),
  ];
}

/** Whether two launches start the same server: the same `start` and `env`. Ports and waiting times don't count (design, section 7). */
export function launchesEqual(baseline: Launch | null, candidate: Launch | null): boolean {
  if (baseline === null || candidate === null) return baseline === candidate;
  return (
    argumentDifference(baseline.start, candidate.start).length === 0 &&
    envDifference(baseline.env, candidate.env).length === 0
  );
}

/** One line a changed stretch of arguments, with the option that a changed value belongs to. */
function argumentDifference(baseline: readonly string[], candidate: readonly string[]): string[] {
  const kept = commonArguments(baseline, candidate);
  const lines: string[] = [];
  let [b, c] = [0, 0];
  for (const next of [...kept, { b: baseline.length, c: candidate.length }]) {
    const removed = baseline.slice(b, next.b);
    const added = candidate.slice(c, next.c);
    if (removed.length + added.length > 0) lines.push(stretch(baseline[b - 1], removed, added));
    [b, c] = [next.b + 1, next.c + 1];
  }
  return lines;
}

function stretch(before: string | undefined, removed: readonly string[], added: readonly string[]): string {
  const option = before?.startsWith('-') === true && !before.includes('=') ? [before] : [];
  if (removed.length === 0) return `start: added ${quote([...option, ...added])}`;
  if (added.length === 0) return `start: removed ${quote([...option, ...removed])}`;
  return `start: ${quote([...option, ...removed])} became ${quote([...option, ...added])}`;
}

/** A longest common subsequence of two argument lists, as positions in both. */
function commonArguments(a: readonly string[], b: readonly string[]): { b: number; c: number }[] {
  const lengths: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const kept: { b: number; c: number }[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      kept.push({ b: i, c: j });
      i += 1;
      j += 1;
    } else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}

function envDifference(baseline: Record<string, string>, candidate: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(baseline), ...Object.keys(candidate)])].sort();
  return names.flatMap((name) => {
    const [before, after] = [baseline[name], candidate[name]];
    if (before === after) return [];
    if (before === undefined) return [`env.${name}: added ${quote([after ?? ''])}`];
    return [
      after === undefined
        ? `env.${name}: removed (was ${quote([before])})`
        : `env.${name}: ${quote([before])} became ${quote([after])}`,
    ];
  });
}

function settingDifference(baseline: Launch, candidate: Launch): string[] {
  const settings: { name: string; of: (launch: Launch) => unknown }[] = [
    { name: 'port', of: (launch) => launch.port },
    { name: 'ready.path', of: (launch) => launch.ready.path },
    { name: 'ready.timeout (ms)', of: (launch) => launch.ready.timeoutMs },
    { name: 'stop.signal', of: (launch) => launch.stop.signal },
    { name: 'stop.grace (ms)', of: (launch) => launch.stop.graceMs },
    { name: 'identity', of: (launch) => launch.identity },
    { name: 'reset_cache', of: (launch) => launch.resetCache },
    { name: 'scratch', of: (launch) => launch.scratch },
  ];
  return settings.flatMap(({ name, of }) => {
    const [before, after] = [JSON.stringify(of(baseline)), JSON.stringify(of(candidate))];
    return before === after ? [] : [`${name}: ${before} became ${after}`];
  });
}

/** Words as a reader would type them; those with blanks or nothing in them in quotes. */
function quote(words: readonly string[]): string {
  return `\`${words.map((word) => (/^[^\s"'`]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}\``;
}

/**
 * What must hold between keys of a plan. The rules look at the value as written, so that a mistake in one key doesn't
 * hide a contradiction between two others; what a rule can't read, the schema complains about.
 */

import { nearest } from '../trace/nearest.js';
import { isRecord } from '../trace/schema.js';
import { type Fault, type Path, type PlacedFault, show } from '../trace/strict.js';
import { confidenceFault } from './looks.js';
import { durationMs, percentShare } from './scalars.js';

const OBJECTIVES = ['ttft', 'first_visible', 'tpot', 'max_gap', 'e2e'];

/** Every contradiction in a plan's value, placed. */
export function planRuleFaults(plan: unknown): PlacedFault[] {
  if (!isRecord(plan)) return [];
  const arms = isRecord(plan['arms']) ? plan['arms'] : {};
  return [
    ...['baseline', 'candidate'].flatMap((arm) => armFaults(arms[arm], ['arms', arm])),
    ...(Array.isArray(plan['slo']) ? sloFaults(plan['slo']) : []),
    ...(Array.isArray(plan['quality']) ? qualityFaults(plan['quality']) : []),
    ...comparisonFaults(plan['comparison']),
    ...validityFaults(plan['validity']),
  ];
}

function armFaults(arm: unknown, path: Path): PlacedFault[] {
  if (!isRecord(arm)) return [];
  const expected = 'exactly one of `checkout` with `launch`, or `url`';
  if ('url' in arm) {
    const extra = ['checkout', 'launch'].filter((key) => key in arm);
    const passed = Array.isArray(arm['pass_env']) && arm['pass_env'].length > 0 ? ['pass_env'] : [];
    return [...extra, ...passed].map((key) =>
      at([...path, key], {
        message: `\`${key}\` beside \`url\`: a server that already runs is not started`,
        expected,
        remedy: `remove \`${key}\`, or \`url\``,
      }),
    );
  }
  const absent = ['checkout', 'launch'].filter((key) => !(key in arm));
  if (absent.length === 2) {
    return [
      at(path, { message: 'says nothing about where the server comes from', expected, remedy: 'add one of the two' }),
    ];
  }
  return absent.map((key) => at([...path, key], { message: 'is missing', expected, remedy: 'add it' }, 'missing'));
}

function sloFaults(entries: readonly unknown[]): PlacedFault[] {
  const faults: PlacedFault[] = [];
  const known = entries.map((entry, i) => ({ entry, path: ['slo', i] })).filter((item) => isRecord(item.entry));
  if (!known.some(({ entry }) => isRecord(entry) && entry['slo'] === undefined)) {
    faults.push(
      at(['slo'], {
        message: 'no entry has an objective, so nothing would decide',
        expected: 'at least one entry with objectives and an `attainment`',
        remedy: 'add one such as `{id: all, ttft: 800ms, attainment: 95%}`',
      }),
    );
  }
  for (const [i, { entry, path }] of known.entries()) {
    if (!isRecord(entry)) continue;
    faults.push(...objectiveFaults(entry, path));
    for (const earlier of known.slice(0, i)) {
      if (isRecord(earlier.entry)) faults.push(...pairFaults(entry, path, earlier.entry, i));
    }
  }
  return faults;
}

function objectiveFaults(entry: Record<string, unknown>, path: Path): PlacedFault[] {
  const objectives = OBJECTIVES.filter((key) => key in entry);
  if ('slo' in entry) {
    return [...objectives, 'attainment']
      .filter((key) => key in entry)
      .map((key) =>
        at([...path, key], {
          message: `\`${key}\` beside \`slo: none\``,
          expected: 'either objectives with an `attainment`, or `slo: none`',
          remedy: 'remove one of the two',
        }),
      );
  }
  const faults: PlacedFault[] = [];
  // A mistyped objective is reported as an unknown key, not as an entry without one as well.
  if (!Object.keys(entry).some((key) => nearest(key, OBJECTIVES) !== null)) {
    const expected = `one of ${OBJECTIVES.join(', ')}; or \`slo: none\``;
    faults.push(at(path, { message: 'has no objective', expected, remedy: 'add one such as `ttft: 800ms`' }));
  }
  if (!('attainment' in entry)) {
    const fault = { message: 'is missing', expected: 'the share that must qualify, such as `95%`', remedy: 'add it' };
    faults.push(at([...path, 'attainment'], fault, 'missing'));
  }
  return faults;
}

/** What two entries have in common that they may not have. */
function pairFaults(
  entry: Record<string, unknown>,
  path: Path,
  earlier: Record<string, unknown>,
  i: number,
): PlacedFault[] {
  const faults: PlacedFault[] = [];
  if (typeof entry['id'] === 'string' && entry['id'] === earlier['id']) {
    faults.push(
      at([...path, 'id'], {
        message: `${show(entry['id'])} is already the id of an entry above`,
        expected: 'an id that occurs once: it names the clause',
        remedy: 'rename one of the two',
      }),
    );
  }
  const shared = sharedRequests(classesOf(earlier), classesOf(entry));
  if (shared !== undefined) {
    faults.push(
      at('where' in entry ? [...path, 'where'] : path, {
        message: `${shared} match this entry and ${show(earlier['id'] ?? `entry ${i}`)}`,
        expected: 'each request matches exactly one entry',
        remedy: 'give every entry a `where` with classes of its own',
      }),
    );
  }
  return faults;
}

/** The classes of an entry as written; `all` without a `where`, undefined when it can't be read. */
function classesOf(entry: Record<string, unknown>): readonly unknown[] | 'all' | undefined {
  if (!('where' in entry)) return 'all';
  const names = isRecord(entry['where']) ? entry['where']['class'] : undefined;
  if (typeof names === 'string') return [names];
  return Array.isArray(names) ? names : undefined;
}

function sharedRequests(
  a: readonly unknown[] | 'all' | undefined,
  b: readonly unknown[] | 'all' | undefined,
): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === 'all' && b === 'all') return 'all requests';
  const shared = a === 'all' ? b : b === 'all' ? a : a.filter((name) => b.includes(name));
  return shared === 'all' || shared.length === 0
    ? undefined
    : `requests of class ${shared.map((name) => show(name)).join(', ')}`;
}

function qualityFaults(entries: readonly unknown[]): PlacedFault[] {
  return entries.flatMap((entry, i) =>
    isRecord(entry) && Object.keys(entry).every((key) => key === 'where')
      ? [
          at(['quality', i], {
            message: 'checks nothing',
            expected: 'a check of the answers',
            remedy: 'remove the entry',
          }),
        ]
      : [],
  );
}

function comparisonFaults(comparison: unknown): PlacedFault[] {
  if (!isRecord(comparison)) return [];
  const { looks, confidence } = comparison;
  const share = typeof confidence === 'string' ? percentShare(confidence) : undefined;
  if (!Array.isArray(looks) || share === undefined || share >= 1) return [];
  const fault = confidenceFault(looks, share);
  return fault === undefined ? [] : [at(['comparison', 'confidence'], fault)];
}

function validityFaults(validity: unknown): PlacedFault[] {
  if (!isRecord(validity)) return [];
  const late = durationMs(String(validity['schedule_lag']));
  const most = durationMs(String(validity['max_lag']));
  if (late === undefined || most === undefined || most >= late) return [];
  const message = `${validity['max_lag']} is shorter than \`schedule_lag\` (${validity['schedule_lag']})`;
  return [
    at(['validity', 'max_lag'], {
      message,
      expected: 'at least `schedule_lag`',
      remedy: 'raise it, or lower `schedule_lag`',
    }),
  ];
}

function at(path: Path, fault: Fault, kind: PlacedFault['kind'] = 'wrong'): PlacedFault {
  return { path, kind, ...fault };
}

import type { z } from 'zod';
import type { Launch } from '../model/launch.js';
import type { Plan } from '../model/plan.js';
import type { Problem, Reading } from '../model/problem.js';
import { isRecord } from '../trace/schema.js';
import { type PlacedFault, show } from '../trace/strict.js';
import { LAUNCH_DEFAULTS } from './defaults.js';
import { problemAt, readFile, type Source } from './file.js';
import { asText, launchFileSchema } from './launch-schema.js';

/** One arm's launch as its file says it. */
export interface LaunchFile extends Source {
  launch: Launch;
}

/** What a start argument may hold in braces: the run's port, the plan's model, the gate's Node and its own file. */
const PLACEHOLDERS = ['port', 'model', 'node', 'gate'];

/**
 * How one arm starts, from the text of its launch file (design, section 4), or every problem at once.
 *
 * @param file the path as the plan names it; only shown
 */
export function readLaunch(input: { file: string; text: string }): Reading<LaunchFile> {
  const reading = readFile(input, { schema: launchFileSchema, defaults: LAUNCH_DEFAULTS, rules: launchRuleFaults });
  if (!reading.ok) return reading;
  const { written, source } = reading.value;
  return { ok: true, value: { ...source, launch: toLaunch(written) } };
}

/** Problems of a `cache: reset` that an arm has no way to do. `launches` holds null for an arm with a `url`. */
export function resetRefusals(
  plan: Plan,
  launches: { baseline: LaunchFile | null; candidate: LaunchFile | null },
  source: Source,
): Problem[] {
  if (plan.workload.cache !== 'reset') return [];
  return (['baseline', 'candidate'] as const).flatMap((arm) => {
    const file = launches[arm];
    if (file !== null && file.launch.resetCache !== null) return [];
    const message =
      file === null
        ? `\`reset\`, but the ${arm} is a server that already runs`
        : `\`reset\`, but ${file.file} has no \`reset_cache\``;
    return [
      problemAt(source.file, source.lines, {
        path: ['workload', 'cache'],
        message,
        expected: 'a launch with `reset_cache` for both arms',
        remedy: 'add `reset_cache: {path: /reset_prefix_cache}` to the launch, or write `cache: as_is`',
      }),
    ];
  });
}

function launchRuleFaults(value: unknown): PlacedFault[] {
  if (!isRecord(value)) return [];
  const start = Array.isArray(value['start']) ? value['start'] : [];
  const env = isRecord(value['env']) ? Object.values(value['env']) : [];
  const faults = start.flatMap((argument, i) => placeholderFaults(argument, i));
  const named = [...start, ...env].some((text) => asText(text).includes('{port}'));
  if (Array.isArray(value['start']) && !named && value['port'] === undefined) {
    faults.push({
      path: ['start'],
      kind: 'wrong',
      message: 'nothing tells the server its port',
      expected: '`{port}` in `start` or `env`, or a fixed `port`',
      remedy: 'add an argument such as `--port`, `"{port}"`; the gate takes a free port for each run',
    });
  }
  return [...faults, ...identityFaults(value['identity'])];
}

function placeholderFaults(argument: unknown, i: number): PlacedFault[] {
  if (typeof argument !== 'string') return [];
  const unknown = [...argument.matchAll(/\{([A-Za-z_]\w*)\}/g)].map((match) => String(match[1]));
  return unknown
    .filter((name) => !PLACEHOLDERS.includes(name))
    .map((name) => ({
      path: ['start', i],
      kind: 'wrong',
      message: `unknown placeholder \`{${name}}\``,
      expected: PLACEHOLDERS.map((known) => `\`{${known}}\``).join(', '),
      remedy: 'write one of these, or the value itself',
    }));
}

function identityFaults(identity: unknown): PlacedFault[] {
  if (!isRecord(identity)) return [];
  const given = ['command', 'file', 'digest'].filter((key) => key in identity);
  if (given.length === 1) return [];
  return [
    {
      path: ['identity'],
      kind: 'wrong',
      message: given.length === 0 ? 'names nothing' : `has ${given.map((key) => show(key)).join(' and ')}`,
      expected: 'exactly one of `command`, `file`, `digest`',
      remedy: given.length === 0 ? 'add one of them' : 'keep one',
    },
  ];
}

function toLaunch(written: z.output<typeof launchFileSchema>): Launch {
  const { start, env, port, ready, stop, identity, reset_cache: reset, scratch } = written;
  return {
    start,
    env,
    port: port ?? null,
    ready: { path: ready.path, timeoutMs: ready.timeout },
    stop: { signal: stop.signal, graceMs: stop.grace },
    identity: toIdentity(identity),
    resetCache: reset === undefined ? null : { method: reset.method, path: reset.path, expect: reset.expect ?? null },
    scratch,
  };
}

function toIdentity(identity: z.output<typeof launchFileSchema>['identity']): Launch['identity'] {
  if (identity?.command !== undefined) return { command: identity.command };
  if (identity?.file !== undefined) return { file: identity.file };
  return identity?.digest === undefined ? null : { digest: identity.digest.toLowerCase() };
}

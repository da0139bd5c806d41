import type { z } from 'zod';
import type { Problem, Reading } from '../model/problem.js';
import { fieldOf, type PlacedFault, readStrict, withoutEchoes } from '../trace/strict.js';
import { type Defaults, withDefaults } from './defaults.js';
import { type Lines, lineOf, readYaml } from './yaml.js';

/** A file as it was read: its name, where each field stands, and the dotted keys it left at their default. */
export interface Source {
  file: string;
  lines: Lines;
  defaults: string[];
}

/**
 * Reads a YAML file strictly: the notation, the schema and the rules between keys, all problems together in the order
 * of their lines.
 */
export function readFile<S extends z.ZodType>(
  { file, text }: { file: string; text: string },
  { schema, defaults, rules }: { schema: S; defaults: Defaults; rules: (value: unknown) => PlacedFault[] },
): Reading<{ written: z.output<S>; source: Source }> {
  const yaml = readYaml(file, text);
  if (yaml.value === undefined) return { ok: false, problems: yaml.problems };
  const { value, defaulted } = withDefaults(yaml.value, defaults);
  const reading = readStrict(schema, value);
  const faults = withoutEchoes([...(reading.ok ? [] : reading.faults), ...rules(value)], schema);
  const placed = faults.map((fault) => problemAt(file, yaml.lines, fault));
  // Where the notation itself is wrong, what the schema says about the same field is an echo.
  const fresh = placed.filter(
    ({ field }) => field === undefined || !yaml.problems.some((known) => known.field === field),
  );
  const problems = [...yaml.problems, ...fresh];
  if (reading.ok && problems.length === 0) {
    return { ok: true, value: { written: reading.value, source: { file, lines: yaml.lines, defaults: defaulted } } };
  }
  // Stable: problems of one line stay in the order of the schema.
  return { ok: false, problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

/** A fault as a problem of a file, with the line of its field or of what encloses it. */
export function problemAt(
  file: string,
  lines: Lines,
  { path, message, expected, remedy }: Omit<PlacedFault, 'kind'>,
): Problem {
  const line = lineOf(lines, path);
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(path.length === 0 ? {} : { field: fieldOf(path) }),
    message,
    expected,
    remedy,
  };
}

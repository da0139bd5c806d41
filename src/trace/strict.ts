/** Strict reading, shared by everything a person writes: a schema's complaints as faults with an expectation and a remedy. */

import { z } from 'zod';
import { nearest } from './nearest.js';

/** What is wrong with one value, in the words of a `Problem`; the place is known elsewhere. */
export interface Fault {
  message: string;
  expected: string;
  remedy: string;
}

export type Path = readonly (string | number)[];

export interface PlacedFault extends Fault {
  path: Path;
  /** `unknown` keys may stand for a `missing` one; then only the first is reported. */
  kind: 'missing' | 'unknown' | 'wrong';
}

/** What the generated documentation says about a key. */
export interface KeyDoc {
  type: string;
  meaning: string;
  /** What of it this version refuses with `not yet`; absent when nothing. */
  notYet?: string;
  /** The one value of a `not yet` key that asks for what happens anyway. */
  only?: string;
}

export const keyDocs = z.registry<KeyDoc>();

/** What a leaf finds wrong. A message may need the name of the field; `at` is the place inside a list or map. */
export interface LeafFault {
  message: string | ((field: string) => string);
  remedy: string;
  /** Says more than what the leaf expects in general. */
  expected?: string;
  at?: Path;
}

export type Outcome<T> = { value: T } | LeafFault | LeafFault[];

/**
 * A value of one kind. `read` gives the resolved value, or what is wrong and what to do; `expected` completes the
 * faults. A missing or empty value never reaches `read`.
 */
export function leaf<T>(doc: KeyDoc, expected: string, read: (value: unknown) => Outcome<T>) {
  const schema = z.unknown().transform((value, context): T => {
    const kind = value === undefined ? 'missing' : 'wrong';
    const outcome = value === undefined || value === null ? absent(value) : read(value);
    if ('value' in outcome) return outcome.value;
    for (const { at = [], ...fault } of [outcome].flat()) {
      context.addIssue({ code: 'custom', path: [...at], params: { expected, ...fault, kind } });
    }
    return z.NEVER;
  });
  return schema.register(keyDocs, doc);
}

type LeafIssue = Pick<LeafFault, 'message'> & Omit<PlacedFault, 'message' | 'path'>;

function absent(value: undefined | null): LeafFault {
  return value === undefined
    ? { message: 'is missing', remedy: 'add it' }
    : { message: 'is empty', remedy: 'give it a value, or remove the line' };
}

/** A map with exactly these keys. */
export function section<S extends z.core.$ZodLooseShape>(meaning: string, shape: S) {
  return z.strictObject(shape).register(keyDocs, { type: 'map', meaning });
}

/** A list of such values. */
export function listOf<S extends z.ZodType>(meaning: string, element: S) {
  return z.array(element).register(keyDocs, { type: 'list', meaning });
}

/** The resolved value, or every fault in the order of the schema. */
export function readStrict<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; faults: PlacedFault[] } {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, faults: result.error.issues.flatMap((issue) => faultsOf(issue, schema)) };
}

/** Drops each `missing` whose place a mistyped key of the same map takes: one mistake, one problem. */
export function withoutEchoes(faults: readonly PlacedFault[], schema: z.ZodType): PlacedFault[] {
  const meant = new Set(
    faults
      .filter((fault) => fault.kind === 'unknown')
      .map((fault) => {
        const parent = fault.path.slice(0, -1);
        return fieldOf([...parent, nearest(String(fault.path.at(-1)), keysAt(schema, parent)) ?? '']);
      }),
  );
  return faults.filter((fault) => fault.kind !== 'missing' || !meant.has(fieldOf(fault.path)));
}

/** `['slo', 0, 'ttft']` -> `slo[0].ttft`. */
export function fieldOf(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

/** A value as a log line can show it. */
export function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return `\`${text.length > 60 ? `${text.slice(0, 57)}...` : text}\``;
}

/** The map, list or value that a schema describes, whatever makes it optional. */
export function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  return schema;
}

function keysAt(schema: unknown, path: Path): string[] {
  let here = unwrap(schema);
  for (const part of path) {
    if (here instanceof z.ZodObject) here = unwrap(here.shape[String(part)]);
    else if (here instanceof z.ZodArray) here = unwrap(here.element);
  }
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodType): PlacedFault[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => ({ path: [...path, key], kind: 'unknown', ...unknownKey(key, known) }));
  }
  if (issue.code === 'custom') {
    const { message, ...fault } = issue.params as unknown as LeafIssue;
    return [{ path, ...fault, message: typeof message === 'string' ? message : message(fieldOf(path)) }];
  }
  const wanted = issue.code === 'invalid_type' && issue.expected === 'array' ? 'a list' : 'a map of keys';
  if (issue.input === undefined) {
    return [{ path, kind: 'missing', message: 'is missing', expected: wanted, remedy: 'add it' }];
  }
  const message = issue.input === null ? 'is empty' : `${show(issue.input)} is not ${wanted}`;
  return [{ path, kind: 'wrong', message, expected: wanted, remedy: 'write it that way, or remove it' }];
}

function unknownKey(key: string, known: string[]): Fault {
  const near = nearest(key, known);
  return {
    message: `unknown key \`${key}\``,
    expected: `one of ${known.join(', ')}`,
    remedy: near === null ? 'remove it' : `did you mean \`${near}\`?`,
  };
}

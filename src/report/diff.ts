/** Which parts of two judgements differ, in words: for a file on disk against its recomputation. */

import type { Clause, Judgement } from '../model/verdict.js';
import { cap, oneLine } from './escape.js';

const MAX_LEAVES = 3;
const MAX_VALUE = 80;

/**
 * One line for every clause and top-level field of `a` that `b` has otherwise: `goodput: outcome "PASS" -> "FAIL"`, at
 * most three leaves each and a count of the rest. Empty when both hold the same.
 */
export function differingClauses(a: Judgement, b: Judgement): string[] {
  const { clauses: left, ...fieldsLeft } = a;
  const { clauses: right, ...fieldsRight } = b;
  const fields = Object.entries(fieldsLeft).flatMap(([name, value]) =>
    line(name, leaves(value, fieldsRight[name as keyof typeof fieldsRight])),
  );
  const ids = [...new Set([...left, ...right].map(({ id }) => id))];
  const lines = [...fields, ...ids.flatMap((id) => clauseLine(id, find(left, id), find(right, id)))];
  const order = (clauses: readonly Clause[]) => clauses.map(({ id }) => id).join('\n');
  return lines.length === 0 && order(left) !== order(right) ? ['clauses: the same, in another order'] : lines;
}

function clauseLine(id: string, left: Clause | undefined, right: Clause | undefined): string[] {
  const name = `clause ${id}`;
  if (left === undefined) return [`${readable(name)}: only in the second`];
  if (right === undefined) return [`${readable(name)}: only in the first`];
  return line(name, leaves(left, right));
}

function line(name: string, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  const more = found.length - MAX_LEAVES;
  return [`${readable(name)}: ${found.slice(0, MAX_LEAVES).join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
}

/** Every leaf that differs, as `path before -> after`; the path is empty for the value itself. */
function leaves(left: unknown, right: unknown, path = ''): string[] {
  if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) {
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return keys.flatMap((key) => leaves(left[key], right[key], path === '' ? key : `${path}.${key}`));
  }
  if (left === right) return [];
  return [`${path === '' ? '' : `${readable(path)} `}${shown(left)} -> ${shown(right)}`];
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function find(clauses: readonly Clause[], id: string): Clause | undefined {
  return clauses.find((clause) => clause.id === id);
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : readable(JSON.stringify(value));
}

function readable(text: string): string {
  return oneLine(cap(text, MAX_VALUE));
}

/** The keys of every file a person writes, from the schemas themselves: what the generated documentation is made of. */

import { z } from 'zod';
import { traceLineSchema } from '../trace/schema.js';
import { keyDocs, unwrap } from '../trace/strict.js';
import { type Defaults, LAUNCH_DEFAULTS, PLAN_DEFAULTS } from './defaults.js';
import { launchFileSchema } from './launch-schema.js';
import { planFileSchema } from './schema.js';

export interface KeyRow {
  /** Dotted; `[]` follows a list whose entries have the keys below it. */
  key: string;
  type: string;
  /** `required`, the default as written, where it comes from, or `none`. */
  default: string;
  meaning: string;
  /** What of it is refused with `not yet`, or an empty text. */
  notYet: string;
}

const NO_DEFAULTS: Defaults = { sections: [], values: {}, derived: {} };

export function planKeys(): KeyRow[] {
  return rowsBelow(planFileSchema, '', PLAN_DEFAULTS);
}

export function launchKeys(): KeyRow[] {
  return rowsBelow(launchFileSchema, '', LAUNCH_DEFAULTS);
}

export function traceKeys(): KeyRow[] {
  return rowsBelow(traceLineSchema, '', NO_DEFAULTS);
}

function rowsBelow(schema: unknown, prefix: string, defaults: Defaults): KeyRow[] {
  const here = unwrap(schema);
  if (here instanceof z.ZodArray) return rowsBelow(here.element, `${prefix}[]`, defaults);
  if (!(here instanceof z.ZodObject)) return [];
  return Object.entries(here.shape).flatMap(([name, child]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return [rowOf(key, child, defaults), ...rowsBelow(child, key, defaults)];
  });
}

function rowOf(key: string, schema: unknown, defaults: Defaults): KeyRow {
  const inner = unwrap(schema);
  const doc = inner instanceof z.ZodType ? keyDocs.get(inner) : undefined;
  if (doc === undefined) throw new Error(`the key ${key} has no documentation`);
  return {
    key,
    type: doc.type,
    default: doc.only === undefined ? defaultOf(key, inner !== schema, defaults) : written(doc.only),
    meaning: doc.meaning,
    notYet: doc.notYet ?? '',
  };
}

function defaultOf(key: string, optional: boolean, { sections, values, derived }: Defaults): string {
  if (Object.hasOwn(values, key)) return written(values[key]);
  const source = derived[key];
  if (source !== undefined) return source;
  return optional || sections.includes(key) ? 'none' : 'required';
}

/** A default as it would stand in the file. */
function written(value: unknown): string {
  return `\`${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}\``;
}

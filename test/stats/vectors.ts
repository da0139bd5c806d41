import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** One case of a section; sections differ in shape, so fields are read where they are used. */
// biome-ignore lint/suspicious/noExplicitAny: a test document of thirty shapes
export type Case = any;

const document = JSON.parse(
  readFileSync(new URL('../../fixtures/decision-vectors.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;

/** Names of the sections that hold cases. */
export const sections: string[] = Object.keys(document).filter((name) => Array.isArray(document[name]));

/** The cases of a section; throws when it is missing or empty, so that no section is ever checked by nothing. */
export function cases(section: string): Case[] {
  const found = document[section];
  if (!Array.isArray(found) || found.length === 0) throw new Error(`section ${section} holds no cases`);
  return found;
}

/** A bit string to bits. */
export function bits(text: string): number[] {
  return Array.from(text, Number);
}

/** Deep equality with numbers within 1e-9, relative above 1. Only the keys of `wanted` are compared. */
export function expectClose(actual: unknown, wanted: unknown, where = 'value'): void {
  if (typeof wanted === 'number') {
    expect(actual, where).toBeTypeOf('number');
    const off = Math.abs(Number(actual) - wanted) / Math.max(1, Math.abs(wanted));
    expect(off, `${where}: ${actual} instead of ${wanted}`).toBeLessThanOrEqual(1e-9);
  } else if (Array.isArray(wanted)) {
    const list = actual as unknown[];
    expect(list.length, `length of ${where}`).toBe(wanted.length);
    for (const [i, inner] of wanted.entries()) expectClose(list[i], inner, `${where}[${i}]`);
  } else if (wanted !== null && typeof wanted === 'object') {
    for (const [key, inner] of Object.entries(wanted)) {
      expectClose((actual as Record<string, unknown>)[key], inner, `${where}.${key}`);
    }
  } else {
    expect(actual, where).toBe(wanted);
  }
}

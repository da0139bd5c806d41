/** Reading JSON nobody promised the shape of: every helper gives a usable value or says that there is none. */
export type JsonObject = Record<string, unknown>;

/** The object itself; null for lists, scalars and nothing. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The list itself; null for everything else. */
export function asList(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** The string itself; '' for everything else, because '' and null both mean "nothing" on the wire. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A whole number of 0 or more; null for everything else. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The parsed object, or null where the text is not JSON or not an object. */
export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

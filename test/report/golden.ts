/** Goldens: a stored file that the code must reproduce. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../goldens/report/', import.meta.url));

/** Text of a golden file, `name` relative to the goldens of the report. */
export function readGolden(name: string): string {
  return readFileSync(ROOT + name, 'utf8');
}

/** Fails when `actual` is not the stored text, and then leaves it beside the golden as `NAME.actual.EXT`. */
export function expectGolden(name: string, actual: string): void {
  const path = ROOT + name;
  const extension = extname(path);
  const beside = `${path.slice(0, -extension.length)}.actual${extension}`;
  if (existsSync(path) && readFileSync(path, 'utf8') === actual) {
    rmSync(beside, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(beside, actual);
  throw new Error(`the text is not that of test/goldens/report/${name}; it lies beside it as .actual${extension}`);
}

/** JSON that a person can read and a diff can show: one line an element of a list, one line a plain field. */
export function readableJson(value: object): string {
  const lines = Object.entries(value).map(([key, field]) => {
    if (!Array.isArray(field) || field.length === 0) return `  ${JSON.stringify(key)}: ${JSON.stringify(field)}`;
    const elements = field.map((element) => `    ${JSON.stringify(element)}`);
    return `  ${JSON.stringify(key)}: [\n${elements.join(',\n')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

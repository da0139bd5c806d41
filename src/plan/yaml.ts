/** YAML text to a plain value, with the line of every field and every problem of the notation itself. */

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Problem } from '../model/problem.js';
import { type Fault, fieldOf, type Path } from '../trace/strict.js';

/** Dotted field -> 1-based line of its key, or of the list entry. */
export type Lines = ReadonlyMap<string, number>;

export interface YamlText {
  value: unknown;
  lines: Lines;
  /** Problems that still leave a value to look into, such as a key that occurs twice (the first one is kept). */
  problems: Problem[];
}

/** Reads one YAML 1.2 document. Text that is no YAML has the value `undefined` and its syntax errors. */
export function readYaml(file: string, text: string): YamlText {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
    version: '1.2',
  });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  if (document.errors.length + document.warnings.length > 0) {
    const problems = [...document.errors, ...document.warnings].map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      ...syntaxFault(error),
    }));
    return { value: undefined, lines: new Map(), problems };
  }
  const walk = new Walk(file, lineAt);
  return { value: walk.valueOf(document.contents, []), lines: walk.lines, problems: walk.problems };
}

/** The line of a field, or of the nearest thing that encloses it. */
export function lineOf(lines: Lines, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(fieldOf(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return undefined;
}

function syntaxFault({ code, message }: { code: string; message: string }): Fault {
  const expected = 'one plain YAML document';
  if (code === 'MULTIPLE_DOCS')
    return { message: 'a second document begins here', expected, remedy: 'remove it, or this `---`' };
  const remedy = 'correct this place; text that holds `: `, ` #`, `{` or `[` needs quotes';
  return { message: `not plain YAML: ${message}`, expected, remedy };
}

class Walk {
  readonly lines = new Map<string, number>();
  readonly problems: Problem[] = [];
  private readonly file: string;
  private readonly lineAt: (offset: number) => number;

  constructor(file: string, lineAt: (offset: number) => number) {
    this.file = file;
    this.lineAt = lineAt;
  }

  valueOf(node: Node | null, path: Path): unknown {
    if (isMap<Node, Node | null>(node)) return this.mapOf(node.items, path);
    if (isSeq<Node>(node)) {
      return node.items.map((item, i) => {
        const here = [...path, i];
        this.mark(here, item);
        return this.valueOf(item, here);
      });
    }
    if (isScalar(node)) return node.value;
    if (isAlias(node)) {
      this.add(node, path, {
        message: `the alias \`*${node.source}\` is not read`,
        expected: 'every value where it is used',
        remedy: 'write the value out',
      });
    }
    return null;
  }

  private mapOf(items: readonly { key: Node; value: Node | null }[], path: Path): unknown {
    const entries = new Map<string, unknown>();
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : undefined;
      if (name === undefined) {
        this.add(key, path, {
          message: 'a key is not a word',
          expected: 'a plain key',
          remedy: 'write a name before the colon',
        });
        continue;
      }
      const here = [...path, name];
      if (entries.has(name)) {
        this.add(key, here, {
          message: `the key \`${name}\` is already on line ${this.lines.get(fieldOf(here))}`,
          expected: 'each key once',
          remedy: 'remove one of the two',
        });
        continue;
      }
      this.mark(here, key);
      entries.set(name, this.valueOf(value, here));
    }
    return Object.fromEntries(entries);
  }

  private mark(path: Path, node: Node): void {
    this.lines.set(fieldOf(path), this.lineAt(node.range?.[0] ?? 0));
  }

  private add(node: Node, path: Path, fault: Fault): void {
    const field = path.length === 0 ? {} : { field: fieldOf(path) };
    this.problems.push({ file: this.file, line: this.lineAt(node.range?.[0] ?? 0), ...field, ...fault });
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));

interface Module {
  /** Path below src/, for example `judge/session.ts`. */
  file: string;
  text: string;
  /** What it imports: paths below src/ for its own modules, names for others. */
  imports: string[];
}

/** The rooms of the house; a module may import from its own room and from those to its left. */
const LINE = [
  'model',
  'stats',
  'stream',
  'trace',
  'plan',
  'measure',
  'judge',
  'report',
  'bundle',
  'run',
  'gate',
  'commands',
  'cli',
];

/** Rooms beside the line, with everything they may import beside themselves. */
const BESIDE: Record<string, string[]> = {
  'sim/pure': ['model', 'stats'],
  'sim/http': ['sim/pure'],
  writer: ['bundle'],
};

/** Rooms whose doors open into another room that is not to their left. */
const DOORS: Record<string, string[]> = { commands: ['sim/http', 'sim/pure'] };

/** report/ renders what judge/ found; it may not call it. */
const SHUT: Record<string, string[]> = { report: ['judge', 'measure', 'plan', 'trace', 'stream'] };

const PURE = new Set(['model', 'stats', 'stream', 'trace', 'plan', 'measure', 'judge', 'report', 'sim/pure']);
const SIM_SHELL = new Set(['sim/http.ts', 'sim/pacer.ts']);

function room(file: string): string {
  if (file.startsWith('sim/')) return SIM_SHELL.has(file) ? 'sim/http' : 'sim/pure';
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace('.ts', '');
}

function modules(): Module[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      const specifiers = [
        ...text.matchAll(/^(?:import|export)\s+(?:[^'";=()]*\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm),
      ].map((match) => match[1] ?? match[2] ?? '');
      const imports = specifiers.map((name) =>
        name.startsWith('.') ? relative(src, resolve(src, file, '..', name)).replace(/\.js$/, '.ts') : name,
      );
      return { file, text, imports };
    });
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (SHUT[from]?.includes(to)) return false;
  if (DOORS[from]?.includes(to)) return true;
  if (BESIDE[from] !== undefined) return BESIDE[from].includes(to);
  return LINE.includes(to) && LINE.indexOf(to) < LINE.indexOf(from);
}

const all = modules();

describe('architecture', () => {
  it('sees the modules, in every room', () => {
    expect(all.length).toBeGreaterThan(60);
    const rooms = new Set(all.map((module) => room(module.file)));
    expect([...rooms].sort()).toEqual([...LINE, ...Object.keys(BESIDE)].sort());
    expect(all.filter((module) => module.imports.length === 0).length).toBeLessThan(all.length / 2);
  });

  it('lets imports point one way only', () => {
    const breaches = all.flatMap((module) =>
      module.imports
        .filter((target) => target.endsWith('.ts'))
        .filter((target) => !mayImport(room(module.file), room(target)))
        .map((target) => `${module.file} imports ${target}`),
    );
    expect(breaches).toEqual([]);
  });

  it('keeps I/O, clocks and chance out of the pure rooms', () => {
    const allowed = new Set(['node:crypto', 'zod', 'yaml', 'eventsource-parser', 'markdown-table']);
    const forbidden =
      /\bDate\b|\bMath\.random\b|\bMath\.pow\b|[\w)\]]\s*\*\*=?\s*[\w(]|\bprocess\.|\bconsole\.|\bperformance\.|\bsetTimeout\b|\bsetInterval\b/;
    const pure = all.filter((module) => PURE.has(room(module.file)));
    expect(pure.length).toBeGreaterThan(40);
    const breaches = pure.flatMap((module) => {
      const foreign = module.imports.filter((name) => !name.endsWith('.ts') && !allowed.has(name));
      const lines = withoutComments(module.text).split('\n');
      const used = lines.filter((line) => forbidden.test(line));
      return [
        ...foreign.map((name) => `${module.file} imports ${name}`),
        ...used.map((line) => `${module.file}: ${line.trim()}`),
      ];
    });
    expect(breaches).toEqual([]);
  });

  it('would catch a breach', () => {
    expect(mayImport('judge', 'bundle')).toBe(false);
    expect(mayImport('report', 'judge')).toBe(false);
    expect(mayImport('sim/pure', 'run')).toBe(false);
    expect(mayImport('run', 'bundle')).toBe(true);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

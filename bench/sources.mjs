// Bundles sources of the gate into a folder of their own, as scripts/build.mjs does for dist/, so that a bench measures
// the code that ships and not a loader.
import { mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @param entries name to path from the repository's root; all share one copy of every dependency
 * @returns the folder, which the caller removes, and a function from an entry's name to its URL
 */
export async function bundleSources(entries) {
  const folder = mkdtempSync(join(tmpdir(), 'goodput-gate-bench-'));
  const bundle = await rolldown({ cwd: root, input: entries, platform: 'node', transform: { target: 'node20' } });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' });
  await bundle.close();
  return { folder, url: (name) => pathToFileURL(join(folder, `${name}.mjs`)) };
}

/** The middle value; of two middle ones the lower. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}

/** Where figures come from: they mean nothing without it. */
export function whereabouts() {
  return `Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}. Ratios, not capacities.`;
}

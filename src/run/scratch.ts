import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder for one server's HOME and caches. */
export function makeScratch(): string {
  return mkdtempSync(join(tmpdir(), 'goodput-gate-home-'));
}

/** Removes such a folder with all that the server left in it. Null, or a sentence why not: no reason to lose a run. */
export function removeScratch(folder: string): string | null {
  try {
    rmSync(folder, { recursive: true, force: true });
    return null;
  } catch {
    // Most likely a folder without write permission, as module caches have: its owner may give it back.
  }
  try {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
    return null;
  } catch (error) {
    return `the scratch folder ${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // A link is no directory here: what it points to is not ours.
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}

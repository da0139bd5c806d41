import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the sources under test into `.test-dist/`, for tests that start the gate as a process. */
export default function buildForTests(): void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--out', '.test-dist'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

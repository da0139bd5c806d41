// Builds dist/ from src/ (`npm run build`), or checks that dist/ is what src/ builds (`npm run check-dist`).
// The bytes depend on src/, package.json and the locked dependencies only: not on time, folder or Node version.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Every file below a folder, as sorted paths relative to it. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** SHA-256 over names and bytes of everything that decides the build; printed by the versions clause. */
function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of filesBelow(join(root, 'src')))
    hash.update(`${file}\0`).update(readFileSync(join(root, 'src', file)));
  for (const file of ['package.json', 'package-lock.json'])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** The licence texts of every package that went into the bundle, sorted by name. */
function licences(chunks) {
  const folders = new Set();
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds ?? []) {
      const match = id.replaceAll('\\', '/').match(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//);
      if (match) folders.add(match[1]);
    }
  }
  const entries = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    const text = file
      ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
      : '(ships no licence file)';
    return { key: `${name}@${version}`, text: `${name} ${version} (${license})\n\n${text}\n` };
  });
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  return entries.map((entry) => entry.text).join(`\n${'-'.repeat(80)}\n\n`);
}

async function build(folder) {
  rmSync(folder, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bundle = await rolldown({
    cwd: root,
    input: { cli: 'src/cli.ts', writer: 'src/writer.ts' },
    platform: 'node',
    transform: {
      target: 'node20',
      define: { __GATE_VERSION__: JSON.stringify(version), __GATE_SOURCE__: JSON.stringify(sourceDigest()) },
    },
    onLog(level, log, handler) {
      if (level === 'warn') throw new Error(log.message);
      handler(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    comments: { legal: false },
    codeSplitting: {
      groups: [
        { name: 'vendor-undici', test: /node_modules[\\/]undici[\\/]/ },
        { name: 'vendor-zod', test: /node_modules[\\/]zod[\\/]/ },
        { name: 'vendor-yaml', test: /node_modules[\\/]yaml[\\/]/ },
      ],
    },
  });
  await bundle.close();
  writeFileSync(join(folder, 'LICENSES.txt'), licences(output.filter((item) => item.type === 'chunk')));
}

const dist = join(root, 'dist');
if (process.argv.includes('--check')) {
  const fresh = mkdtempSync(join(tmpdir(), 'goodput-gate-dist-'));
  await build(fresh);
  const names = [...new Set([...filesBelow(fresh), ...(existsSync(dist) ? filesBelow(dist) : [])])].sort();
  const read = (folder, name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined);
  const differing = names.filter((name) => {
    const [a, b] = [read(fresh, name), read(dist, name)];
    return a === undefined || b === undefined || !a.equals(b);
  });
  rmSync(fresh, { recursive: true, force: true });
  if (differing.length > 0) {
    console.error(`dist/ is not what src/ builds: ${differing.join(', ')}. Run \`npm run build\` and commit dist/.`);
    process.exit(1);
  }
  console.log(`dist/ is what src/ builds (${names.length} files)`);
} else {
  const at = process.argv.indexOf('--out');
  const folder = at > 0 ? join(root, process.argv[at + 1]) : dist;
  await build(folder);
  console.log(`built ${filesBelow(folder).length} files in ${relative(root, folder)}/`);
}

// What it costs to turn evidence into a verdict, as ratios to the least that any program pays for the same bytes:
// JSON.parse of each line. A synthetic session of 8 runs of 1,000 requests, one process, no sockets.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { bundleSources, median, whereabouts } from './sources.mjs';

const { values: args } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const ROUNDS = Number(args.rounds);

const { folder, url } = await bundleSources({ session: 'bench/session.mjs' });

/** Medians of what each task takes, ms. Tasks take turns; the first turn warms the code and is not counted. */
function time(tasks) {
  const tookMs = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const startMs = performance.now();
      task();
      if (round > 0) tookMs[name].push(performance.now() - startMs);
    }
  }
  return Object.fromEntries(Object.entries(tookMs).map(([name, values]) => [name, median(values)]));
}

/** JSON.parse of every line; in an event stream, of what follows `data: `. */
function parseLines(texts) {
  for (const text of texts) {
    for (const line of text.split('\n')) {
      const at = line.startsWith('data: ') ? 6 : 0;
      if (line[at] === '{') JSON.parse(line.slice(at));
    }
  }
}

try {
  const { judge, KIND, readBundle, readRaw, recordsFromRaw, writeSession } = await import(url('session').href);
  const bundle = join(folder, 'bundle');
  const { plan, trace, runs } = writeSession(bundle);

  const raw = readFileSync(join(runs[0], 'raw.bin'));
  const reads = readRaw(raw)
    .entries.filter(({ kind }) => kind === KIND.data)
    .map(({ payload }) => Buffer.from(payload));
  const body = Buffer.concat(reads);
  const files = runs.map((run) => join(run, 'requests.jsonl'));
  const { evidence } = readBundle(bundle);
  const { verdict, look } = judge(evidence);
  if (look?.pairs !== runs.length / 2)
    throw new Error(`${verdict} after ${look?.pairs} pairs: not the whole session was judged`);

  const ms = time({
    records: () => recordsFromRaw(readRaw(raw), trace.requests, plan),
    body: () => parseLines([body.toString('utf8')]),
    read: () => readBundle(bundle),
    judge: () => judge(evidence),
    lines: () => parseLines(files.map((file) => readFileSync(file, 'utf8'))),
  });
  const perThousand = 1000 / reads.length;
  const row = (label, tookMs, floorMs) => [label, tookMs.toFixed(1), floorMs.toFixed(1), (tookMs / floorMs).toFixed(1)];
  console.log(`${whereabouts()}\n`);
  console.log(
    markdownTable(
      [
        ['', 'gate, ms', 'JSON.parse a line, ms', 'ratio'],
        row('records from raw.bin, 1,000 reads', ms.records * perThousand, ms.body * perThousand),
        row(`reading a bundle, ${runs.length} runs of ${trace.requests.length} requests`, ms.read, ms.lines),
        row('judging it', ms.judge, ms.lines),
        row('both, which is `judge BUNDLE`', ms.read + ms.judge, ms.lines),
      ],
      { align: ['l', 'r', 'r', 'r'] },
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

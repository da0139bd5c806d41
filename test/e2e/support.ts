import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = join(root, '.test-dist', 'cli.js');
const planted = join(root, 'fixtures', 'planted', 'server.mjs');

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the gate's command line as a process of its own. */
export function startGate(args: string[], cwd: string, env: Record<string, string> = {}, node = process.execPath) {
  const child = spawn(node, [cli, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const done = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, done };
}

export function runGate(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
  return startGate(args, cwd, env).done;
}

/** The same on a named Node binary. */
export function runGateOn(node: string, args: string[], cwd: string): Promise<Outcome> {
  return startGate(args, cwd, {}, node).done;
}

export interface Workplace {
  /** Folder with plan, trace, base/ and head/. */
  folder: string;
  /** Text in the command line of every planted server of this workplace. */
  tag: string;
}

export interface Planted {
  baseline?: string[];
  candidate?: string[];
  /** Requests of the cohort; 50 a second. */
  cohort?: number;
  /** Extra lines of the plan. */
  plan?: string;
  target?: string;
  maxLag?: string;
  /** Further lines of both launches. */
  launch?: string;
}

/**
 * A folder with a sound plan, a small trace and two launches of the planted server with the given faults. Its limits are
 * wide, so that sessions which run beside each other on a busy machine still end in the verdict under test.
 */
export function makeWorkplace(options: Planted = {}): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'goodput-gate-e2e-'));
  const tag = `t${randomUUID().slice(0, 8)}`;
  const cohort = options.cohort ?? 60;
  const lines = Array.from({ length: cohort + 6 }, (_, i) => ({
    id: `r${i}`,
    due_ms: (i - 3) * 20,
    class: 'chat',
    messages: [{ role: 'user', content: `question ${i} about tides` }],
    max_tokens: 4 + (i % 3),
  }));
  const trace = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'trace.jsonl'), trace);
  for (const [arm, faults] of [
    ['base', options.baseline ?? []],
    ['head', options.candidate ?? ['--version', '2']],
  ] as const) {
    mkdirSync(join(folder, arm));
    const start = ['{node}', planted, '--port', '{port}', '--tag', tag, ...faults];
    const launch = `start: ${JSON.stringify(start)}\nready: {timeout: 5s}\nstop: {grace: 1s}\n${options.launch ?? ''}`;
    writeFileSync(join(folder, arm, 'serve.yml'), launch);
  }
  writeFileSync(
    join(folder, 'goodput.yml'),
    `version: 1
arms:
  baseline: {checkout: base, launch: serve.yml}
  candidate: {checkout: head, launch: serve.yml}
request: {model: planted, timeout: 5s}
workload:
  trace: trace.jsonl
  sha256: ${createHash('sha256').update(trace).digest('hex')}
  window: ${cohort * 20}ms
  warmup: 200ms
slo:
  - {id: everyone, ttft: 4s, max_gap: 4s, attainment: ${options.target ?? '50%'}}
comparison: {looks: [3], margins: {ttft_p95: report, tpot_p95: report}}
validity: {max_lag_share: 20%, schedule_lag: 100ms, max_lag: ${options.maxLag ?? '2s'}}
${options.plan ?? ''}`,
  );
  return { folder, tag };
}

/** Command lines of living processes that mention a text. */
export function processesWith(text: string): string[] {
  const list = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line));
}

export function readJson(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

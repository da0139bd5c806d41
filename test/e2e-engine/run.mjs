// One session on a real engine: node run.mjs same|throttled OUT. Ends with the gate's exit code.
//   same       the engine against itself (expect_identical)
//   throttled  the candidate's engine may use 30 % of its core's time
// The engine runs on core 0, the generator on core 1. The load is half of what a saturating probe reaches, so that the
// engine against itself has room and the throttled one does not. See .ci/engine.sh for the engine and its model.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROMPTS } from './prompts.mjs';

const [kind, out] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const { server, args } = JSON.parse(readFileSync(join(root, '.engine', 'engine.json'), 'utf8'));

const COHORT = 60;
const LEAD_IN = 6;
const PROBE_REQUESTS = 40;
const PROBE_CONCURRENCY = 4;

/** Requests of lead-in, cohort and lead-out; a system message keeps the model's own default one out. */
const requests = PROMPTS.map((content, i) => ({
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content },
  ],
  max_tokens: 8 + (i % 9),
  params: { temperature: 0 },
}));

/** Requests per second that the engine answers when PROBE_CONCURRENCY clients never pause. */
async function saturatingRate() {
  const port = 20_000 + (process.pid % 20_000);
  const engine = spawn('taskset', ['-c', '0', server, ...args.map((arg) => arg.replace('{port}', String(port)))], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    for (let i = 0; ; i += 1) {
      const ready = await fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) break;
      if (i > 600) throw new Error('the engine did not become ready for the probe');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    let next = 0;
    let startMs = 0;
    const client = async () => {
      while (next < PROBE_REQUESTS) {
        const { params, ...body } = requests[next++ % requests.length];
        const answer = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          body: JSON.stringify({ ...body, ...params }),
        });
        await answer.text();
        // The first answers warm caches and the compiler of this process.
        if (next === PROBE_CONCURRENCY * 2) startMs = performance.now();
      }
    };
    await Promise.all(Array.from({ length: PROBE_CONCURRENCY }, client));
    return (1000 * (PROBE_REQUESTS - 2 * PROBE_CONCURRENCY)) / (performance.now() - startMs);
  } finally {
    engine.kill('SIGKILL');
  }
}

/** Arrivals of the given rate with Erlang-2 gaps (CV 0.71), from an integer recurrence: the same for every session. */
function dueTimes(count, gapMs) {
  let state = 20_261_130;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let at = 0;
  return Array.from({ length: count }, () => {
    at += (gapMs / 2) * -Math.log(uniform() * uniform());
    return at;
  });
}

function writePlan(folder, rateRps) {
  const gapMs = 1000 / rateRps;
  const due = dueTimes(requests.length, gapMs);
  const originMs = due[LEAD_IN] - gapMs / 2;
  const windowMs = Math.ceil(due[LEAD_IN + COHORT] - gapMs / 4 - originMs);
  const lines = requests.map((request, i) => ({
    id: `q${i + 1}`,
    due_ms: Math.round(due[i] - originMs),
    class: 'chat',
    ...request,
  }));
  const inWindow = lines.filter((line) => line.due_ms >= 0 && line.due_ms < windowMs).length;
  if (inWindow !== COHORT) throw new Error(`the window holds ${inWindow} requests instead of ${COHORT}`);
  const trace = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'trace.jsonl'), trace);
  const start = [server, ...args];
  const throttled = ['{node}', join(here, 'throttle.mjs'), '30', '70', ...start];
  for (const [arm, command] of [
    ['base', start],
    ['head', kind === 'throttled' ? throttled : start],
  ]) {
    mkdirSync(join(folder, arm));
    const launch = { start: ['taskset', '-c', '0', ...command], ready: { timeout: '60s' }, stop: { grace: '2s' } };
    writeFileSync(join(folder, arm, 'serve.yml'), JSON.stringify(launch));
  }
  const plan = {
    version: 1,
    arms: { baseline: { checkout: 'base', launch: 'serve.yml' }, candidate: { checkout: 'head', launch: 'serve.yml' } },
    // llama.cpp closes the connection behind each streamed answer.
    request: { model: 'smollm2', timeout: '30s', connections: 'fresh' },
    workload: {
      trace: 'trace.jsonl',
      sha256: createHash('sha256').update(trace).digest('hex'),
      window: `${windowMs}ms`,
      warmup: '2s',
    },
    slo: [{ id: 'everyone', ttft: '1500ms', max_gap: '800ms', attainment: '80%' }],
    comparison: { looks: [3], expect_identical: kind === 'same', margins: { ttft_p95: 'report', tpot_p95: 'report' } },
    validity: { max_lag_share: '5%', schedule_lag: '50ms' },
  };
  writeFileSync(join(folder, 'goodput.yml'), JSON.stringify(plan, null, 2));
}

if (!['same', 'throttled'].includes(kind) || out === undefined)
  throw new Error('usage: node run.mjs same|throttled OUT');
const folder = mkdtempSync(join(tmpdir(), 'goodput-gate-engine-'));
const saturatedRps = await saturatingRate();
const rateRps = saturatedRps / 2;
console.log(
  `saturating probe: ${saturatedRps.toFixed(2)} requests/s; the trace offers ${rateRps.toFixed(2)} requests/s`,
);
writePlan(folder, rateRps);
const gate = spawn(
  'taskset',
  ['-c', '1', process.execPath, join(root, 'dist', 'cli.js'), 'run', join(folder, 'goodput.yml'), '--out', out],
  {
    cwd: folder,
    stdio: 'inherit',
  },
);
const code = await new Promise((resolve) => gate.on('exit', resolve));
rmSync(folder, { recursive: true, force: true });
process.exit(code ?? 70);

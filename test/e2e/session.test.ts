import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeWorkplace, processesWith, readJson, runGate, runGateOn, startGate, type Workplace } from './support.js';

/** The other Node of a two-lane run; alone, a lane recomputes with itself. */
const otherNode = process.env['GATE_OTHER_NODE'] ?? process.execPath;

describe('a session of two healthy servers', () => {
  let place: Workplace;
  let code: number | null;
  beforeAll(async () => {
    place = makeWorkplace();
    ({ code } = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder));
  }, 90_000);

  it('passes, in the seeded order, and leaves nothing behind', () => {
    expect(code).toBe(0);
    expect(processesWith(place.tag)).toEqual([]);
    const planned = (readJson(place.folder, 'b', 'plan.json') as { order: { planned: string } }).order.planned;
    const runs = readdirSync(join(place.folder, 'b', 'runs')).sort();
    expect(runs.map((name) => (name.includes('baseline') ? 'B' : 'C')).join('')).toBe(planned);
  });

  it('has sums that sha256sum accepts', () => {
    const output = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: join(place.folder, 'b'), encoding: 'utf8' });
    expect(output).toContain(
      'runs/01-baseline/raw.bin: OK'.replace('01-baseline', readdirSync(join(place.folder, 'b', 'runs'))[0] ?? ''),
    );
    expect(output).not.toContain('FAILED');
  });

  it('gives every derived file again, byte for byte, on the other Node', async () => {
    const bundle = join(place.folder, 'b');
    const runs = readdirSync(join(bundle, 'runs')).map((name) => `runs/${name}/requests.jsonl`);
    const derived = ['judgement.json', 'comment.md', 'report.html', ...runs];
    const before = derived.map((name) => readFileSync(join(bundle, name)));
    for (const name of derived) rmSync(join(bundle, name));
    const judged = await runGateOn(otherNode, ['judge', bundle, '--reparse'], place.folder);
    expect(judged.code).toBe(0);
    expect((await runGateOn(otherNode, ['report', bundle], place.folder)).code).toBe(0);
    for (const [i, name] of derived.entries()) {
      expect(readFileSync(join(bundle, name)).equals(before[i] ?? Buffer.alloc(0)), name).toBe(true);
    }
    console.log(
      `derived on ${process.version}, recomputed on ${execFileSync(otherNode, ['-v'], { encoding: 'utf8' }).trim()}`,
    );
  });

  it('is left alone, with exit 1, where the file on disk says something else', async () => {
    const path = join(place.folder, 'b', 'judgement.json');
    const { writeFileSync } = await import('node:fs');
    const honest = readFileSync(path, 'utf8');
    const forged = honest.replace('"verdict": "PASS"', '"verdict": "FAIL"');
    writeFileSync(path, forged);
    const outcome = await runGate(['judge', join(place.folder, 'b')], place.folder);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('verdict');
    expect(readFileSync(path, 'utf8')).toBe(forged);
    expect((await runGate(['judge', join(place.folder, 'b'), '--write'], place.folder)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(honest);
  });
});

describe('the order of things, as the servers saw it', () => {
  it('is one server at a time, each ready, warmed up, replayed and stopped, in the planned order', async () => {
    const witness = join(makeWorkplace().folder, 'witness.log');
    const place = makeWorkplace({
      baseline: ['--version', 'B', '--witness', witness],
      candidate: ['--version', 'C', '--witness', witness],
    });
    await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    const events = readFileSync(witness, 'utf8').trimEnd().split('\n');
    const lives = events
      .join('\n')
      .split(/^(?=\w start$)/m)
      .map((life) => life.trimEnd().split('\n'));
    const { planned } = (readJson(place.folder, 'b', 'plan.json') as { order: { planned: string } }).order;
    expect(lives.map(([first]) => first?.[0]).join('')).toBe(planned);
    for (const life of lives) {
      // Everything between a start and the next one comes from one server, and ends with its stop.
      expect(new Set(life.map((event) => event[0])).size).toBe(1);
      const steps = life.map((event) => event.slice(2)).filter((step, i, all) => step !== all[i - 1]);
      expect(steps).toEqual(['start', 'health', 'chat other', 'chat trace', 'stop']);
      expect(life.filter((event) => event.endsWith('chat trace'))).toHaveLength(66);
    }
  }, 60_000);
});

describe.concurrent('what the gate must notice', () => {
  it('two arms that can not be told apart', async () => {
    const place = makeWorkplace({ candidate: [] });
    const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    expect(outcome.code).toBe(2);
    expect(readJson(place.folder, 'b', 'judgement.json')['reason']).toBe('arms_indistinguishable');
    // Known after the first pair: no reason to run the others.
    expect(readdirSync(join(place.folder, 'b', 'runs'))).toHaveLength(2);
  }, 60_000);

  it('answers that are not what a stream should be', async () => {
    const place = makeWorkplace({ candidate: ['--malformed', '--version', '2'] });
    const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    expect(outcome.code).toBe(3);
    const lines = readFileSync(join(place.folder, 'b', 'runs', runOf(place, 'candidate'), 'requests.jsonl'), 'utf8');
    expect(lines).toContain('"kind":"malformed_event"');
  }, 60_000);

  it('its own lateness: stopped for 300 ms in every candidate run', async () => {
    const place = makeWorkplace({ maxLag: '250ms' });
    const { child, done } = startGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    let seen = '';
    const stopped = new Set<string>();
    child.stderr?.on('data', (chunk) => {
      seen += chunk;
      for (const [, run] of seen.matchAll(/run (\d+) [^\n]*candidate: replaying/g)) {
        if (run === undefined || stopped.has(run)) continue;
        stopped.add(run);
        setTimeout(() => child.kill('SIGSTOP'), 800);
        setTimeout(() => child.kill('SIGCONT'), 1100);
      }
    });
    const outcome = await done;
    expect(stopped.size).toBeGreaterThanOrEqual(2);
    expect(outcome.code).toBe(2);
    const judgement = readJson(place.folder, 'b', 'judgement.json') as {
      reason: string;
      clauses: { id: string; sentence: string }[];
    };
    expect(judgement.reason).toBe('schedule_lag');
    const { sentence } = judgement.clauses.find((clause) => clause.id === 'schedule_lag') ?? { sentence: '' };
    for (const run of stopped) expect(sentence).toContain(`${run} candidate`);
  }, 60_000);

  it('nothing of the job in the environment of a server', async () => {
    const place = makeWorkplace();
    const dump = join(place.folder, 'env.json');
    const again = makeWorkplace({ candidate: ['--dump-env', dump, '--exit-at-once'], plan: '' });
    const secrets = {
      GITHUB_TOKEN: 'planted-secret-1',
      ACTIONS_RUNTIME_TOKEN: 'planted-secret-2',
      INPUT_PLAN: 'planted-secret-3',
      HF_TOKEN: 'planted-secret-4',
      NVIDIA_API_SECRET: 'planted-secret-5',
      UNRELATED: 'planted-secret-6',
      CUDA_VISIBLE_DEVICES: '0',
      RUNNER_TRACKING_ID: 'github_1',
    };
    await runGate(['run', 'goodput.yml', '--out', 'b'], again.folder, secrets);
    expect(existsSync(dump)).toBe(true);
    const env = JSON.parse(readFileSync(dump, 'utf8')) as Record<string, string>;
    expect(JSON.stringify(env)).not.toContain('planted-secret');
    expect(Object.keys(env).filter((name) => /^(GITHUB|ACTIONS|INPUT)_/.test(name))).toEqual([]);
    expect(env).toMatchObject({ CUDA_VISIBLE_DEVICES: '0', RUNNER_TRACKING_ID: 'github_1' });
    expect(env['HOME']).not.toBe(process.env['HOME']);
    expect(env['XDG_CACHE_HOME']?.startsWith(env['HOME'] ?? '?')).toBe(true);
    expect(env['HF_HOME']).toBe(process.env['HF_HOME'] ?? `${process.env['HOME']}/.cache/huggingface`);
    expect(existsSync(env['HOME'] ?? '')).toBe(false);
  }, 60_000);
});

function runOf(place: Workplace, arm: string): string {
  return readdirSync(join(place.folder, 'b', 'runs')).find((name) => name.endsWith(arm)) ?? '';
}

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInputs } from '../../src/run/inputs.js';
import { makeWorkplace, runGate } from './support.js';

const planted = fileURLToPath(new URL('../../fixtures/planted/server.mjs', import.meta.url));

describe('a server that already runs', () => {
  const port = 20_000 + (process.pid % 20_000);
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [planted, '--port', String(port)], { stdio: 'ignore' });
  beforeAll(async () => {
    for (let i = 0; i < 100 && !(await answers()); i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  afterAll(() => {
    server.kill();
  });
  const answers = () =>
    fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );

  it('is judged against itself and left running', async () => {
    const place = makeWorkplace({ plan: '' });
    const path = join(place.folder, 'goodput.yml');
    const plan = readFileSync(path, 'utf8')
      .replace('baseline: {checkout: base, launch: serve.yml}', `baseline: {url: "${url}"}`)
      .replace('candidate: {checkout: head, launch: serve.yml}', `candidate: {url: "${url}"}`)
      .replace('comparison: {', 'comparison: {expect_identical: true, ');
    writeFileSync(path, plan);
    const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    expect(outcome.code).toBe(0);
    expect(server.exitCode).toBeNull();
    expect(await answers()).toBe(true);
  }, 60_000);

  it('gets a sound plan, launch and trace of 200 lines from init, and one command to go on with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'goodput-gate-init-'));
    const outcome = await runGate(['init', '--url', url], folder);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/^ {2}node \S+cli\.js run goodput\/goodput\.yml$/m);
    const inputs = await readInputs(join(folder, 'goodput', 'goodput.yml'), folder);
    expect(inputs.trace.requests).toHaveLength(200);
    expect(inputs.plan.arms.candidate.url).toBe(url);
    expect((await runGate(['init', '--url', url], folder)).code).toBe(1);
  }, 60_000);
});

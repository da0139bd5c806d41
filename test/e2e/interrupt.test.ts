import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWorkplace, processesWith, readJson, runGate, startGate } from './support.js';

describe.concurrent('an interrupted session', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const) {
    it(`ends with ${code} at ${signal}, leaves no process, and its bundle reads as INVALID`, async () => {
      const place = makeWorkplace({ cohort: 100, candidate: ['--stubborn', '--runaway', '--version', '2'] });
      const { child, done } = startGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
      await new Promise<void>((resolve) => {
        let seen = '';
        child.stderr?.on('data', (chunk) => {
          seen += chunk;
          if (/run 2 [^\n]*replaying/.test(seen)) setTimeout(resolve, 700);
        });
      });
      expect(processesWith(place.tag).length).toBeGreaterThan(0);
      child.kill(signal);
      const outcome = await done;
      expect(outcome.code).toBe(code);
      expect(processesWith(place.tag)).toEqual([]);
      const judgement = readJson(place.folder, 'b', 'judgement.json');
      expect(judgement['verdict']).toBe('INVALID');
      expect(readJson(place.folder, 'b', 'plan.json')['end']).toBe('interrupted');
      const again = await runGate(['judge', join(place.folder, 'b')], place.folder);
      expect(again.code).toBe(2);
      expect(again.stderr).not.toContain('differs');
    }, 60_000);
  }

  it('while its server gets ready says nothing about that server', async () => {
    const place = makeWorkplace({ baseline: ['--never-ready'], candidate: ['--never-ready', '--version', '2'] });
    const { child, done } = startGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    for (let i = 0; i < 200 && processesWith(place.tag).length === 0; i += 1) await pause(20);
    await pause(300);
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
    expect(processesWith(place.tag)).toEqual([]);
    const [run = ''] = readdirSync(join(place.folder, 'b', 'runs'));
    expect(readJson(place.folder, 'b', 'runs', run, 'run.json')['end']).toBe('interrupted');
  }, 60_000);

  it('while an identity command ignores SIGTERM ends all the same', async () => {
    const place = makeWorkplace({
      launch: `identity: {command: [sh, -c, 'trap "" TERM; while :; do sleep 1; done', TAG]}\n`,
    });
    for (const arm of ['base', 'head']) {
      const path = join(place.folder, arm, 'serve.yml');
      writeFileSync(path, readFileSync(path, 'utf8').replace('TAG', `identity-${place.tag}`));
    }
    const { child, done } = startGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    const asked = () => processesWith(`identity-${place.tag}`).length > 0;
    for (let i = 0; i < 200 && !asked(); i += 1) await pause(20);
    expect(asked()).toBe(true);
    child.kill('SIGTERM');
    expect((await done).code).toBe(143);
    expect(processesWith(place.tag)).toEqual([]);
  }, 60_000);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWorkplace, type Planted, processesWith, readJson, runGate } from './support.js';

/** Runs a workplace to its end and checks what must hold for every broken server: no survivor, a bundle that adds up. */
async function judged(planted: Planted) {
  const place = makeWorkplace(planted);
  expect(processesWith(place.tag)).toEqual([]);
  const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
  expect(processesWith(place.tag)).toEqual([]);
  const judgement = readJson(place.folder, 'b', 'judgement.json');
  const comment = readFileSync(join(place.folder, 'b', 'comment.md'), 'utf8');
  return { place, outcome, judgement, comment };
}

describe.concurrent('a candidate that is broken is FAIL with the tail of its log', () => {
  it('never ready', async () => {
    const { outcome, judgement, comment } = await judged({
      candidate: ['--never-ready', '--version', '2'],
      launch: '',
    });
    expect(outcome.code).toBe(3);
    expect(judgement['reason']).toBe('candidate_broken');
    expect(comment).toContain('planted server');
  }, 60_000);

  it('exits at once', async () => {
    const { outcome, judgement, comment } = await judged({ candidate: ['--exit-at-once'] });
    expect(outcome.code).toBe(3);
    expect(judgement['reason']).toBe('candidate_broken');
    expect(comment).toContain('could not load the model (planted)');
  }, 60_000);

  it('dies in two runs', async () => {
    const { outcome, judgement, comment } = await judged({ candidate: ['--die-after', '40', '--version', '2'] });
    expect(outcome.code).toBe(3);
    expect(judgement['reason']).toBe('candidate_broken');
    expect(comment).toContain('out of memory (planted)');
  }, 60_000);

  it('is a path through a file', async () => {
    const place = makeWorkplace({});
    const launch = 'start: [./serve.yml/x, "{port}"]\nready: {timeout: 5s}\n';
    writeFileSync(join(place.folder, 'head', 'serve.yml'), launch);
    const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    expect(outcome.code).toBe(3);
    expect(readFileSync(join(place.folder, 'b', 'comment.md'), 'utf8')).toContain('ENOTDIR');
  }, 60_000);

  it('can not be started at all', async () => {
    const place = makeWorkplace({});
    writeFileSync(join(place.folder, 'head', 'serve.yml'), 'start: [no-such-engine, "{port}"]\nready: {timeout: 5s}\n');
    const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
    expect(outcome.code).toBe(3);
    expect(readFileSync(join(place.folder, 'b', 'comment.md'), 'utf8')).toContain('no-such-engine');
    expect(processesWith(place.tag)).toEqual([]);
  }, 60_000);
});

describe.concurrent('a baseline that is broken is INVALID with the tail of its log', () => {
  it('never ready', async () => {
    const { outcome, comment } = await judged({ baseline: ['--never-ready'] });
    expect(outcome.code).toBe(2);
    expect(comment).toContain('planted server');
  }, 60_000);

  it('exits at once', async () => {
    const { outcome, comment } = await judged({ baseline: ['--exit-at-once'] });
    expect(outcome.code).toBe(2);
    expect(comment).toContain('could not load the model (planted)');
  }, 60_000);

  it('dies in two runs', async () => {
    const { outcome, comment } = await judged({ baseline: ['--die-after', '40'] });
    expect(outcome.code).toBe(2);
    expect(comment).toContain('out of memory (planted)');
  }, 60_000);
});

describe.concurrent('nothing of a server survives', () => {
  it('that ignores the declared signal', async () => {
    const { outcome } = await judged({ candidate: ['--stubborn', '--version', '2'] });
    expect([0, 4]).toContain(outcome.code);
  }, 60_000);

  it('that leaves its process group', async () => {
    const { outcome } = await judged({ candidate: ['--runaway', '--version', '2'] });
    expect([0, 4]).toContain(outcome.code);
  }, 60_000);

  it('that leaves its process group and session and clears its environment', async () => {
    const { outcome } = await judged({ candidate: ['--daemon', '--version', '2'] });
    expect([0, 4]).toContain(outcome.code);
  }, 60_000);
});

describe.concurrent('a server with habits of its own is judged all the same', () => {
  it('one that leaves every stream open behind [DONE]', async () => {
    const { outcome } = await judged({ candidate: ['--stays-open', '--version', '2'] });
    expect([0, 4]).toContain(outcome.code);
  }, 60_000);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../src/model/problem.js';
import { readInputs } from '../../src/run/inputs.js';
import { makeWorkplace, type Planted } from '../e2e/support.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

async function announced(planted: Planted, edit: (plan: string) => string = (plan) => plan): Promise<string> {
  const { folder } = makeWorkplace(planted);
  const path = join(folder, 'goodput.yml');
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  return (await readInputs(path, folder)).announcements.join('\n');
}

describe('arms that nothing tells apart before their servers run', () => {
  const said = /warning: \S+goodput\.yml: arms: .*\n {2}expected: .*\n {2}to do: .*expect_identical/;

  it('are announced', async () => {
    expect(await announced({ candidate: [] })).toMatch(said);
    const urls = (plan: string) =>
      plan.replace(/\{checkout: (?:base|head), launch: serve.yml\}/g, '{url: "http://127.0.0.1:1"}');
    expect(await announced({}, urls)).toMatch(said);
  });

  it('are not announced where the launches, a digest or the plan tell', async () => {
    expect(await announced({})).not.toMatch(said);
    const meant = (plan: string) => plan.replace('comparison: {', 'comparison: {expect_identical: true, ');
    expect(await announced({ candidate: [] }, meant)).not.toMatch(said);
    const place = makeWorkplace({ candidate: [] });
    for (const [arm, digit] of [
      ['base', '1'],
      ['head', '2'],
    ] as const) {
      const path = join(place.folder, arm, 'serve.yml');
      writeFileSync(path, `${readFileSync(path, 'utf8')}identity: {digest: "sha256:${digit.repeat(64)}"}\n`);
    }
    const { announcements } = await readInputs(join(place.folder, 'goodput.yml'), place.folder);
    expect(announcements.join('\n')).not.toMatch(said);
  });
});

describe('an API key', () => {
  const withKey = (plan: string) => plan.replace('request: {', 'request: {api_key_env: PLANTED_KEY, ');

  it('that no header can carry is refused without being shown', async () => {
    for (const key of ['sk-hidden\n', 'sk hidden', 'sk-hiddené', ' ']) {
      vi.stubEnv('PLANTED_KEY', key);
      const error = await announced({}, withKey).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ProblemError);
      const { message } = error as ProblemError;
      expect(message).toContain('request.api_key_env');
      expect(message).toContain('PLANTED_KEY');
      expect(message).not.toContain('hidden');
    }
  });

  it('of visible ASCII is taken', async () => {
    vi.stubEnv('PLANTED_KEY', 'sk-~!09AZ');
    expect(await announced({}, withKey)).toContain('price');
  });
});

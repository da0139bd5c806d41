import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWorkplace, runGate, type Workplace } from './support.js';

/** Edits the plan, runs, and checks that nothing was started and no bundle made. */
async function refused(place: Workplace, edit: (plan: string) => string = (plan) => plan) {
  const path = join(place.folder, 'goodput.yml');
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  const outcome = await runGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
  expect(outcome.code).toBe(1);
  expect(existsSync(join(place.folder, 'b'))).toBe(false);
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
  return outcome.stderr;
}

describe.concurrent('refused before a server starts', () => {
  it('five mistakes, all at once, each with its line', async () => {
    const stderr = await refused(makeWorkplace(), (plan) =>
      plan
        .replace('timeout: 5s', 'timeout: 5')
        .replace('window:', 'windw:')
        .replace('attainment: 50%', 'attainment: 180%')
        .replace('looks: [3]', 'looks: [3, 3]')
        .replace('schedule_lag: 100ms', 'schedule_lag: soon'),
    );
    for (const place of [
      'request.timeout',
      'windw',
      'slo[0].attainment',
      'comparison.looks',
      'validity.schedule_lag',
    ]) {
      expect(stderr).toMatch(new RegExp(`^goodput\\.yml:\\d+: [^\\n]*${place.replace(/[[\].]/g, '\\$&')}`, 'm'));
    }
    expect(stderr).toContain('window');
  });

  it('a trace line that is not JSON', async () => {
    const place = makeWorkplace();
    const path = join(place.folder, 'trace.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[4] = '{"id": "r4", oops';
    writeFileSync(path, lines.join('\n'));
    expect(await refused(place)).toMatch(/trace\.jsonl:5: /);
  });

  it('a trace with another hash', async () => {
    const place = makeWorkplace();
    writeFileSync(
      join(place.folder, 'trace.jsonl'),
      `${readFileSync(join(place.folder, 'trace.jsonl'), 'utf8')}\n`.replace('tides', 'tidez').replace(/\n\n$/, '\n'),
    );
    expect(await refused(place)).toContain('sha256');
  });

  it('a bound that 100 requests can not reach', async () => {
    const stderr = await refused(makeWorkplace({ cohort: 100, target: '95%' }));
    expect(stderr).toContain('slo[0].attainment');
    expect(stderr).toContain('128');
  });

  it('two SLOs that match one request', async () => {
    const stderr = await refused(makeWorkplace(), (plan) =>
      plan.replace('comparison:', '  - {id: again, where: {class: chat}, ttft: 2s, attainment: 80%}\ncomparison:'),
    );
    expect(stderr).toMatch(/goodput\.yml:\d+: slo/);
  });

  it('a busy port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const stderr = await refused(makeWorkplace({ launch: `port: ${port}\n` }));
    expect(stderr).toContain(`port ${port}`);
    server.close();
  });

  it('an unknown command and an unknown option, with the nearest name', async () => {
    const command = await runGate(['rnu', 'x'], '/');
    expect([command.code, command.stderr]).toEqual([1, expect.stringContaining('did you mean run?')]);
    const option = await runGate(['run', 'x', '--otu', 'b'], '/');
    expect([option.code, option.stderr]).toEqual([1, expect.stringContaining('did you mean --out?')]);
  });
});

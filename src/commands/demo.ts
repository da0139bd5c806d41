import { join, resolve } from 'node:path';
import { EXIT } from '../model/verdict.js';
import { runPlan } from './run.js';
import { freshFolder } from './shell.js';
import type { Command } from './table.js';

const DEMO_VALUES = `Demo values, chosen for a minute on two cores: two classes at 20 requests/s, a window of 5 s with 105 requests,
a target of 85 %, one look after 3 pairs, max_lag_share 2 %. A real plan has a longer trace and the defaults.
`;

/**
 * The whole gate with nothing installed: two simulated servers behind real HTTP and one frozen trace. The candidate
 * raises the prefill token budget from 512 to 8,192, which helps throughput and TTFT and pauses everybody else's answer.
 */
export const demo: Command = {
  name: 'demo',
  usage: 'demo [--same] [--out DIR] [--json]',
  does: 'judges a simulated server whose larger prefill budget hurts its users (FAIL, exit 3), or itself with --same (PASS)',
  options: { same: { type: 'boolean' }, out: { type: 'string' }, json: { type: 'boolean' } },
  positionals: [],
  run: async ({ values, place }) => {
    const same = values['same'] === true;
    const folder = join(place.fixtures, 'demo');
    process.stderr.write(DEMO_VALUES);
    const out = typeof values['out'] === 'string' ? resolve(values['out']) : freshFolder('goodput-demo');
    const exitCode = await runPlan({
      planFile: join(folder, same ? 'same.yml' : 'goodput.yml'),
      workingDirectory: folder,
      out,
      json: values['json'] === true,
      place,
    });
    const intended = same ? EXIT.PASS : EXIT.FAIL;
    const saying =
      exitCode === intended
        ? `exit ${exitCode} is what this demo intends`
        : `exit ${exitCode}, where this demo intends ${intended}: the report says why`;
    process.stderr.write(`The bundle is in ${out} (read comment.md in it first); ${saying}.\n`);
    return exitCode;
  },
};

#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { demo } from './commands/demo.js';
import { init } from './commands/init.js';
import { judgeCommand } from './commands/judge.js';
import { reportCommand } from './commands/report.js';
import { run } from './commands/run.js';
import { serve } from './commands/serve.js';
import { type Command, internalError, runCommand } from './commands/table.js';

/** Entry of the command line. Paths of sibling files are taken here: in a shared module they would point elsewhere. */
const place = {
  gatePath: fileURLToPath(import.meta.url),
  writerUrl: new URL('./writer.js', import.meta.url),
  fixtures: fileURLToPath(new URL('../fixtures/', import.meta.url)),
};

const commands: Command[] = [demo, init, run, judgeCommand, reportCommand, serve];

// A reader that went away (`| head`) ends the output, not the job.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', (error) => process.exit(internalError(error)));

process.exit(await runCommand(commands, process.argv.slice(2), place));

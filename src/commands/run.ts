import { resolve } from 'node:path';
import { toJson } from '../bundle/write.js';
import { gate } from '../gate.js';
import { renderTerminal } from '../report/terminal.js';
import { readInputs } from '../run/inputs.js';
import { newSession } from '../run/session.js';
import { freshFolder, interruptible, progressLines } from './shell.js';
import type { Command, Place } from './table.js';

export interface RunRequest {
  planFile: string;
  /** Folder that the plan's checkouts are relative to. */
  workingDirectory: string;
  out: string;
  json: boolean;
  place: Place;
}

/** The gate outside GitHub: read, preflight, run, judge, print. Gives the verdict's exit code. */
export async function runPlan(request: RunRequest): Promise<number> {
  const progressLine = progressLines();
  const inputs = await readInputs(request.planFile, request.workingDirectory);
  const session = newSession(inputs);
  for (const text of inputs.announcements) process.stderr.write(progressLine(text));
  const { judgement, exitCode } = await interruptible((signal) =>
    gate({
      inputs,
      session,
      out: request.out,
      gatePath: request.place.gatePath,
      writerUrl: request.place.writerUrl,
      signal,
      progressLine,
      progress: (text) => process.stderr.write(progressLine(text)),
    }),
  );
  process.stdout.write(request.json ? toJson(judgement) : renderTerminal(judgement));
  return exitCode;
}

export const run: Command = {
  name: 'run',
  usage: 'run PLAN [--out DIR] [--json]',
  does: 'judges a candidate server against a baseline: the whole gate, outside GitHub',
  options: { out: { type: 'string' }, json: { type: 'boolean' } },
  positionals: ['PLAN'],
  run: ({ values, positionals: [planFile = ''], place }) =>
    runPlan({
      planFile,
      workingDirectory: process.cwd(),
      out: typeof values['out'] === 'string' ? resolve(values['out']) : freshFolder('goodput-bundle'),
      json: values['json'] === true,
      place,
    }),
};

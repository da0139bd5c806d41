import { type Problem, ProblemError } from '../model/problem.js';
import { GATE_VERSION } from '../model/version.js';
import { type EngineConstants, H100_8B } from '../sim/cost.js';
import { type SimulatedServer, startSimulatedServer } from '../sim/http.js';
import type { EmissionLateness } from '../sim/pacer.js';
import { type Command, refusal } from './table.js';

const PROFILES: Readonly<Record<string, EngineConstants>> = { 'llama-3.1-8b-h100': H100_8B };

/** Options that replace a whole number of the profile. */
const COUNTS = {
  'token-budget': 'tokenBudget',
  'kv-capacity-tokens': 'kvCapacityTokens',
  'max-num-seqs': 'maxNumSeqs',
} as const;

type Values = Record<string, string | boolean | undefined>;

/**
 * The simulated engine behind real HTTP, until SIGTERM or SIGINT. Writes one line to stdout when it listens and one when
 * it stops, with how late its tokens left.
 */
export const serve: Command = {
  name: 'serve',
  usage:
    'serve --port N [--model NAME] [--token-budget N] [--step-overhead-ms N] [--kv-capacity-tokens N] [--max-num-seqs N]',
  does: 'runs the simulated engine (continuous batching, an 8B model on one H100) behind real HTTP and SSE',
  options: {
    port: { type: 'string' },
    model: { type: 'string' },
    profile: { type: 'string' },
    'token-budget': { type: 'string' },
    'step-overhead-ms': { type: 'string' },
    'kv-capacity-tokens': { type: 'string' },
    'max-num-seqs': { type: 'string' },
  },
  positionals: [],
  run: async ({ values }) => {
    const port = readPort(values);
    const constants = readConstants(values);
    const model = text(values, 'model') ?? 'simulated-llama-3.1-8b';
    const server = await listen(port, model, constants);
    const stopped = nextSignal();
    console.log(
      `simulated engine at http://127.0.0.1:${server.port}: model ${model}, ${constants.tokenBudget} tokens a step, ` +
        `${constants.stepOverheadS * 1000} ms step overhead`,
    );
    await stopped;
    const { lateness } = server;
    await server.close();
    console.log(formatLateness(lateness));
    return 0;
  },
};

async function listen(port: number, model: string, constants: EngineConstants): Promise<SimulatedServer> {
  try {
    return await startSimulatedServer({ port, model, version: `simulated-${GATE_VERSION}`, constants });
  } catch (error) {
    throw refusal(
      '--port',
      `cannot listen on 127.0.0.1:${port}: ${error instanceof Error ? error.message : String(error)}`,
      'a free port of this machine',
      'choose another port, or 0 for any free one',
    );
  }
}

function readPort(values: Values): number {
  const given = text(values, 'port');
  if (given !== undefined && isWhole(given, 0) && Number(given) <= 65_535) return Number(given);
  throw new ProblemError([badValue('port', given, 'a port number from 0 (any free port) to 65535')]);
}

/** The profile's constants with every option applied, or every bad option at once. */
function readConstants(values: Values): EngineConstants {
  const name = text(values, 'profile') ?? 'llama-3.1-8b-h100';
  const profile = PROFILES[name];
  const problems: Problem[] = [];
  if (profile === undefined) problems.push(badValue('profile', name, Object.keys(PROFILES).join(' or ')));
  const overrides: Partial<Record<keyof EngineConstants, number>> = {};
  for (const [option, constant] of Object.entries(COUNTS)) {
    const given = text(values, option);
    if (given === undefined) continue;
    if (isWhole(given, 1)) overrides[constant] = Number(given);
    else problems.push(badValue(option, given, 'a whole number of at least 1'));
  }
  const overhead = text(values, 'step-overhead-ms');
  if (overhead !== undefined && /^\d+(\.\d+)?$/.test(overhead)) overrides.stepOverheadS = Number(overhead) / 1000;
  else if (overhead !== undefined) problems.push(badValue('step-overhead-ms', overhead, 'milliseconds, 0 or more'));
  if (profile === undefined || problems.length > 0) throw new ProblemError(problems);
  return { ...profile, ...overrides };
}

function text(values: Values, option: string): string | undefined {
  const value = values[option];
  return typeof value === 'string' ? value : undefined;
}

function isWhole(given: string, least: number): boolean {
  return /^\d+$/.test(given) && Number.isSafeInteger(Number(given)) && Number(given) >= least;
}

function badValue(option: string, found: string | undefined, expected: string): Problem {
  const message = found === undefined ? 'is missing' : `is ${JSON.stringify(found)}`;
  return { file: `--${option}`, message, expected, remedy: `give --${option} such a value` };
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

function formatLateness({ steps, p50Ms, p99Ms, maxMs }: EmissionLateness): string {
  if (p50Ms === null || p99Ms === null || maxMs === null) return 'simulated engine stopped: no step was run';
  return `simulated engine stopped: emission late by ${p50Ms.toFixed(2)} ms p50, ${p99Ms.toFixed(2)} p99, ${maxMs.toFixed(2)} max of ${steps} steps`;
}

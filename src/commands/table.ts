import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Problem, ProblemError } from '../model/problem.js';
import { EXIT } from '../model/verdict.js';
import { GATE_VERSION } from '../model/version.js';
import { escapeTerminal } from '../report/escape.js';
import { killEverything } from '../run/server.js';
import { nearest } from '../trace/nearest.js';

/** Where the parts of the installed gate are. */
export interface Place {
  gatePath: string;
  writerUrl: URL;
  fixtures: string;
}

interface Invocation {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  place: Place;
}

/** One command of the command line. `run` gives the exit code. */
export interface Command {
  name: string;
  /** How it is called, and what it does, one line each. */
  usage: string;
  does: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Names of the positional arguments, all required. */
  positionals: string[];
  run(invocation: Invocation): Promise<number>;
}

/** Finds and runs the command of `argv`. Refusals go to stderr as problems with exit code 1; faults of the gate with 70. */
export async function runCommand(commands: Command[], argv: string[], place: Place): Promise<number> {
  try {
    return await dispatch(commands, argv, place);
  } catch (error) {
    if (error instanceof ProblemError) {
      process.stderr.write(`${escapeTerminal(error.message)}\n`);
      return EXIT.refused;
    }
    return internalError(error);
  } finally {
    killEverything();
  }
}

/** A fault of the gate itself, said on stderr; no server outlives it. Gives the exit code. */
export function internalError(error: unknown): number {
  killEverything();
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`internal error of goodput-gate ${GATE_VERSION}: ${escapeTerminal(detail)}\n`);
  process.stderr.write('What was measured so far stays in the bundle, which reads as INVALID. Please report this.\n');
  return EXIT.internalError;
}

async function dispatch(commands: Command[], argv: string[], place: Place): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    process.stdout.write(help(commands));
    return name === undefined ? EXIT.refused : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${GATE_VERSION}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const names = commands.map((candidate) => candidate.name);
    throw refusal(name, 'is no command', `one of ${names.join(', ')}`, suggestion(name, names, ''));
  }
  if (rest.includes('--help')) {
    process.stdout.write(`goodput-gate ${command.usage}\n  ${command.does}\n`);
    return 0;
  }
  return command.run({ ...parse(command, rest), place });
}

function parse(command: Command, argv: string[]): Omit<Invocation, 'place'> {
  const names = Object.keys(command.options);
  // Tokens, not a strict parse: every unknown option gets its nearest known name, and all problems come at once.
  const { tokens } = parseArgs({
    args: argv,
    options: command.options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean | undefined> = {};
  const positionals: string[] = [];
  const problems: Problem[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = command.options[token.name];
    if (option === undefined) {
      problems.push(
        ...refusal(
          token.rawName,
          `is no option of ${command.name}`,
          `one of ${names.map((n) => `--${n}`).join(', ') || 'none'}`,
          suggestion(token.name, names, '--'),
        ).problems,
      );
    } else if (option.type === 'string' && (token.value === undefined || token.value === '')) {
      problems.push(
        ...refusal(token.rawName, 'needs a value', `goodput-gate ${command.usage}`, `write ${token.rawName} VALUE`)
          .problems,
      );
    } else if (option.type === 'boolean' && token.value !== undefined) {
      problems.push(
        ...refusal(token.rawName, 'takes no value', `goodput-gate ${command.usage}`, `write ${token.rawName} alone`)
          .problems,
      );
    } else values[token.name] = token.value ?? true;
  }
  if (positionals.length !== command.positionals.length) {
    const found =
      positionals.length === 0 ? 'got no argument' : `got ${positionals.map((word) => `'${word}'`).join(' ')}`;
    problems.push(...refusal(command.name, found, `goodput-gate ${command.usage}`, 'give exactly these').problems);
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return { values, positionals };
}

/** A refusal of something on the command line. */
export function refusal(what: string, message: string, expected: string, remedy: string): ProblemError {
  return new ProblemError([{ file: what, message, expected, remedy }]);
}

function suggestion(given: string, names: string[], prefix: string): string {
  const near = nearest(given, names);
  return near === null ? 'see goodput-gate --help' : `did you mean ${prefix}${near}?`;
}

function help(commands: Command[]): string {
  const lines = commands.map((command) => `  ${command.usage}\n      ${command.does}`);
  return `goodput-gate ${GATE_VERSION}: do as many users still get a complete, correct, timely answer?\n\n${lines.join('\n')}\n\nExit codes: 0 PASS, 1 refused, 2 INVALID, 3 FAIL, 4 INCONCLUSIVE, 130/143 interrupted, 70 internal error.\n`;
}

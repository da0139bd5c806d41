/** The launch as a person writes it (`serve.yml`; design, section 4): every key, its kind and its meaning. */

import { isRecord } from '../trace/schema.js';
import { leaf, type Outcome, section, show } from '../trace/strict.js';
import { choice, duration, flag, isVariable, notYet, outsideFolder, text, whole } from './scalars.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGKILL'] as const;

export const launchFileSchema = section('How one arm starts.', {
  start: argv(
    'Program and arguments; `{port}`, `{model}`, `{node}` and `{gate}` are filled in. Never passed to a shell.',
  ),
  env: leaf(
    { type: 'map of text', meaning: 'Environment variables of the server; the same placeholders are filled in.' },
    'variables with quoted values',
    env,
  ),
  port: whole(1, 65_535, 'A fixed port.').optional(),
  ready: section('When the server is ready.', {
    path: urlPath('Answers 2xx once the server is ready.'),
    timeout: duration('Longest wait for it; a candidate that is later is `candidate_broken`.'),
  }),
  stop: section('How the server is stopped.', {
    signal: choice(SIGNALS, 'Sent to its whole process group.'),
    grace: duration('After this time the group is killed.'),
  }),
  identity: section('What tells builds of the server apart beyond the launch: exactly one of the three.', {
    command: argv('Its standard output is the identity.').optional(),
    file: text(
      'Its SHA-256 is the identity; relative to the root of the checkout.',
      'a path inside the checkout',
      outsideFolder,
    ).optional(),
    digest: text('The digest of the image.', '`sha256:` and 64 hexadecimal digits', (value) =>
      /^sha256:[0-9a-fA-F]{64}$/.test(value) ? undefined : `${show(value)} is no such digest`,
    ).optional(),
  }).optional(),
  reset_cache: section('Empties the prefix cache before a run.', {
    method: choice(['POST', 'GET', 'PUT', 'DELETE'], 'HTTP method.'),
    path: urlPath('Path of the request.'),
    expect: text('Text that the answer must hold for the reset to count.').optional(),
  }).optional(),
  scratch: flag('A fresh HOME and cache folder for each run.'),
  containers: notYet('Labels of containers to remove after a run.'),
});

/** What was meant by a value that isn't text: YAML reads an unquoted `{port}` as a map with the one key `port`. */
export function asText(value: unknown): string {
  if (!isRecord(value)) return String(value ?? '');
  return `{${Object.keys(value).join(', ')}}`;
}

function argv(meaning: string) {
  return leaf({ type: 'list of text', meaning }, 'a non-empty list of arguments', (value): Outcome<string[]> => {
    if (typeof value === 'string') {
      const split = value.split(/\s+/).flatMap((word) => word.replace(/^["']|["']$/g, '') || []);
      return {
        message: `${show(value)} is one text, and no shell takes it apart`,
        remedy: `write \`[${split.map((word) => JSON.stringify(word)).join(', ')}]\``,
      };
    }
    if (!Array.isArray(value) || value.length === 0)
      return { message: `${show(value)} is not such a list`, remedy: 'write `[program, argument]`' };
    const faults = value.flatMap((word, i) =>
      typeof word === 'string'
        ? []
        : [{ at: [i], message: `${show(word)} is not text`, remedy: `quote it: "${asText(word)}"` }],
    );
    if (faults.length > 0) return faults;
    return value[0] === '' ? { at: [0], message: 'is empty text', remedy: 'name the program first' } : { value };
  });
}

function env(value: unknown): Outcome<Record<string, string>> {
  if (!isRecord(value)) {
    return { message: `${show(value)} is not a map`, remedy: 'write `NAME: "value"` lines' };
  }
  const faults = Object.entries(value).flatMap(([name, content]) => {
    if (!isVariable(name)) {
      return [
        { at: [name], message: `${show(name)} is not the name of a variable`, remedy: 'use letters, digits and `_`' },
      ];
    }
    if (typeof content === 'string') return [];
    return [{ at: [name], message: `${show(content)} is not text`, remedy: `quote it: ${name}: "${asText(content)}"` }];
  });
  return faults.length === 0 ? { value: value as Record<string, string> } : faults;
}

function urlPath(meaning: string) {
  return text(meaning, 'a path such as `/health`', (value) =>
    value.startsWith('/') ? undefined : `${show(value)} does not begin with \`/\``,
  );
}

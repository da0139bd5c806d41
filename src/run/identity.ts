import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Agent } from 'undici';
import type { Launch } from '../model/launch.js';
import type { Identity } from '../model/run.js';
import { ask } from './ask.js';
import type { OwnServer } from './server.js';

const ANSWER_MS = 10_000;
const COMMAND_MS = 30_000;

export interface IdentityOptions {
  url: string;
  agent: Agent;
  headers: Record<string, string>;
  /** What the gate started, from which launch and checkout; null for a server that already runs. */
  started: { server: OwnServer; launch: Launch; checkout: string } | null;
  signal: AbortSignal;
}

/**
 * What tells this server from another: the declared identity, the engine's own version (`/version` of vLLM, `build_info`
 * of llama.cpp's `/props`, else the `server` header), the models it lists.
 */
export async function readIdentity(options: IdentityOptions): Promise<Identity> {
  const version = await getJson(options, '/version');
  const models = await getJson(options, '/v1/models');
  const listed = isObject(models.json) && Array.isArray(models.json['data']) ? models.json['data'] : [];
  const props = await getJson(options, '/props');
  const told = textOf(version.json, 'version') ?? textOf(props.json, 'build_info');
  return {
    declared: await declaredIdentity(options),
    engine: told ?? models.server,
    models: listed.map((entry: unknown) => textOf(entry, 'id') ?? '?'),
  };
}

function textOf(value: unknown, key: string): string | null {
  const found = isObject(value) ? value[key] : null;
  return typeof found === 'string' ? found : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function getJson({ url, agent, headers, signal }: IdentityOptions, path: string) {
  try {
    const answer = await ask(agent, { url, method: 'GET', path, headers, timeoutMs: ANSWER_MS, signal });
    const server = typeof answer.headers['server'] === 'string' ? answer.headers['server'] : null;
    return { json: answer.status === 200 ? (JSON.parse(answer.text) as unknown) : null, server };
  } catch {
    return { json: null, server: null };
  }
}

/** A command that fails and a file that is none identify nothing: unknown, not an error message. */
async function declaredIdentity({ started, signal }: IdentityOptions): Promise<string | null> {
  const identity = started?.launch.identity ?? null;
  if (started === null || identity === null) return null;
  if ('digest' in identity) return identity.digest;
  if ('command' in identity) return started.server.outputOf(identity.command, COMMAND_MS, signal);
  const sha256 = await sha256OfFile(resolve(started.checkout, identity.file), signal);
  return sha256 === null ? null : `${identity.file} sha256:${sha256}`;
}

/** In pieces: it may be a model's weights. */
async function sha256OfFile(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    if (!statSync(path).isFile()) return null;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

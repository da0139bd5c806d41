import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Agent } from 'undici';
import type { Launch } from '../model/launch.js';
import type { Identity } from '../model/run.js';
import { nowMs, sleep } from './clock.js';
import { serverEnvironment } from './environment.js';
import { killAll, signalGroup, survivors } from './processes.js';

/** How often readiness and process ends are looked at, ms. */
const LOOK_MS = 50;
/** Longest wait for one readiness answer; the declared timeout bounds the whole wait. */
const READY_ANSWER_MS = 60_000;

export interface StartOptions {
  launch: Launch;
  /** Root of the arm's checkout: the server's working directory. */
  checkout: string;
  model: string;
  passEnv: string[];
  /** File that receives the server's output. */
  logPath: string;
  /** The gate's command line file, for `{gate}`. */
  gatePath: string;
}

/** A server the gate started. It lives until `stop`. */
export interface OwnServer {
  url: string;
  port: number;
  /** How the first process of the group ended, in words; null while it lives. */
  exit(): string | null;
  /**
   * Declared signal to the group, grace (the declared one, at most `graceMs`), SIGKILL to whatever is left. Resolves when
   * nothing of it lives.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Servers alive right now: what an emergency exit of the gate has to kill. */
const alive = new Map<number, string>();

/** SIGKILL for every server that is still there; safe to call at any moment, from a signal handler or at exit. */
export function killEverything(): void {
  for (const [group, marker] of alive) killAll(group, marker);
  alive.clear();
}

/** Starts the server as an argument array, never through a shell, in its own process group, output to a file. */
export async function startServer(options: StartOptions): Promise<OwnServer> {
  const { launch } = options;
  const port = launch.port ?? (await freePort());
  const words: Record<string, string> = {
    port: String(port),
    model: options.model,
    node: process.execPath,
    gate: options.gatePath,
  };
  const fill = (text: string) => text.replace(/\{(port|model|node|gate)\}/g, (_, word: string) => words[word] ?? '');
  const scratch = launch.scratch ? mkdtempSync(join(tmpdir(), 'goodput-gate-home-')) : null;
  const marker = randomUUID();
  const env = serverEnvironment({
    own: process.env,
    launchEnv: Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, fill(value)])),
    passEnv: options.passEnv,
    scratch,
    marker,
  });
  const [command = '', ...args] = launch.start.map(fill);
  const log = openSync(options.logPath, 'a');
  let exit: string | null = null;
  let child: ChildProcess;
  try {
    child = spawn(command, args, { cwd: options.checkout, env, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
  child.on('error', (error) => {
    exit ??= `could not be started: ${error.message}`;
  });
  child.on('exit', (code, signal) => {
    exit ??= signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  });
  const group = child.pid ?? 0;
  if (group > 0) alive.set(group, marker);

  const stop = async (graceMs = launch.stop.graceMs) => {
    if (group > 0) {
      signalGroup(group, launch.stop.signal as NodeJS.Signals);
      await allGone(group, marker, Math.min(graceMs, launch.stop.graceMs));
      for (let tries = 0; tries < 5 && survivors(group, marker).length > 0; tries += 1) {
        killAll(group, marker);
        await allGone(group, marker, 2_000);
      }
      alive.delete(group);
    }
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, port, exit: () => exit, stop };
}

async function allGone(group: number, marker: string, graceMs: number): Promise<void> {
  const endMs = nowMs() + graceMs;
  while (survivors(group, marker).length > 0 && nowMs() < endMs) await sleep(LOOK_MS);
}

/** A port nobody listens on right now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Whether somebody listens on a port of this machine. */
export function portBusy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

export interface ReadyOptions {
  url: string;
  /** Path that must answer 2xx; null for a server that already runs and declares none. */
  path: string | null;
  timeoutMs: number;
  agent: Agent;
  /** One small request of the API under test; must be answered 2xx. */
  request: { path: string; headers: Record<string, string>; body: string };
  /** How the process ended, when it is ours. */
  exit: () => string | null;
  signal: AbortSignal;
}

/** Ready by the declared path and by one answered request. Returns null, or a sentence why not. */
export async function waitReady(
  options: ReadyOptions,
): Promise<{ end: 'never_ready' | 'exited_early'; reason: string } | null> {
  const endMs = nowMs() + options.timeoutMs;
  let last = 'no answer yet';
  const steps = [
    ...(options.path === null ? [] : [{ method: 'GET' as const, path: options.path, headers: {}, body: null }]),
    { method: 'POST' as const, ...options.request },
  ];
  for (const step of steps) {
    for (;;) {
      if (options.signal.aborted) return { end: 'never_ready', reason: 'interrupted while waiting for readiness' };
      const exit = options.exit();
      if (exit !== null) return { end: 'exited_early', reason: `the server ${exit} before it was ready` };
      const leftMs = endMs - nowMs();
      if (leftMs <= 0) return { end: 'never_ready', reason: `not ready within ${options.timeoutMs / 1000} s: ${last}` };
      const answer = await ask(options, step, Math.min(leftMs, READY_ANSWER_MS));
      if (answer === null) break;
      last = `${step.method} ${step.path}: ${answer}`;
      await sleep(LOOK_MS, options.signal);
    }
  }
  return null;
}

async function ask(
  options: ReadyOptions,
  step: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body: string | null },
  timeoutMs: number,
): Promise<string | null> {
  const limit = AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutMs)), options.signal]);
  try {
    const { statusCode, body } = await options.agent.request({ origin: options.url, ...step, signal: limit });
    const text = await body.text();
    return statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode} ${text.slice(0, 200)}`;
  } catch (error) {
    return error instanceof Error ? ((error as Error & { code?: string }).code ?? error.message) : String(error);
  }
}

/**
 * What tells this server from another: the declared identity, the engine's own version (`/version` of vLLM, `build_info`
 * of llama.cpp's `/props`, else the `server` header), the models it lists.
 */
export async function readIdentity(
  url: string,
  launch: Launch | null,
  checkout: string | null,
  agent: Agent,
  headers: Record<string, string>,
): Promise<Identity> {
  const version = await getJson(url, '/version', agent, headers);
  const models = await getJson(url, '/v1/models', agent, headers);
  const listed = isObject(models.json) && Array.isArray(models.json['data']) ? models.json['data'] : [];
  const props = await getJson(url, '/props', agent, headers);
  const told = textOf(version.json, 'version') ?? textOf(props.json, 'build_info');
  return {
    declared: launch?.identity ? await declaredIdentity(launch.identity, checkout ?? '.') : null,
    engine: told ?? models.server,
    models: listed.map((entry: unknown) => (isObject(entry) && typeof entry['id'] === 'string' ? entry['id'] : '?')),
  };
}

function textOf(value: unknown, key: string): string | null {
  const found = isObject(value) ? value[key] : null;
  return typeof found === 'string' ? found : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function getJson(url: string, path: string, agent: Agent, headers: Record<string, string>) {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await agent.request({ origin: url, path, method: 'GET', headers, signal });
    const text = await answer.body.text();
    const server = typeof answer.headers['server'] === 'string' ? answer.headers['server'] : null;
    return { json: answer.statusCode === 200 ? (JSON.parse(text) as unknown) : null, server };
  } catch {
    return { json: null, server: null };
  }
}

async function declaredIdentity(identity: NonNullable<Launch['identity']>, checkout: string): Promise<string | null> {
  if ('digest' in identity) return identity.digest;
  if ('file' in identity) {
    const path = resolve(checkout, identity.file);
    if (!existsSync(path)) return null;
    return `${identity.file} sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  }
  const [command = '', ...args] = identity.command;
  return new Promise((done) => {
    const env = serverEnvironment({ own: process.env, launchEnv: {}, passEnv: [], scratch: null, marker: 'identity' });
    // A command that fails identifies nothing: unknown, not its error message.
    execFile(command, args, { cwd: checkout, env, timeout: 30_000 }, (error, stdout) => {
      done(error === null ? stdout.trim() : null);
    });
  });
}

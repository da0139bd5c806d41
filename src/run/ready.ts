import type { Agent } from 'undici';
import { ask, sayError } from './ask.js';
import { nowMs, sleep } from './clock.js';

/** How often readiness is looked at, ms. */
const LOOK_MS = 50;
/** Longest wait for one answer; the declared timeout bounds the whole wait. */
const ANSWER_MS = 60_000;

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

/** How a server failed before its replay, and the sentence that says so. */
export interface Broken {
  end: 'never_ready' | 'exited_early';
  reason: string;
}

interface Step {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Ready by the declared path and by one answered request. Returns null, or a sentence why not. */
export async function waitReady(options: ReadyOptions): Promise<Broken | null> {
  const endMs = nowMs() + options.timeoutMs;
  let last = 'no answer yet';
  const steps: Step[] = [
    ...(options.path === null ? [] : [{ method: 'GET' as const, path: options.path, headers: {}, body: null }]),
    { method: 'POST', ...options.request },
  ];
  for (const step of steps) {
    for (;;) {
      if (options.signal.aborted) return { end: 'never_ready', reason: 'interrupted while waiting for readiness' };
      const exit = options.exit();
      if (exit !== null) return { end: 'exited_early', reason: `the server ${exit} before it was ready` };
      const leftMs = endMs - nowMs();
      if (leftMs <= 0) return { end: 'never_ready', reason: `not ready within ${options.timeoutMs / 1000} s: ${last}` };
      const refusal = await refusalOf(options, step, Math.min(leftMs, ANSWER_MS));
      if (refusal === null) break;
      last = `${step.method} ${step.path}: ${refusal}`;
      await sleep(LOOK_MS, options.signal);
    }
  }
  return null;
}

/** Null for a 2xx answer, else what came instead. */
async function refusalOf({ agent, url, signal }: ReadyOptions, step: Step, timeoutMs: number): Promise<string | null> {
  try {
    const { status, text } = await ask(agent, { url, ...step, timeoutMs, signal });
    return status >= 200 && status < 300 ? null : `HTTP ${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return sayError(error);
  }
}

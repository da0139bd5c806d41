import type { Agent } from 'undici';
import type { Launch } from '../model/launch.js';
import { ask, sayError } from './ask.js';

const ANSWER_MS = 30_000;

export interface ResetOptions {
  url: string;
  agent: Agent;
  headers: Record<string, string>;
  reset: NonNullable<Launch['resetCache']>;
  signal: AbortSignal;
}

/** Resets the prefix cache as the launch says. Null, or a sentence why it doesn't count: only the answer can show it. */
export async function resetCache({ url, agent, headers, reset, signal }: ResetOptions): Promise<string | null> {
  const what = `the cache reset ${reset.method} ${reset.path}`;
  const method = reset.method as 'GET' | 'POST' | 'PUT' | 'DELETE';
  try {
    const { status, text } = await ask(agent, { url, method, path: reset.path, headers, timeoutMs: ANSWER_MS, signal });
    if (status >= 300) return `${what} was answered HTTP ${status}`;
    if (reset.expect === null || text.includes(reset.expect)) return null;
    return `${what} was answered without the expected text ${JSON.stringify(reset.expect)}`;
  } catch (error) {
    return `${what} failed: ${sayError(error)}`;
  }
}

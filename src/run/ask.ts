import type { Agent } from 'undici';

/** Bytes of an answer after which the gate hangs up: nothing it asks outside the replay needs more. */
const ANSWER_BYTES = 1024 * 1024;
const DONE_LINE = /(?:^|[\r\n])data: ?\[DONE\]/;
const DONE_LINE_BYTES = 16;

export interface Question {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string | null;
  /** Longest time to the end of the answer, ms. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * One request outside the replay. The answer ends with its body, behind `[DONE]`, or after 1 MiB, whichever comes first:
 * what a server sends without end fills no memory and keeps nobody waiting. Rejects with an `Error` that `sayError`
 * puts into words.
 */
export async function ask(agent: Agent, question: Question): Promise<Answer> {
  const { url, method, path, headers = {}, body = null, timeoutMs, signal } = question;
  const limit = new AbortController();
  const interrupt = () => limit.abort(new Error('interrupted'));
  const late = new Error(`no answer within ${Number((timeoutMs / 1000).toFixed(1))} s`);
  const timer = setTimeout(() => limit.abort(late), timeoutMs);
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted) interrupt();
  try {
    const answer = await agent.request({ origin: url, method, path, headers, body, signal: limit.signal });
    return { status: answer.statusCode, headers: answer.headers, text: await readText(answer.body) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupt);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop early hangs up.
  for await (const chunk of body) {
    bytes += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (bytes >= ANSWER_BYTES || DONE_LINE.test(text.slice(-chunk.length - DONE_LINE_BYTES))) break;
  }
  return text;
}

/** Why a question got no answer: the system's code where there is one, else the message. */
export function sayError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}

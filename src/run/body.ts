import type { TraceRequest } from '../model/trace.js';

/**
 * The chat-completions body of one offered request, streamed, with the usage chunk asked for. `params` of the trace
 * can't name a key the gate owns (`trace/read.ts` refuses it). Never `echo`, never `n`.
 */
export function chatBody(request: TraceRequest, model: string): Buffer {
  const messages = request.messages ?? [{ role: 'user', content: request.prompt ?? '' }];
  return Buffer.from(
    JSON.stringify({
      ...request.params,
      model,
      messages,
      max_tokens: request.maxTokens,
      stream: true,
      stream_options: { include_usage: true },
    }),
  );
}

export const CHAT_PATH = '/v1/chat/completions';

/** Headers of every measured request. An encoded answer would blur event times, so none is accepted. */
export function requestHeaders(apiKey: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

import type { ChoicePiece, Dialect, Finish, FinishReason, ToolPiece } from './dialect.js';
import { streamError } from './errors.js';
import { asCount, asList, asObject, asText, type JsonObject } from './json.js';

/** `/v1/chat/completions`. */
export const chat: Dialect = {
  sendsDone: true,
  read(data, whole) {
    const choices = (asList(data['choices']) ?? []).flatMap((value, place) => {
      const choice = asObject(value);
      return choice === null ? [] : [choicePiece(choice, place, whole)];
    });
    return { choices, usage: asObject(data['usage']), error: streamError(data), terminal: false };
  },
};

const REASONS = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);

function choicePiece(choice: JsonObject, place: number, whole: boolean): ChoicePiece {
  const delta = asObject(choice[whole ? 'message' : 'delta']) ?? {};
  return {
    index: asCount(choice['index']) ?? place,
    hasRole: asText(delta['role']) !== '',
    text: asText(delta['content']),
    // Two names of one field; a server in transition sends both.
    reasoning: asText(delta['reasoning']) || asText(delta['reasoning_content']),
    refusal: asText(delta['refusal']),
    tools: toolPieces(delta),
    finish: finishOf(choice['finish_reason']),
    tokenIds: asList(choice['token_ids'])?.length ?? null,
    logprobs: logprobEntries(asObject(choice['logprobs'])),
  };
}

/** The list under `tool_calls`, or its predecessor, the single `function_call`. */
function toolPieces(delta: JsonObject): ToolPiece[] {
  const old = asObject(delta['function_call']);
  const calls = asList(delta['tool_calls']) ?? (old === null ? [] : [{ function: old }]);
  return calls.flatMap((value, place) => {
    const call = asObject(value);
    if (call === null) return [];
    const called = asObject(call['function']) ?? {};
    return {
      index: asCount(call['index']) ?? place,
      id: asText(call['id']),
      name: asText(called['name']),
      arguments: asText(called['arguments']),
    };
  });
}

function finishOf(value: unknown): Finish | null {
  if (value === null || value === undefined || value === '') return null;
  // Not even a string is not a good reason either; what else it is may be nested too deep to be written down.
  const raw = typeof value === 'string' ? value : '(not text)';
  return { raw, reason: REASONS.get(raw) ?? null };
}

function logprobEntries(logprobs: JsonObject | null): number | null {
  const content = asList(logprobs?.['content']);
  const refusal = asList(logprobs?.['refusal']);
  return content === null && refusal === null ? null : (content?.length ?? 0) + (refusal?.length ?? 0);
}

import type { ChoicePiece, Finish, FinishReason } from './dialect.js';

/** What an event is, as a set of words; the first four are the output events. */
export type Tag =
  | 'text'
  | 'reasoning'
  | 'refusal'
  | 'tool_call'
  | 'finish'
  | 'usage'
  | 'usage_placeholder'
  | 'role'
  | 'empty'
  | 'meta'
  | 'blank'
  | 'error'
  | 'malformed'
  | 'done';

/** One tool call, its pieces joined. */
interface ToolCall {
  index: number;
  /** '' where none was sent; likewise the name. */
  id: string;
  name: string;
  arguments: string;
  argumentsValidJson: boolean;
}

/** One choice of an answer, its pieces joined. */
export interface Choice {
  text: string;
  reasoning?: string;
  refusal?: string;
  /** In the order of their index. */
  toolCalls?: ToolCall[];
  /** One spelling for every server; null when none or none of the good ones came. */
  finishReason: FinishReason | null;
  finishReasonRaw: string | null;
}

/** Gathers the pieces of one choice. */
export class ChoiceState {
  finish: Finish | null = null;
  /** The finish reason came in an event without output, as the end-of-sequence token does. */
  finishedInSilence = false;
  hasOutput = false;
  #text = '';
  #reasoning = '';
  #refusal = '';
  readonly #tools = new Map<number, { id: string; name: string; arguments: string }>();

  /** Adds one event's piece and says what the event is for this choice. */
  add(piece: ChoicePiece): Tag[] {
    this.#text += piece.text;
    this.#reasoning += piece.reasoning;
    this.#refusal += piece.refusal;
    for (const { index, ...part } of piece.tools) {
      const call = this.#tools.get(index) ?? { id: '', name: '', arguments: '' };
      // Later pieces of a call often repeat its id and name as nothing.
      this.#tools.set(index, {
        id: part.id || call.id,
        name: part.name || call.name,
        arguments: call.arguments + part.arguments,
      });
    }
    const tags = outputTags(piece);
    if (tags.length > 0) this.hasOutput = true;
    if (piece.finish !== null) {
      this.finish = piece.finish;
      this.finishedInSilence = tags.length === 0;
      return [...tags, 'finish'];
    }
    if (tags.length > 0) return tags;
    return piece.hasRole ? ['role'] : ['empty'];
  }

  toChoice(): Choice {
    const toolCalls = [...this.#tools]
      .sort(([a], [b]) => a - b)
      .map(([index, call]) => ({ index, ...call, argumentsValidJson: isJson(call.arguments) }));
    return {
      text: this.#text,
      ...(this.#reasoning === '' ? {} : { reasoning: this.#reasoning }),
      ...(this.#refusal === '' ? {} : { refusal: this.#refusal }),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      finishReason: this.finish?.reason ?? null,
      finishReasonRaw: this.finish?.raw ?? null,
    };
  }
}

function outputTags(piece: ChoicePiece): Tag[] {
  const tags: Tag[] = [];
  if (piece.text !== '') tags.push('text');
  if (piece.reasoning !== '') tags.push('reasoning');
  if (piece.refusal !== '') tags.push('refusal');
  if (piece.tools.some((tool) => tool.name !== '' || tool.arguments !== '')) tags.push('tool_call');
  return tags;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

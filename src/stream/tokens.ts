import type { ChoicePiece, Reading } from './dialect.js';
import { asCount, asObject, type JsonObject } from './json.js';

/** Who counts an answer's tokens, in the order in which they are believed. */
type CountSource = 'usage' | 'token_ids' | 'logprobs';

/** An answer's token counts. The number of events is never one of them. */
export interface TokenCount {
  count: number | null;
  /** `usage_final` was told at the answer's end, `usage_running` before it. */
  source: 'usage_final' | 'usage_running' | 'token_ids' | 'logprobs' | 'none';
  prompt: number | null;
  cachedPrompt: number | null;
  /** Part of `count`. */
  reasoning: number | null;
  /** The count by every source that gave one above zero. */
  alternatives: Partial<Record<CountSource, number>>;
  disagree: boolean;
}

/** Whether gaps between events may be read as time between tokens, on what basis, or why not. */
export interface PerTokenTiming {
  usable: boolean;
  basis: 'per_event' | 'aggregate' | null;
  reason:
    | 'not_success'
    | 'not_streamed'
    | 'no_token_count'
    | 'fewer_than_two_tokens'
    | 'multi_token_events'
    | 'count_mismatch'
    | 'several_choices_without_per_event_counts'
    | 'coalesced'
    | null;
}

/** What one event adds to the books. */
export interface EventTokens {
  usageTag: 'usage' | 'usage_placeholder' | null;
  /** Tokens of the event, where the event itself tells. */
  tokens: number | null;
}

/** Keeps the books of one answer's tokens, event by event. */
export class TokenLedger {
  /** Last usage object that is no placeholder, as received. */
  usage: JsonObject | null = null;
  /** Tokens of each output event; null where it doesn't tell. */
  readonly outputTokens: (number | null)[] = [];
  #usageIsFinal = false;
  #tokenIds = 0;
  #logprobs = 0;
  #told = 0;
  #lastUsageCount = 0;
  #outputsSinceUsage = 0;

  /** Books one event; `finished`: with it, every choice asked for has a finish reason, good or bad. */
  add(reading: Reading, isOutput: boolean, finished: boolean): EventTokens {
    const tokenIds = sumOf(reading.choices, (piece) => piece.tokenIds);
    const logprobs = sumOf(reading.choices, (piece) => piece.logprobs);
    this.#tokenIds += tokenIds ?? 0;
    this.#logprobs += logprobs ?? 0;

    const anyOutput = isOutput || this.outputTokens.length > 0;
    const count = reading.usage === null ? null : completionTokens(reading.usage);
    // A zero after output has begun is a field nobody filled in; before it, it is a start value.
    const isPlaceholder = count === 0 && anyOutput;
    const growth = this.#growth(isPlaceholder ? null : count, isOutput);
    const tokens = reading.choices.length === 0 ? null : (tokenIds ?? logprobs ?? growth);
    this.#told += tokens ?? 0;
    if (isOutput) this.outputTokens.push(tokens);
    if (reading.usage === null) return { usageTag: null, tokens };
    if (isPlaceholder) return { usageTag: 'usage_placeholder', tokens };
    this.usage = reading.usage;
    this.#usageIsFinal = finished;
    return { usageTag: 'usage', tokens };
  }

  /** Growth of running usage since the usage before; null where outputs without usage share in it. */
  #growth(count: number | null, isOutput: boolean): number | null {
    if (count === null) {
      if (isOutput) this.#outputsSinceUsage += 1;
      return null;
    }
    const growth = count - this.#lastUsageCount;
    const isTheirs = this.#outputsSinceUsage === 0 && (growth > 0 || (growth === 0 && isOutput));
    this.#lastUsageCount = count;
    this.#outputsSinceUsage = 0;
    return isTheirs ? growth : null;
  }

  /** The count so far: the first source in order that gave one above zero. */
  total(): TokenCount {
    const usage = this.usage;
    const byUsage = usage === null ? 0 : (completionTokens(usage) ?? 0);
    const counts: [CountSource, number][] = [
      ['usage', byUsage],
      ['token_ids', this.#tokenIds],
      ['logprobs', this.#logprobs],
    ];
    const given = counts.filter(([, count]) => count > 0);
    const [first] = given;
    const source = first?.[0] ?? 'none';
    return {
      count: first?.[1] ?? null,
      source: source !== 'usage' ? source : this.#usageIsFinal ? 'usage_final' : 'usage_running',
      prompt: asCount(usage?.['prompt_tokens']) ?? asCount(usage?.['input_tokens']),
      cachedPrompt: detail(usage, ['prompt_tokens_details', 'input_tokens_details'], 'cached_tokens'),
      reasoning: detail(usage, ['completion_tokens_details', 'output_tokens_details'], 'reasoning_tokens'),
      alternatives: Object.fromEntries(given),
      disagree: given.some(([, count]) => count !== first?.[1]),
    };
  }

  /**
   * Whether the gaps of a finished answer are times between tokens. `choices` is the number asked for, `silentStop`
   * that the one choice ended in an event without output by a reason that costs an end-of-sequence token.
   */
  timing(outputMs: readonly number[], choices: number, silentStop: boolean): PerTokenTiming {
    const { count } = this.total();
    if (count === null) return refuse('no_token_count');
    if (count < 2) return refuse('fewer_than_two_tokens');
    const events = this.outputTokens.length;
    const told = this.outputTokens.every((tokens) => tokens !== null);
    if (told) {
      if (this.outputTokens.some((tokens) => tokens !== null && tokens > 1)) return refuse('multi_token_events');
      if (this.#told !== count) return refuse('count_mismatch');
    } else {
      if (choices > 1) return refuse('several_choices_without_per_event_counts');
      if (events > count) return refuse('count_mismatch');
      if (events !== count && !(events === count - 1 && silentStop)) return refuse('multi_token_events');
    }
    if (isCoalesced(outputMs)) return refuse('coalesced');
    return { usable: true, basis: told ? 'per_event' : 'aggregate', reason: null };
  }
}

/** A refusal to read gaps as time between tokens. */
export function refuse(reason: PerTokenTiming['reason']): PerTokenTiming {
  return { usable: false, basis: null, reason };
}

/** More than a tenth of the gaps under 1 ms: events that were held back and came together. */
function isCoalesced(outputMs: readonly number[]): boolean {
  let short = 0;
  for (let k = 1; k < outputMs.length; k += 1) {
    if ((outputMs[k] ?? 0) - (outputMs[k - 1] ?? 0) < 1) short += 1;
  }
  return short * 10 > outputMs.length - 1;
}

function completionTokens(usage: JsonObject): number | null {
  return asCount(usage['completion_tokens']) ?? asCount(usage['output_tokens']);
}

function detail(usage: JsonObject | null, groups: readonly string[], key: string): number | null {
  for (const group of groups) {
    const count = asCount(asObject(usage?.[group])?.[key]);
    if (count !== null) return count;
  }
  return null;
}

/** Sum over the pieces that have a number; null when none has. */
function sumOf(pieces: readonly ChoicePiece[], of: (piece: ChoicePiece) => number | null): number | null {
  const numbers = pieces.map(of).filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

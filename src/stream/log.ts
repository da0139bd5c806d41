import { type Choice, ChoiceState, type Tag } from './choice.js';
import type { ChoicePiece, Reading } from './dialect.js';
import type { ErrorKind } from './kinds.js';
import type { Stamp } from './sse.js';
import { TokenLedger } from './tokens.js';

/** The accounting of one dispatched event. */
export interface AnswerEvent {
  i: number;
  tMs: number;
  /** The SSE event name, where one was sent. */
  name?: string;
  tags: Tag[];
  /** Choice index, where several choices were asked for and the event has one; the first, should it have several. */
  choice?: number;
  text?: string;
  reasoning?: string;
  refusal?: string;
  /** Tokens of the event, where the event itself tells. */
  tokens?: number;
}

/** What failed an answer, and when that was known. */
export interface Fault {
  kind: ErrorKind;
  message: string | null;
  code: string | number | null;
  tMs: number;
}

const OUTPUT: ReadonlySet<Tag> = new Set(['text', 'reasoning', 'refusal', 'tool_call']);

/** Everything one answer's events have said so far. */
export class EventLog {
  readonly events: AnswerEvent[] = [];
  /** Upper stamps of the output events, choices merged. */
  readonly outputMs: number[] = [];
  readonly ledger = new TokenLedger();
  firstTextMs: number | null = null;
  /** Longest stamp interval of an output event, ms. */
  stampWidthMs: number | null = null;
  /** The first failure; reading may go on after it. */
  fault: Fault | null = null;
  /** When `[DONE]` or the API's own terminal event came. */
  terminalMs: number | null = null;
  doneSeen = false;
  readonly #choices = new Map<number, ChoiceState>();
  readonly asked: number;

  /** `asked`: the number of choices the request asked for. */
  constructor(asked: number) {
    this.asked = asked;
  }

  /** An event that holds no reading: `blank`, `malformed`, `error`, `done`. */
  addBare(tag: Tag, stamp: Stamp, name: string | null): void {
    this.#push({ tags: [tag] }, stamp, name);
  }

  add(reading: Reading, stamp: Stamp, name: string | null, whole: boolean): void {
    const tags = new Set(reading.choices.flatMap((piece) => this.#addPiece(piece, stamp)));
    const isOutput = [...tags].some((tag) => OUTPUT.has(tag));
    if (isOutput) this.#markOutput(stamp, tags.has('text'));
    const { usageTag, tokens } = this.ledger.add(
      reading,
      isOutput,
      this.#everyChoice(({ finish }) => finish !== null),
    );
    if (usageTag !== null) tags.add(usageTag);
    if (tags.size === 0) tags.add('meta');
    const [first] = reading.choices;
    this.#push(
      {
        tags: [...tags],
        ...(first === undefined || this.asked === 1 ? {} : { choice: first.index }),
        ...said('text', reading.choices),
        ...said('reasoning', reading.choices),
        ...said('refusal', reading.choices),
        // A whole answer's tokens came together: they are the answer's, not an event's.
        ...(tokens === null || whole ? {} : { tokens }),
      },
      stamp,
      name,
    );
  }

  /** Keeps the first failure only: it is when the outcome was known. */
  fail(fault: Fault): void {
    this.fault ??= fault;
  }

  get hasOutput(): boolean {
    return this.outputMs.length > 0;
  }

  get hasChoice(): boolean {
    return this.#choices.size > 0;
  }

  get hasFinish(): boolean {
    return [...this.#choices.values()].some(({ finish }) => finish !== null);
  }

  /** Every choice asked for ended by a good reason. */
  get isFinished(): boolean {
    return this.#everyChoice(({ finish }) => finish !== null && finish.reason !== null);
  }

  /** Every choice asked for has output or ended by a good reason. */
  get isAnswered(): boolean {
    return this.#everyChoice(({ finish, hasOutput }) => hasOutput || (finish !== null && finish.reason !== null));
  }

  /** A single choice that ended, in an event without output, by a reason that costs an end-of-sequence token. */
  get endedInSilence(): boolean {
    const [only] = this.#choices.values();
    const reason = only?.finish?.reason;
    return only?.finishedInSilence === true && (reason === 'stop' || reason === 'tool_calls');
  }

  choices(): Record<string, Choice> {
    return Object.fromEntries([...this.#choices].map(([index, state]) => [String(index), state.toChoice()]));
  }

  #everyChoice(test: (state: ChoiceState) => boolean): boolean {
    for (let index = 0; index < this.asked; index += 1) {
      const state = this.#choices.get(index);
      if (state === undefined || !test(state)) return false;
    }
    return true;
  }

  #addPiece(piece: ChoicePiece, { tMs }: Stamp): Tag[] {
    let state = this.#choices.get(piece.index);
    if (state === undefined) {
      state = new ChoiceState();
      this.#choices.set(piece.index, state);
    }
    const { finish } = piece;
    if (finish !== null && finish.reason === null) {
      this.fail({ kind: 'bad_finish_reason', message: finish.raw, code: null, tMs });
    }
    return state.add(piece);
  }

  #markOutput({ tMs, lowerMs }: Stamp, isText: boolean): void {
    this.outputMs.push(tMs);
    if (isText) this.firstTextMs ??= tMs;
    this.stampWidthMs = Math.max(this.stampWidthMs ?? 0, tMs - lowerMs);
  }

  #push(event: Omit<AnswerEvent, 'i' | 'tMs' | 'name'>, { tMs }: Stamp, name: string | null): void {
    this.events.push({ i: this.events.length, tMs, ...(name === null ? {} : { name }), ...event });
  }
}

/** One kind of piece of an event, its choices joined; nothing where there is none. */
function said<K extends 'text' | 'reasoning' | 'refusal'>(kind: K, pieces: readonly ChoicePiece[]) {
  const text = pieces.map((piece) => piece[kind]).join('');
  return text === '' ? {} : { [kind]: text };
}

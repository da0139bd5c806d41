import { type Chunk, type EngineConstants, stepDurationS } from './cost.js';

/** One request as the engine sees it: lengths only, since what the tokens say costs nothing. */
export interface EngineRequest {
  readonly id: number;
  /** Prompt tokens, >= 1. */
  readonly isl: number;
  /** Output tokens, >= 1. All of them are produced. */
  readonly osl: number;
  /** Prompt tokens whose KV is there already, 0..isl - 1. They take no blocks and no compute, but are context. */
  readonly cached?: number;
}

export interface TokenEmission {
  readonly requestId: number;
  /** Position in the answer, from 0. */
  readonly position: number;
  /** True for the answer's last token. */
  readonly last: boolean;
}

/** One finished step. Its tokens all appear at `endS`. Counts are those right after scheduling, before completions. */
export interface Step {
  readonly startS: number;
  readonly endS: number;
  /** Requests that advanced by one token on a non-empty context. */
  readonly decodes: number;
  /** Tokens computed for all other requests. */
  readonly prefillTokens: number;
  readonly running: number;
  readonly waiting: number;
  readonly blocksUsed: number;
  /** Ids in the order of eviction. */
  readonly evicted: readonly number[];
  readonly tokens: readonly TokenEmission[];
}

interface Sequence {
  readonly id: number;
  readonly isl: number;
  readonly osl: number;
  readonly cached: number;
  computed: number;
  generated: number;
  blocks: number;
  dropped: boolean;
}

interface PlannedChunk extends Chunk {
  readonly sequence: Sequence;
}

interface StepInProgress extends Omit<Step, 'tokens'> {
  readonly plan: readonly PlannedChunk[];
}

/**
 * One continuous-batching server in virtual time: a token budget per step, chunked prefill mixed with decode, paged KV
 * blocks, eviction of the last admitted request with recompute. Rules: simulator reference, sections 5 and 7.
 *
 * Times are seconds on one clock that the caller owns. A step starts at the virtual end of the step before it, or at
 * the arrival that woke an idle server, and never "now": a caller that looks late sees late, but changes nothing.
 */
export class Engine {
  readonly #constants: EngineConstants;
  readonly #totalBlocks: number;
  #freeBlocks: number;
  /** End of the last finished step, or a later arrival that woke the idle server. */
  #clockS = 0;
  /** In order of admission. */
  readonly #running: Sequence[] = [];
  readonly #waiting: Sequence[] = [];
  #step: StepInProgress | null = null;

  constructor(constants: EngineConstants) {
    for (const key of ['tokenBudget', 'maxNumSeqs', 'kvCapacityTokens', 'blockSize'] as const) {
      if (!isCount(constants[key]))
        throw new Error(`${key} is ${constants[key]}; expected a whole number of at least 1`);
    }
    this.#constants = constants;
    this.#totalBlocks = Math.floor(constants.kvCapacityTokens / constants.blockSize);
    this.#freeBlocks = this.#totalBlocks;
  }

  /** True when nothing runs, nothing waits and no step is in progress. */
  get idle(): boolean {
    return this.#step === null && this.#running.length === 0 && this.#waiting.length === 0;
  }

  /**
   * Hands over a request that arrives at `atS`, after advancing to that time; returns the steps that this finished.
   * An arrival on the very end of a step takes part in the next one.
   *
   * @throws Error naming the request when its lengths are impossible or could never fit the KV pool, and when `atS`
   *   lies before a step that has ended.
   */
  arrive(request: EngineRequest, atS: number): Step[] {
    const { id, isl, osl, cached = 0 } = request;
    this.#validate(id, isl, osl, cached);
    const steps = this.advanceTo(atS);
    if (this.idle) this.#clockS = atS;
    this.#waiting.push({ id, isl, osl, cached, computed: cached, generated: 0, blocks: 0, dropped: false });
    return steps;
  }

  /** Forgets a request at `atS`: its blocks are free at once, a step in progress still takes the time it takes. */
  drop(id: number, atS: number): Step[] {
    const steps = this.advanceTo(atS);
    for (const list of [this.#running, this.#waiting]) {
      const index = list.findIndex((sequence) => sequence.id === id);
      const [sequence] = index < 0 ? [] : list.splice(index, 1);
      if (sequence === undefined) continue;
      sequence.dropped = true;
      this.#release(sequence);
    }
    return steps;
  }

  /** Finishes every step that ends at or before `atS` and returns them in order; begins every step that starts before. */
  advanceTo(atS: number): Step[] {
    if (!(atS >= this.#clockS))
      throw new Error(`cannot advance to ${atS} s: the engine's clock is at ${this.#clockS} s`);
    const finished: Step[] = [];
    for (;;) {
      if (this.#step === null && !this.idle && this.#clockS < atS) this.#step = this.#begin();
      if (this.#step === null || this.#step.endS > atS) return finished;
      finished.push(this.#finish(this.#step));
      this.#step = null;
    }
  }

  /**
   * End of the step in progress, or null when the server is idle. Begins the next step if none is in progress, so hand
   * over every arrival up to the end of the previous one first.
   */
  nextStepEndS(): number | null {
    if (this.idle) return null;
    this.#step ??= this.#begin();
    return this.#step.endS;
  }

  /** Sections 5.3 to 5.6: serve running requests, admit waiting ones, price the step. */
  #begin(): StepInProgress {
    const plan: PlannedChunk[] = [];
    const evicted: number[] = [];
    let budget = this.#constants.tokenBudget;
    for (const sequence of this.#running) {
      if (budget === 0) break;
      const newTokens = Math.min(sequence.isl + sequence.generated - sequence.computed, budget);
      if (!this.#makeRoom(sequence, newTokens, evicted)) break;
      plan.push(this.#schedule(sequence, newTokens));
      budget -= newTokens;
    }
    while (evicted.length === 0 && budget > 0 && this.#running.length < this.#constants.maxNumSeqs) {
      const sequence = this.#waiting[0];
      if (sequence === undefined) break;
      const newTokens = Math.min(sequence.isl + sequence.generated - sequence.computed, budget);
      if (this.#blocksWanted(sequence, newTokens) > this.#freeBlocks) break;
      this.#waiting.shift();
      this.#running.push(sequence);
      plan.push(this.#schedule(sequence, newTokens));
      budget -= newTokens;
    }
    const decodes = plan.filter((chunk) => chunk.newTokens === 1 && chunk.contextTokens > 0).length;
    return {
      startS: this.#clockS,
      endS: this.#clockS + stepDurationS(this.#constants, plan),
      decodes,
      prefillTokens: this.#constants.tokenBudget - budget - decodes,
      running: this.#running.length,
      waiting: this.#waiting.length,
      blocksUsed: this.#totalBlocks - this.#freeBlocks,
      evicted,
      plan,
    };
  }

  /** Sections 5.8 to 5.10: emit tokens, remove what has finished, move the clock. */
  #finish({ plan, ...step }: StepInProgress): Step {
    const tokens: TokenEmission[] = [];
    for (const { sequence, newTokens, samples } of plan) {
      if (sequence.dropped) continue;
      sequence.computed += newTokens;
      if (!samples) continue;
      const position = sequence.generated;
      sequence.generated += 1;
      const last = sequence.generated === sequence.osl;
      tokens.push({ requestId: sequence.id, position, last });
      if (!last) continue;
      this.#running.splice(this.#running.indexOf(sequence), 1);
      this.#release(sequence);
    }
    this.#clockS = step.endS;
    return { ...step, tokens };
  }

  /** Evicts from the back of the running list until the chunk fits; false when that took the request itself. */
  #makeRoom(sequence: Sequence, newTokens: number, evicted: number[]): boolean {
    while (this.#blocksWanted(sequence, newTokens) > this.#freeBlocks) {
      const victim = this.#running.pop();
      if (victim === undefined) throw new Error(`request ${sequence.id} runs but is not in the running list`);
      this.#release(victim);
      victim.computed = victim.cached;
      this.#waiting.unshift(victim);
      evicted.push(victim.id);
      if (victim === sequence) return false;
    }
    return true;
  }

  #schedule(sequence: Sequence, newTokens: number): PlannedChunk {
    const wanted = this.#blocksWanted(sequence, newTokens);
    sequence.blocks += wanted;
    this.#freeBlocks -= wanted;
    const contextTokens = sequence.computed;
    const samples = contextTokens + newTokens === sequence.isl + sequence.generated;
    return { sequence, newTokens, contextTokens, samples };
  }

  #blocksWanted(sequence: Sequence, newTokens: number): number {
    return Math.ceil((sequence.computed + newTokens - sequence.cached) / this.#constants.blockSize) - sequence.blocks;
  }

  #release(sequence: Sequence): void {
    this.#freeBlocks += sequence.blocks;
    sequence.blocks = 0;
  }

  /** A request that fits the pool alone is always scheduled in the end, so refusing the others keeps steps non-empty. */
  #validate(id: number, isl: number, osl: number, cached: number): void {
    if (!isCount(isl)) throw new Error(`request ${id}: isl is ${isl}; expected a whole number of at least 1`);
    if (!isCount(osl)) throw new Error(`request ${id}: osl is ${osl}; expected a whole number of at least 1`);
    if (!Number.isSafeInteger(cached) || cached < 0 || cached >= isl) {
      throw new Error(`request ${id}: cached is ${cached}; expected a whole number from 0 to isl - 1 = ${isl - 1}`);
    }
    // The last output token is emitted but never computed.
    const peakTokens = isl + osl - 1 - cached;
    const blocks = Math.ceil(peakTokens / this.#constants.blockSize);
    if (blocks <= this.#totalBlocks) return;
    throw new Error(
      `request ${id}: its ${peakTokens} tokens need ${blocks} KV blocks, but the pool has ${this.#totalBlocks}: ` +
        'it could never be scheduled; shorten it or raise the KV capacity',
    );
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

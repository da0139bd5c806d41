import { performance } from 'node:perf_hooks';
import type { EngineConstants } from './cost.js';
import { Engine, type EngineRequest, type Step, type TokenEmission } from './engine.js';

/** How long after their virtual time steps were emitted, in ms, nearest rank over all steps; null before the first. */
export interface EmissionLateness {
  readonly steps: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly maxMs: number | null;
}

/** Timers wake up to a millisecond late, so the last stretch before a step's end is polled. */
const POLL_S = 0.0013;

/** Now in seconds, on the monotonic clock that the paced engine lives by. */
export function nowS(): number {
  return performance.now() / 1000;
}

/**
 * The engine in real time: hands each token to its request's sink when the token's virtual time has come. A late timer
 * delays what is emitted, never the schedule, so lateness doesn't add up.
 */
export class Pacer {
  readonly #engine: Engine;
  readonly #sinks = new Map<number, (token: TokenEmission) => void>();
  /** One number a step, for the life of the server. */
  readonly #lateMs: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Immediate | undefined;
  #stopped = false;

  constructor(constants: EngineConstants) {
    this.#engine = new Engine(constants);
  }

  /**
   * Hands over a request that arrived at `atS`, a reading of `nowS` no older than the current turn of the event loop.
   *
   * @throws Error when the request could never fit the engine.
   */
  arrive(request: EngineRequest, atS: number, onToken: (token: TokenEmission) => void): void {
    const steps = this.#engine.arrive(request, atS);
    this.#sinks.set(request.id, onToken);
    this.#emit(steps);
    this.#arm();
  }

  /** Forgets a request whose client has gone: no further tokens, its blocks are free. */
  drop(id: number): void {
    this.#sinks.delete(id);
    this.#emit(this.#engine.drop(id, nowS()));
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm();
  }

  /** True when no request runs or waits. */
  get idle(): boolean {
    return this.#engine.idle;
  }

  get lateness(): EmissionLateness {
    const sorted = Float64Array.from(this.#lateMs).sort();
    const rank = (p: number): number | null => sorted[Math.ceil(p * sorted.length) - 1] ?? null;
    return { steps: sorted.length, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) };
  }

  #emit(steps: readonly Step[]): void {
    for (const { endS, tokens } of steps) {
      this.#lateMs.push((nowS() - endS) * 1000);
      for (const token of tokens) {
        this.#sinks.get(token.requestId)?.(token);
        if (token.last) this.#sinks.delete(token.requestId);
      }
    }
  }

  /** Sees to it that one wake-up is pending while a step is in progress. */
  #arm(): void {
    if (this.#stopped || this.#timer !== undefined || this.#poll !== undefined) return;
    const endS = this.#engine.nextStepEndS();
    if (endS === null) return;
    const waitS = endS - nowS();
    if (waitS > POLL_S) this.#timer = setTimeout(() => this.#look(), (waitS - POLL_S) * 1000);
    else this.#poll = setImmediate(() => this.#look());
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#poll);
    this.#timer = undefined;
    this.#poll = undefined;
  }

  #look(): void {
    this.#disarm();
    this.#emit(this.#engine.advanceTo(nowS()));
    this.#arm();
  }
}

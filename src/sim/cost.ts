/** What the simulated server is made of. Sizes in bytes, rates in bytes/s and FLOP/s, times in seconds. */
export interface EngineConstants {
  /** Weights of the transformer layers that every new token multiplies with. */
  readonly bodyParams: number;
  /** Weights of the output matrix, used only where a token is sampled. */
  readonly lmHeadParams: number;
  readonly layers: number;
  readonly dModel: number;
  /** Weights read from memory once a step. */
  readonly streamedWeightBytes: number;
  readonly kvBytesPerToken: number;
  /** Fraction of `peakFlops` reached. */
  readonly etaCompute: number;
  readonly peakFlops: number;
  /** Fraction of `hbmBw` reached. */
  readonly etaMemory: number;
  readonly hbmBw: number;
  /** Scheduling, launch and sampling: paid by every step. */
  readonly stepOverheadS: number;
  /** Most new tokens a step computes, all requests together. */
  readonly tokenBudget: number;
  /** Most requests that run at once. */
  readonly maxNumSeqs: number;
  readonly kvCapacityTokens: number;
  /** Tokens of KV cache a block holds. */
  readonly blockSize: number;
}

/**
 * Llama 3.1 8B in BF16 on one H100. Parameter counts follow from the model's shape, efficiencies from the published
 * experiments; simulator reference, section 2.
 */
export const H100_8B: EngineConstants = {
  bodyParams: 6_979_321_856,
  lmHeadParams: 525_336_576,
  layers: 32,
  dModel: 4096,
  streamedWeightBytes: 15_009_316_864,
  kvBytesPerToken: 131_072,
  etaCompute: 0.75,
  peakFlops: 989.4e12,
  etaMemory: 0.85,
  hbmBw: 3.35e12,
  stepOverheadS: 0.001,
  tokenBudget: 8192,
  maxNumSeqs: 1024,
  kvCapacityTokens: 430_000,
  blockSize: 16,
};

/** A server small enough to follow by hand: a step with n new tokens takes exactly 1 + n/4 seconds. */
export const TOY: EngineConstants = {
  bodyParams: 0.5,
  lmHeadParams: 0,
  layers: 0,
  dModel: 0,
  streamedWeightBytes: 0,
  kvBytesPerToken: 0,
  etaCompute: 1,
  peakFlops: 4,
  etaMemory: 1,
  hbmBw: 1,
  stepOverheadS: 1,
  tokenBudget: 8,
  maxNumSeqs: 4,
  kvCapacityTokens: 64,
  blockSize: 4,
};

/** The share of one step that belongs to one request. */
export interface Chunk {
  /** Tokens whose KV this step computes: 1 for a decode, more for a piece of a prompt. */
  readonly newTokens: number;
  /** Tokens whose KV exists before the step. */
  readonly contextTokens: number;
  /** True when the chunk reaches the end of what the request has, so that a token is sampled. */
  readonly samples: boolean;
}

/**
 * Duration of one step in seconds: the overhead plus the slower of compute and memory traffic (simulator reference,
 * section 6). A chunk reads its earlier context once, however many tokens it computes.
 *
 * With whole-number constants every sum is an integer below 2^53, so the order of the chunks doesn't change a bit.
 */
export function stepDurationS(constants: EngineConstants, chunks: readonly Chunk[]): number {
  let tokens = 0;
  let logits = 0;
  let pairs = 0;
  let context = 0;
  for (const { newTokens, contextTokens, samples } of chunks) {
    tokens += newTokens;
    if (samples) logits += 1;
    pairs += newTokens * contextTokens + (newTokens * (newTokens + 1)) / 2;
    context += contextTokens;
  }
  const flops =
    2 * constants.bodyParams * tokens +
    2 * constants.lmHeadParams * logits +
    4 * constants.layers * constants.dModel * pairs;
  const bytes = constants.streamedWeightBytes + constants.kvBytesPerToken * (context + tokens);
  return (
    constants.stepOverheadS +
    Math.max(flops / (constants.etaCompute * constants.peakFlops), bytes / (constants.etaMemory * constants.hbmBw))
  );
}

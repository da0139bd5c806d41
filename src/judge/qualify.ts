/** Does one request meet its SLO, with evidence (design, section 2). */

import type { RequestFigures } from '../measure/request.js';
import { type Clock, NOT_APPLICABLE } from '../measure/request.js';
import type { Figure, Miss } from '../model/measure.js';
import type { Objectives } from '../model/plan.js';
import type { RequestRecord } from '../model/record.js';
import type { TraceRequest } from '../model/trace.js';

/** A difference of two stamps carries rounding of this order, ms; far below what any clock resolves. */
const ROUNDING_MS = 1e-9;

/** One objective of an SLO, with the figure it is judged on. */
export interface Asked {
  miss: Extract<Miss, 'ttft' | 'first_visible' | 'tpot' | 'max_gap' | 'e2e'>;
  limitMs: number;
  figure: Figure;
}

/** The declared objectives with one request's figures, latencies starting on `clock`. */
export function askedOf(objectives: Objectives, figures: RequestFigures, clock: Clock): Asked[] {
  const { ttftMs, firstVisibleMs, e2eMs } = figures[clock];
  const all: { miss: Asked['miss']; limitMs: number | null; figure: Figure }[] = [
    { miss: 'ttft', limitMs: objectives.ttftMs, figure: ttftMs },
    { miss: 'first_visible', limitMs: objectives.firstVisibleMs, figure: firstVisibleMs },
    { miss: 'tpot', limitMs: objectives.tpotMs, figure: figures.tpotMs },
    { miss: 'max_gap', limitMs: objectives.maxGapMs, figure: figures.maxGapMs },
    { miss: 'e2e', limitMs: objectives.e2eMs, figure: e2eMs },
  ];
  return all.flatMap(({ miss, limitMs, figure }) => (limitMs === null ? [] : [{ miss, limitMs, figure }]));
}

/**
 * Why a request does not qualify; empty when it does. A value exactly on its limit qualifies. An objective without
 * evidence is a miss (`no_evidence`), one that doesn't apply to a one-token answer is met.
 *
 * @param clock `due` decides; `sent` only asks how far lag moved the result
 */
export function qualify(
  record: RequestRecord,
  figures: RequestFigures,
  { request, objectives, clock }: { request: TraceRequest; objectives: Objectives; clock: Clock },
): Miss[] {
  if (record.outcome !== 'success') return ['outcome'];
  const found = askedOf(objectives, figures, clock).flatMap((asked) => missOf(asked) ?? []);
  const quality = endsTooSoon(record, request);
  if (quality !== null) found.push(quality);
  return [...new Set(found)];
}

function missOf({ miss, limitMs, figure }: Asked): Miss | null {
  if (figure.value !== null) return figure.value > limitMs + ROUNDING_MS ? miss : null;
  return figure.reason === NOT_APPLICABLE ? null : 'no_evidence';
}

/** The default quality check: an answer that ends by `length` must have used up its `max_tokens`. */
function endsTooSoon(record: RequestRecord, request: TraceRequest): Miss | null {
  if (record.finishReason !== 'length') return null;
  if (record.tokens.count === null) return 'no_evidence';
  return record.tokens.count < request.maxTokens ? 'quality' : null;
}

import { describe, expect, it } from 'vitest';
import { measureRuns } from '../../src/judge/measured.js';
import { armFigures } from '../../src/measure/arms.js';
import { NO_ANSWER, sessionOf } from '../judge/support.js';

/** Six runs of 200 requests; in every run request r25 fails and r35 pauses for 400 ms. */
const session = sessionOf({
  server: ({ request }) => {
    if (request.id === 'r25') return { override: { ...NO_ANSWER, outcome: 'timeout' } };
    return request.id === 'r35' ? { pauseMs: 400 } : {};
  },
});
const runs = measureRuns(session);
const [first, second] = runs;
if (first === undefined || second === undefined) throw new Error('there are no runs');

describe('the figures of a run', () => {
  it('count the cohort alone, by outcome and by reason of a miss', () => {
    const { figures } = first;
    expect(figures.offered).toBe(200);
    expect(figures.outcomes).toMatchObject({ success: 199, timeout: 1, error: 0 });
    expect(figures.misses).toMatchObject({ outcome: 1, max_gap: 1, ttft: 0, no_evidence: 0 });
    expect(figures.qualified).toBe(198);
    expect(figures.attainment).toBe(198 / 200);
    expect(figures.goodputRps).toBe(19.8);
  });

  it('take percentiles over successes and say how many requests have no value', () => {
    expect(first.figures.latencies.ttftMs).toMatchObject({ n: 199, without: 1 });
    expect(first.figures.latencies.maxGapMs.max).toBeCloseTo(400, 6);
    expect(first.figures.latencies.itlMs).toMatchObject({ n: 199 * 19, without: 1 });
    expect(first.figures.outputTokens).toBe(199 * 20);
  });

  it('leave out classes without an objective', () => {
    const without = sessionOf({
      plan: (plan) => {
        const [all] = plan.slo;
        if (all === undefined) throw new Error('there is no SLO');
        plan.slo = [
          { ...all, classes: ['chat'] },
          { id: 'none', classes: ['document'], objectives: null, attainment: null },
        ];
      },
    });
    expect(measureRuns(without)[0]?.figures).toMatchObject({ offered: 180, qualified: 180 });
  });

  it('do not know a token total when one answer has no count', () => {
    const uncounted = sessionOf({
      server: ({ request }) =>
        request.id === 'r30'
          ? {
              override: {
                tokens: {
                  count: null,
                  source: 'none',
                  prompt: null,
                  cachedPrompt: null,
                  reasoning: null,
                  firstEvent: null,
                },
              },
            }
          : {},
    });
    expect(measureRuns(uncounted)[0]?.figures.outputTokens).toBeNull();
  });

  it('offer nothing to a server that never became ready', () => {
    const broken = sessionOf();
    for (const one of broken.runs) Object.assign(one, { run: { ...one.run, end: 'never_ready' }, records: [] });
    expect(measureRuns(broken)[0]?.figures).toMatchObject({ offered: 0, attainment: null, goodputRps: 0 });
  });
});

describe('the figures of an arm', () => {
  const arm = armFigures([first, second]);

  it('sum counts and average rates', () => {
    expect(arm).toMatchObject({ runs: [1, 2], offered: 400, qualified: 396, attainment: 0.99, goodputRps: 19.8 });
    expect(arm.outcomes.timeout).toBe(2);
    expect(arm.classes).toEqual([
      { class: 'chat', offered: 360, qualified: 356 },
      { class: 'document', offered: 40, qualified: 40 },
    ]);
  });

  it('join percentiles of runs by their geometric mean, never by pooling', () => {
    const [a, b] = [first.figures.latencies.ttftMs.p95, second.figures.latencies.ttftMs.p95];
    expect(arm.latencies.ttftMs.p95).toBeCloseTo(Math.sqrt((a ?? 0) * (b ?? 0)), 9);
    expect(arm.latencies.ttftMs.max).toBe(
      Math.max(first.figures.latencies.ttftMs.max ?? 0, second.figures.latencies.ttftMs.max ?? 0),
    );
  });

  it('are unknown where one run is', () => {
    const { figures } = second;
    const without = {
      ...figures,
      latencies: { ...figures.latencies, ttftMs: { ...figures.latencies.ttftMs, p95: null } },
    };
    expect(armFigures([first, { ...second, figures: without }]).latencies.ttftMs.p95).toBeNull();
  });

  it('exist for an arm that never ran', () => {
    expect(armFigures([])).toMatchObject({ runs: [], offered: 0, attainment: null, goodputRps: null, classes: [] });
    expect(armFigures([]).outcomes.success).toBe(0);
  });
});

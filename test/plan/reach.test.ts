import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/model/plan.js';
import type { TraceRequest } from '../../src/model/trace.js';
import { refusals } from '../../src/plan/reach.js';
import { cohortOf, draftOf, planOf, traceOf } from './support.js';

const SLO = '- {id: everyone, ttft: 800ms, attainment: 95%}';

function refused(
  requests: Partial<TraceRequest>[],
  replacements: Record<string, string> = {},
  change?: (plan: Plan) => Plan,
) {
  const draft = draftOf(replacements);
  const plan = planOf(draft);
  return refusals(change === undefined ? plan : change(plan), traceOf(requests), draft);
}

describe('refusals', () => {
  it('lets 128 requests try to show 95%, and names the limits for 100', () => {
    expect(refused(cohortOf(128))).toEqual([]);
    expect(refused(cohortOf(127))).toHaveLength(1);
    expect(refused(cohortOf(100))).toEqual([
      {
        file: 'goodput.yml',
        line: 11,
        field: 'slo[0].attainment',
        message:
          "95% can't be shown by 100 requests, not even by 100 of 100 qualified: n = 100 < 2 * t(0.95, 9)^2 * 0.95 / 0.05 = 127.7",
        expected: 'at least 128 requests of this entry in the window',
        remedy: 'take a trace with 128, or a target of at most 93.7%',
      },
    ]);
  });

  it.each([
    ['90%', 61],
    ['99%', 666],
    ['99.9%', 6714],
  ])('agrees with the decision procedure about %s: %i requests', (target, needed) => {
    const plan = { '95%': target };
    expect(refused(cohortOf(Math.max(needed, 100)), plan)).toEqual([]);
    expect(refused(cohortOf(needed - 1), plan)[0]?.expected).toBe(
      `at least ${needed} requests of this entry in the window`,
    );
  });

  it('has a reachable target that is reachable, and the next tenth is not', () => {
    const remedy = refused(cohortOf(110))[0]?.remedy ?? '';
    const target = Number(/at most ([\d.]+)%/.exec(remedy)?.[1]);
    expect(refused(cohortOf(110), { '95%': `${target}%` })).toEqual([]);
    expect(refused(cohortOf(110), { '95%': `${(target + 0.1).toFixed(1)}%` })).toHaveLength(1);
  });

  it('counts only requests of the window, and of the entry', () => {
    const outside = Array.from({ length: 50 }, () => ({ dueMs: 120_500 }));
    expect(refused([...cohortOf(100), ...outside])).toHaveLength(1);
    const entries = {
      [SLO]: `- {id: chat, where: {class: chat}, ttft: 800ms, attainment: 90%}\n  - {id: tools, where: {class: tools}, ttft: 800ms, attainment: 90%}`,
    };
    const found = refused([...cohortOf(100), ...cohortOf(60, { class: 'tools' })], entries);
    expect(found.map(({ field, line }) => ({ field, line }))).toEqual([{ field: 'slo[1].attainment', line: 12 }]);
  });

  it('wants two requests a time block, whatever the target', () => {
    const found = refused(cohortOf(19), { '95%': '50%' }).filter(({ field }) => field === 'slo[0].attainment');
    expect(found).toMatchObject([{ expected: 'at least 20 requests of this entry in the window' }]);
    expect(found[0]?.message).toContain('n = 19 < 2 * 10');
  });

  it('wants five requests beyond a gating 95th percentile', () => {
    const lower = { '95%': '85%' };
    expect(refused(cohortOf(100), lower)).toEqual([]);
    expect(refused(cohortOf(99), lower).map(({ field }) => field)).toEqual([
      'comparison.margins.ttft_p95',
      'comparison.margins.tpot_p95',
    ]);
    const reported = { ...lower, 'slo:': 'comparison: {margins: {ttft_p95: report}}\nslo:' };
    expect(refused(cohortOf(99), reported).map(({ field, line }) => ({ field, line }))).toEqual([
      { field: 'comparison.margins.tpot_p95', line: 10 },
    ]);
  });

  it('counts for TPOT only answers that may have a second token', () => {
    const found = refused([...cohortOf(90), ...cohortOf(60, { maxTokens: 1 })]);
    expect(found.map(({ field }) => field)).toEqual(['comparison.margins.tpot_p95']);
  });

  it('names requests that no entry matches, by class with their first line', () => {
    const entry = { [SLO]: '- {id: chat, where: {class: chat}, ttft: 800ms, attainment: 90%}' };
    const found = refused(
      [...cohortOf(100), { class: 'batch' }, { class: 'batch' }, { class: 'tools', dueMs: -1 }],
      entry,
    );
    expect(found.map(({ file, line, message }) => ({ file, line, message }))).toEqual([
      {
        file: 'trace.jsonl',
        line: 102,
        message: '2 requests of class `batch` match no `slo` entry, the first on this line',
      },
      {
        file: 'trace.jsonl',
        line: 104,
        message: '1 requests of class `tools` match no `slo` entry, the first on this line',
      },
    ]);
  });

  it('names entries that match no request', () => {
    const entries = {
      [SLO]: `- {id: chat, where: {class: chat}, ttft: 800ms, attainment: 90%}\n  - {id: batch, where: {class: batch}, slo: none}\n  - {id: tools, where: {class: tools}, ttft: 1s, attainment: 90%}`,
    };
    expect(refused(cohortOf(100), entries).map(({ field, line }) => ({ field, line }))).toEqual([
      { field: 'slo[1].where', line: 12 },
      { field: 'slo[2].where', line: 13 },
    ]);
  });

  it('checks what a plan declares also when no file said it', () => {
    const found = refused(cohortOf(200), {}, (plan) => ({
      ...plan,
      comparison: {
        ...plan.comparison,
        looks: [2, 4],
        margins: { ...plan.comparison.margins, goodput: 0, ttftP95: 1 },
      },
    }));
    expect(found.map(({ field }) => field)).toEqual([
      'comparison.margins.goodput',
      'comparison.margins.ttft_p95',
      'comparison.looks',
    ]);
  });
});

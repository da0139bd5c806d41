import { describe, expect, it } from 'vitest';
import { simulateRun } from '../../src/sim/clients.js';
import { H100_8B, TOY } from '../../src/sim/cost.js';
import { Engine, type Step } from '../../src/sim/engine.js';
import { vectors } from './vectors.js';

const tokensOf = (steps: readonly Step[]) =>
  steps.flatMap(({ endS, tokens }) => tokens.map(({ requestId, position }) => [requestId, position, endS]));

/** Runs an idle-free remainder to its end. */
function drain(engine: Engine): Step[] {
  const steps: Step[] = [];
  for (let endS = engine.nextStepEndS(); endS !== null; endS = engine.nextStepEndS())
    steps.push(...engine.advanceTo(endS));
  return steps;
}

describe('the engine in a caller’s time', () => {
  it('gives the virtual times to the bit, however seldom and irregularly the caller looks', () => {
    const vector = vectors.cases.find((c) => c.id === 'open-40-explicit');
    const { isl = [], osl = [], client } = vector ?? {};
    const dueS = client?.due_s ?? [];
    const engine = new Engine(H100_8B);
    const seen: Step[] = [];
    dueS.forEach((due, id) => {
      // A look just before some arrivals, a late one or none before others.
      if (id % 3 === 0) seen.push(...engine.advanceTo(Math.max(dueS[id - 1] ?? 0, due - 0.0005)));
      seen.push(...engine.arrive({ id, isl: isl[id] ?? 0, osl: osl[id] ?? 0 }, due));
      if (id % 5 === 0) engine.nextStepEndS();
    });
    seen.push(...engine.advanceTo(1e6));
    const { requests } = simulateRun(H100_8B, { isl, osl }, { kind: 'open', dueS });
    const expected = requests.map(({ tokenS }) => tokenS);
    const actual = isl.map((_, id) =>
      tokensOf(seen)
        .filter(([request]) => request === id)
        .map(([, , atS]) => atS),
    );
    expect(requests).toHaveLength(40);
    expect(actual).toEqual(expected);
    expect(engine.idle).toBe(true);
  });

  it('lets an arrival on the very end of a step join the next step, and one just after wait for it', () => {
    const engine = new Engine(TOY);
    engine.arrive({ id: 0, isl: 4, osl: 4 }, 0);
    expect(engine.nextStepEndS()).toBe(2);
    expect(tokensOf(engine.arrive({ id: 1, isl: 2, osl: 1 }, 2))).toEqual([[0, 0, 2]]);
    engine.arrive({ id: 2, isl: 2, osl: 1 }, 2.0078125);
    expect(tokensOf(drain(engine)).filter(([id]) => id !== 0)).toEqual([
      [1, 0, 3.75],
      [2, 0, 5.5],
    ]);
  });

  it('starts a step at the end of the one before, not when the caller looks', () => {
    const engine = new Engine(TOY);
    engine.arrive({ id: 0, isl: 4, osl: 3 }, 1);
    expect(tokensOf(engine.advanceTo(100))).toEqual([
      [0, 0, 3],
      [0, 1, 4.25],
      [0, 2, 5.5],
    ]);
    engine.arrive({ id: 1, isl: 4, osl: 1 }, 200);
    expect(tokensOf(engine.advanceTo(300))).toEqual([[1, 0, 202]]);
  });

  it('refuses to go back before a step that has ended', () => {
    const engine = new Engine(TOY);
    engine.arrive({ id: 0, isl: 4, osl: 1 }, 0);
    engine.advanceTo(5);
    expect(() => engine.arrive({ id: 1, isl: 1, osl: 1 }, 1)).toThrow('clock is at 2 s');
    expect(() => engine.advanceTo(Number.NaN)).toThrow('cannot advance to NaN s');
  });

  it('drops a running request: no further tokens, its blocks free for the one that waits', () => {
    const engine = new Engine({ ...TOY, kvCapacityTokens: 16 });
    engine.arrive({ id: 0, isl: 8, osl: 6 }, 0);
    engine.arrive({ id: 1, isl: 13, osl: 1 }, 0);
    expect(engine.nextStepEndS()).toBe(3);
    // One of four blocks is free beside the first request; the second needs two for its chunk of 7, so it waits.
    expect(tokensOf(engine.drop(0, 3.5))).toEqual([[0, 0, 3]]);
    const rest = drain(engine);
    expect(tokensOf(rest)).toEqual([[1, 0, 9.5]]);
    expect(rest.at(-1)?.blocksUsed).toBe(4);
    expect(engine.idle).toBe(true);
  });

  it('drops a waiting request, and takes an unknown one calmly', () => {
    const engine = new Engine({ ...TOY, maxNumSeqs: 1 });
    engine.arrive({ id: 0, isl: 4, osl: 1 }, 0);
    engine.arrive({ id: 1, isl: 4, osl: 1 }, 0);
    engine.drop(1, 1);
    engine.drop(7, 1);
    expect(tokensOf(drain(engine))).toEqual([[0, 0, 2]]);
  });

  it('still takes the time of the step from which the only request was dropped', () => {
    const engine = new Engine(TOY);
    engine.arrive({ id: 0, isl: 4, osl: 1 }, 0);
    engine.drop(0, 1);
    expect(engine.idle).toBe(false);
    engine.arrive({ id: 1, isl: 4, osl: 1 }, 1.5);
    expect(tokensOf(drain(engine))).toEqual([[1, 0, 4]]);
  });
});

describe('bad input', () => {
  const open = { kind: 'open', dueS: [0, 1] } as const;
  const two = { isl: [4, 4], osl: [1, 1] };

  it.each([
    ['a prompt of no tokens', { isl: [4, 0], osl: [1, 1] }, open, 'request 1: isl is 0'],
    ['half a prompt token', { isl: [4, 1.5], osl: [1, 1] }, open, 'request 1: isl is 1.5'],
    ['an answer of no tokens', { isl: [4, 4], osl: [1, 0] }, open, 'request 1: osl is 0'],
    ['a whole prompt cached', { ...two, cached: [0, 4] }, open, 'request 1: cached is 4'],
    ['a negative cached prefix', { ...two, cached: [0, -1] }, open, 'request 1: cached is -1'],
    ['a list of another length', { isl: [4, 4], osl: [1] }, open, 'have 2, 1 and no entries'],
    ['a due time that decreases', two, { kind: 'open', dueS: [1, 0.5] } as const, 'request 1: due at 0.5 s'],
    ['a due time that is no number', two, { kind: 'open', dueS: [0, Number.NaN] } as const, 'request 1: due at NaN s'],
    ['a due time before the start', two, { kind: 'open', dueS: [-1, 0] } as const, 'request 0: due at -1 s'],
    ['a missing due time', two, { kind: 'open', dueS: [0] } as const, '1 due times for 2 requests'],
    ['no slot', two, { kind: 'closed', slots: 0 } as const, 'a closed client with 0 requests in flight'],
    ['half a cap', two, { kind: 'capped', dueS: [0, 1], cap: 1.5 } as const, 'a capped client with 1.5 requests'],
  ])('%s is refused with its place', (_, workload, client, message) => {
    expect(() => simulateRun(TOY, workload, client)).toThrow(message);
  });

  it('a request that fits the pool to the last block runs, one token more is refused', () => {
    const pool = { ...TOY, kvCapacityTokens: 16 };
    const lengths = (isl: number) => ({ isl: [isl], osl: [4] });
    expect(simulateRun(pool, lengths(13), { kind: 'closed', slots: 1 }).steps.at(-1)?.blocksUsed).toBe(4);
    expect(() => simulateRun(pool, lengths(14), { kind: 'closed', slots: 1 })).toThrow('17 tokens need 5 KV blocks');
  });

  it('constants that allow no step are refused', () => {
    expect(() => new Engine({ ...TOY, tokenBudget: 0 })).toThrow('tokenBudget is 0');
  });
});

import { describe, expect, it } from 'vitest';
import { type DeclaredClause, type DeclaredSession, refusals } from '../../../src/judge/rules/refusals.js';

const base = { gating: true, n: 1000, className: null } as const;
const attainment: DeclaredClause = { ...base, kind: 'attainment', id: 'attainment', target: 0.95, bound: 'adjusted' };
const goodput: DeclaredClause = { ...base, kind: 'goodput', id: 'goodput', margin: 0.05 };
const p95 = { num: 95, den: 100 };

const session: DeclaredSession = {
  n: 1000,
  blocks: 10,
  looks: [3, 4, 6, 8],
  maxPairs: 8,
  confidence: 0.95,
  floor: 2,
  decider: 'paired_t',
  clauses: [attainment, goodput],
};

const only = (changed: Partial<DeclaredSession>) => refusals({ ...session, ...changed });
const withClause = (clause: DeclaredClause) => refusals({ ...session, clauses: [goodput, clause] });

describe('refusals', () => {
  it('lets the defaults through', () => {
    expect(refusals(session)).toEqual([]);
  });

  it('R1: an absolute target out of reach, with the inequality and what would do', () => {
    expect(withClause({ ...attainment, n: 128 })).toEqual([]);
    expect(withClause({ ...attainment, n: 127 })).toEqual([
      {
        id: 'R1',
        clause: 'attainment',
        message:
          'attainment: n = 127 < 2 * t(0.95, 9)^2 * 0.95 / 0.05 = 127.7; at least 128 distinct requests are needed',
        needed: 128,
      },
    ]);
    expect(withClause({ ...attainment, bound: 'plain', n: 52 })).toEqual([]);
    expect(withClause({ ...attainment, bound: 'plain', n: 51 })).toMatchObject([{ id: 'R1', needed: 52 }]);
    expect(only({ floor: 20 })).toMatchObject([{ id: 'R1', needed: 1277 }]);
  });

  it('R2: a percentile beyond its sample', () => {
    const absolute: DeclaredClause = { ...base, kind: 'absolute_quantile', id: 'q', p: p95, bound: 'adjusted' };
    expect(withClause({ ...absolute, n: 127 })).toMatchObject([{ id: 'R2', needed: 128 }]);
    const reported: DeclaredClause = { ...base, kind: 'reported_quantile', id: 'q', p: { num: 99, den: 100 } };
    expect(withClause({ ...reported, n: 299 })).toEqual([]);
    expect(withClause({ ...reported, n: 298 })).toMatchObject([{ id: 'R2', needed: 299 }]);
    const relative: DeclaredClause = { ...base, kind: 'relative_quantile', id: 'q', p: p95, margin: 0.1 };
    expect(withClause({ ...relative, n: 100 })).toEqual([]);
    expect(withClause({ ...relative, n: 99 })).toMatchObject([{ id: 'R2', needed: 100 }]);
    expect(withClause({ ...relative, n: 4999, p: { num: 999, den: 1000 } })).toMatchObject([{ needed: 5000 }]);
  });

  it('R3: too few pairs, blocks or requests', () => {
    expect(only({ looks: [2, 4, 6, 8] })).toMatchObject([{ id: 'R3', needed: 3 }]);
    expect(only({ blocks: 4, clauses: [goodput] })).toMatchObject([{ id: 'R3', needed: 5 }]);
    expect(only({ blocks: 1 })).toMatchObject([{ id: 'R3', needed: 5 }]);
    expect(only({ n: 20 })).toEqual([]);
    expect(only({ n: 19 })).toMatchObject([{ id: 'R3', needed: 20 }]);
  });

  it('R4: a sign-flip test that can not reach its own level', () => {
    const flips = (pairs: number) => only({ decider: 'sign_flip', looks: [pairs], maxPairs: pairs });
    expect(flips(5)).toEqual([]);
    expect(flips(4)).toMatchObject([{ id: 'R4', needed: 5 }]);
  });

  it('R5: figures out of range, ids declared twice, nothing that gates', () => {
    for (const margin of [0, 1, -0.1, Number.NaN]) {
      expect(withClause({ ...goodput, id: 'g2', margin })).toMatchObject([{ id: 'R5', clause: 'g2' }]);
    }
    expect(withClause({ ...attainment, target: 1 })).toMatchObject([{ id: 'R5', clause: 'attainment' }]);
    const reported: DeclaredClause = { ...base, kind: 'reported_quantile', id: 'q', p: { num: 1, den: 1 } };
    expect(withClause(reported)).toMatchObject([{ id: 'R5', clause: 'q' }]);
    expect(withClause(goodput)).toMatchObject([{ id: 'R5', message: 'goodput: the clause id is declared twice' }]);
    expect(only({ clauses: [{ ...goodput, gating: false }] })).toMatchObject([{ id: 'R5', clause: null }]);
    expect(only({ clauses: [] })).toMatchObject([{ id: 'R5', clause: null }]);
  });

  it('R6: a class too small for its clause', () => {
    const chat = (n: number, margin: number): DeclaredClause => ({
      ...goodput,
      id: 'chat',
      className: 'chat',
      n,
      margin,
    });
    for (const [margin, needed] of [
      [0.2, 50],
      [0.1, 100],
      [0.05, 200],
    ] as const) {
      expect(withClause(chat(needed, margin))).toEqual([]);
      expect(withClause(chat(needed - 1, margin))).toMatchObject([{ id: 'R6', needed }]);
    }
    expect(withClause({ ...attainment, className: 'chat', n: 100 })).toMatchObject([{ id: 'R6', needed: 128 }]);
  });

  it('R8: looks out of order, beyond the session or without a level', () => {
    expect(only({ looks: [3, 6, 4, 8] })).toMatchObject([{ id: 'R8', message: 'looks 3, 6, 4, 8 do not increase' }]);
    expect(only({ looks: [4, 4], maxPairs: 4 })).toMatchObject([{ message: 'looks 4, 4 do not increase' }]);
    expect(only({ maxPairs: 10 })).toMatchObject([{ id: 'R8', needed: 10 }]);
    const [unknown] = only({ looks: [3, 5, 7], maxPairs: 7 });
    expect(unknown?.message).toContain('no error level is known for looks 3, 5, 7 at confidence 0.95');
    expect(unknown?.message).toContain('[3,4,6,8]');
    expect(only({ confidence: 0.9 })).toMatchObject([{ id: 'R8' }]);
    expect(only({ confidence: 0.9, looks: [4], maxPairs: 4 })).toEqual([]);
    expect(only({ looks: [], maxPairs: 0 }).map(({ id }) => id)).toEqual(['R3', 'R8']);
  });

  it('come all at once, in the order of the rules', () => {
    const found = only({ n: 10, looks: [2, 5], maxPairs: 6, clauses: [{ ...attainment, n: 10 }, attainment] });
    expect(found.map(({ id }) => id)).toEqual(['R1', 'R3', 'R3', 'R5', 'R8']);
  });
});

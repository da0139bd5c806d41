/** Evidence that can't reach its own bounds, refused before any GPU minute (section 2, R1 to R6 and R8). */

import { tQuantile, zQuantile } from '../../stats/quantile.js';
import { type Ratio, upperRankMinN } from '../../stats/rank.js';
import { adjustedMinN, plainMinN } from '../../stats/wilson.js';
import { KNOWN_LOOKS, lookLevel } from './looks.js';

interface DeclaredBase {
  id: string;
  gating: boolean;
  /** Distinct requests the clause speaks about: the class's when it is a class-level clause. */
  n: number;
  /** The class of a class-level clause, else null. */
  className: string | null;
}

/** A clause as far as its evidence goes. */
export type DeclaredClause = DeclaredBase &
  (
    | { kind: 'attainment'; target: number; bound: 'adjusted' | 'plain' }
    | { kind: 'absolute_quantile'; p: Ratio; bound: 'adjusted' | 'plain' }
    | { kind: 'reported_quantile'; p: Ratio }
    | { kind: 'relative_quantile'; p: Ratio; margin: number }
    | { kind: 'goodput'; margin: number }
  );

export interface DeclaredSession {
  /** Distinct requests of the cohort. */
  n: number;
  blocks: number;
  looks: readonly number[];
  /** K_max: the pairs the session is planned for. */
  maxPairs: number;
  confidence: number;
  /** Design-effect floor: 2, or a calibration's. */
  floor: number;
  decider: 'paired_t' | 'sign_flip';
  clauses: readonly DeclaredClause[];
}

export interface Refusal {
  id: 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R8';
  /** The clause it concerns; null for the session. */
  clause: string | null;
  /** The inequality that fails, and what would do. */
  message: string;
  /** Smallest value that would do; null where no single number would. */
  needed: number | null;
}

/** Every refusal, in the order of the rules; empty when the declared evidence can reach the declared bounds. */
export function refusals(session: DeclaredSession): Refusal[] {
  const { clauses, confidence } = session;
  return [
    ...clauses.flatMap((clause) => malformed(clause) ?? []),
    ...duplicates(clauses),
    ...(clauses.some((clause) => clause.gating) ? [] : [refusal('R5', null, 'no gating clause is declared', null)]),
    ...clauses.flatMap((clause) => (malformed(clause) === null ? tooSmall(clause, session) : [])),
    ...shapeRefusals(session),
    ...(session.decider === 'sign_flip' ? signFlip(session.maxPairs, 1 - confidence) : []),
    ...lookRefusals(session),
  ].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function malformed(clause: DeclaredClause): Refusal | null {
  if ('margin' in clause && !(clause.margin > 0 && clause.margin < 1)) {
    return refusal('R5', clause, `margin ${clause.margin} is not inside (0, 1)`, null);
  }
  if ('target' in clause && !(clause.target > 0 && clause.target < 1)) {
    return refusal('R5', clause, `target ${clause.target} is not inside (0, 1)`, null);
  }
  if ('p' in clause && !(clause.p.num > 0 && clause.p.num < clause.p.den)) {
    return refusal('R5', clause, `percentile ${clause.p.num}/${clause.p.den} is not inside (0, 1)`, null);
  }
  return null;
}

function duplicates(clauses: readonly DeclaredClause[]): Refusal[] {
  const again = clauses.filter((clause, i) => clauses.findIndex((other) => other.id === clause.id) < i);
  return again.map((clause) => refusal('R5', clause, 'the clause id is declared twice', null));
}

interface Least {
  rule: 'R1' | 'R2' | 'R6';
  needed: number;
  /** The right side of `n < ...`, with its value. */
  formula: string;
}

function tooSmall(clause: DeclaredClause, session: DeclaredSession): Refusal[] {
  const { n, className } = clause;
  const least = leastRequests(clause, session);
  if (least === null || n >= least.needed) return [];
  const requests = className === null ? 'distinct requests' : `distinct requests of class "${className}"`;
  const text = `n = ${n} < ${least.formula}; at least ${least.needed} ${requests} are needed`;
  return [refusal(className === null ? least.rule : 'R6', clause, text, least.needed)];
}

function leastRequests(clause: DeclaredClause, session: DeclaredSession): Least | null {
  switch (clause.kind) {
    case 'attainment':
      return absoluteLeast('R1', clause.target, clause.bound, session);
    case 'absolute_quantile':
      return absoluteLeast('R2', clause.p.num / clause.p.den, clause.bound, session);
    case 'reported_quantile': {
      const level = 1 - session.confidence;
      const p = clause.p.num / clause.p.den;
      const formula = `ln(${short(level)}) / ln(${short(p)}) = ${short(Math.log(level) / Math.log(p))}`;
      return { rule: 'R2', needed: upperRankMinN(clause.p, session.confidence), formula };
    }
    case 'relative_quantile': {
      const { num, den } = clause.p;
      const needed = Math.ceil((5 * den) / (den - num));
      return { rule: 'R2', needed, formula: `5 / (1 - ${short(num / den)}) = ${short((5 * den) / (den - num))}` };
    }
    case 'goodput': {
      if (clause.className === null) return null;
      const least = 10 / clause.margin;
      return { rule: 'R6', needed: Math.ceil(least), formula: `10 / ${short(clause.margin)} = ${short(least)}` };
    }
  }
}

function absoluteLeast(
  rule: 'R1' | 'R2',
  target: number,
  bound: 'adjusted' | 'plain',
  { confidence, blocks, floor }: DeclaredSession,
): Least | null {
  const odds = `${short(target)} / ${short(1 - target)}`;
  if (bound === 'plain') {
    const z = zQuantile(confidence);
    const formula = `z(${short(confidence)})^2 * ${odds} = ${short((z * z * target) / (1 - target))}`;
    return { rule, needed: plainMinN(target, confidence), formula };
  }
  // Too few blocks for a t quantile are R3's matter.
  if (blocks < 2) return null;
  const t = tQuantile(confidence, blocks - 1);
  const least = short((floor * t * t * target) / (1 - target));
  const formula = `${short(floor)} * t(${short(confidence)}, ${blocks - 1})^2 * ${odds} = ${least}`;
  return { rule, needed: adjustedMinN(target, confidence, blocks, floor), formula };
}

function shapeRefusals({ n, blocks, looks }: DeclaredSession): Refusal[] {
  const found: Refusal[] = [];
  const first = looks[0] ?? 0;
  if (first < 3) found.push(refusal('R3', null, `the first look comes after ${first} < 3 pairs`, 3));
  if (blocks < 5) found.push(refusal('R3', null, `${blocks} < 5 time blocks`, 5));
  if (n < 2 * blocks) {
    found.push(
      refusal('R3', null, `n = ${n} < 2 * ${blocks} blocks; at least ${2 * blocks} requests are needed`, 2 * blocks),
    );
  }
  return found;
}

function signFlip(pairs: number, level: number): Refusal[] {
  let needed = 0;
  for (let chance = 1; chance > level; chance /= 2) needed += 1;
  if (pairs >= needed) return [];
  return [
    refusal('R4', null, `2^-${pairs} > ${short(level)}; a sign-flip test needs at least ${needed} pairs`, needed),
  ];
}

function lookRefusals({ looks, maxPairs, confidence }: DeclaredSession): Refusal[] {
  const sequence = looks.join(', ');
  if (looks.some((look, i) => i > 0 && look <= (looks[i - 1] ?? 0))) {
    return [refusal('R8', null, `looks ${sequence} do not increase`, null)];
  }
  const last = looks.at(-1) ?? 0;
  if (last !== maxPairs)
    return [refusal('R8', null, `the last look is ${last}, the session ends at ${maxPairs} pairs`, maxPairs)];
  if (lookLevel(looks, confidence) !== null) return [];
  const known = KNOWN_LOOKS.map((one) => `[${one}]`).join(' ');
  const what = `no error level is known for looks ${sequence} at confidence ${confidence}`;
  return [refusal('R8', null, `${what}; declare one look, or at confidence 0.95 one of ${known}`, null)];
}

function refusal(id: Refusal['id'], clause: DeclaredClause | null, text: string, needed: number | null): Refusal {
  const message = clause === null ? text : `${clause.id}: ${text}`;
  return { id, clause: clause?.id ?? null, message, needed };
}

/** Four significant digits, for a person. */
function short(x: number): string {
  return String(Number(x.toPrecision(4)));
}

import { readFileSync } from 'node:fs';
import { type Client, type SimulatedRun, simulateRun, type Workload } from '../../src/sim/clients.js';
import { type EngineConstants, H100_8B, TOY } from '../../src/sim/cost.js';

/** One entry of `fixtures/sim/toy-cases.json`: explicit lengths, equal lengths, or a generated workload. */
export interface VectorCase {
  id: string;
  constants: 'h100-8b' | 'toy';
  config?: Record<string, number>;
  client: { kind: 'open' | 'closed' | 'capped'; due_s?: number[]; N?: number; cap?: number; all_due_at_zero?: boolean };
  isl?: number[];
  osl?: number[];
  cached?: number[];
  workload?: GeneratedWorkload;
  n?: number;
  isl_each?: number;
  osl_each?: number;
  expect?: Record<string, unknown>;
  expect_error?: string;
}

interface GeneratedWorkload {
  seed: number;
  n: number;
  isl: [number, number];
  osl: [number, number];
  gap_us?: [number, number];
  cached_of_16?: [number, number];
}

export const vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/sim/toy-cases.json', import.meta.url), 'utf8'),
) as { constants: Record<string, Record<string, number>>; cases: VectorCase[]; anchors: VectorCase[] };

/** The vectors' snake_case keys as ours. */
export function camelKeys(table: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(table).map(([key, value]) => [key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()), value]),
  );
}

export function runCase(vector: VectorCase): SimulatedRun {
  const constants: EngineConstants = {
    ...(vector.constants === 'toy' ? TOY : H100_8B),
    ...camelKeys(vector.config ?? {}),
  };
  const { dueS, ...workload } = workloadOf(vector);
  const { kind, N, cap } = vector.client;
  if (kind === 'closed') return simulateRun(constants, workload, { kind, slots: N ?? 0 });
  const client: Client = kind === 'open' ? { kind, dueS } : { kind, dueS, cap: cap ?? 0 };
  return simulateRun(constants, workload, client);
}

function workloadOf(vector: VectorCase): Workload & { dueS: number[] } {
  if (vector.workload !== undefined) return generate(vector.workload);
  const { n = 0, isl_each = 0, osl_each = 0, cached } = vector;
  const isl = vector.isl ?? new Array<number>(n).fill(isl_each);
  const osl = vector.osl ?? new Array<number>(n).fill(osl_each);
  const dueS = vector.client.due_s ?? new Array<number>(isl.length).fill(0);
  return cached === undefined ? { isl, osl, dueS } : { isl, osl, dueS, cached };
}

/** The vectors' integer recurrence: per request isl, osl, then gap and cached blocks where the case has them. */
function generate({ seed, n, isl, osl, gap_us, cached_of_16 }: GeneratedWorkload): Workload & { dueS: number[] } {
  let state = seed;
  const draw = ([low, high]: [number, number]): number => {
    state = (48_271 * state) % 2_147_483_647;
    return low + (state % (high - low + 1));
  };
  const out = { isl: [] as number[], osl: [] as number[], cached: [] as number[], dueS: [] as number[] };
  let dueUs = 0;
  for (let i = 0; i < n; i += 1) {
    const promptTokens = draw(isl);
    out.isl.push(promptTokens);
    out.osl.push(draw(osl));
    if (gap_us !== undefined) dueUs += draw(gap_us);
    out.dueS.push(dueUs / 1e6);
    out.cached.push(cached_of_16 === undefined ? 0 : Math.min(promptTokens - 1, 16 * draw(cached_of_16)));
  }
  return out;
}

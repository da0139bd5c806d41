import type { EngineConstants } from './cost.js';
import { Engine, type EngineRequest, type Step } from './engine.js';

/** Who sends, and when (simulator reference, section 4). Due times in seconds, one a request, non-decreasing. */
export type Client =
  /** Sends each request at its due time, whatever the server does. */
  | { readonly kind: 'open'; readonly dueS: readonly number[] }
  /** Keeps `slots` requests in flight from time 0 on. */
  | { readonly kind: 'closed'; readonly slots: number }
  /** Open, behind a first-in-first-out gate that lets `cap` requests be in flight. */
  | { readonly kind: 'capped'; readonly dueS: readonly number[]; readonly cap: number };

/** Lengths in tokens, one entry a request. No `cached` means no cached prefixes. */
export interface Workload {
  readonly isl: readonly number[];
  readonly osl: readonly number[];
  readonly cached?: readonly number[];
}

/** What the client saw of one request. TTFT from due is `tokenS[0] - dueS`; a closed client's `dueS` means nothing. */
export interface RequestTimes {
  readonly dueS: number;
  sendS: number;
  /** Time of every output token; the first is the first output, the last the finish. */
  readonly tokenS: number[];
  preemptions: number;
}

export interface SimulatedRun {
  readonly requests: readonly RequestTimes[];
  readonly steps: readonly Omit<Step, 'tokens'>[];
}

/**
 * Runs a workload to its end in virtual time. Pure and exact: the same arguments give the same bits.
 *
 * All three clients are one: an open client is a gate that never closes, a closed client has everything due at 0.
 *
 * @throws Error naming the request or the argument when lengths, due times, slots or cap are impossible, or a request
 *   could never fit the KV pool.
 */
export function simulateRun(constants: EngineConstants, workload: Workload, client: Client): SimulatedRun {
  const requests = readRequests(workload);
  const { dueS, limit } = readClient(client, requests.length);
  const engine = new Engine(constants);
  const times: RequestTimes[] = dueS.map((due) => ({ dueS: due, sendS: due, tokenS: [], preemptions: 0 }));
  const log: Omit<Step, 'tokens'>[] = [];
  let inFlight = 0;
  let due = 0;
  let sent = 0;

  const send = (atS: number): void => {
    const request = at(requests, sent);
    at(times, sent).sendS = atS;
    sent += 1;
    inFlight += 1;
    record(engine.arrive(request, atS));
  };
  const record = (steps: readonly Step[]): void => {
    for (const { tokens, ...row } of steps) {
      log.push(row);
      for (const id of row.evicted) at(times, id).preemptions += 1;
      for (const { requestId, last } of tokens) {
        at(times, requestId).tokenS.push(row.endS);
        if (last) inFlight -= 1;
      }
    }
  };

  while (due < requests.length || inFlight > 0) {
    const endS = engine.nextStepEndS() ?? at(dueS, due);
    // Arrivals up to the step's end meet the gate before its completions (rule T3). Whoever queues meets a full gate,
    // so that the next to be sent is always the oldest.
    for (; due < requests.length && at(dueS, due) <= endS; due += 1) {
      if (inFlight < limit) send(at(dueS, due));
    }
    record(engine.advanceTo(endS));
    while (sent < due && inFlight < limit) send(endS);
  }
  return { requests: times, steps: log };
}

function readRequests({ isl, osl, cached }: Workload): EngineRequest[] {
  if (osl.length !== isl.length || (cached !== undefined && cached.length !== isl.length)) {
    throw new Error(
      `isl, osl and cached have ${isl.length}, ${osl.length} and ${cached?.length ?? 'no'} entries; expected as many`,
    );
  }
  return isl.map((length, id) => ({
    id,
    isl: length,
    osl: at(osl, id),
    cached: cached === undefined ? 0 : at(cached, id),
  }));
}

/** A client as due times and the most requests that may be in flight. */
function readClient(client: Client, n: number): { dueS: readonly number[]; limit: number } {
  const limit =
    client.kind === 'open' ? Number.POSITIVE_INFINITY : client.kind === 'closed' ? client.slots : client.cap;
  if (client.kind !== 'open' && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw new Error(`a ${client.kind} client with ${limit} requests in flight; expected a whole number of at least 1`);
  }
  if (client.kind === 'closed') return { dueS: new Array<number>(n).fill(0), limit };
  if (client.dueS.length !== n) throw new Error(`${client.dueS.length} due times for ${n} requests; expected one each`);
  let previousS = 0;
  client.dueS.forEach((dueS, id) => {
    if (!Number.isFinite(dueS) || dueS < previousS) {
      throw new Error(
        `request ${id}: due at ${dueS} s; expected a finite time of at least ${previousS} s, as due times never decrease`,
      );
    }
    previousS = dueS;
  });
  return { dueS: client.dueS, limit };
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`no entry ${index} in a list of ${list.length}`);
  return value;
}

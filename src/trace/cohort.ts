import { phaseOf, type Trace, type TraceRequest } from '../model/trace.js';

/** The requests whose outcomes are judged: due inside the declared window, in file order. */
export function cohortOf(trace: Trace, windowMs: number): TraceRequest[] {
  return trace.requests.filter((request) => phaseOf(request.dueMs, windowMs) === 'cohort');
}

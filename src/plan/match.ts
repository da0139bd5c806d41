import type { Plan, Slo } from '../model/plan.js';
import type { Trace, TraceRequest } from '../model/trace.js';
import { cohortOf } from '../trace/cohort.js';

/** Whether an SLO entry is about requests of this class. */
export function matchesClass(slo: Slo, className: string): boolean {
  return slo.classes === null || slo.classes.includes(className);
}

/** The cohort's requests that belong to an SLO with objectives. */
export function judgedRequests(plan: Plan, trace: Trace): TraceRequest[] {
  const deciding = plan.slo.filter((slo) => slo.objectives !== null);
  return cohortOf(trace, plan.workload.windowMs).filter((request) =>
    deciding.some((slo) => matchesClass(slo, request.class)),
  );
}

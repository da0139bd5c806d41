/** Stated clause `isolation`: what else could reach the servers while they were measured. */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { byArm, stated } from './stated.js';

export function isolation(c: Case): Clause[] {
  const { host } = c.evidence.session;
  return stated('isolation', 'Isolation', {
    unknown: true,
    sentence: `One server is measured at a time. Servers: ${byArm((arm) => lifecycle(c, arm))}. The generator shares the host's ${host.cores} cores with a server that the gate starts. Whether anything else used the CPU or the GPU meanwhile is unknown: the gate takes no lock on the device and reads no GPU telemetry.`,
    figures: { cores: host.cores, memory_bytes: host.memoryBytes },
  });
}

function lifecycle(c: Case, arm: Arm): string {
  const launch = c.evidence.session.launches[arm];
  if (launch === null) return 'already running, not started or stopped by the gate';
  return launch.scratch
    ? 'a fresh process for every run, stopped with its process group, with its own home and cache folder'
    : 'a fresh process for every run, stopped with its process group, in the home and cache folders of the user';
}

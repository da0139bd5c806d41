/** Stated clause `cost`: what one qualified answer takes of the machine. */

import type { Arm } from '../../model/arm.js';
import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { figure } from '../words.js';
import { armFigure, byArm, replayedRuns, stated } from './stated.js';

export function cost(c: Case): Clause[] {
  const serverSeconds = (arm: Arm) => {
    const { qualified } = c.arms[arm];
    const windowS = (replayedRuns(c, arm).length * c.plan.workload.windowMs) / 1000;
    return qualified === 0 ? null : windowS / qualified;
  };
  return stated('cost', 'Cost', {
    unknown: true,
    sentence: `Server-seconds of the window per qualified answer: ${byArm((arm) => figure(serverSeconds(arm)))}. GPU-seconds are that times the number of GPUs, which is unknown, as is their price; start, warm-up and drain are not in it.`,
    figures: armFigure('server_seconds_per_qualified', serverSeconds),
  });
}

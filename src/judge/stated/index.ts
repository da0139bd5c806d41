/** The stated clauses in the order of the report: all of them, always. */

import type { Clause } from '../../model/verdict.js';
import type { Case } from '../case.js';
import { arrivals } from './arrivals.js';
import { cache } from './cache.js';
import { carryOver } from './carry-over.js';
import { clock } from './clock.js';
import { cost } from './cost.js';
import { definitions } from './definitions.js';
import { generator } from './generator.js';
import { isolation } from './isolation.js';
import { notTested } from './not-tested.js';
import { order } from './order.js';
import { prompts } from './prompts.js';
import { quality } from './quality.js';
import { smallestChange } from './smallest-change.js';
import { speculation } from './speculation.js';
import { tokens } from './tokens.js';
import { versions } from './versions.js';
import { window } from './window.js';

export const STATED: readonly ((c: Case) => Clause[])[] = [
  arrivals,
  clock,
  window,
  definitions,
  tokens,
  prompts,
  speculation,
  quality,
  versions,
  cache,
  order,
  generator,
  cost,
  smallestChange,
  carryOver,
  isolation,
  notTested,
];

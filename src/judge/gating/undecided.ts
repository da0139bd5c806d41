/** Why a clause that could have decided was not asked to, or null at a look. */

import type { Case } from '../case.js';

export function undecided({ point }: Case): string | null {
  switch (point.kind) {
    case 'look':
      return null;
    case 'gross':
      return 'Not decided here: after two pairs only a gross regression is read, and nothing passes.';
    case 'broken':
      return 'Not decided: the session ended when a server broke.';
    case 'none':
      return 'Not decided: the session did not reach a point at which it may be judged.';
  }
}

export const TOO_FEW_PAIRS = 'Unknown: a comparison needs two pairs of which both runs replayed the trace.';

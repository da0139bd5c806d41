/** One line of the report, with null for what a clause doesn't have. */

import type { Clause } from '../model/verdict.js';

type Required = Pick<Clause, 'id' | 'role' | 'title' | 'outcome' | 'sentence'>;

/** A clause whose keys always stand in the same order. */
export function clause(parts: Required & Partial<Clause>): Clause {
  const { id, role, title, outcome, sentence } = parts;
  const { declared = null, statistic = null, n = null, bound = null, limit = null, figures = {} } = parts;
  return { id, role, title, outcome, declared, statistic, n, bound, limit, sentence, figures };
}

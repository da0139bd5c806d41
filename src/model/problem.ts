/**
 * What is wrong with something a person gave us, in the shape an Actions log needs: where, what, what was expected,
 * what to do. All problems of one reading are collected and shown together.
 */
export interface Problem {
  /** File as the person named it; a flag such as `--out` where there is no file. */
  file: string;
  /** 1-based line in that file, when known. */
  line?: number;
  /** Dotted path of the field, for example `slo[0].attainment`. */
  field?: string;
  /** What was found. */
  message: string;
  /** What would have been right. */
  expected: string;
  /** The next step. */
  remedy: string;
}

/** The one error class for refusals: bad input, bad arguments, bad bundles. Exit code 1, never a stack trace. */
export class ProblemError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'ProblemError';
    this.problems = problems;
  }
}

/** One problem as text: `file:line: field: message`, then what was expected and what to do. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, ...(problem.line === undefined ? [] : [String(problem.line)])].join(':');
  const field = problem.field === undefined ? '' : ` ${problem.field}:`;
  return `${place}:${field} ${problem.message}\n  expected: ${problem.expected}\n  to do: ${problem.remedy}`;
}

/** What a strict reader gives: the value, or every problem that stands in its way. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

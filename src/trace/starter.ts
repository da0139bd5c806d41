import { stream } from '../stats/random.js';

/** Words of the starter prompts: plain, different, and of no use as a shared prefix. */
const SUBJECTS = [
  'a lighthouse',
  'a night train',
  'tidal power',
  'a library cat',
  'bread ovens',
  'the spleen',
  'map making',
  'glaciers',
];
const TASKS = [
  'Explain',
  'Summarise what is known about',
  'Write a short scene around',
  'List three facts on',
  'Compare two views of',
];
const DETAILS = [
  'for a curious child',
  'for an engineer who is new to it',
  'in a calm and plain tone',
  'with one concrete number',
  'and say what is still unknown',
  'as if it were a letter to a friend',
  'and mention a common mistake',
  'with an example from daily life',
];

export interface Starter {
  /** The trace as JSON lines. */
  text: string;
  windowMs: number;
  leadInMs: number;
  leadOutMs: number;
}

const LEAD_LINES = 10;

/**
 * A first trace for a server nobody has a trace for: `lines` different short prompts, arrivals with Erlang-2 gaps
 * (CV 0.71) at `rateRps`, the first and last ten lines as lead-in and lead-out. A start, not a workload: the figures
 * hold for it alone. The same arguments give the same bytes.
 */
export function starterTrace(lines: number, rateRps: number): Starter {
  const random = stream('starter', 'trace');
  const cohort = lines - 2 * LEAD_LINES;
  const leadInMs = 1000 * Math.ceil(LEAD_LINES / rateRps);
  const leadOutMs = leadInMs;
  const windowMs = 1000 * Math.ceil(cohort / rateRps);
  const dueMs = [
    ...arrivals(LEAD_LINES, -leadInMs, leadInMs),
    ...arrivals(cohort, 0, windowMs),
    ...arrivals(LEAD_LINES, windowMs, leadOutMs),
  ];
  const pick = (from: string[]) => from[random.below(from.length)] ?? '';

  /** `count` due times in [startMs, startMs + spanMs): Erlang-2 gaps scaled to fill the span. */
  function arrivals(count: number, startMs: number, spanMs: number): number[] {
    const gaps = Array.from({ length: count + 1 }, () => random.exponential(1) + random.exponential(1));
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    let at = 0;
    return gaps.slice(0, count).map((gap) => {
      at += gap;
      return startMs + Math.floor((at / total) * spanMs);
    });
  }

  const text = dueMs.map((due, i) => {
    const long = random.below(4) === 0;
    const content = [
      `Request ${i + 1}.`,
      `${pick(TASKS)} ${pick(SUBJECTS)} ${pick(DETAILS)}.`,
      ...Array.from(
        { length: long ? 8 : random.below(3) },
        () => `Then ${pick(TASKS).toLowerCase()} ${pick(SUBJECTS)} ${pick(DETAILS)}.`,
      ),
    ].join(' ');
    const maxTokens = long ? 24 + random.below(24) : 16 + random.below(32);
    return `${JSON.stringify({
      id: `s${String(i + 1).padStart(3, '0')}`,
      due_ms: due,
      class: long ? 'long' : 'short',
      messages: [{ role: 'user', content }],
      max_tokens: maxTokens,
      params: { temperature: 0 },
    })}\n`;
  });
  return { text: text.join(''), windowMs, leadInMs, leadOutMs };
}

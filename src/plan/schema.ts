/** The plan as a person writes it (design, section 4): every key, its kind and its meaning. Units are the gate's after reading. */

import { leaf, listOf, type Outcome, section, show } from '../trace/strict.js';
import { looksFault } from './looks.js';
import {
  choice,
  duration,
  flag,
  isVariable,
  margin,
  notYet,
  outsideFolder,
  percent,
  size,
  text,
  variables,
  whole,
} from './scalars.js';

function arm(which: string) {
  return section(`Where the ${which} comes from: \`checkout\` and \`launch\`, or \`url\`.`, {
    checkout: text('Folder of the checkout, relative to the working directory.').optional(),
    launch: text('Launch file inside that checkout.', 'a path inside the checkout', outsideFolder).optional(),
    url: text(
      'Base URL of a server that already runs, without a path: `/v1/...` is added.',
      'a URL without a path, such as `http://127.0.0.1:8000`',
      urlFault,
    ).optional(),
    pass_env: variables('Environment variables that are let through to the server.'),
  });
}

const request = section('How every request is made.', {
  api: choice(['chat'], 'The API of the server.', ['completions', 'responses']),
  model: text('Model name sent in every request.'),
  timeout: duration(
    'A request without a whole answer after this time, from due, is a `timeout`; a late answer does not undo it.',
  ),
  connections: choice(['warm', 'fresh'], 'Reuse connections, or open one for each request. Never a limit on how many.'),
  api_key_env: text(
    'Environment variable that holds the API key; never the key itself.',
    'the name of an environment variable',
    // What stands there may be the key itself: never shown.
    (value) => (isVariable(value) ? undefined : 'holds something else than the name of a variable'),
  ).optional(),
  accept_missing_finish_reason: flag('Take a stream that ends whole without a finish reason as a success.'),
});

const workload = section('What is replayed.', {
  trace: text('The trace, relative to the folder of the plan.'),
  sha256: text('SHA-256 of the trace file.', '64 hexadecimal digits', (value) =>
    /^[0-9a-fA-F]{64}$/.test(value) ? undefined : `${show(value)} is no SHA-256`,
  ),
  window: duration('Length of the arrival cohort: requests due in [0, window) are judged.'),
  lead_in: duration(
    'Replayed before the window and left out of the cohort, so that it does not start on an idle server.',
    {
      zero: true,
    },
  ).optional(),
  lead_out: duration(
    'Replayed after the window and left out of the cohort, so that it does not end with nothing behind it.',
    {
      zero: true,
    },
  ).optional(),
  drain: duration('Longest wait for outstanding answers after the last due time.').optional(),
  warmup: duration('Length of the warm-up before each run, with prompts that are not in the trace.'),
  cache: choice(['as_is', 'reset'], 'State of the prefix cache before each run.', ['prefill']),
});

const where = section('Which requests: every key must match.', {
  class: leaf(
    { type: 'text or list of text', meaning: 'Requests of these classes of the trace.' },
    'a class, or a list of classes',
    classes,
  ),
});

const slo = section('One service-level objective. A request must match exactly one entry.', {
  id: text(
    'Names the clause, as in `attainment:interactive`.',
    'a name of letters, digits, `-`, `_` and `.`',
    (value) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value) ? undefined : `${show(value)} is not such a name`),
  ),
  where: where.optional(),
  slo: choice(
    ['none'],
    'These requests are offered and shown, without an objective and outside every attainment.',
  ).optional(),
  ttft: duration('Longest time from due to the first output of any kind.').optional(),
  first_visible: duration('Longest time from due to the first visible text.').optional(),
  tpot: duration('Longest mean time per output token after the first.').optional(),
  max_gap: duration('Longest gap between two output events.').optional(),
  e2e: duration('Longest time from due to the end of the answer.').optional(),
  fluidity: notYet('Share of token deadlines that must be met.'),
  attainment: percent(
    'Share of the offered requests that must qualify: succeed and meet every objective, with evidence. Required with objectives.',
  ).optional(),
});

const quality = section('Checks of the answers.', {
  where: where.optional(),
  finish_reason: notYet('Finish reasons that are good.'),
  tool_arguments: notYet('Arguments of tool calls match a JSON schema.'),
  json_schema: notYet('The answer matches a JSON schema.'),
  regex: notYet('The answer matches a pattern.'),
  equals: notYet('The answer equals the expected one of the trace.'),
  min_output_tokens: notYet('Fewest output tokens.'),
  max_output_tokens: notYet('Most output tokens.'),
  output_length: notYet('Output length stays near the observed one.'),
});

const comparison = section('How the candidate is compared with the baseline.', {
  looks: leaf(
    { type: 'list of whole numbers', meaning: 'Pairs of runs after which a verdict may stand.' },
    'a list of pair counts',
    looks,
  ),
  gross_fail: flag('A gross FAIL may come after 2 pairs. It never passes anything.'),
  margins: section('How much worse the candidate may be, relative to the baseline.', {
    goodput: percent('Loss of goodput.'),
    ttft_p95: margin('Rise of the 95th percentile of TTFT; `report` states it without judging.'),
    tpot_p95: margin('Rise of the 95th percentile of TPOT; `report` states it without judging.'),
    classes: notYet('Margins of single classes.'),
  }),
  min_effect: section('A latency change smaller than this is no change; never under three stamp uncertainties.', {
    ttft: duration('For TTFT.', { zero: true }),
    tpot: duration('For TPOT.', { zero: true }),
  }),
  confidence: percent('One-sided confidence of every bound; other values only with a single look.', { above: 0.5 }),
  expect_identical: flag('Both arms are meant to be the same; says so in the report.'),
});

const validity = section('When the load generator itself was too late to judge anything.', {
  schedule_lag: duration('A request sent later than this after it was due is late.'),
  max_lag_share: percent('Share of the requests of a run that may be late.', { zero: true }),
  max_lag: duration('No request may be later than this.'),
  repeat_pairs: notYet('Pairs that may be repeated whole after a disturbance of the generator.', 0),
});

const policy = section("How a verdict becomes the job's conclusion.", {
  invalid: choice(['fail', 'pass'], 'Conclusion of an INVALID session; the verdict stays.'),
  inconclusive: choice(['fail', 'pass'], 'Conclusion of an INCONCLUSIVE session; the verdict stays.'),
  identical: choice(['fail', 'pass'], 'Conclusion when nothing that is served differs.'),
  pre_existing: choice(['report'], 'What to do about a target that the baseline misses too.', ['enforce']),
  fork: notYet('What to do with a pull request from a fork.', 'refuse'),
  plan_source: notYet('Where the plan is read from; this version takes the base commit.'),
});

const bundle = section('What the bundle keeps.', {
  text: notYet('Visible answers: `keep`, `hash`, `drop`.', 'keep'),
  raw: notYet('Bytes as received: `keep`, `drop`.', 'keep'),
  prompts: notYet('Prompts of the trace: `keep`, `redact`.', 'keep'),
});

const generator = section('The load generator.', {
  workers: notYet('Number of worker threads.'),
  cpus: notYet('Cores for the generator.'),
  max_streams: notYet('Streams a worker may hold open.'),
});

const server = section('How the servers live.', {
  lifecycle: notYet('`restart` before every run, or `resident`.', 'restart'),
  coresident: notYet('Both arms share one device.'),
  device: notYet('Device the servers run on.'),
  price_per_hour: notYet('Price of the device, for the cost clause.'),
  bytes_per_step: notYet('Bytes read per decode step, for the roofline check.'),
});

const limits = section('What one answer may cost the generator.', {
  response_bytes: size('Most bytes of one answer, received and decoded.'),
  events: whole(1, 10_000_000, 'Most events of one answer.'),
});

export const planFileSchema = section('The bar.', {
  version: choice([1], 'Version of this format.'),
  arms: section('The two sides of the comparison.', { baseline: arm('baseline'), candidate: arm('candidate') }),
  request,
  workload,
  slo: listOf('What a good answer is.', slo),
  quality: listOf('Checks of the answers.', quality).optional(),
  comparison,
  validity,
  policy,
  limits,
  bundle: bundle.optional(),
  generator: generator.optional(),
  server: server.optional(),
  suite: notYet('A quality suite with a result of its own.'),
  max_failures: notYet('Share of requests that may fail.'),
  waivers: notYet('Clauses that are waived, by whom and until when.'),
  isolate: notYet('Isolation of the server from the runner.', false),
  budget: notYet('Most time or money a session may cost.'),
});

function classes(value: unknown): Outcome<string[]> {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.some((name) => typeof name !== 'string' || name === '')) {
    return { message: `${show(value)} names no class`, remedy: 'write `class: chat` or `class: [chat, tools]`' };
  }
  const twice = list.find((name, i) => list.indexOf(name) !== i);
  return twice === undefined ? { value: list } : { message: `${show(twice)} occurs twice`, remedy: 'keep one' };
}

function looks(value: unknown): Outcome<number[]> {
  if (!Array.isArray(value) || !value.every((pairs) => Number.isInteger(pairs))) {
    return {
      message: `${show(value)} is not a list of whole numbers`,
      remedy: 'write `[3, 4, 6, 8]`, or leave it out',
    };
  }
  return looksFault(value) ?? { value };
}

/** What is wrong with a base URL. It may hold a password, so it is never shown. */
function urlFault(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) return 'is not a URL';
  if (url.username !== '' || url.password !== '')
    return 'holds credentials; `request.api_key_env` is the place for a key';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is neither http nor https';
  if (url.search !== '' || url.hash !== '') return 'holds a query or a fragment';
  return url.pathname === '/' ? undefined : 'holds a path; leave it out, the gate adds `/v1/...` itself';
}

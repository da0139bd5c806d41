/** Every default, in one table, written as a person would write it. Each is read by the same schema as the file. */

export interface Defaults {
  /** Sections that may be left out as a whole. */
  sections: readonly string[];
  /** Dotted key -> what stands there when the file says nothing. */
  values: Readonly<Record<string, unknown>>;
  /** Dotted key -> where its default comes from, when it is no fixed value. */
  derived: Readonly<Record<string, string>>;
}

export const PLAN_DEFAULTS: Defaults = {
  sections: ['comparison', 'comparison.margins', 'comparison.min_effect', 'validity', 'policy', 'limits'],
  values: {
    'arms.baseline.pass_env': [],
    'arms.candidate.pass_env': [],
    'request.api': 'chat',
    'request.timeout': '30s',
    'request.connections': 'warm',
    'request.accept_missing_finish_reason': false,
    'workload.warmup': '10s',
    'workload.cache': 'as_is',
    'comparison.looks': [3, 4, 6, 8],
    'comparison.gross_fail': true,
    'comparison.margins.goodput': '5%',
    'comparison.margins.ttft_p95': '10%',
    'comparison.margins.tpot_p95': '10%',
    'comparison.min_effect.ttft': '5ms',
    'comparison.min_effect.tpot': '1ms',
    'comparison.confidence': '95%',
    'comparison.expect_identical': false,
    'validity.schedule_lag': '20ms',
    'validity.max_lag_share': '0.5%',
    'validity.max_lag': '250ms',
    'policy.invalid': 'fail',
    'policy.inconclusive': 'fail',
    'policy.identical': 'fail',
    'policy.pre_existing': 'report',
    'policy.fork': 'refuse',
    'limits.response_bytes': '64MiB',
    'limits.events': 200_000,
  },
  derived: {
    'request.api_key_env': 'none: no authorization header',
    'workload.lead_in': 'what the trace holds; a trace without one needs `lead_in: 0`',
    'workload.lead_out': 'what the trace holds',
    'workload.drain': '`request.timeout`',
  },
};

export const LAUNCH_DEFAULTS: Defaults = {
  sections: ['env', 'ready', 'stop'],
  values: {
    'ready.path': '/health',
    'ready.timeout': '300s',
    'stop.signal': 'SIGTERM',
    'stop.grace': '10s',
    'reset_cache.method': 'POST',
    scratch: true,
  },
  derived: {
    port: 'a free one for each run',
    identity: 'none: the launches and the engine tell the arms apart',
    reset_cache: 'none: `workload.cache: reset` is refused',
    'reset_cache.expect': 'none: any 2xx answer',
  },
};

/**
 * The written value with every fixed default filled in, and the dotted keys that were left at their default, derived
 * ones included. A missing section with required keys stays missing.
 */
export function withDefaults(written: unknown, defaults: Defaults): { value: unknown; defaulted: string[] } {
  const value = structuredClone(written);
  const defaulted: string[] = [];
  for (const key of defaults.sections) fill(value, key, {});
  for (const [key, standard] of Object.entries(defaults.values)) {
    if (fill(value, key, structuredClone(standard))) defaulted.push(key);
  }
  for (const key of Object.keys(defaults.derived)) {
    if (fill(value, key, undefined)) defaulted.push(key);
  }
  return { value, defaulted };
}

/** Puts `standard` where the value has a map with no such key; true when it did. */
function fill(value: unknown, key: string, standard: unknown): boolean {
  const path = key.split('.');
  const last = path.pop();
  let parent = value;
  for (const part of path) parent = isMap(parent) ? parent[part] : undefined;
  if (last === undefined || !isMap(parent) || Object.hasOwn(parent, last)) return false;
  if (standard !== undefined) parent[last] = standard;
  return true;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

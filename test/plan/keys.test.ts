import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { LAUNCH_DEFAULTS, PLAN_DEFAULTS } from '../../src/plan/defaults.js';
import { launchKeys, planKeys, traceKeys } from '../../src/plan/keys.js';

describe('the keys', () => {
  it.each([
    ['plan', planKeys(), PLAN_DEFAULTS],
    ['launch', launchKeys(), LAUNCH_DEFAULTS],
  ])('of the %s hold every default of the table', (_, rows, { sections, values, derived }) => {
    const known = rows.map(({ key }) => key);
    expect(known).toEqual(expect.arrayContaining([...sections, ...Object.keys(values), ...Object.keys(derived)]));
  });

  it('all have a meaning', () => {
    const rows = [...planKeys(), ...launchKeys(), ...traceKeys()];
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ meaning, type }) => meaning === '' || type === '')).toEqual([]);
  });

  it('are in docs/plan.md as the schemas have them', () => {
    expect(execFileSync(process.execPath, ['scripts/docs.mjs', '--check'], { encoding: 'utf8' })).toContain(
      'is what the schemas say',
    );
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWorkplace, processesWith, readJson, runGate, startGate } from './support.js';

describe.concurrent('an interrupted session', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends with ${code} at ${signal}, leaves no process, and its bundle reads as INVALID`, async () => {
      const place = makeWorkplace({ cohort: 100, candidate: ['--stubborn', '--runaway', '--version', '2'] });
      const { child, done } = startGate(['run', 'goodput.yml', '--out', 'b'], place.folder);
      await new Promise<void>((resolve) => {
        let seen = '';
        child.stderr?.on('data', (chunk) => {
          seen += chunk;
          if (/run 2 [^\n]*replaying/.test(seen)) setTimeout(resolve, 700);
        });
      });
      expect(processesWith(place.tag).length).toBeGreaterThan(0);
      child.kill(signal);
      const outcome = await done;
      expect(outcome.code).toBe(code);
      expect(processesWith(place.tag)).toEqual([]);
      const judgement = readJson(place.folder, 'b', 'judgement.json');
      expect(judgement['verdict']).toBe('INVALID');
      expect(readJson(place.folder, 'b', 'plan.json')['end']).toBe('interrupted');
      const again = await runGate(['judge', join(place.folder, 'b')], place.folder);
      expect(again.code).toBe(2);
      expect(again.stderr).not.toContain('differs');
    }, 60_000);
  }
});

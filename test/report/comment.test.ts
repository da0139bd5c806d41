import { describe, expect, it } from 'vitest';
import { sessionSchema } from '../../src/model/bundle.js';
import { judgementSchema } from '../../src/model/verdict.js';
import { COMMENT_LIMIT, renderComment } from '../../src/report/comment.js';
import { escapeMarkdown } from '../../src/report/escape.js';
import { expectGolden, readableJson, readGolden } from './golden.js';
import { brokenCase, type Case, failCase, inconclusiveCase, invalidCase, passCase } from './support.js';
import { clause } from './support-clauses.js';

const GOLDENS: readonly [name: string, make: () => Case][] = [
  ['pass', passCase],
  ['fail', failCase],
  ['invalid-lag', invalidCase],
  ['inconclusive', inconclusiveCase],
  ['candidate-broken', brokenCase],
];

describe.each(GOLDENS)('the comment of %s', (name, make) => {
  it('is the golden one, made from the stored judgement and session', () => {
    const judgement = judgementSchema.parse(JSON.parse(readGolden(`${name}/judgement.json`)));
    const session = sessionSchema.parse(JSON.parse(readGolden(`${name}/session.json`)));
    const comment = renderComment(judgement, session);
    expectGolden(`${name}/comment.md`, comment);
    expect(comment.split('\n').length).toBeLessThan(200);
  });

  it('has its stored judgement and session from the builder', () => {
    const { judgement, session } = make();
    expectGolden(`${name}/judgement.json`, readableJson(judgement));
    expectGolden(`${name}/session.json`, readableJson(session));
  });
});

describe('order', () => {
  const positions = (text: string, parts: readonly string[]) => parts.map((part) => text.indexOf(part));

  it('puts verdict, why and remedy first, then figures, then clauses, then details', () => {
    const { judgement, session } = failCase();
    const found = positions(renderComment(judgement, session), [
      '## Goodput Gate: FAIL',
      escapeMarkdown(judgement.why),
      '**What to do:** Look at what makes a stream pause',
      '### Side by side',
      '### Gating clauses',
      'Validity checks',
      'stated clauses',
      'Why requests did not qualify',
      'Runs: 6',
      'Declared difference',
      'node dist/cli.js judge BUNDLE',
    ]);
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  it("shows a broken server's log before any figure", () => {
    const { judgement, session } = brokenCase();
    const found = positions(renderComment(judgement, session), [
      escapeMarkdown(judgement.remedy),
      "### Last lines of the server's log (run 2, candidate, never ready)",
      '### Side by side',
    ]);
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  it('fences the log against its own backticks', () => {
    const { judgement, session } = brokenCase();
    const text = renderComment(judgement, session);
    expect(text).toContain('\n````text\nERROR 11-30 12:00:02 engine.py:112 ```torch.OutOfMemoryError```');
  });
});

describe('stated clauses', () => {
  it('have each their own row, name first', () => {
    const { judgement, session } = failCase();
    const lines = renderComment(judgement, session).split('\n');
    for (const { role, title } of judgement.clauses) {
      if (role === 'stated') expect(lines.filter((line) => line.startsWith(`| ${title} | `))).toHaveLength(1);
    }
  });

  it('spell unknown out', () => {
    const { judgement, session } = failCase();
    expect(renderComment(judgement, session)).toContain('| Isolation | **unknown**: ');
  });
});

describe('a policy that was used', () => {
  it('is said above everything measured', () => {
    const { judgement, session } = inconclusiveCase();
    const text = renderComment(judgement, session);
    expect(text.indexOf('policy.inconclusive: pass')).toBeGreaterThan(0);
    expect(text.indexOf('policy.inconclusive: pass')).toBeLessThan(text.indexOf('### Side by side'));
  });
});

describe('missing evidence', () => {
  it('is said', () => {
    const { judgement, session } = invalidCase();
    judgement.problems = ['runs/03-candidate/raw.bin ends inside entry 812'];
    expect(renderComment(judgement, session)).toContain('runs/03-candidate/raw.bin ends inside entry 812');
  });
});

describe('a comment that would be too long', () => {
  /** The fail case with `runs` runs and each clause's sentence `length` characters long. */
  function large(runs: number, length: number): Case {
    const found = failCase();
    const [run] = found.judgement.runs;
    if (run === undefined) throw new Error('no run');
    found.judgement.runs = Array.from({ length: runs }, (_, index) => ({ ...run, number: index + 1 }));
    for (const one of found.judgement.clauses) one.sentence = 'x'.repeat(length);
    return found;
  }
  const rendered = ({ judgement, session }: Case) => renderComment(judgement, session);

  it('drops the run table first and says so', () => {
    const text = rendered(large(900, 10));
    expect(text).not.toContain('<summary>Runs');
    expect(text).toContain('Left out here for length, whole in report.html: Runs: 900.');
    expect(text).toContain('Why requests did not qualify');
  });

  it('drops details next, then figures, and keeps the clauses', () => {
    const found = large(1, 590);
    const more = Array.from({ length: 70 }, (_, index) =>
      clause('stated', { id: `s${index}`, title: `Stated ${index}`, outcome: 'REPORTED', sentence: 'y'.repeat(590) }),
    );
    found.judgement.clauses.push(...more);
    const details = rendered(found);
    expect(details).not.toContain('Recompute it\n');
    expect(details).toContain('### Side by side');

    found.judgement.clauses.push(...more.slice(0, 8).map((one) => ({ ...one, title: `Again ${one.title}` })));
    const figures = rendered(found);
    expect(figures).not.toContain('### Side by side');
    for (const { title } of found.judgement.clauses) expect(figures).toContain(title);
    for (const text of [details, figures]) expect(text.length).toBeLessThan(COMMENT_LIMIT);
  });

  it('shortens foreign text last and says how much is missing', () => {
    const found = large(6, 10);
    const [clause] = found.judgement.clauses;
    if (clause !== undefined) clause.sentence = 'x'.repeat(20_000);
    found.session.difference = ['z'.repeat(50_000)];
    const text = rendered(found);
    expect(text).toMatch(/x… \(18\d{3} more characters\)/);
    expect(text).toContain('z… (48000 more characters)');
    expect(text).toContain('<summary>Runs: 6</summary>');
  });

  it('is cut at a line and says so when no clause list could fit', () => {
    const found = failCase();
    found.judgement.clauses = Array.from({ length: 3_000 }, (_, index) =>
      clause('stated', { id: `s${index}`, title: `Stated ${index}`, outcome: 'REPORTED', sentence: 'y'.repeat(30) }),
    );
    const text = rendered(found);
    expect(text.length).toBeLessThan(COMMENT_LIMIT);
    expect(text).toMatch(
      /## Goodput Gate: FAIL[\s\S]*\|\n\nCut here for length; report\.html has the whole clause list\.\n$/,
    );
  });
});

// Holds a demo bundle to its story: more tokens, a better p95 TTFT, and fewer qualified requests, the last two beyond
// their intervals. Usage: node check-demo.mjs BUNDLE
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { verdict, changes } = JSON.parse(readFileSync(join(process.argv[2], 'judgement.json'), 'utf8'));
const of = (metric) => changes.find((change) => change.metric === metric);
const conditions = {
  'verdict FAIL': verdict === 'FAIL',
  'output tokens/s not lower': of('output_tokens_per_s').candidate >= of('output_tokens_per_s').baseline,
  'p95 TTFT better beyond its interval': of('ttft_p95').upper < 0,
  'goodput lower beyond its interval': of('goodput').upper < 0,
};
for (const [name, holds] of Object.entries(conditions)) console.log(`${holds ? 'holds' : 'broken'}: ${name}`);
process.exit(Object.values(conditions).every(Boolean) ? 0 : 1);

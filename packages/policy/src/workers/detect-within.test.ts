import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectInWords } from '@countersign/risk/intent';
import { detectWithin } from './detect-within.ts';
import { EvaluationPool } from './evaluation-pool.ts';

const plea = 'May I delete all users?';
/** Within what is read, and more than is read while others wait. */
const long = `${'I looked at the report and it is fine. '.repeat(80)}${plea}`;

test('[HI-2] long words are read in a thread, and mean the same there', {
  timeout: 240_000,
}, async context => {
  const pool = new EvaluationPool({}, () => 0, { threads: 1 });
  context.after(() => pool.close());
  assert.deepEqual(await detectWithin(pool, 'a', long), detectInWords(long));
  assert.deepEqual(await detectWithin(pool, 'a', plea), detectInWords(plea));
});

test('[HI-2] words that are not read in time are stopped', { timeout: 240_000 }, async () => {
  const pool = new EvaluationPool({}, () => 0, { threads: 1 });
  const waiting = detectWithin(pool, 'a', 'a calm sentence. '.repeat(200));
  await pool.close();
  const { confirmation_required, risk_level } = await waiting;
  assert.deepEqual([confirmation_required, risk_level], [true, 'high']);
});

test('[HI-3] a caller that spent its time has no more words read', async context => {
  let now = 0;
  const pool = new EvaluationPool({}, () => now, { millisecondsPerMinute: 100 });
  context.after(() => pool.close());
  pool.inline('a', () => {
    now += 200;
  });
  await assert.rejects(detectWithin(pool, 'a', plea), { code: 'evaluation_budget_spent' });
  assert.ok((await detectWithin(pool, 'b', plea)).confirmation_required);
});

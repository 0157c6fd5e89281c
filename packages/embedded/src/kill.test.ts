import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gatePolicy } from '@countersign/client/testing';
import { listInbox, readRequest } from '@countersign/coordinator';
import { programFile } from '@countersign/testing';
import { embed } from './embed.ts';

const program = programFile(new URL('./testing/killed-agent.ts', import.meta.url));
const policyText = gatePolicy('conversation');

/** Each moment at which the process is killed, and how often the tool has run when it was then run again to its end. */
const moments: readonly (readonly [moment: string, ran: 0 | 1, told: string])[] = [
  ['started', 1, 'succeeded'],
  ['opened', 1, 'succeeded'],
  ['asked', 1, 'succeeded'],
  ['requested', 1, 'succeeded'],
  ['allowed', 1, 'succeeded'],
  ['granted', 1, 'succeeded'],
  // From here on it may have run, so it is never started again.
  ['consumed', 0, 'consumed'],
  ['effect', 1, 'consumed'],
  ['reported', 1, 'consumed'],
  ['closed', 1, 'consumed'],
];

describe('an agent that is killed with its gate', { timeout: 120_000, concurrency: 2 }, () => {
  for (const [moment, ran, told] of moments) {
    test(`[SU-6] an agent that is killed at "${moment}" and started again has run its tool at most once`, async context => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-killed-'));
      context.after(() => rmSync(folder, { recursive: true, force: true }));
      const data = join(folder, 'data');
      const effects = join(folder, 'effects');
      assert.equal(await run([data, policyText, effects, moment]), 'killed');
      assert.equal(await run([data, policyText, effects, '']), told);
      const times = existsSync(effects) ? readFileSync(effects, 'utf8').match(/paid/g)?.length : 0;
      assert.equal(times, ran);
      const { consumed, reported } = await recordOf(data);
      assert.equal(consumed, 1);
      // Exactly once where it was reported; where it was not, the record does not claim that it ran.
      if (reported) assert.equal(times, 1);
    });
  }
});

describe('racing agents', { timeout: 60_000 }, () => {
  test('[SU-1] of several processes that execute one ticket at once, one runs the tool', async context => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-raced-'));
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    const effects = join(folder, 'effects');
    const args = [join(folder, 'data'), policyText, effects, ''];
    const told = await Promise.all([run(args), run(args), run(args)]);
    assert.deepEqual(told.sort(), ['consumed', 'consumed', 'succeeded']);
    assert.equal(readFileSync(effects, 'utf8'), 'paid\n');
  });
});

/** Answers what the program said, or that it was killed where it stopped for that. */
async function run(args: readonly string[]): Promise<string> {
  const child = fork(program, [...args], { execArgv: ['--conditions=source'] });
  let said = 'nothing';
  child.on('message', (message: { reached?: string; outcome?: string }) => {
    if (message.reached !== undefined) child.kill('SIGKILL');
    if (message.outcome !== undefined) said = message.outcome;
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal === 'SIGKILL' ? 'killed' : said;
}

async function recordOf(data: string): Promise<{ consumed: number; reported: boolean }> {
  const gate = await embed({
    data,
    policy: [{ name: 'policy.yaml', text: policyText, layer: 'operator' }],
    agent: 'auditor',
  });
  const page = await listInbox(gate.context, { status: 'consumed', limit: 10 });
  const rows = page.ok ? page.value.rows : [];
  let reported = false;
  for (const { approval_request_id } of rows) {
    const read = await readRequest(gate.context, approval_request_id);
    if (read.ok)
      reported ||= read.value.state.receipts.some(({ outcome }) => outcome === 'succeeded');
  }
  await gate.close();
  return { consumed: rows.length, reported };
}

// A gate inside one process: policy, approvals and their record in a folder, and a person asked right here. Exits
// non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotAllowed } from '@countersign/client';
import { embed } from '@countersign/embedded';

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const policy = join(folder, 'policy.yaml');
writeFileSync(
  policy,
  `version: "2026-11"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [owner] }
        min_assurance: conversation
rules:
  - id: looking
    match: { tool: "read_*" }
    outcome: allow
`,
);

const asked: string[] = [];
const gate = await embed({
  data: join(folder, 'data'),
  policy,
  agent: 'billing-bot',
  decider: {
    person: { name: 'Ada', roles: ['owner'] },
    // A program would show `view` on its terminal; this one has an opinion of its own.
    decide: ({ request, short_code }) => {
      asked.push(short_code);
      return request.target_resource === 'ch_1'
        ? { decision: 'allow' }
        : { decision: 'deny', reason: 'This customer was refunded before.' };
    },
  },
});

try {
  const read = gate.tool('read_balance', ({ account }: { account: string }) => `${account}: 7`);
  assert.equal(await read({ account: 'acct-42' }), 'acct-42: 7');
  assert.equal(asked.length, 0);
  console.log('Reading needs no approval.');

  const refunded: string[] = [];
  const refund = gate.tool(
    'refund',
    ({ charge }: { charge: string; amount: number }) => {
      refunded.push(charge);
      return { refunded: charge };
    },
    { resource: ({ charge }) => String(charge) },
  );
  assert.deepEqual(await refund({ charge: 'ch_1', amount: 4200 }), { refunded: 'ch_1' });
  console.log(`Ada compares ${asked[0]}, allows the refund, and it runs.`);

  const denied = await refund({ charge: 'ch_2', amount: 4200 }).catch((error: unknown) => error);
  assert.ok(denied instanceof NotAllowed && denied.outcome === 'denied');
  console.log(`The next one she denies; the agent hears: ${denied.forModel}`);

  const again = await refund({ charge: 'ch_1', amount: 4200 }).catch((error: unknown) => error);
  assert.ok(again instanceof NotAllowed && again.outcome === 'consumed');
  assert.deepEqual(refunded, ['ch_1']);
  console.log('The same refund again finds its approval used; it ran once.');
} finally {
  await gate.close();
  rmSync(folder, { recursive: true, force: true });
}

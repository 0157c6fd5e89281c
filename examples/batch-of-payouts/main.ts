// Payouts of one agent, read in one table and approved with one touch of a passkey. The payouts that stand out are decided
// alone, a payout that ends meanwhile refuses the whole batch, and each payout runs once on its own. The server, the
// person and the passkey are real; only the bank is not. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { connect } from '@countersign/client';
import { firstRunLink, startedServer } from '@countersign/server/testing';
import { PasskeyPerson } from '../wire-transfer/passkey-person.ts';
import { decideBatch, readBatch } from './decide-batch.ts';

const policy = `version: "2026-11"
default: deny
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages:
      - name: treasurer
        approvers: { roles: [operator] }
        separation: self_confirm
        min_assurance: webauthn
rules:
  - id: payouts
    match: { tool: payouts.send }
    outcome: require_approval
    chain: finance
    reason: Money leaves the house.
`;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const server = await startedServer({ policy });
try {
  const first = await firstRunLink(server.app);
  assert.ok(first.ok && first.value !== null);
  const carol = await PasskeyPerson.join(server, first.value, 'Carol');
  const agent = 'payout-bot';
  const { secret: key } = await carol.operate<{ secret: string }>('/v1/credentials/api-keys', {
    label: 'payouts',
    owner: null,
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const gate = await connect({ url: server.origin, key, agent });
  const sent: object[] = [];
  const pay = ({ parameters }: { readonly parameters: object }) => sent.push(parameters);
  const payout = (payee: string, amount: number, invoice: string) => ({
    target: { tool_name: 'payouts.send', resource: 'acct-42' },
    parameters: { payee, amount, currency: 'EUR', invoice },
  });
  const ask = async (action: ReturnType<typeof payout>) => ({
    action,
    ticket: await gate.request(action),
  });

  // Before there is a history, every payee is new: those are decided alone.
  for (const payee of ['Nordvik', 'Kestrel']) {
    const { ticket, action } = await ask(payout(payee, 100, `first-${payee}`));
    assert.equal((await carol.decide(ticket.id, 0)).status, 200);
    await gate.execute(ticket, action, pay);
  }
  say('Carol approves the first payout to each payee alone.');

  const usual = await Promise.all(
    [1, 2, 3, 4, 5].map(n => ask(payout(n % 2 === 0 ? 'Nordvik' : 'Kestrel', 100 + n, `inv-${n}`))),
  );
  const [trap, stranger] = [
    await ask(payout('Nordvik', 9000, 'inv-6')),
    await ask(payout('Unknown Ltd', 101, 'inv-7')),
  ];
  const table = await readBatch(carol, agent, 'payouts.send');
  const alone = table.rows.filter(row => row.alone.length > 0).map(row => row.id);
  assert.deepEqual(new Set(alone), new Set([trap.ticket.id, stranger.ticket.id]));
  say(
    'Of seven payouts two are decided alone: one is 87 times the median, one goes to a new payee.',
  );

  const whole = await decideBatch(carol, table, table.rows);
  assert.equal(whole.code, 'batch_row_alone');
  const rows = table.rows.filter(row => row.alone.length === 0);
  const [gone] = usual;
  assert.ok(gone !== undefined);
  await carol.post(`/v1/requests/${gone.ticket.id}/cancel`, { reason: 'paid by hand' });
  const stale = await decideBatch(carol, table, rows);
  assert.equal(stale.code, 'batch_row_stale');
  assert.match(stale.detail, new RegExp(gone.ticket.id));
  say(
    'One payout was withdrawn meanwhile. It refuses the batch by name, and nothing was approved.',
  );

  const again = await readBatch(carol, agent, 'payouts.send');
  const rest = again.rows.filter(row => row.alone.length === 0);
  assert.equal(rest.length, 4);
  const decided = await decideBatch(carol, again, rest);
  assert.deepEqual(decided.statuses, ['allowed', 'allowed', 'allowed', 'allowed']);
  say('Carol touches her passkey once. Four payouts are approved, each with an entry of its own.');

  sent.length = 0;
  for (const { ticket, action } of usual.slice(1)) {
    await ticket.wait({ timeout: 10_000 });
    await gate.execute(ticket, action, pay);
    await assert.rejects(gate.execute(ticket, action, pay));
  }
  assert.equal(sent.length, 4);
  say('Each of them runs once.');
} finally {
  await server.remove();
}

// A wire transfer that two people must approve, one after the other, each with a passkey over the very bytes that will be
// sent. The server, its people and their invitations are real; only the bank is not. Exits non-zero if any part of the
// story does not hold.
import assert from 'node:assert/strict';
import { connect, NotAllowed } from '@countersign/client';
import { firstRunLink, startedServer } from '@countersign/server/testing';
import { PasskeyPerson } from './passkey-person.ts';

const policy = `version: "2026-11"
default: deny
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages:
      - name: controller
        approvers: { roles: [controller] }
        separation: other_person
        min_assurance: webauthn
      - name: treasurer
        approvers: { roles: [treasurer] }
        separation: other_person
        min_assurance: webauthn
rules:
  - id: transfers
    match: { tool: payments.wire }
    outcome: require_approval
    chain: finance
    reason: Money leaves the house.
    execute_within: 10m
`;

const server = await startedServer({ policy });
try {
  const first = await firstRunLink(server.app);
  assert.ok(first.ok && first.value !== null);
  const carol = await PasskeyPerson.join(server, first.value, 'Carol');
  const { link } = await carol.operate<{ link: string }>('/v1/invitations', {
    name: 'Theo',
    roles: ['treasurer'],
  });
  const theo = await PasskeyPerson.join(server, link, 'Theo');
  console.log('Carol sets the server up and lets Theo in. Each has a passkey.');

  const agent = 'billing-bot';
  const { secret: key } = await carol.operate<{ secret: string }>('/v1/credentials/api-keys', {
    label: 'billing',
    owner: null,
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const gate = await connect({ url: server.origin, key, agent });

  const sent: object[] = [];
  const pay = ({ parameters }: { readonly parameters: object }) => {
    sent.push(parameters);
    return { reference: 'SE-20931' };
  };
  const transfer = {
    amount: '4200.00',
    currency: 'USD',
    to: 'Nordvik Paper AB',
    invoice: 'INV-20931',
  };
  const action = {
    target: { tool_name: 'payments.wire', resource: 'acct-42' },
    parameters: transfer,
  };

  const ticket = await gate.request(action, { agent_reasoning: 'The invoice is due today.' });
  assert.equal(ticket.outcome, 'pending');
  assert.equal((await gate.request(action)).id, ticket.id);
  console.log('The agent asks. It is the same question however often it asks.');

  // Carol may be the controller; the treasurer's stage is not hers, and Theo's turn has not come.
  assert.equal((await theo.decide(ticket.id, 1)).code, 'stage_not_open');
  assert.equal((await carol.decide(ticket.id, 0)).status, 200);
  assert.notEqual((await carol.decide(ticket.id, 1)).status, 200);
  assert.deepEqual(sent, []);
  console.log(
    'Carol signs as controller. She cannot sign for the treasurer as well; nothing is sent.',
  );

  assert.equal((await theo.decide(ticket.id, 1)).status, 200);
  await ticket.wait({ timeout: 10_000 });
  const larger = { ...action, parameters: { ...transfer, amount: '42000.00' } };
  assert.equal(await refusalOf(gate.execute(ticket, larger, pay)), 'digest_mismatch');
  assert.deepEqual(sent, []);
  console.log('Theo signs as treasurer. A larger amount is refused on their approval.');

  assert.deepEqual(await gate.execute(ticket, action, pay), { reference: 'SE-20931' });
  assert.deepEqual(sent, [transfer]);
  assert.equal(await refusalOf(gate.execute(ticket, action, pay)), 'consumed');
  assert.equal(sent.length, 1);
  console.log('The transfer is sent exactly as both saw it, and not a second time.');
} finally {
  await server.remove();
}

async function refusalOf(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => assert.fail('it ran'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof NotAllowed, String(error));
  return error.outcome;
}

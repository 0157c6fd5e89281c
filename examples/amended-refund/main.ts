// An agent asks to refund 1,240 EUR. A reviewer lowers the amount, approves the changed refund with a passkey, and the tool
// runs once, with 240 EUR. What the policy does not list cannot be changed, and the original can never run. The evidence
// names what the agent asked and who changed it, and is verified without the server. The server, the person, the passkey and
// the evidence are real; only the payment is not. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { type Amended, connect, NotAllowed } from '@countersign/client';
import { firstRunLink, startedServer } from '@countersign/server/testing';
import { PasskeyPerson } from '../wire-transfer/passkey-person.ts';
import { verifyEvidence } from './verify-evidence.ts';

const policy = `version: "2026-11"
default: deny
default_chain: support
chain_by_risk: { low: support, medium: support, high: support, critical: support }
chains:
  - id: support
    stages:
      - name: support lead
        approvers: { roles: [operator] }
        separation: self_confirm
        min_assurance: webauthn
rules:
  - id: refunds
    match: { tool: refunds.create }
    outcome: require_approval
    chain: support
    amend: { lower: [/amount], becomes: { /notify: false } }
    display: "Refund {/amount} {/currency} for {/order}"
`;

interface Asked {
  readonly request: { readonly action_digest: string };
  readonly superseded_by: string | null;
  readonly code?: string;
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const server = await startedServer({ policy });
try {
  const first = await firstRunLink(server.app);
  assert.ok(first.ok && first.value !== null);
  const mara = await PasskeyPerson.join(server, first.value, 'Mara');
  const agent = 'support-agent';
  const { secret: key } = await mara.operate<{ secret: string }>('/v1/credentials/api-keys', {
    label: 'support',
    owner: null,
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const gate = await connect({ url: server.origin, key, agent });
  const paid: object[] = [];
  const told: Amended[] = [];
  let nowAsked: (id: string) => void = () => {};
  const asked = new Promise<string>(resolve => {
    nowAsked = resolve;
  });
  // The tool runs what it is given, so a reviewer may change its parameters.
  const refund = gate.tool(
    'refunds.create',
    (parameters: { amount: number; currency: string; order: string; notify: boolean }) => {
      paid.push(parameters);
      return `refunded ${parameters.amount} ${parameters.currency}`;
    },
    {
      amendable: true,
      onAmended: amended => told.push(amended),
      onAsked: ({ approval_request_id }) => nowAsked(approval_request_id),
    },
  );

  const original = { amount: 1240, currency: 'EUR', order: 'A-1007', notify: true };
  const refunding = refund(original);
  const id = await asked;
  const path = `/v1/requests/${id}`;
  const { request } = await mara.get<Asked>(path);
  const amend = async (parameters: object): Promise<Asked> => {
    const body = { action_digest: request.action_digest, parameters, reason: 'Only the shipping.' };
    return (await mara.post(`${path}/amendments`, body)) as Asked;
  };
  say('The agent asks to refund 1,240 EUR for the order A-1007.');

  const attempts = [
    ['amendment_not_permitted', { ...original, amount: 2000 }],
    ['amendment_not_permitted', { ...original, order: 'A-1008' }],
    ['amendment_type_changed', { ...original, amount: '240' }],
    ['amendment_type_changed', { ...original, iban: 'DE02' }],
  ] as const;
  for (const [code, attempt] of attempts) {
    assert.equal((await amend(attempt)).code, code, JSON.stringify(attempt));
  }
  assert.equal((await mara.get<{ status: string }>(path)).status, 'pending');
  say('Mara cannot raise it, name another order, change a type or add a member.');

  const approved = { ...original, amount: 240, notify: false };
  await amend(approved);
  const { superseded_by: changed } = await mara.get<Asked>(path);
  assert.ok(changed !== null);
  assert.deepEqual(paid, [], 'a change approves nothing');
  assert.equal((await mara.decide(changed, 0)).status, 200);
  assert.equal(await refunding, 'refunded 240 EUR');
  assert.deepEqual(paid, [approved]);
  assert.deepEqual(
    told.map(({ changed_by, reason, parameters }) => ({ changed_by, reason, parameters })),
    [{ changed_by: mara.id, reason: 'Only the shipping.', parameters: approved }],
  );
  say(
    'She lowers it to 240 EUR and approves that. The tool runs once with 240, and the agent is told.',
  );

  const again = await refund(original).catch((error: unknown) => error);
  assert.ok(again instanceof NotAllowed);
  assert.equal(again.outcome, 'consumed');
  assert.equal(paid.length, 1);
  say('Asked again, the original runs neither as it was nor as it became.');

  const { bundle, words } = await verifyEvidence(server, mara, { id: changed, audience: agent });
  assert.equal(bundle.versions?.length, 1);
  assert.match(words, /1,?240/);
  say(
    'The bundle holds both versions and who changed the first. It is verified without the server.',
  );
} finally {
  await server.remove();
}

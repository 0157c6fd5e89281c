// An agent pays invoices, and asks each time. A person approves one and allows similar ones: this payee, up to 500 EUR each,
// three times, 900 EUR in all. What is covered runs without a question; the rest is asked: a payee that looks alike, a larger
// or negative amount, text in place of a number, a new member, more than the sum. Revoking ends it for everything that has
// not started. The server, the person, the passkey and the evidence are real; only the bank is not. Exits non-zero if any
// part of the story does not hold.
import assert from 'node:assert/strict';
import { connect, NotAllowed } from '@countersign/client';
import { carryOutHouse, firstRunLink, startedServer } from '@countersign/server/testing';
import { verifyEvidence } from '../amended-refund/verify-evidence.ts';
import { PasskeyPerson } from '../wire-transfer/passkey-person.ts';

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
  - id: invoices
    match: { tool: invoices.pay }
    outcome: require_approval
    chain: finance
    display: "Pay {/amount} {/currency} to {/payee}"
    allowances: { lifetime: 1d, any: [/invoice] }
`;

interface House {
  readonly house_request: { readonly approval_request_id: string };
}
interface Allowances {
  readonly allowances: readonly {
    readonly allowance_id: string;
    readonly used: number;
    readonly spent: string | null;
  }[];
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const server = await startedServer({ policy });
try {
  const first = await firstRunLink(server.app);
  assert.ok(first.ok && first.value !== null);
  const carol = await PasskeyPerson.join(server, first.value, 'Carol');
  const agent = 'invoice-bot';
  const { secret: key } = await carol.operate<{ secret: string }>('/v1/credentials/api-keys', {
    label: 'invoices',
    owner: null,
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const gate = await connect({ url: server.origin, key, agent });
  const paid: string[] = [];
  const invoice = (number: string, amount: number | string, payee = 'Nordvik') => ({
    target: { tool_name: 'invoices.pay', resource: 'acct-42' },
    parameters: { payee, amount, currency: 'EUR', invoice: number },
  });
  const pay = async (action: ReturnType<typeof invoice>): Promise<string> => {
    const asked = await gate.ask(action);
    if (asked.state !== 'allowed') return asked.state;
    const { id } = asked.ticket;
    await gate.execute(asked.ticket, action, ({ parameters }) => {
      paid.push(String(parameters['invoice']));
    });
    return id;
  };

  const start = await gate.request(invoice('N-1', 300));
  say('The agent asks to pay the invoice N-1: 300 EUR to Nordvik.');

  const template = [
    { path: '/payee', equals: 'Nordvik' },
    { path: '/amount', at_least: 1, at_most: 500 },
    { path: '/currency', equals: 'EUR' },
    { path: '/invoice', any: true },
  ];
  const choice = {
    template,
    uses: 3,
    lifetime_seconds: 8 * 3600,
    budget: { path: '/amount', total: '900', currency: '/currency' },
    rate: null,
    repeat: false,
  };
  const from = `/v1/requests/${start.id}/allowances`;
  const refusals = [
    ['allowance_member_uncovered', { ...choice, template: template.slice(0, 3) }],
    ['allowance_any_not_permitted', { ...choice, template: [{ path: '/payee', any: true }] }],
    ['allowance_limit_too_high', { ...choice, lifetime_seconds: 2 * 86_400 }],
  ] as const;
  for (const [code, wrong] of refusals) {
    assert.equal(((await carol.post(from, wrong)) as { code: string }).code, code);
  }
  const { house_request } = (await carol.post(from, choice)) as House;
  assert.equal(await pay(invoice('N-2', 200)), 'pending', 'proposing allows nothing');
  say('Carol proposes to allow similar ones. Proposing allows nothing.');

  assert.equal((await carol.decide(house_request.approval_request_id, 0)).status, 200);
  await carryOutHouse(server.app).run(new AbortController().signal);
  assert.equal((await carol.decide(start.id, 0)).status, 200);
  await gate.execute(start, invoice('N-1', 300), () => {});
  say('She signs the allowance and approves N-1, each with a touch of her passkey.');

  const covered = await pay(invoice('N-3', 450));
  assert.notEqual(covered, 'pending');
  assert.deepEqual(paid, ['N-3']);
  say('N-3, 450 EUR, is covered: it runs without a question.');

  const { bundle } = await verifyEvidence(server, carol, { id: covered, audience: agent });
  assert.ok(bundle.allowance);
  say('Its evidence holds the allowance with her signature, and is verified without the server.');

  const traps = [
    invoice('N-4', 450, 'Nordvlk'),
    invoice('N-5', 501),
    invoice('N-6', '450'),
    invoice('N-7', -450),
    { ...invoice('N-8', 10), parameters: { ...invoice('N-8', 10).parameters, iban: 'DE02' } },
    invoice('N-9', 451),
  ];
  for (const trap of traps) assert.equal(await pay(trap), 'pending', JSON.stringify(trap));
  say(
    'Asked: a twin of the payee, 501 EUR, text, a negative amount, a new member, one over the sum.',
  );

  assert.notEqual(await pay(invoice('N-10', 400)), 'pending');
  assert.deepEqual(paid, ['N-3', 'N-10']);
  const list = await carol.get<Allowances>('/v1/allowances');
  const [allowance] = list.allowances;
  assert.deepEqual([allowance?.used, allowance?.spent], [2, '850']);

  const waiting = await gate.ask(invoice('N-11', 20));
  assert.ok(waiting.state === 'allowed');
  await carol.post(`/v1/allowances/${allowance?.allowance_id}/revoke`, { reason: 'New contract.' });
  const late = await gate
    .execute(waiting.ticket, invoice('N-11', 20), () => paid.push('N-11'))
    .catch((error: unknown) => error);
  assert.ok(late instanceof NotAllowed);
  assert.deepEqual(paid, ['N-3', 'N-10']);
  assert.equal(await pay(invoice('N-12', 20)), 'pending');
  say('Carol revokes it. What was covered and has not started does not start; the next is asked.');
} finally {
  await server.remove();
}

// A change of policy ends only what it changes: the pending requests that the new policy answers otherwise.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { activatePolicy, cancelAllOvertaken } from '@countersign/coordinator';
import {
  decide,
  grantOf,
  propose,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

const policyWith = (change: { reason?: string; quorum?: number; rule?: string } = {}): string => `
version: "1"
default: deny
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
        quorum: ${change.quorum ?? 1}
rules:
  - id: ${change.rule ?? 'transfers'}
    match: { tool: "wire_transfer" }
    outcome: require_approval
    chain: reviewer
    reason: ${change.reason ?? 'transfers need a person'}
`;

class Place {
  readonly server: StartedServer;
  readonly bot: Headers;
  readonly runner: Headers;
  readonly reviewer: SignedIn;

  readonly #files: { policy: string };

  constructor(
    files: { policy: string },
    server: StartedServer,
    bot: Headers,
    runner: Headers,
    reviewer: SignedIn,
  ) {
    this.#files = files;
    this.server = server;
    this.bot = bot;
    this.runner = runner;
    this.reviewer = reviewer;
  }

  static async start(settings: Record<string, unknown> = {}): Promise<Place> {
    // The server reads the policy again now and then, so the same object is changed.
    const files = { policy: policyWith(), settings };
    const server = await startedServer(files);
    const bot = await server.apiKey({ agent_ids: ['billing-bot'], verbs: ['propose', 'observe'] });
    const runner = await server.apiKey({ executor: 'billing-executor', verbs: ['consume'] });
    await server.person(['reviewer']);
    return new Place(files, server, bot, runner, await server.person(['reviewer']));
  }

  async bring(text: string, sweeps = true): Promise<void> {
    const { policies, context } = this.server.app;
    this.#files.policy = text;
    assert.ok(policies.replace([{ name: 'policy.yaml', text, layer: 'operator' }]).ok);
    assert.ok((await activatePolicy(context)).ok);
    if (sweeps) assert.ok((await cancelAllOvertaken(context)).ok);
  }

  async read(id: string): Promise<RequestRepresentation> {
    return (await this.server.call('GET', `/v1/requests/${id}`, { headers: this.bot })).body;
  }
}

describe('a policy in other words', () => {
  let place: Place;

  before(async () => {
    place = await Place.start();
  });

  after(() => place.server.remove());

  test('[GT-10] a pending request survives another reason, is approved and consumed', async () => {
    const { server, bot, runner, reviewer } = place;
    const action = sampleAction();
    const { approval_request_id: id } = await propose(server, bot, action);
    await place.bring(policyWith({ reason: 'transfers need one person' }));
    assert.equal((await place.read(id)).status, 'pending');
    assert.equal((await decide(server, reviewer.headers, id, 'allow')).status, 'allowed');
    const body = { action, grant: await grantOf(server, runner, id), attempt: randomUUID() };
    const path = `/v1/requests/${id}/consume`;
    assert.equal((await server.call('POST', path, { headers: runner, body })).status, 200);
  });

  test('[GT-10] a person who decides before the background job need not decide twice', async () => {
    const { server, bot, reviewer } = place;
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    await place.bring(policyWith({ reason: 'transfers need somebody' }), false);
    assert.equal((await decide(server, reviewer.headers, id, 'allow')).status, 'allowed');
  });

  const changes = {
    'another chain': [policyWith({ quorum: 2 }), /another approval chain/, 'chain_changed'],
    'another rule': [
      policyWith({ rule: 'payments' }),
      /rule "payments" now decides/,
      'policy_changed',
    ],
    'a denial': [
      policyWith().replace('match: { tool: "wire_transfer" }', 'match: { tool: "x" }'),
      /now answers deny/,
      'policy_changed',
    ],
  } as const;
  for (const [name, [text, reason, cause]] of Object.entries(changes)) {
    test(`[GT-10] ${name} ends the request, and the reason says so`, async () => {
      await place.bring(policyWith());
      const { approval_request_id: id } = await propose(place.server, place.bot, sampleAction());
      await place.bring(text);
      const { status, cancelled } = await place.read(id);
      assert.equal(status, 'cancelled');
      assert.equal(cancelled?.cause, cause);
      assert.match(cancelled?.reason ?? '', reason);
    });
  }
});

test('[GT-10] with strict_adr0030 every change of policy ends what is pending', async () => {
  const place = await Place.start({ strict_adr0030: true });
  const { approval_request_id: id } = await propose(place.server, place.bot, sampleAction());
  await place.bring(policyWith({ reason: 'other words' }));
  assert.equal((await place.read(id)).status, 'cancelled');
  await place.server.remove();
});

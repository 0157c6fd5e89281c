// A change of policy ends only what it changes: the pending requests that the new policy answers otherwise.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { activatePolicy, cancelAllOvertaken } from '@countersign/coordinator';
import {
  decide,
  governedPolicy,
  grantOf,
  propose,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import type { PolicyPreview } from '@countersign/wire/policy';
import { approveHouse, governedScene, lookAtFiles } from './testing/governed-scene.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

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
    await place.bring(policyWith({ reason: 'transfers need an approval' }), false);
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

describe('before a changed file is in force', () => {
  test('[GT-10] an operator sees which pending requests end and why, and exactly those end', async t => {
    let onDisk = governedPolicy;
    const scene = await governedScene({ policy: () => onDisk });
    const { server, mara, jonas, eve, bot } = scene;
    t.after(() => server.remove());
    const { app } = server;
    const mail = { tool_name: 'mail.send', tool_schema_version: '1', resource: null };
    const { approval_request_id: kept } = await propose(server, bot, sampleAction());
    const { approval_request_id: ended } = await propose(server, bot, {
      ...sampleAction(),
      target: mail,
    });
    const preview = async ({ headers }: SignedIn): Promise<PolicyPreview> => {
      await lookAtFiles(server);
      return (await server.call('GET', '/v1/policy/preview', { headers })).body as PolicyPreview;
    };

    const { evaluated_at: _, ...nothing } = await preview(mara);
    assert.deepEqual(nothing, { version: null, ends: [], stays: [], is_complete: true });

    onDisk = governedPolicy.replace('tool: "forbidden.*"', 'tool: "mail.*"');
    const { version, ends, stays, is_complete } = await preview(mara);
    assert.equal(version, app.policySource.pending()?.version);
    const reason = 'rule "never" now answers deny';
    const agent_id = 'billing-bot';
    const tool_name = 'mail.send';
    assert.deepEqual(ends, [{ approval_request_id: ended, agent_id, tool_name, reason }]);
    assert.deepEqual(
      stays.map(({ approval_request_id }) => approval_request_id),
      [kept],
    );
    assert.equal(is_complete, true);
    const refused = await server.call('GET', '/v1/policy/preview', { headers: eve.headers });
    assert.equal(refused.status, 403);
    const terminal = await SignedInTerminal.at(server, mara);
    t.after(() => terminal.remove());
    const status = await terminal.run(['policy', 'status']);
    assert.equal(status.code, 0, status.errors);
    assert.match(status.output, /^Once it is in force, 1 of 2 pending requests would end$/m);
    assert.ok(status.output.includes(`ends  ${ended} mail.send of billing-bot: ${reason}`));
    assert.ok(status.output.includes(`stays ${kept} wire_transfer of billing-bot`));

    const asked = await server.call('POST', '/v1/policy/requests', {
      headers: mara.headers,
      body: {},
    });
    const { house_request } = asked.body as { house_request: { approval_request_id: string } };
    await approveHouse(server, jonas, house_request.approval_request_id);
    assert.ok((await cancelAllOvertaken(app.context)).ok);
    const read = async (id: string): Promise<RequestRepresentation> =>
      (await server.call('GET', `/v1/requests/${id}`, { headers: bot })).body;
    assert.equal((await read(kept)).status, 'pending');
    assert.equal((await read(ended)).status, 'cancelled');
    assert.equal((await read(ended)).cancelled?.reason, reason);
  });

  test('[GT-10] a request for given documents names what ends to those who decide it, and to no one else', async t => {
    const { server, mara, eve, jonas, bot } = await governedScene({ policy: governedPolicy });
    t.after(() => server.remove());
    const target = { tool_name: 'mail.send', tool_schema_version: '1', resource: null };
    const { approval_request_id: kept } = await propose(server, bot, sampleAction());
    const { approval_request_id: ended } = await propose(server, bot, {
      ...sampleAction(),
      target,
    });
    const text = governedPolicy.replace('tool: "forbidden.*"', 'tool: "mail.*"');
    const terminal = await SignedInTerminal.at(server, mara);
    t.after(() => terminal.remove());
    const file = terminal.write('new.yaml', text);

    const ask = await terminal.run(['policy', 'request', '--policy', file]);
    assert.equal(ask.code, 0, ask.errors);
    const line = `ends  ${ended} mail.send of billing-bot: rule "never" now answers deny`;
    assert.ok(ask.output.includes(line), ask.output);
    assert.ok(ask.output.includes(`stays ${kept} wire_transfer of billing-bot`), ask.output);
    const id = /request\s+(ar_\S+)/.exec(ask.output)?.[1] ?? '';

    const path = `/v1/requests/${id}/policy-preview`;
    const { status, body } = await server.call('GET', path, { headers: eve.headers });
    assert.equal(status, 200, JSON.stringify(body));
    const { ends, stays } = body as PolicyPreview;
    assert.deepEqual(
      [ends, stays].map(each => each.map(({ approval_request_id }) => approval_request_id)),
      [[ended], [kept]],
    );
    assert.equal((await server.call('GET', path, { headers: bot })).status, 403);
    const given = { headers: eve.headers, body: { files: [{ name: 'new.yaml', text }] } };
    assert.equal((await server.call('POST', '/v1/policy/preview', given)).status, 403);
    const reader = await SignedInTerminal.at(server, eve);
    t.after(() => reader.remove());
    const card = await reader.run(['show', id]);
    assert.ok(card.output.includes(line), card.output);

    await approveHouse(server, jonas, id);
    const after = (await server.call('GET', path, { headers: eve.headers })).body as PolicyPreview;
    assert.deepEqual([after.version, after.ends], [null, []]);
  });
});

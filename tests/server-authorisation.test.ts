// Goal: one table says who may call what and holds for all callers, and no credential of an agent, an executor, an
// unlisted service or a host can decide anything, on any route or channel.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectory } from '@countersign/coordinator';
import { accountDigest, ChannelName } from '@countersign/protocol/directory';
import { inputDigest } from '@countersign/protocol/request';
import { ChainEntryId, idFromUuid, systemActor } from '@countersign/protocol/value';
import {
  conversationAssertionType,
  createHttpServer,
  entryFor,
  everyCaller,
  hostAssertionType,
  type KindOfCaller,
  propose,
  type RequestRepresentation,
  registerHost,
  routes,
  type SignedIn,
  type StartedServer,
  sampleAction,
  samplePolicy,
  startedServer,
} from '@countersign/server/testing';
import { HttpCaller, type RawAnswer } from './testing/http-call.ts';
import { makeSamples, pathOf, type Samples } from './testing/route-samples.ts';
import { dumpOf } from './testing/store-dump.ts';

/** Whose answer it is: refused by the table, or whatever the route itself said. */
function refusalOf({ text, headers }: RawAnswer): { code: string; detail: string } | null {
  if (!/problem\+json/.test(headers['content-type'] ?? '')) return null;
  return JSON.parse(text) as { code: string; detail: string };
}

const secret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
/** Every proof of identity counts as strong enough: only the identity itself is in the way. */
const policy = samplePolicy
  .replace('approvers: { roles: [reviewer] }', '$&\n        min_assurance: conversation')
  .concat(`  - id: remote
    match: { tool: "remote.*" }
    outcome: require_approval
    route: { kind: webhook, name: approvals }
`);

const team_id = 'T1';
const settings = {
  endpoints: [
    { name: 'approvals', kind: 'approval', url: 'https://127.0.0.1:9/', secrets: [secret(9)] },
  ],
  slack: {
    bot_token: 'xoxb-none',
    signing_secret: 'a secret of Slack',
    channel: 'C1',
    team_id,
    approve_up_to: 'critical',
    api_url: 'http://127.0.0.1:9/',
  },
};

describe('the table of routes', () => {
  let server: StartedServer;
  let http: HttpCaller;
  let callers: readonly KindOfCaller[];
  let samples: Samples;
  let reviewer: SignedIn;
  const callerNamed = (name: string): KindOfCaller => {
    const found = callers.find(each => each.name === name);
    assert.ok(found);
    return found;
  };
  before(async () => {
    server = await startedServer({ settings, policy });
    http = new HttpCaller(server.port);
    callers = await everyCaller(server);
    reviewer = await server.person(['reviewer']);
    const propose = callerNamed('a propose key').headers();
    samples = await makeSamples(server, { propose });
  });
  after(async () => {
    http.close();
    await server.remove();
  });

  test('the table lists every served route, and each row says who may call it', async () => {
    const fastify = createHttpServer(server.app, routes);
    await fastify.ready();
    const served = servedRoutes(fastify.printRoutes({ commonPrefix: false }));
    const rows = routes.flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    );
    assert.deepEqual(served.sort(), rows.sort());
    assert.equal(new Set(rows).size, rows.length);
    for (const { id, access } of routes) assert.ok(access.length > 0, id);
    assert.equal(new Set(routes.map(({ id }) => id)).size, routes.length);
    await fastify.close();
  });

  test('[ID-1] every kind of caller may call exactly the routes of their rights', async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const route of routes) {
      for (const { name, headers, rights, known } of callers) {
        // No route accepts this body, so that an authorised call changes nothing.
        const body = route.method === 'GET' ? {} : { body: '{"not":' };
        const type = route.method === 'GET' ? {} : { 'content-type': 'application/json' };
        const answer = await http.call({
          method: route.method,
          path: pathOf(route, samples),
          headers: { ...headers(), ...type },
          ...body,
        });
        cells++;
        const refusal = refusalOf(answer);
        const may = route.access.some(right => rights.has(right));
        const byTable =
          refusal !== null &&
          (refusal.code === 'step_up_missing' ||
            refusal.detail.startsWith(`${route.id} is for: `) ||
            refusal.detail.startsWith(`${route.id} needs a credential`) ||
            refusal.detail === 'the credential is not valid' ||
            refusal.code === 'session_expired' ||
            refusal.code === 'session_proof_missing');
        const status = known ? 403 : 401;
        const asExpected = may
          ? !byTable && answer.status < 500
          : byTable && answer.status === status;
        if (!asExpected) wrong.push(`${name} at ${route.id}: ${answer.status} ${answer.text}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.equal(cells, routes.length * callers.length);
  });

  test('[ID-6] [ID-7] all credentials except a person’s together decide nothing', async () => {
    const { approval_request_id = '', hold_id } = samples;
    const store = dumpOf(server);
    const { headers } = reviewer;
    const entry = await entryFor(server, headers, approval_request_id, 'allow');
    const viewed = await server.call('GET', `/v1/requests/${approval_request_id}/view`, {
      headers,
    });
    const { nonce, store_id, input_digest } = viewed.body as Record<
      'nonce' | 'store_id' | 'input_digest',
      string
    >;
    const host = await registerHost(server);
    const conversation = {
      ...conversationOf({ store_id, approval_request_id, person_id: reviewer.person_id }),
      chain_entry_id: String(entry['chain_entry_id']),
      input_digest: String(entry['input_digest']),
      view_digest: String(entry['view_digest']),
      nonce,
      issued_at: server.app.context.clock.now(),
    };
    const target = { tool_name: 'remote.pay', tool_schema_version: '1', resource: null };
    const agent = callerNamed('a propose key').headers();
    const remote = await propose(server, agent, { ...sampleAction(), target });
    const { request } = remote;
    const binding = {
      approval_request_id: remote.approval_request_id,
      policy_decision_id: request.policy_decision_id,
      action_digest: request.action_digest,
      input_digest: inputDigest(request),
      policy_version: request.policy_version,
      approval_chain_version: request.approval_chain_version,
      expires_at: request.expires_at,
    };
    const bodies = [
      entry,
      { ...entry, approver_identity: reviewer.person_id, approver_kind: 'human' },
      { ...entry, assertion: forgedAssertion(server.origin, nonce) },
      { assertion: host.jws(conversationAssertionType, conversation) },
      { choice: 'Proceed' },
      { answer: 'confirm' },
      {
        schema_version: '1.0',
        type: 'approval_answer',
        binding,
        stage_index: 0,
        decision: 'allow',
        reason_code: 'reviewed',
        reason: '',
        summary: null,
        person_assertion: host.jws('JWT', { sub: reviewer.person_id }),
      },
    ].map(body => JSON.stringify(body));
    // A click in chat on the account of a person who may decide, but not signed by Slack.
    bodies.push(await forgedClick(server, reviewer, { approval_request_id, input_digest }));
    const held = callers.filter(({ rights }) => !rights.has('person'));
    const changing = routes.filter(({ method }) => method !== 'GET');
    const decided: string[] = [];
    for (const { path, method, id } of changing.map(route => ({
      ...route,
      path: pathOf(route, samples),
    }))) {
      for (const body of bodies) {
        for (const { name, headers: sent } of held) {
          const content = { 'content-type': 'application/json', ...webhookHeaders() };
          const answer = await http.call({
            method,
            path,
            headers: { ...content, ...sent() },
            body,
          });
          assert.ok(answer.status < 500, `${id}: ${answer.text}`);
          if (/entry_digest|"proceed":true/.test(answer.text)) decided.push(`${name} at ${id}`);
        }
      }
    }
    assert.deepEqual(decided, []);
    const events = store.events();
    for (const type of [
      'entry.recorded',
      'request.allowed',
      'request.denied',
      'hold.answered',
      'terminal_sign_in.answered',
    ]) {
      assert.equal(events[type] ?? 0, 0, type);
    }
    store.close();
    for (const each of [approval_request_id, remote.approval_request_id]) {
      const pending = await server.call('GET', `/v1/requests/${each}`, { headers });
      assert.equal((pending.body as RequestRepresentation).status, 'pending');
      assert.deepEqual((pending.body as RequestRepresentation).entries, []);
    }
    const hold = await server.call('GET', `/v1/holds/${hold_id}`, { headers });
    assert.equal((hold.body as { status: string }).status, 'placed');

    const body = JSON.parse(bodies[0] ?? '');
    const path = `/v1/requests/${approval_request_id}/entries`;
    const byPerson = await server.call('POST', path, { headers, body });
    assert.equal(byPerson.status, 200, 'the same body of a person is a decision');
  });
});

test('[ID-4] [ID-7] a host decides nothing when a stage asks for the person themselves', async () => {
  const policy = `version: "1"
default: require_approval
default_chain: in_chat
chain_by_risk: { low: in_chat, medium: in_chat, high: in_chat, critical: in_chat }
chains:
  - id: in_chat
    stages:
      - { name: self, approvers: { roles: [reviewer] }, separation: self_confirm, min_assurance: conversation }
  - id: in_person
    stages:
      - { name: self, approvers: { roles: [reviewer] }, separation: self_confirm, min_assurance: session }
rules:
  - { id: chat, match: { tool: "*" }, outcome: require_approval, route: same_conversation }
  - { id: in_person, match: { tool: "in_person.*" }, outcome: require_approval, chain: in_person }
`;
  const server = await startedServer({ policy });
  try {
    const owner = await server.person(['reviewer']);
    const agent_ids = ['billing-bot'];
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids, owner: owner.person_id });
    const host = await registerHost(server);
    const { context } = server.app;
    const { storeId: store_id } = await context.store.readState();
    const type = 'countersign/host/v1';
    const asked = { type, store_id, issued_at: context.clock.now() };
    const headers = { authorization: `Bearer ${host.jws(hostAssertionType, asked)}` };
    const answerFor = async (tool_name: string) => {
      const target = { tool_name, tool_schema_version: '1', resource: null };
      const action = { ...sampleAction(), target, parameters: {} };
      const { approval_request_id } = await propose(server, agent, action);
      const path = `/v1/requests/${approval_request_id}`;
      const question = await server.call('GET', `${path}/conversation`, { headers });
      const { nonce, input_digest, view_digest } = question.body as Record<string, string>;
      const assertion = host.jws(conversationAssertionType, {
        ...conversationOf({ store_id, approval_request_id, person_id: owner.person_id }),
        chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
        input_digest: input_digest ?? '',
        view_digest: view_digest ?? '',
        nonce: nonce ?? '',
        issued_at: context.clock.now(),
      });
      const body = { assertion };
      await server.call('POST', `${path}/conversation-answers`, { body });
      const { body: after } = await server.call('GET', path, owner);
      return (after as RequestRepresentation).status;
    };
    assert.equal(await answerFor('in_person.pay'), 'pending');
    assert.equal(await answerFor('in_chat.pay'), 'allowed', 'where the stage is content with that');
  } finally {
    await server.remove();
  }
});

function conversationOf(about: {
  readonly store_id: string;
  readonly approval_request_id: string;
  readonly person_id: string;
}) {
  return {
    type: 'countersign/conversation/v1',
    ...about,
    stage_index: 0,
    decision: 'allow',
    choice: 'Proceed',
    reason: null,
  };
}

/** `METHOD path` of each line of the tree that Fastify prints. */
function servedRoutes(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap(line => {
    const [, indent = '', segment = '', methods] =
      /^([\s│├└─]*)(\S+)(?: \((.+)\))?$/u.exec(line) ?? [];
    if (segment === '') return [];
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? '') + segment;
    parents[depth] = path;
    return methods === undefined ? [] : methods.split(', ').map(method => `${method} ${path}`);
  });
}

function webhookHeaders(): Readonly<Record<string, string>> {
  return {
    'webhook-id': `msg_${randomUUID()}`,
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${Buffer.alloc(32, 1).toString('base64')}`,
    'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-slack-signature': `v0=${'0'.repeat(64)}`,
  };
}

async function forgedClick(
  server: StartedServer,
  { person_id }: SignedIn,
  about: { readonly approval_request_id: string; readonly input_digest: string },
): Promise<string> {
  const user_id = 'U1';
  const linked = await changeDirectory(
    server.app.context,
    {
      type: 'register_credential',
      credential: {
        kind: 'account',
        channel: ChannelName.parse('slack'),
        credential_id: 'slack-U1',
        person_id,
        public_key: null,
        account_digest: accountDigest({ team_id, user_id }),
      },
    },
    systemActor,
  );
  assert.ok(linked.ok);
  const value = JSON.stringify({ ...about, stage_index: 0 });
  const payload = JSON.stringify({
    type: 'block_actions',
    team: { id: team_id },
    user: { id: user_id, team_id },
    trigger_id: 't',
    channel: { id: 'C1' },
    message: { ts: '1' },
    actions: [{ action_id: 'approve', action_ts: '1', value }],
  });
  return new URLSearchParams({ payload }).toString();
}

function forgedAssertion(origin: string, nonce: string): Record<string, unknown> {
  const x = Buffer.alloc(32, 3).toString('base64url');
  return {
    public_key: { kty: 'EC', crv: 'P-256', x, y: x },
    origin,
    rp_id: 'localhost',
    nonce,
    response: {
      credential_id: 'AAAA',
      authenticator_data: Buffer.alloc(37).toString('base64url'),
      client_data_json: Buffer.from('{}').toString('base64url'),
      signature: Buffer.alloc(70).toString('base64url'),
    },
  };
}

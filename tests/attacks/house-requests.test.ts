// Disproved here: "one operator alone changes the policy, a role, the owner of an agent, a credential or who may come
// in, although the policy puts these changes under a chain".
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { activatePolicy, loadDirectory, startEpoch } from '@countersign/coordinator';
import { documentsText } from '@countersign/policy';
import { systemActor } from '@countersign/protocol/value';
import {
  carryOutHouse,
  decide,
  governedPolicy,
  type SignedIn,
  type StartedServer,
  sampleAction,
  samplePolicy,
  startedServer,
  startedWithGovernance,
  testBrowser,
} from '@countersign/server/testing';

interface Opened {
  readonly house_request: { readonly approval_request_id: string; readonly kind: string };
  readonly secret: string | null;
  readonly link: string | null;
}

type People = Readonly<Record<'mara' | 'jonas' | 'eve', SignedIn>>;

let server: StartedServer;
let people: People;
let onDisk = governedPolicy;

async function started(): Promise<void> {
  onDisk = governedPolicy;
  const begun = await startedWithGovernance(
    [['operator', 'reviewer'], ['operator', 'reviewer'], ['operator']],
    { policy: () => onDisk },
  );
  const [mara, jonas, eve] = begun.people;
  assert.ok(mara && jonas && eve);
  server = begun.server;
  people = { mara, jonas, eve };
}

async function restart(): Promise<void> {
  const { folder, port } = server;
  await server.close();
  server = await startedServer({ folder, port, policy: () => onDisk });
}

async function send(who: SignedIn, method: string, path: string, body?: object) {
  const { headers } = who;
  const { status, body: said } = await server.call(method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status, body: said as Record<string, unknown> };
}

async function ask(who: SignedIn, method: string, path: string, body: object): Promise<Opened> {
  const answer = await send(who, method, path, body);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body as unknown as Opened;
}

async function carryOut(): Promise<void> {
  await carryOutHouse(server.app).run(new AbortController().signal);
  // The background job of the server may have been faster, and may still be loading the policy.
  assert.ok((await server.app.policySource.follow(server.app.context)).ok);
}

async function approve(who: SignedIn, { house_request }: Opened): Promise<void> {
  await decide(server, who.headers, house_request.approval_request_id, 'allow');
  await carryOut();
}

async function statusOf({ house_request }: Opened): Promise<string> {
  const path = `/v1/requests/${house_request.approval_request_id}`;
  return String((await send(people.mara, 'GET', path)).body['status']);
}

async function rolesOf({ person_id }: SignedIn): Promise<readonly string[]> {
  const { state } = await loadDirectory(server.app.context);
  return state.people.get(person_id)?.roles ?? [];
}

function setRoles(who: SignedIn, of: SignedIn, roles: readonly string[]): Promise<Opened> {
  return ask(who, 'PATCH', `/v1/people/${of.person_id}`, { roles });
}

async function versionInForce(): Promise<string | null> {
  return (await server.app.context.store.readState()).policyVersion;
}

describe('one operator alone', () => {
  before(started);
  after(() => server.remove());

  test('[HR-5] an operator gets no role before another person has approved it', async () => {
    const { jonas, eve } = people;
    const opened = await setRoles(eve, eve, ['operator', 'reviewer']);
    assert.equal(opened.house_request.kind, 'roles');
    assert.deepEqual(await rolesOf(eve), ['operator']);
    await assert.rejects(approve(eve, opened), /approver_not/);
    await carryOut();
    assert.deepEqual(await rolesOf(eve), ['operator']);
    await approve(jonas, opened);
    assert.equal(await statusOf(opened), 'consumed');
    assert.deepEqual(await rolesOf(eve), ['operator', 'reviewer']);
  });

  test('[HR-2] an operator does not approve what concerns themselves, even if another person asked for it', async () => {
    const { mara, jonas, eve } = people;
    const opened = await setRoles(eve, mara, ['operator', 'reviewer', 'finance']);
    await assert.rejects(approve(mara, opened), /approver_not_independent/);
    await approve(jonas, opened);
    assert.ok((await rolesOf(mara)).includes('finance'));
  });

  test('[HR-5] one operator makes no working key and sets no owner', async () => {
    const { mara, jonas } = people;
    const key = { label: 'billing', verbs: ['propose'], agent_ids: ['billing-bot'] };
    const opened = await ask(mara, 'POST', '/v1/credentials/api-keys', key);
    assert.equal(opened.house_request.kind, 'owners');
    const headers = { authorization: `Bearer ${opened.secret}` };
    const body = { action: sampleAction(), audience: 'billing-executor' };
    const early = await server.call('POST', '/v1/requests', { headers, body });
    assert.equal(early.status, 401);
    await approve(jonas, opened);
    const then = await server.call('POST', '/v1/requests', { headers, body });
    assert.equal(then.status, 201);
    const again = await ask(mara, 'POST', '/v1/credentials/api-keys', key);
    assert.equal(again.house_request.kind, 'credentials');
  });

  test('[HR-7] one operator makes no working invitation link', async () => {
    const { mara, jonas } = people;
    const who = { name: 'Ada', email: null, roles: ['reviewer'] };
    const opened = await ask(mara, 'POST', '/v1/invitations', who);
    const [, token] = String(opened.link).split('#');
    const options = () =>
      send(mara, 'POST', '/v1/invitations/redeem/options', {
        token,
        key_digest: testBrowser.key_digest,
      });
    assert.equal((await options()).body['code'], 'invitation_not_valid');
    await approve(jonas, opened);
    assert.equal((await options()).status, 200);
  });

  test('[HR-5] an operator takes rights away immediately: a deactivation and a revocation need no approval', async () => {
    const { mara, jonas } = people;
    const opened = await ask(mara, 'POST', '/v1/credentials/services', {
      label: 'scanner',
      service_id: 'scanner',
    });
    await approve(jonas, opened);
    const { state } = await loadDirectory(server.app.context);
    const service = [...state.credentials.values()].find(({ kind }) => kind === 'service');
    const path = `/v1/credentials/${service?.credential_id}/revoke`;
    assert.equal((await send(mara, 'POST', path, { reason: 'it leaked' })).status, 200);
    const left = `/v1/people/${people.eve.person_id}`;
    assert.equal((await send(mara, 'PATCH', left, { active: false })).status, 200);
    const back = await ask(mara, 'PATCH', left, { active: true });
    await approve(jonas, back);
    assert.equal(await statusOf(back), 'consumed');
  });

  test('[HR-3] an approved change happens once', async () => {
    const { mara, jonas, eve } = people;
    const opened = await setRoles(mara, eve, ['operator', 'legal']);
    await approve(jonas, opened);
    await Promise.all([carryOut(), carryOut(), carryOut()]);
    const stream = `request/${opened.house_request.approval_request_id}`;
    const rows = await server.app.context.store.readStream(stream);
    const types = rows.map(({ text }) => (JSON.parse(text) as { type: string }).type);
    assert.equal(types.filter(type => type === 'grant.consumed').length, 1);
    // The effect and the receipt came with the consumption, not after it.
    assert.equal(types.at(-1), 'execution.reported');
    const next = await setRoles(mara, eve, ['operator']);
    assert.notEqual(
      next.house_request.approval_request_id,
      opened.house_request.approval_request_id,
    );
    assert.equal(await statusOf(next), 'pending');
  });

  test('[HR-4] a card that no longer tells the truth changes nothing', async () => {
    const { mara, jonas, eve } = people;
    const stale = await setRoles(mara, eve, ['operator', 'auditor']);
    await approve(jonas, await setRoles(mara, eve, ['operator', 'reviewer']));
    const now = await rolesOf(eve);
    await approve(jonas, stale);
    assert.equal(await statusOf(stale), 'allowed');
    assert.deepEqual(await rolesOf(eve), now);
  });

  test('[HR-4] no caller sends a difference along', async () => {
    const { mara, eve } = people;
    const path = `/v1/people/${eve.person_id}`;
    const body = { roles: ['operator'], difference: [{ of: 'nothing', from: 1, to: 1 }] };
    assert.equal((await send(mara, 'PATCH', path, body)).body['code'], 'object_malformed');
  });

  test('[HR-3] a change of a person who is no longer an operator is not carried out', async () => {
    const { mara, jonas, eve } = people;
    const opened = await setRoles(eve, jonas, ['operator']);
    const path = `/v1/people/${eve.person_id}`;
    assert.equal((await send(jonas, 'PATCH', path, { active: false })).status, 200);
    await approve(mara, opened);
    assert.equal(await statusOf(opened), 'allowed');
    assert.ok((await rolesOf(jonas)).includes('reviewer'));
  });
});

describe('an agent', () => {
  before(started);
  after(() => server.remove());

  const names = [
    'countersign.policy',
    'countersign.roles',
    'countersign.anything',
    'Countersign.Policy',
    'COUNTERSIGN.POLICY',
    ' countersign.policy',
    'counter\u200bsign.policy',
    '\uff43\uff4funtersign.policy',
    'countersign\u2024policy',
  ];
  for (const name of names) {
    test(`[HR-1] an agent cannot ask for ${JSON.stringify(name)}, as operation, tool or agent`, async () => {
      const { key } = await keyed();
      const action = sampleAction();
      const target = { tool_name: name, tool_schema_version: '1', resource: null };
      for (const change of [{ operation: name }, { target }, { operation: name, target }]) {
        const body = { action: { ...action, ...change }, audience: 'countersign.server' };
        const refused = await server.call('POST', '/v1/requests', { headers: key, body });
        assert.equal((refused.body as { code: string }).code, 'house_action_reserved');
      }
      const agent = { label: 'x', verbs: ['propose'], agent_ids: [name] };
      const made = await send(people.mara, 'POST', '/v1/credentials/api-keys', agent);
      assert.equal(made.body['code'], 'house_action_reserved');
    });
  }

  let made: { readonly key: Readonly<Record<string, string>> } | null = null;
  async function keyed() {
    if (made !== null) return made;
    const key = { label: 'billing', verbs: ['propose', 'consume'], executor: 'billing' };
    const body = { ...key, agent_ids: ['billing-bot'] };
    const opened = await ask(people.mara, 'POST', '/v1/credentials/api-keys', body);
    await approve(people.jonas, opened);
    made = { key: { authorization: `Bearer ${opened.secret}` } };
    return made;
  }
});

describe('the file of the policy', () => {
  before(started);
  after(() => server.remove());

  const looser = governedPolicy.replace('tool: "read.*"', 'tool: "*"');

  test('[HR-6] an edited file changes nothing, also after a restart, and is shown', async () => {
    const inForce = await versionInForce();
    onDisk = looser;
    await restart();
    const activated = await activatePolicy(server.app.context);
    assert.ok(activated.ok);
    assert.equal(await versionInForce(), inForce);
    assert.equal(server.app.policies.version(), inForce);
    await lookAtFiles();
    const { body } = await send(people.mara, 'GET', '/v1/policy');
    const { pending } = body as { pending: { difference: { lines: string }[] } };
    assert.match(pending.difference[0]?.lines ?? '', /^- {5}match: \{ tool: "read\.\*" \}$/m);
    assert.match(pending.difference[0]?.lines ?? '', /^\+ {5}match: \{ tool: "\*" \}$/m);
  });

  test('[HR-6] the edited file comes into force once it was approved, and stays after a restart', async () => {
    const { mara, jonas } = people;
    const before = await versionInForce();
    const opened = await ask(mara, 'POST', '/v1/policy/requests', {});
    assert.equal(opened.house_request.kind, 'policy');
    await assert.rejects(approve(mara, opened), /approver_not_independent/);
    assert.equal(await versionInForce(), before);
    await approve(jonas, opened);
    const after = await versionInForce();
    assert.notEqual(after, before);
    assert.equal(server.app.policies.version(), after);
    onDisk = 'version: "9"\n';
    await restart();
    assert.equal(server.app.policies.version(), after);
    await lookAtFiles();
    const { body } = await send(mara, 'GET', '/v1/policy');
    assert.equal((body['pending'] as { version: string | null }).version, null);
    onDisk = looser;
  });

  test('[HR-6] a second replica with other files follows the store', async () => {
    const { mara, jonas } = people;
    const { folder } = server;
    const other = await startedServer({ folder, policy: samplePolicy });
    try {
      assert.equal(other.app.policies.version(), server.app.policies.version());
      const files = [{ name: 'policy.yaml', text: governedPolicy, layer: 'operator' }];
      await approve(jonas, await ask(mara, 'POST', '/v1/policy/requests', { files }));
      assert.ok((await other.app.policySource.follow(other.app.context)).ok);
      assert.equal(other.app.policies.version(), await versionInForce());
      assert.equal(other.app.policies.version(), server.app.policies.version());
    } finally {
      await other.close();
    }
  });

  test('[HR-8] a request under an old governance is not carried out under another one', async () => {
    const { mara, jonas, eve } = people;
    const old = await setRoles(mara, eve, ['operator', 'legal']);
    const strict = governedPolicy
      .replace('governance: { default: reviewer }', 'governance: { default: two }')
      .replace(
        'rules:',
        `  - id: two
    stages:
      - name: two
        quorum: 1
        approvers: { roles: [reviewer, operator] }
rules:`,
      );
    const files = [{ name: 'policy.yaml', text: strict, layer: 'operator' }];
    await approve(jonas, await ask(mara, 'POST', '/v1/policy/requests', { files }));
    await assert.rejects(approve(jonas, old), /policy_changed|chain_changed|request_cancelled/);
    await carryOut();
    assert.deepEqual(await rolesOf(eve), ['operator']);
  });

  test('[HR-6] a policy that no one could change again is refused', async () => {
    const locked = governedPolicy.replace('roles: [reviewer]', 'roles: [no_such_role]');
    const files = [{ name: 'policy.yaml', text: locked, layer: 'operator' }];
    const { body } = await send(people.mara, 'POST', '/v1/policy/requests', { files });
    assert.equal(body['code'], 'no_eligible_approver');
  });
});

test('[HR-3] a restart between approval and effect loses nothing and does nothing twice', async () => {
  await started();
  const { mara, jonas, eve } = people;
  const opened = await setRoles(mara, eve, ['operator', 'legal']);
  await decide(server, jonas.headers, opened.house_request.approval_request_id, 'allow');
  await restart();
  await carryOut();
  assert.equal(await statusOf(opened), 'consumed');
  assert.deepEqual(await rolesOf(eve), ['legal', 'operator']);
  await server.remove();
});

test('[HR-9] an operator leaves a governance that no one can complete at the console, and the record shows it', async () => {
  await started();
  const { app, folder, port } = server;
  const { storeId, policyVersion } = await app.context.store.readState();
  await server.close();
  server = await startedServer({ folder, port, policy: samplePolicy });
  assert.equal((await server.app.context.store.readState()).policyVersion, policyVersion);
  onDisk = samplePolicy;
  const text = documentsText([{ name: 'policy.yaml', text: samplePolicy, layer: 'operator' }]);
  const version = (await startedVersion()) ?? '';
  const by = systemActor;
  const policy = { version, documents: { text, governs: [] } };
  const begun = await startEpoch(server.app.context, { reason: 'both left', by, policy });
  assert.ok(begun.ok, JSON.stringify(begun));
  await restart();
  const { state } = await loadDirectory(server.app.context);
  assert.deepEqual([state.governs, state.recovered], [[], [2]]);
  assert.equal((await server.app.context.store.readState()).storeId, storeId);
  const { mara, eve } = people;
  const path = `/v1/people/${eve.person_id}`;
  assert.equal((await send(mara, 'PATCH', path, { roles: ['operator', 'legal'] })).status, 200);
  await server.remove();
});

/** The version that the sample policy has. */
async function startedVersion(): Promise<string | null> {
  const other = await startedServer({ policy: samplePolicy });
  const { policyVersion } = await other.app.context.store.readState();
  await other.remove();
  return policyVersion;
}

test('[HR-6] governance does not come into force before there are people for it', async () => {
  await assert.rejects(startedServer({ policy: governedPolicy }), /Invite them first/);
});

async function lookAtFiles(): Promise<void> {
  const { app } = server;
  const { state } = await loadDirectory(app.context);
  await app.policySource.look(state, app.context.people, []);
}

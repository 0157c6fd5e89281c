// Goal: the eleven acceptance points of AGT's ADR 0030 hold for a caller who only has the network: over HTTP, on one
// server with SQLite, and on two with Postgres, where agents talk to one and people to the other.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { logOrigin } from '@countersign/coordinator';
import {
  type BundleSigningKey,
  bundleText,
  type EvidenceBundle,
  verifyBundle,
} from '@countersign/protocol/bundle';
import { type RequestRepresentation, sampleAction } from '@countersign/server/testing';
import { Webhook } from 'standardwebhooks';
import { Desk } from './testing/approval-desk.ts';
import { actionOn, Cast, codeOf } from './testing/server-cast.ts';
import { postgresSite, type Site, sqliteSite } from './testing/server-site.ts';

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
fatigue: { requests: 1000, window: 10m }
chains:
  - id: reviewer
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
  - id: both
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
      - { name: manager, approvers: { roles: [manager] } }
  - id: desk
    stages:
      - { name: desk, approvers: { identities: [desk] }, approver_kinds: [service] }
rules:
  - { id: twice, match: { tool: "twice.*" }, outcome: require_approval, chain: both }
  - { id: brief, match: { tool: "brief.*" }, outcome: require_approval, expires_in: 2s }
  - { id: remote, match: { tool: "remote.*" }, outcome: require_approval, chain: desk, route: { kind: webhook, name: approvals } }
`;
const otherChain = policy.replace('name: reviewer, approvers', 'name: another, approvers');
const otherRule = policy.replace('expires_in: 2s', 'expires_in: 3s');

const secret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const hookSecret = secret(9);
/** No server listens there, and no call may reach it. */
const url = 'https://127.0.0.1:9/hook';
const settingsWith = (desk: Desk) => ({
  endpoints: [
    {
      name: 'approvals',
      kind: 'approval',
      url: desk.url,
      secrets: [hookSecret],
      service_id: 'desk',
    },
    { name: 'callbacks', kind: 'callback', url, secrets: [secret(8)], agent_ids: ['billing-bot'] },
  ],
  allow_addresses: [`127.0.0.1:${desk.port}`],
});

const sites = [
  { name: 'SQLite and one server', open: sqliteSite },
  { name: 'Postgres and two servers', open: postgresSite },
];

for (const { name, open } of sites) {
  describe(`with ${name}`, () => {
    let site: Site;
    let cast: Cast;
    let desk: Desk;
    let { agent, executor, adviser, reviewer, manager } = {} as Cast['players'];
    before(async () => {
      desk = await Desk.open(hookSecret);
      site = await open({ policy, settings: settingsWith(desk) });
      cast = await Cast.at(site);
      const operator = await site.people().person(['operator']);
      const made = await site.people().call('POST', '/v1/credentials/services', {
        headers: operator.headers,
        body: { label: 'the desk', service_id: 'desk' },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      ({ agent, executor, adviser, reviewer, manager } = cast.players);
    });
    after(async () => {
      await site.close();
      await desk.close();
    });

    test('acceptance 1: [AB-1] nothing executes without a terminal allow', async () => {
      const action = sampleAction();
      const id = await cast.ask(action);
      const { grant } = await cast.allowed(sampleAction());
      const early = await site.agents().call('GET', `/v1/requests/${id}/grant`, {
        headers: executor,
      });
      assert.equal(codeOf(early), 'request_pending');
      for (const tried of [grant, `${grant}x`, 'yes', '']) {
        assert.notEqual((await cast.consume({ id, grant: tried }, action)).status, 200);
      }
      assert.equal((await cast.vote(reviewer, id, 'deny')).status, 200);
      assert.notEqual((await cast.consume({ id, grant }, action)).status, 200);
      assert.deepEqual((await cast.read(id)).receipts, []);
    });

    test('acceptance 2: [AB-2] [AB-3] an approval of one digest does not run another', async () => {
      const action = sampleAction();
      const allowed = await cast.allowed(action);
      const other = sampleAction();
      const refused = await cast.consume(allowed, other);
      assert.equal(codeOf(refused), 'action_parameters_mismatch');
      assert.equal((await cast.consume(allowed, action)).status, 200);
    });

    test('acceptance 3: [AB-2] [AB-6] [CH-7] a changed target, parameter, policy or chain invalidates the approval', async () => {
      const action = actionOn('wire_transfer');
      const allowed = await cast.allowed(action);
      const target = { ...(action['target'] as object), resource: 'acct-43' };
      const parameters = { ...(action['parameters'] as object), amount: 4201 };
      for (const changed of [
        { ...action, target },
        { ...action, parameters },
        { ...action, subject_id: 'somebody' },
        { ...action, operation: 'tool.other' },
      ]) {
        const { status, ...refused } = await cast.consume(allowed, changed);
        assert.ok(status >= 400 && status < 500, JSON.stringify(refused.body));
      }
      const pending = await cast.ask();
      await site.crash(otherRule);
      assert.equal(codeOf(await cast.consume(allowed, action)), 'policy_changed');
      await site.crash(otherChain);
      assert.equal(codeOf(await cast.consume(allowed, action)), 'chain_changed');
      assert.notEqual((await cast.vote(reviewer, pending, 'allow')).status, 200);
      const { entries, resolution } = await cast.until(pending, 'cancelled');
      assert.deepEqual(entries, []);
      assert.notEqual(resolution?.outcome, 'allow');
      // Under the policy that it was given in, and unchanged, it runs.
      await site.crash(policy);
      assert.equal((await cast.consume(allowed, action)).status, 200);
    });

    test('acceptance 4: [TM-1] [TM-2] [TM-6] timeout and silence never become an allow', async () => {
      const action = actionOn('brief.transfer');
      const id = await cast.ask(action);
      const entry = await cast.entry(reviewer, id, 'allow');
      const { version } = await cast.read(id);
      const silent = await cast.read(id, `?wait=1&after=${version}`);
      assert.ok(['pending', 'expired'].includes(silent.status));
      assert.equal((await cast.until(id, 'expired')).outcome, 'expired');
      assert.equal(codeOf(await cast.send(reviewer.headers, id, entry)), 'request_expired');
      const none = await site.agents().call('GET', `/v1/requests/${id}/grant`, {
        headers: executor,
      });
      assert.notEqual(none.status, 200);
    });

    test('acceptance 4: [TR-1] [TR-5] failed callbacks, restarts and malformed webhooks change nothing', async () => {
      const id = await cast.ask(actionOn('remote.transfer'));
      const { request, version } = await cast.read(id);
      const signer = new Webhook(hookSecret);
      const now = new Date();
      const signed = (body: string, at = now) => ({
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signer.sign('msg_1', at, body),
      });
      const answer = JSON.stringify({ decision: 'allow', ...request });
      for (const [headers, body] of [
        [{}, answer],
        [signed('{}'), answer],
        [signed(answer, new Date(0)), answer],
        [signed(answer), answer],
        [signed('yes'), 'yes'],
        [signed('<html>'), '<html>'],
        [
          signed('{"decision":"allow","decision":"deny"}'),
          '{"decision":"allow","decision":"deny"}',
        ],
      ] as const) {
        for (const endpoint of ['approvals', 'callbacks', 'nobody']) {
          const path = `/v1/webhooks/${endpoint}/answers`;
          const { status } = await site.people().call('POST', path, { headers, body });
          assert.ok(status >= 400 && status < 500, `${endpoint} ${status}`);
        }
      }
      await site.crash();
      const still = await cast.read(id);
      assert.equal(still.status, 'pending');
      assert.deepEqual(still.entries, []);
      assert.equal(still.version, version);
      // The real answer to the question that the service received is taken.
      const answered = await desk.answer(site.people(), await desk.question(id));
      assert.equal(answered.status, 200, JSON.stringify(answered.body));
      assert.equal((await cast.read(id)).status, 'allowed');
    });

    test('acceptance 5: [ID-1] [ID-2] an unverified identity satisfies nothing', async () => {
      const id = await cast.ask();
      const entry = await cast.entry(reviewer, id, 'allow');
      const { cookie = '' } = reviewer.headers;
      const named = { ...entry, approver_identity: reviewer.person_id };
      for (const [headers, body] of [
        [{}, entry],
        [{ origin: 'own' }, named],
        [
          { origin: 'own', cookie: cookie.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) },
          entry,
        ],
        [{ authorization: `Bearer ${cookie.split('=')[1]}` }, entry],
        [{ authorization: 'Bearer reviewer' }, entry],
        [{ 'x-forwarded-user': reviewer.person_id }, entry],
        [agent, entry],
        [executor, entry],
        [adviser, entry],
        [manager.headers, entry],
        [reviewer.headers, named],
      ] as const) {
        const { status } = await cast.send(headers, id, body);
        assert.ok(status >= 400 && status < 500, JSON.stringify(headers));
      }
      const { entries, status } = await cast.read(id);
      assert.deepEqual(entries, []);
      assert.equal(status, 'pending');
    });

    test('acceptance 6: [CH-2] one deny ends the chain at once', async () => {
      const id = await cast.ask(actionOn('twice.transfer'));
      const later = await cast.entry(manager, id, 'allow', 1);
      assert.equal((await cast.vote(reviewer, id, 'deny')).status, 200);
      assert.equal((await cast.read(id)).status, 'denied');
      assert.equal(codeOf(await cast.send(manager.headers, id, later)), 'request_denied');
      assert.equal((await cast.read(id)).entries.length, 1);
    });

    test('acceptance 7: [CH-1] [CH-3] an allow needs every stage, in order', async () => {
      const action = actionOn('twice.transfer');
      const id = await cast.ask(action);
      assert.equal(codeOf(await cast.vote(manager, id, 'allow', 1)), 'stage_not_open');
      assert.equal((await cast.vote(reviewer, id, 'allow')).status, 200);
      assert.equal((await cast.read(id)).status, 'pending');
      assert.equal((await cast.vote(manager, id, 'allow', 1)).status, 200);
      assert.equal((await cast.read(id)).status, 'allowed');
      assert.equal((await cast.consume({ id, grant: await cast.grant(id) }, action)).status, 200);
    });

    test('acceptance 8: [CH-4] [TR-3] duplicate deliveries take effect once', async () => {
      const action = sampleAction();
      const id = await cast.ask(action);
      const entry = await cast.entry(reviewer, id, 'allow');
      const { headers } = reviewer;
      const first = await cast.send(headers, id, entry);
      const others = await Promise.all(
        Array.from({ length: 8 }, () => cast.send(headers, id, entry)),
      );
      for (const { status, body } of others) {
        assert.equal(status, 200, JSON.stringify(body));
        const { entries } = body as RequestRepresentation;
        assert.deepEqual(entries, (first.body as RequestRepresentation).entries);
      }
      const changed = await cast.send(headers, id, { ...entry, decision: 'deny' });
      assert.equal(codeOf(changed), 'entry_conflict');
      const { entries, status } = await cast.read(id);
      assert.equal(entries.length, 1);
      assert.equal(status, 'allowed');
    });

    test('acceptance 8: [CH-4] [TR-3] of one webhook that is delivered often, one takes effect', async () => {
      const id = await cast.ask(actionOn('remote.transfer'));
      const question = await desk.question(id);
      const delivery = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => desk.answer(site.people(), question, { delivery })),
      );
      for (const { status, body } of answers) {
        assert.equal(status, 200, JSON.stringify(body));
        assert.deepEqual(body, answers[0]?.body);
      }
      const change = { delivery, decision: 'deny' } as const;
      const other = await desk.answer(site.people(), question, change);
      assert.equal(codeOf(other), 'entry_conflict');
      const { entries, status } = await cast.read(id);
      assert.deepEqual([entries.length, status], [1, 'allowed']);
    });

    test('acceptance 9: [SU-1] [SU-2] of many consumers one ever starts', async () => {
      const action = sampleAction();
      const allowed = await cast.allowed(action);
      const servers = [site.agents(), site.people()];
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, i) => cast.consume(allowed, action, servers[i % 2])),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      await site.crash();
      assert.equal(codeOf(await cast.consume(allowed, action)), 'grant_already_consumed');
      assert.equal((await cast.read(allowed.id)).receipts.length, 1);
    });

    test('acceptance 10: [EV-6] [EV-9] the audit rebuilds the path from decision to execution', async () => {
      const action = sampleAction();
      const { id, grant } = await cast.allowed(action);
      const attempt = randomUUID();
      const path = `/v1/requests/${id}`;
      const headers = executor;
      await site
        .agents()
        .call('POST', `${path}/consume`, { headers, body: { action, grant, attempt } });
      const report = { headers, body: { attempt, outcome: 'succeeded' } };
      assert.equal((await site.agents().call('POST', `${path}/report`, report)).status, 200);
      const bundle = await loggedBundle(cast, id);
      const { store_id, epoch } = bundle;
      const { keys, log_name } = (await site.people().call('GET', '/v1/keys'))
        .body as unknown as PublishedKeys;
      const trust = {
        signing_keys: keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
          kid,
          public_key,
          not_before,
          not_after,
          revoked_at,
        })),
        note_keys: keys.map(({ public_key }) => ({ name: log_name, public_key })) as never,
        origin: logOrigin({ storeId: store_id, epoch }),
        passkeys: { origin: site.people().origin, rp_id: 'localhost' },
        audience: 'billing-executor',
      };
      const { verdict, statements } = verifyBundle(bundleText(bundle), trust);
      assert.equal(verdict, 'accepted', JSON.stringify(statements, null, 1));
      for (const wanted of ['path', 'entries', 'resolution', 'consumption', 'execution', 'log']) {
        assert.equal(statements.find(each => each.id === wanted)?.result, 'proven', wanted);
      }
      const { name, events } = bundle.stream;
      const shortened = { ...bundle, stream: { name, events: events.toSpliced(1, 1) } };
      assert.equal(verifyBundle(bundleText(shortened), trust).verdict, 'refused');
    });

    test('acceptance 11: [ID-6] advice resolves nothing', async () => {
      const id = await cast.ask();
      const body = {
        model: 'reviewer-model',
        prompt_version: '1',
        recommendation: 'allow',
        explanation: 'Approved. Decision: allow.',
      };
      const path = `/v1/requests/${id}/advice`;
      const advised = await site.agents().call('POST', path, { headers: adviser, body });
      assert.equal(advised.status, 200, JSON.stringify(advised.body));
      const { advice, entries, status } = await cast.read(id);
      assert.equal(advice.length, 1);
      assert.deepEqual(entries, []);
      assert.equal(status, 'pending');
      const refused = await cast.send(adviser, id, await cast.entry(reviewer, id, 'allow'));
      assert.equal(codeOf(refused), 'not_permitted');
    });
  });
}

interface PublishedKeys {
  readonly log_name: string;
  readonly keys: BundleSigningKey[];
}

/** The bundle once the log has all of it: the sequencer comes by now and then. */
async function loggedBundle(cast: Cast, id: string): Promise<EvidenceBundle> {
  for (let tries = 0; tries < 2_400; tries++) {
    const { headers } = cast.players.reviewer;
    const exported = await cast.site.people().call('GET', `/v1/requests/${id}/bundle`, { headers });
    const bundle = exported.body as EvidenceBundle;
    if (exported.status === 200 && bundle.log !== null) return bundle;
    await pause(25);
  }
  assert.fail('the bundle never was complete');
}

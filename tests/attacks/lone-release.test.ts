// Disproved here: "break-glass lets someone run what no one may release: without the role, without a passkey, for
// themselves, for another person, after a denial, under a lock, or without anyone who reviews it".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectoryAtOnce } from '@countersign/coordinator';
import type { DirectoryChange } from '@countersign/protocol/directory';
import { idFromUuid, LockId, systemActor } from '@countersign/protocol/value';
import {
  entryFor,
  grantOf,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { addPasskey, passkeyEntry } from '../testing/passkey-decision.ts';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    break_glass: { roles: [controller] }
    stages: [{ name: finance, approvers: { roles: [finance] } }]
  - id: two
    break_glass: { roles: [controller] }
    stages:
      - { name: finance, approvers: { roles: [finance, controller] } }
      - { name: legal, approvers: { roles: [legal] } }
  - id: shut
    stages: [{ name: finance, approvers: { roles: [finance, controller] } }]
rules:
  - { id: long, match: { tool: "long.*" }, outcome: require_approval, chain: two }
  - { id: shut, match: { tool: "shut.*" }, outcome: require_approval, chain: shut }
`;

type Headers = Readonly<Record<string, string>>;
type Entry = Readonly<Record<string, unknown>>;

describe('a release by one person', { timeout: 240_000 }, () => {
  let server: StartedServer;
  let carol: SignedIn;
  let finance: SignedIn;
  let bot: Headers;
  let runner: Headers;
  const ofCarol = softwareAuthenticator();
  const ofFinance = softwareAuthenticator();

  before(async () => {
    server = await startedServer({ policy });
    carol = await server.person(['controller']);
    finance = await server.person(['finance']);
    for (const roles of [['legal'], ['controller'], ['operator']]) await server.person(roles);
    await addPasskey(server, carol.headers, ofCarol);
    await addPasskey(server, finance.headers, ofFinance);
    bot = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
    runner = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
  });
  after(() => server.remove());

  async function codeOf(path: string, headers: Headers, body: unknown): Promise<string> {
    const answer = await server.call('POST', path, { headers, body });
    return answer.status < 300 ? 'ok' : (answer.body as { code: string }).code;
  }

  async function asked(tool_name = 'payments.transfer', headers = bot, agent = 'billing-bot') {
    const target = { tool_name, tool_schema_version: '1', resource: randomUUID() };
    const action = { ...sampleAction(agent), target };
    return { action, id: (await propose(server, headers, action)).approval_request_id };
  }

  const send = (id: string, headers: Headers, entry: Entry) =>
    codeOf(`/v1/requests/${id}/entries`, headers, entry);

  const signed = (
    id: string,
    by = carol,
    passkey = ofCarol,
    decision: 'allow' | 'deny' = 'allow',
  ) =>
    passkeyEntry(server, by.headers, passkey, id, decision, {
      reason: 'All pods hang.',
      break_glass: 'outage',
    });

  async function statusOf(id: string): Promise<string> {
    const read = await server.call('GET', `/v1/requests/${id}`, { headers: bot });
    return (read.body as { status: string }).status;
  }

  function consume(
    { id, action }: { readonly id: string; readonly action: object },
    grant: string,
  ) {
    return codeOf(`/v1/requests/${id}/consume`, runner, { grant, action, attempt: randomUUID() });
  }

  async function change(...commands: DirectoryChange[]): Promise<void> {
    const made = await changeDirectoryAtOnce(server.app.context, commands, systemActor);
    assert.ok(made.ok, JSON.stringify(made));
  }

  test('[BG-1] a release needs the role, a passkey over this release, a cause and a reason', async () => {
    const { id } = await asked();
    const session = await entryFor(server, carol.headers, id, 'allow');
    const whole = await signed(id);
    const approval = await passkeyEntry(server, carol.headers, ofCarol, id, 'allow', {
      reason: 'x',
    });
    const { break_glass: _, ...withoutCause } = whole;
    const wrong: Record<string, readonly [Headers, Entry]> = {
      'a session': [carol.headers, { ...session, reason: 'x', break_glass: 'outage' }],
      'an approval that became a release': [carol.headers, { ...approval, break_glass: 'outage' }],
      'a release that became an approval': [carol.headers, withoutCause],
      'another cause': [carol.headers, { ...whole, break_glass: 'safety' }],
      'an unknown cause': [carol.headers, { ...whole, break_glass: 'hurry' }],
      'another reason': [carol.headers, { ...whole, reason: 'Planned.' }],
      'no reason': [carol.headers, { ...whole, reason: '' }],
      'another stage': [carol.headers, { ...whole, stage_index: 1 }],
      'the release of a colleague': [finance.headers, whole],
      'an agent': [bot, whole],
      'an executor': [runner, whole],
      'a person without the role': [finance.headers, await signed(id, finance, ofFinance)],
      'a foreign passkey': [carol.headers, await signed(id, carol, ofFinance)],
      'a denial': [carol.headers, await signed(id, carol, ofCarol, 'deny')],
    };
    for (const [what, [headers, entry]] of Object.entries(wrong))
      assert.notEqual(await send(id, headers, entry), 'ok', what);
    const other = await asked();
    assert.notEqual(
      await send(other.id, carol.headers, whole),
      'ok',
      'a release of another request',
    );
    for (const each of [id, other.id]) assert.equal(await statusOf(each), 'pending');
    assert.equal(await send(id, carol.headers, whole), 'ok');
    assert.equal(await statusOf(id), 'allowed');
  });

  test('[BG-1] no one releases an action whose chain does not permit a release', async () => {
    const { id } = await asked('shut.down');
    assert.notEqual(await send(id, carol.headers, await signed(id)), 'ok');
    assert.equal(await statusOf(id), 'pending');
  });

  test('[BG-1] [OF-6] the stored sign-in of a terminal releases nothing', async () => {
    const terminal = await SignedInTerminal.at(server, carol);
    try {
      const { id } = await asked();
      const session = await entryFor(server, terminal.stolen, id, 'allow');
      const weak = { ...session, reason: 'All pods hang.', break_glass: 'outage' };
      assert.notEqual(await send(id, terminal.stolen, weak), 'ok');
      assert.equal(await statusOf(id), 'pending');
    } finally {
      terminal.remove();
    }
  });

  test('[BG-2] no one releases what concerns them, and no approver releases the rest', async () => {
    const agent = `own-${randomUUID()}`;
    const verbs = ['propose', 'observe'] as const;
    const own = await server.apiKey({ verbs, agent_ids: [agent], owner: carol.person_id });
    const mine = await asked('payments.transfer', own, agent);
    assert.notEqual(
      await send(mine.id, carol.headers, await signed(mine.id)),
      'ok',
      'her own agent',
    );
    const about = `subject-${randomUUID()}`;
    const subject_ids = [carol.person_id];
    const key = await server.apiKey({ verbs, agent_ids: [about], subject_ids });
    const action = { ...sampleAction(about), subject_id: carol.person_id };
    const { approval_request_id } = await propose(server, key, action);
    const forHer = await signed(approval_request_id);
    assert.notEqual(
      await send(approval_request_id, carol.headers, forHer),
      'ok',
      'she is the subject',
    );
    const { id } = await asked('long.way');
    const first = await entryFor(server, carol.headers, id, 'allow');
    assert.equal(await send(id, carol.headers, first), 'ok');
    assert.notEqual(await send(id, carol.headers, await signed(id)), 'ok', 'the rest of the chain');
    assert.equal(await statusOf(id), 'pending');
  });

  test('[BG-2] a denied action is not released', async () => {
    const { id } = await asked();
    const denial = await entryFor(server, finance.headers, id, 'deny');
    assert.equal(await send(id, finance.headers, denial), 'ok');
    assert.notEqual(await send(id, carol.headers, await signed(id)), 'ok');
  });

  test('[BG-2] a release whose person lost the right before the consume does not run', async () => {
    const runs = await asked();
    assert.equal(await send(runs.id, carol.headers, await signed(runs.id)), 'ok');
    assert.equal(
      await consume(runs, await grantOf(server, runner, runs.id)),
      'ok',
      'while she holds it',
    );
    const { person_id } = carol;
    const ways: Record<string, readonly [DirectoryChange, DirectoryChange]> = {
      'the role was taken away': [
        { type: 'change_person', person_id, roles: [] },
        { type: 'change_person', person_id, roles: ['controller'] },
      ],
      'she left': [
        { type: 'change_person', person_id, active: false },
        { type: 'change_person', person_id, active: true },
      ],
    };
    for (const [what, [happens, undone]] of Object.entries(ways)) {
      const one = await asked();
      assert.equal(await send(one.id, carol.headers, await signed(one.id)), 'ok', what);
      const grant = await grantOf(server, runner, one.id);
      await change(happens);
      assert.notEqual(await consume(one, grant), 'ok', what);
      await change(undone);
    }
  });

  test('[BG-3] no one reviews their own release, or what concerns them, and the first review stays', async () => {
    const agent = `owned-${randomUUID()}`;
    const verbs = ['propose', 'observe'] as const;
    const owned = await server.apiKey({ verbs, agent_ids: [agent], owner: finance.person_id });
    const { id } = await asked('long.haul', owned, agent);
    const path = `/v1/requests/${id}/review`;
    const body = { verdict: 'justified', findings: 'It was right.' };
    const reviewer = await server.person(['legal']);
    assert.notEqual(await codeOf(path, reviewer.headers, body), 'ok', 'before any release');
    assert.equal(await send(id, carol.headers, await signed(id)), 'ok');
    for (const headers of [carol.headers, finance.headers, bot, owned, runner])
      assert.notEqual(await codeOf(path, headers, body), 'ok');
    for (const wrong of [
      { ...body, findings: '' },
      { ...body, verdict: 'fine' },
    ])
      assert.notEqual(await codeOf(path, reviewer.headers, wrong), 'ok');
    assert.equal(await codeOf(path, reviewer.headers, body), 'ok');
    const other = await server.person(['legal']);
    assert.notEqual(await codeOf(path, other.headers, { ...body, verdict: 'not_justified' }), 'ok');
  });

  test('[BG-2] nothing is released under a lock', async () => {
    const { id } = await asked();
    const release = await signed(id);
    const lock_id = idFromUuid(LockId, 'lock', randomUUID());
    const target = { kind: 'agent', agent_id: 'billing-bot' } as const;
    await change({ type: 'place_lock', lock_id, target, reason: 'it wanders' });
    assert.notEqual(await send(id, carol.headers, release), 'ok');
  });
});

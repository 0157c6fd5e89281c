// Disproved here: "a person decides with the voice of another one who did not lend it, or lent it to someone else, for
// something else or for another time", and "one human has two voices through a delegation".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectoryAtOnce } from '@countersign/coordinator';
import { type DirectoryChange, delegationChallenge } from '@countersign/protocol/directory';
import { DelegationId, idFromUuid, LockId, systemActor } from '@countersign/protocol/value';
import {
  entryFor,
  grantOf,
  propose,
  type SignedIn,
  type SoftwareAuthenticator,
  type StartedServer,
  sampleAction,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import { addPasskey, passkeyEntry, signedBy } from '../testing/passkey-decision.ts';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    break_glass: { roles: [finance] }
    stages: [{ name: finance, approvers: { roles: [finance] } }]
  - id: two
    stages: [{ name: finance, approvers: { roles: [finance] }, quorum: 2 }]
rules:
  - { id: both, match: { tool: "both.*" }, outcome: require_approval, chain: two }
`;

type Headers = Readonly<Record<string, string>>;
type Terms = Record<
  'delegation_id' | 'person_id' | 'delegate_id' | 'starts_at' | 'ends_at',
  string
> & {
  readonly roles: readonly string[];
};

interface Site {
  readonly store_id: string;
  readonly epoch: number;
  readonly origin: string;
  readonly rp_id: string;
}

describe('a delegation', { timeout: 240_000 }, () => {
  let server: StartedServer;
  let alice: SignedIn;
  let dave: SignedIn;
  let eve: SignedIn;
  let bot: Headers;
  let runner: Headers;
  const ofAlice = softwareAuthenticator();
  const ofEve = softwareAuthenticator();

  before(async () => {
    server = await startedServer({ policy });
    alice = await server.person(['finance', 'operator']);
    dave = await server.person([]);
    eve = await server.person(['support']);
    for (const roles of [['finance'], ['finance'], ['operator']]) await server.person(roles);
    await addPasskey(server, alice.headers, ofAlice);
    await addPasskey(server, eve.headers, ofEve);
    bot = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
    runner = await server.apiKey({ verbs: ['consume'], executor: 'billing-executor' });
  });
  after(() => server.remove());

  const iso = (seconds: number) => {
    const now = Date.parse(server.app.context.clock.now());
    return new Date(now + seconds * 1000).toISOString();
  };
  const termsOf = (change: Partial<Terms> = {}): Terms => ({
    delegation_id: idFromUuid(DelegationId, 'dlg', randomUUID()),
    person_id: alice.person_id,
    delegate_id: dave.person_id,
    roles: ['finance'],
    starts_at: iso(-1),
    ends_at: iso(3600),
    ...change,
  });

  async function site(): Promise<Site> {
    return (await server.call('GET', '/v1/delegations', { headers: alice.headers })).body as Site;
  }

  function signed(terms: Terms, passkey: SoftwareAuthenticator, { origin, rp_id, ...of }: Site) {
    const challenge = delegationChallenge({ ...terms, ...of } as never);
    return signedBy(passkey, challenge, { origin, rp_id });
  }

  async function codeOf(method: string, path: string, headers: Headers, body?: unknown) {
    const answer = await server.call(method, path, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return answer.status < 300 ? 'ok' : (answer.body as { code: string }).code;
  }

  const post = (headers: Headers, body: unknown) =>
    codeOf('POST', '/v1/delegations', headers, body);

  async function lend(change: Partial<Terms> = {}): Promise<Terms> {
    const terms = termsOf(change);
    const assertion = signed(terms, ofAlice, await site());
    assert.equal(await post(alice.headers, { terms, assertion }), 'ok');
    return terms;
  }

  async function end({ delegation_id }: Terms, headers = alice.headers): Promise<string> {
    return codeOf('POST', `/v1/delegations/${delegation_id}/revoke`, headers, { reason: 'over' });
  }

  async function asked(tool_name = 'payments.transfer', headers = bot, agent = 'billing-bot') {
    const target = { tool_name, tool_schema_version: '1', resource: randomUUID() };
    const action = { ...sampleAction(agent), target };
    return { action, id: (await propose(server, headers, action)).approval_request_id };
  }

  const of = ({ delegation_id, person_id }: Terms) => ({ delegation_id, person_id });

  async function statusOf(id: string): Promise<string> {
    const read = await server.call('GET', `/v1/requests/${id}`, { headers: bot });
    return (read.body as { status: string }).status;
  }

  async function onBehalf(
    id: string,
    terms: Terms,
    by = dave,
    decision: 'allow' | 'deny' = 'allow',
  ) {
    const entry = await entryFor(server, by.headers, id, decision);
    const body = { ...entry, on_behalf_of: of(terms) };
    return codeOf('POST', `/v1/requests/${id}/entries`, by.headers, body);
  }

  function consume(
    { id, action }: { readonly id: string; readonly action: object },
    grant: string,
  ) {
    const body = { grant, action, attempt: randomUUID() };
    return codeOf('POST', `/v1/requests/${id}/consume`, runner, body);
  }

  async function change(...commands: DirectoryChange[]): Promise<void> {
    const made = await changeDirectoryAtOnce(server.app.context, commands, systemActor);
    assert.ok(made.ok, JSON.stringify(made));
  }

  test('[DG-1] no one makes a delegation for another person, with changed terms, or a second time', async () => {
    const here = await site();
    const terms = termsOf();
    const assertion = signed(terms, ofAlice, here);
    const altered: Record<string, Partial<Terms>> = {
      'another delegate': { delegate_id: eve.person_id },
      'a longer time': { ends_at: iso(86_400) },
      'an earlier start': { starts_at: iso(-3600) },
      'another role': { roles: ['operator'] },
      'one more role': { roles: ['finance', 'operator'] },
      'another id': { delegation_id: idFromUuid(DelegationId, 'dlg', randomUUID()) },
    };
    for (const [what, difference] of Object.entries(altered))
      assert.notEqual(
        await post(alice.headers, { terms: { ...terms, ...difference }, assertion }),
        'ok',
        what,
      );
    const by = { dave: dave.headers, eve: eve.headers, bot, runner };
    for (const [who, headers] of Object.entries(by))
      assert.notEqual(await post(headers, { terms, assertion }), 'ok', `sent by ${who}`);
    const forEve = termsOf({ delegate_id: eve.person_id });
    const byEve = signed(forEve, ofEve, here);
    for (const headers of [eve.headers, alice.headers])
      assert.notEqual(
        await post(headers, { terms: forEve, assertion: byEve }),
        'ok',
        'a foreign passkey',
      );
    for (const other of [{ epoch: here.epoch + 1 }, { store_id: `${here.store_id}x` }]) {
      const elsewhere = signed(terms, ofAlice, { ...here, ...other });
      assert.notEqual(
        await post(alice.headers, { terms, assertion: elsewhere }),
        'ok',
        'another store',
      );
    }
    assert.equal(await post(alice.headers, { terms, assertion }), 'ok');
    assert.equal(await end(terms), 'ok');
    assert.notEqual(await post(alice.headers, { terms, assertion }), 'ok', 'again after its end');
    const { id } = await asked();
    assert.notEqual(await onBehalf(id, terms), 'ok', 'the ended one');
  });

  test('[DG-1] a delegation lends only roles that the delegator has, only to an active person, and only for a short time', async () => {
    const here = await site();
    const wrong: Record<string, Partial<Terms>> = {
      'a role that is not held': { roles: ['controller'] },
      'a role of the delegate': { roles: ['support'] },
      oneself: { delegate_id: alice.person_id },
      'an unknown person': { delegate_id: `person_${'0'.repeat(32)}` },
      'more than 90 days': { ends_at: iso(91 * 86_400) },
      'an end before the start': { starts_at: iso(7200) },
      'an end that is over': { starts_at: iso(-7200), ends_at: iso(-3600) },
      'no role': { roles: [] },
      'a person in other signs': { person_id: alice.person_id.toUpperCase() },
    };
    for (const [what, difference] of Object.entries(wrong)) {
      const terms = termsOf(difference);
      assert.notEqual(
        await post(alice.headers, { terms, assertion: signed(terms, ofAlice, here) }),
        'ok',
        what,
      );
    }
  });

  test('[DG-1] [OF-6] the stored sign-in of a terminal makes no delegation, not even with a signature of the passkey', async () => {
    const terminal = await SignedInTerminal.at(server, alice);
    try {
      const terms = termsOf();
      const assertion = signed(terms, ofAlice, await site());
      const headers = terminal.stolen;
      assert.equal(await codeOf('GET', '/v1/delegations', headers), 'ok');
      assert.notEqual(await post(headers, { terms, assertion }), 'ok');
    } finally {
      terminal.remove();
    }
  });

  test('[DG-2] only the delegate uses a delegation, only for the delegator, and passes nothing on', async () => {
    const terms = await lend();
    const { id } = await asked();
    assert.notEqual(await onBehalf(id, terms, eve), 'ok', 'a third person');
    assert.notEqual(await onBehalf(id, terms, alice), 'ok', 'the delegator');
    assert.notEqual(
      await onBehalf(id, { ...terms, person_id: eve.person_id }),
      'ok',
      'for another one',
    );
    assert.notEqual(
      await onBehalf(id, { ...terms, person_id: dave.person_id }),
      'ok',
      'for oneself',
    );
    const plain = await entryFor(server, dave.headers, id, 'allow');
    assert.notEqual(
      await codeOf('POST', `/v1/requests/${id}/entries`, dave.headers, plain),
      'ok',
      'in the own name',
    );
    const ofDave = softwareAuthenticator();
    await addPasskey(server, dave.headers, ofDave);
    const on = termsOf({ person_id: dave.person_id, delegate_id: eve.person_id });
    assert.notEqual(
      await post(dave.headers, { terms: on, assertion: signed(on, ofDave, await site()) }),
      'ok',
      'passed on',
    );
    const named = await passkeyEntry(server, dave.headers, ofDave, id, 'allow');
    const moved = { ...named, on_behalf_of: of(terms) };
    assert.notEqual(
      await codeOf('POST', `/v1/requests/${id}/entries`, dave.headers, moved),
      'ok',
      'a signature in the own name',
    );
    const lent = await passkeyEntry(server, dave.headers, ofDave, id, 'allow', {
      on_behalf_of: of(terms) as never,
    });
    const other = await lend();
    const elsewhere = { ...lent, on_behalf_of: of(other) };
    assert.notEqual(
      await codeOf('POST', `/v1/requests/${id}/entries`, dave.headers, elsewhere),
      'ok',
      'another delegation',
    );
    assert.equal(await codeOf('POST', `/v1/requests/${id}/entries`, dave.headers, lent), 'ok');
    for (const each of [terms, other]) await end(each);
  });

  test('[DG-2] no release uses a delegation', async () => {
    const terms = await lend();
    const { id } = await asked();
    const entry = await entryFor(server, dave.headers, id, 'allow');
    const released = {
      ...entry,
      reason: 'all hangs',
      break_glass: 'outage',
      on_behalf_of: of(terms),
    };
    assert.notEqual(
      await codeOf('POST', `/v1/requests/${id}/entries`, dave.headers, released),
      'ok',
    );
    assert.equal(await statusOf(id), 'pending');
    await end(terms);
  });

  test('[DG-3] no one lends a voice to approve for their own agent, and no delegate approves for theirs', async () => {
    const terms = await lend();
    for (const owner of [alice, dave]) {
      const agent = `own-${randomUUID()}`;
      const own = await server.apiKey({
        verbs: ['propose', 'observe'],
        agent_ids: [agent],
        owner: owner.person_id,
      });
      const { id } = await asked('payments.transfer', own, agent);
      assert.notEqual(await onBehalf(id, terms), 'ok');
      assert.equal(await onBehalf(id, terms, dave, 'deny'), 'ok', 'a denial counts');
    }
    const agent = `subject-${randomUUID()}`;
    const subject_ids = [alice.person_id];
    const key = await server.apiKey({
      verbs: ['propose', 'observe'],
      agent_ids: [agent],
      subject_ids,
    });
    const action = { ...sampleAction(agent), subject_id: alice.person_id };
    const { approval_request_id } = await propose(server, key, action);
    assert.notEqual(
      await onBehalf(approval_request_id, terms),
      'ok',
      'the delegator is the subject',
    );
    await end(terms);
  });

  test('[DG-4] two delegations, or a delegation and the delegator, are one voice', async () => {
    const [first, second] = [await lend(), await lend({ delegate_id: eve.person_id })];
    const one = (await asked('both.pay')).id;
    assert.equal(await onBehalf(one, first), 'ok');
    assert.notEqual(
      await onBehalf(one, second, eve),
      'ok',
      'the same voice through another delegate',
    );
    const own = await entryFor(server, alice.headers, one, 'allow');
    assert.notEqual(
      await codeOf('POST', `/v1/requests/${one}/entries`, alice.headers, own),
      'ok',
      'and in the own name',
    );
    const other = (await asked('both.pay')).id;
    const begun = await entryFor(server, alice.headers, other, 'allow');
    assert.equal(await codeOf('POST', `/v1/requests/${other}/entries`, alice.headers, begun), 'ok');
    const answers = await Promise.all([onBehalf(other, first), onBehalf(other, second, eve)]);
    assert.ok(!answers.includes('ok'), JSON.stringify(answers));
    for (const id of [one, other]) assert.equal(await statusOf(id), 'pending');
    for (const each of [first, second]) await end(each);
  });

  test('[DG-5] every end of a delegation stops approvals that were not consumed', async () => {
    const ways: Record<string, (terms: Terms) => Promise<() => Promise<void>>> = {
      'its revocation by the delegate': async terms => {
        assert.equal(await end(terms, dave.headers), 'ok');
        return async () => undefined;
      },
      'the delegator left': async () => {
        await change({ type: 'change_person', person_id: alice.person_id, active: false });
        return () => change({ type: 'change_person', person_id: alice.person_id, active: true });
      },
      'the delegate left': async () => {
        await change({ type: 'change_person', person_id: dave.person_id, active: false });
        return () => change({ type: 'change_person', person_id: dave.person_id, active: true });
      },
      'the role was taken away': async () => {
        await change({ type: 'change_person', person_id: alice.person_id, roles: ['operator'] });
        return () =>
          change({
            type: 'change_person',
            person_id: alice.person_id,
            roles: ['finance', 'operator'],
          });
      },
    };
    const lent = await lend();
    const runs = await asked();
    assert.equal(await onBehalf(runs.id, lent), 'ok');
    assert.equal(
      await consume(runs, await grantOf(server, runner, runs.id)),
      'ok',
      'while it stands',
    );
    for (const [what, happens] of Object.entries(ways)) {
      const terms = await lend();
      const one = await asked();
      const { id: waiting } = await asked();
      assert.equal(await onBehalf(one.id, terms), 'ok', what);
      const grant = await grantOf(server, runner, one.id);
      const undo = await happens(terms);
      assert.notEqual(await onBehalf(waiting, terms), 'ok', `decides after ${what}`);
      assert.notEqual(await consume(one, grant), 'ok', `runs after ${what}`);
      await undo();
      await end(terms);
    }
  });

  test('[DG-5] only the delegator, the delegate and operators end a delegation', async () => {
    const terms = await lend();
    for (const headers of [eve.headers, bot, runner, {}])
      assert.notEqual(await end(terms, headers), 'ok');
    assert.equal(await end(terms), 'ok');
  });

  test('[DG-5] a lock of the delegator stops the delegate', async () => {
    const terms = await lend();
    const one = await asked();
    const { id: waiting } = await asked();
    assert.equal(await onBehalf(one.id, terms), 'ok');
    const grant = await grantOf(server, runner, one.id);
    const lock_id = idFromUuid(LockId, 'lock', randomUUID());
    const target = { kind: 'person', person_id: alice.person_id } as const;
    await change({ type: 'place_lock', lock_id, target, reason: 'stolen' });
    assert.notEqual(await onBehalf(waiting, terms), 'ok');
    assert.notEqual(await consume(one, grant), 'ok');
  });
});

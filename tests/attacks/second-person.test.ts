// Disproved here: "one human becomes two persons and approves what their own agent asks for, or an agent chooses whose
// agent it is, so that a strict person cannot deny and a lenient one may confirm".
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeDirectory, loadDirectory } from '@countersign/coordinator';
import { emailDigest } from '@countersign/protocol/directory';
import { type PersonId, systemActor } from '@countersign/protocol/value';
import {
  type CookieJar,
  cookieJar,
  decide,
  type FaultyProvider,
  locationOf,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
  startFaultyProvider,
} from '@countersign/server/testing';

let provider: FaultyProvider;

before(async () => {
  provider = await startFaultyProvider('countersign');
});

after(() => provider.close());

function started(more: object): Promise<StartedServer> {
  const { issuer } = provider;
  const roles = { Finance: ['reviewer'] };
  const oidc = { issuer, client_id: 'countersign', client_secret: 'a secret', roles, ...more };
  return startedServer({ settings: { oidc } });
}

async function answer(server: StartedServer, jar: CookieJar, location: string): Promise<string> {
  const path = `/v1/oidc/callback?${provider.answerTo(location)}`;
  const finished = await jar.comeBack(`${server.origin}${path}`);
  const body = (await finished.json()) as { code?: string };
  return body.code ?? 'signed in';
}

async function signIn(server: StartedServer, claims: Record<string, unknown>): Promise<string> {
  provider.claims = { groups: ['Finance'], ...claims };
  const jar = cookieJar();
  const sent = await jar.leave(server.origin);
  return answer(server, jar, locationOf(sent));
}

async function peopleOf(server: StartedServer): Promise<number> {
  return (await loadDirectory(server.app.context)).state.people.size;
}

async function giveEmail(
  server: StartedServer,
  person_id: PersonId,
  email: string,
): Promise<string> {
  const profile = { name: 'Alice', email };
  const change = { type: 'change_person', person_id, profile } as const;
  const changed = await changeDirectory(server.app.context, change, systemActor);
  return changed.ok ? 'changed' : changed.refusal.code;
}

describe('a human who is known already', () => {
  let server: StartedServer;
  let alice: SignedIn;

  before(async () => {
    server = await started({ creates_people: true });
    alice = await server.person(['operator', 'reviewer']);
    assert.equal(await giveEmail(server, alice.person_id, 'alice@example.org'), 'changed');
  });

  after(() => server.remove());

  const spellings = [
    'alice@example.org',
    'Alice@Example.ORG',
    'ALICE@EXAMPLE.ORG',
    'alice@example.org.',
    '\uff41lice@example.org',
    'alice@\uff25xample.org',
  ];
  for (const [index, email] of spellings.entries()) {
    test(`[ID-15] the identity provider makes no second person of ${email}`, async () => {
      const before = await peopleOf(server);
      const said = await signIn(server, { sub: `alice-${index}`, email });
      assert.equal(said, 'person_email_taken');
      assert.equal(await peopleOf(server), before);
    });
  }

  test('[ID-15] an address that the provider did not verify makes no person', async () => {
    for (const email_verified of [false, 'true', null]) {
      const claims = { sub: 'unverified', email: 'alice@example.org', email_verified };
      assert.equal(await signIn(server, claims), 'person_not_admitted');
    }
  });

  test('[ID-15] a person who was deactivated does not return as another one', async () => {
    const left = await server.person(['reviewer']);
    await giveEmail(server, left.person_id, 'left@example.org');
    const { person_id } = left;
    const change = { type: 'change_person', person_id, active: false } as const;
    assert.ok((await changeDirectory(server.app.context, change, systemActor)).ok);
    const claims = { sub: 'left', email: 'left@example.org' };
    assert.equal(await signIn(server, claims), 'person_email_taken');
  });

  test('[ID-15] no invitation, new person or change gives the address to a second person', async () => {
    const { headers } = alice;
    const body = { name: 'Alice again', email: 'ALICE@example.org', roles: ['reviewer'] };
    for (const path of ['/v1/invitations', '/v1/people']) {
      const refused = await server.call('POST', path, { headers, body });
      assert.equal((refused.body as { code: string }).code, 'person_email_taken');
    }
    const other = await server.person(['reviewer']);
    assert.equal(
      await giveEmail(server, other.person_id, 'alice@example.org'),
      'person_email_taken',
    );
  });

  test('[ID-15] a human who comes through the provider first is not invited a second time', async () => {
    assert.equal(await signIn(server, { sub: 'dora', email: 'dora@example.org' }), 'signed in');
    const body = { name: 'Dora', email: 'dora@example.org', roles: ['reviewer'] };
    const { headers } = alice;
    const refused = await server.call('POST', '/v1/invitations', { headers, body });
    assert.equal((refused.body as { code: string }).code, 'person_email_taken');
    const other = await server.person(['reviewer']);
    assert.equal(
      await giveEmail(server, other.person_id, 'dora@example.org'),
      'person_email_taken',
    );
  });

  test('[ID-15] the signed-in person links the account, and then one person has both', async () => {
    const before = await peopleOf(server);
    provider.claims = { sub: 'alice-at-work', groups: ['Finance'], email: 'alice@example.org' };
    const jar = cookieJar();
    jar.become(server.origin, alice.headers);
    const link = await jar.leaveAs(server.origin, '/v1/oidc/link');
    const { location } = (await link.json()) as { location: string };
    assert.equal(await answer(server, jar, location), 'signed in');
    assert.equal(await peopleOf(server), before);
    const { state } = await loadDirectory(server.app.context);
    assert.equal(state.index.emails.get(emailDigest('alice@example.org')), alice.person_id);
  });
});

describe('an identity provider that was not told to add people', () => {
  let server: StartedServer;

  before(async () => {
    server = await started({});
  });

  after(() => server.remove());

  test('[ID-15] the first person may come through the provider, and no further one', async () => {
    assert.equal(await signIn(server, { sub: 'first' }), 'signed in');
    assert.equal(await signIn(server, { sub: 'second' }), 'person_not_admitted');
    assert.equal(await peopleOf(server), 1);
    assert.equal(await signIn(server, { sub: 'first' }), 'signed in');
  });
});

describe('an agent that chooses its subject', () => {
  let server: StartedServer;
  let strict: SignedIn;
  let friend: SignedIn;

  before(async () => {
    server = await startedServer();
    strict = await server.person(['reviewer']);
    friend = await server.person(['reviewer']);
    await server.person(['reviewer']);
  });

  after(() => server.remove());

  async function ask(
    facts: { owner?: PersonId; subject_ids?: readonly PersonId[] },
    who: SignedIn,
  ) {
    const key = { verbs: ['propose'], agent_ids: ['billing-bot'], ...facts } as const;
    const headers = await server.apiKey(key);
    const body = {
      action: { ...sampleAction(), subject_id: who.person_id },
      audience: 'billing-executor',
    };
    const asked = await server.call('POST', '/v1/requests', { headers, body });
    return asked.body as { code?: string; approval_request_id?: string };
  }

  test('[ID-14] a key acts for no person but those it lists and its owner', async () => {
    assert.equal((await ask({}, friend)).code, 'subject_not_permitted');
    const listed = { subject_ids: [strict.person_id] };
    assert.equal((await ask(listed, friend)).code, 'subject_not_permitted');
    assert.equal((await ask(listed, strict)).code, undefined);
    assert.equal((await ask({ owner: friend.person_id }, friend)).code, undefined);
    assert.equal((await ask({ owner: friend.person_id }, strict)).code, 'subject_not_permitted');
  });

  test('[ID-14] a person who is unknown or left cannot be named either', async () => {
    const ghost = {
      ...friend,
      person_id: `person_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}`,
    };
    assert.equal((await ask({}, ghost as SignedIn)).code, 'subject_not_permitted');
  });

  test('[ID-13] the person whom the action is about cannot approve it, and can deny it', async () => {
    const { approval_request_id: id = '' } = await ask({ subject_ids: [strict.person_id] }, strict);
    await assert.rejects(decide(server, strict.headers, id, 'allow'), /approver_not_independent/);
    assert.equal((await decide(server, strict.headers, id, 'deny')).status, 'denied');
  });

  test('[ID-13] a person whom no stage lists cannot deny, also when the action is about them', async () => {
    const outsider = await server.person(['visitor']);
    const { approval_request_id: id = '' } = await ask(
      { subject_ids: [outsider.person_id] },
      outsider,
    );
    await assert.rejects(decide(server, outsider.headers, id, 'deny'), /approver_not_eligible/);
  });

  test('[ID-14] an action without a subject, or for a name that is no person, is asked as before', async () => {
    const headers = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    await propose(server, headers, sampleAction());
    await propose(server, headers, { ...sampleAction(), subject_id: 'customer-17' });
  });
});

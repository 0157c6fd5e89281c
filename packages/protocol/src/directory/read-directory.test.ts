import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  account,
  addPerson,
  after,
  apiKey,
  chat,
  host,
  oidc,
  passkey,
  register,
  revoke,
  service,
  staffed,
} from '../testing/directory-samples.ts';
import { later, noon, people } from '../testing/samples.ts';
import { ChannelName, secretDigest, subjectDigest } from './credential.ts';
import {
  activeCredential,
  activePerson,
  approverDirectory,
  credentialsOf,
  findAccount,
  findApiKey,
  findOidc,
  findPasskey,
  findService,
  ownerOf,
  passkeysOf,
} from './read-directory.ts';

const carolsPasskey = passkey('carol', people.carol).credential_id;
const bobsSubject = subjectDigest({ issuer: 'https://issuer.example', subject: 'bob' });
const accountOfCarol = account('carol-account', people.carol) as { account_digest: string };
const equipped = after(
  staffed,
  register(account('carol-account', people.carol)),
  register(apiKey('bot', { owner: people.carol, expires_at: later(60) })),
  register(host('desktop')),
  register(service('risk')),
);
const leaving = { type: 'change_person', person_id: people.carol, active: false } as const;
const carolLeft = after(equipped, leaving);

describe('a credential', () => {
  test('a credential is found by what the caller shows of it', () => {
    assert.equal(findPasskey(equipped, carolsPasskey)?.person_id, people.carol);
    assert.equal(findOidc(equipped, bobsSubject)?.person_id, people.bob);
    assert.equal(
      findAccount(equipped, chat, accountOfCarol.account_digest)?.person_id,
      people.carol,
    );
    assert.equal(findApiKey(equipped, secretDigest('secret of bot'), noon)?.credential_id, 'bot');
    assert.equal(findService(equipped, secretDigest('secret of risk'))?.service_id, 'service-risk');
  });

  test('a credential of one kind is never found as another kind', () => {
    assert.equal(findApiKey(equipped, secretDigest('secret of risk'), noon), null);
    assert.equal(findService(equipped, secretDigest('secret of bot')), null);
    for (const id of ['bob', 'bot', 'desktop', 'risk', 'nobody', '__proto__']) {
      assert.equal(findPasskey(equipped, id), null);
    }
    assert.equal(findOidc(equipped, accountOfCarol.account_digest), null);
    assert.equal(findAccount(equipped, chat, bobsSubject), null);
  });

  test('an API key ends exactly when it expires', () => {
    const digest = secretDigest('secret of bot');
    assert.notEqual(findApiKey(equipped, digest, later(59)), null);
    assert.equal(findApiKey(equipped, digest, later(60)), null);
    assert.equal(activeCredential(equipped, 'bot', later(60)), null);
  });

  test('a revoked credential is never found', () => {
    const revoked = after(
      equipped,
      ...[carolsPasskey, 'bob', 'carol-account', 'bot', 'risk'].map(revoke),
    );
    assert.equal(findPasskey(revoked, carolsPasskey), null);
    assert.equal(findOidc(revoked, bobsSubject), null);
    assert.equal(findAccount(revoked, chat, accountOfCarol.account_digest), null);
    assert.equal(findApiKey(revoked, secretDigest('secret of bot'), noon), null);
    assert.equal(findService(revoked, secretDigest('secret of risk')), null);
    assert.equal(activeCredential(revoked, 'bot', noon), null);
    assert.deepEqual(credentialsOf(revoked, people.carol), []);
  });

  test('[ID-3] a credential of an inactive person is useless, and works again when the person returns', () => {
    assert.equal(activePerson(carolLeft, people.carol), null);
    assert.equal(findPasskey(carolLeft, carolsPasskey), null);
    assert.equal(findAccount(carolLeft, chat, accountOfCarol.account_digest), null);
    assert.equal(activeCredential(carolLeft, carolsPasskey, noon), null);
    assert.deepEqual(passkeysOf(carolLeft, [people.carol]), []);
    assert.equal(credentialsOf(carolLeft, people.carol).length, 2);
    const returned = after(carolLeft, { ...leaving, active: true });
    assert.equal(findPasskey(returned, carolsPasskey)?.person_id, people.carol);
  });

  test('an account in one channel is never found as an account in another', () => {
    const mail = ChannelName.parse('mail');
    const both = after(
      equipped,
      register({ ...account('carol-account', people.bob, mail), credential_id: 'bob-mail' }),
    );
    const { account_digest } = accountOfCarol;
    assert.equal(findAccount(equipped, mail, account_digest), null);
    assert.equal(findAccount(both, mail, account_digest)?.person_id, people.bob);
    assert.equal(findAccount(both, chat, account_digest)?.person_id, people.carol);
  });

  test('a linked account belongs to the person who has it now', () => {
    const moved = after(equipped, revoke('bob'), register(oidc('new', people.carol, 'bob')));
    assert.equal(findOidc(moved, bobsSubject)?.person_id, people.carol);
  });
});

test('[ID-10] the passkeys of a person are listed once each, without those of other people', () => {
  const two = after(equipped, register(passkey('carol-2', people.carol)));
  const found = passkeysOf(two, [people.carol, people.carol, people.bob, people.sam, 'nobody']);
  assert.deepEqual(
    found.map(({ credential_id }) => credential_id),
    [passkey('carol-2', people.carol).credential_id, carolsPasskey],
  );
  assert.deepEqual(Object.keys(found[0] ?? {}), ['credential_id', 'person_id', 'public_key']);
});

test('[ID-5] the owner of an agent stays when its key is revoked, until another key names another owner', () => {
  assert.equal(ownerOf(equipped, 'billing-bot'), people.carol);
  assert.equal(ownerOf(equipped, 'other-bot'), null);
  const revoked = after(equipped, revoke('bot'));
  assert.equal(ownerOf(revoked, 'billing-bot'), people.carol);
  const anew = after(revoked, register(apiKey('new', { owner: people.bob })));
  assert.equal(ownerOf(anew, 'billing-bot'), people.bob);
  assert.equal(ownerOf(carolLeft, 'billing-bot'), people.carol);
});

describe('the approvers', () => {
  const everyWay = [
    'conversation',
    'channel',
    'session',
    'oidc',
    'webauthn',
    'service_key',
  ] as const;
  const state = after(equipped, addPerson(people.sam), register(account('sam', people.sam)));
  const assurances = (offered: readonly (typeof everyWay)[number][], of = state) =>
    Object.fromEntries(
      approverDirectory(of, offered).map(({ identity, assurance }) => [identity, assurance]),
    );

  test('[ID-11] the approvers are all people who can reach an assurance, with the best one they can reach', () => {
    assert.deepEqual(assurances(everyWay), {
      [people.alice]: 'webauthn',
      [people.bob]: 'oidc',
      [people.carol]: 'webauthn',
      [people.sam]: 'channel',
      'service-risk': 'service_key',
    });
  });

  test('[ID-11] approvers reach only what the server offers', () => {
    assert.deepEqual(assurances(['session', 'channel']), {
      [people.alice]: 'session',
      [people.bob]: 'session',
      [people.carol]: 'session',
      [people.sam]: 'channel',
    });
    assert.deepEqual(assurances([]), {});
  });

  test('a person without a credential is reachable only where a host may vouch for them', () => {
    const rita = after(state, addPerson(people.rita));
    assert.equal(assurances(everyWay, rita)[people.rita], 'conversation');
    assert.equal(people.rita in assurances(['channel', 'webauthn'], rita), false);
  });

  test('inactive people and services without a credential are not approvers', () => {
    const left = assurances(everyWay, after(state, leaving, revoke('risk')));
    assert.deepEqual(Object.keys(left), [people.alice, people.bob, people.sam]);
  });

  test('[ID-3] approvers have the roles that the events gave them', () => {
    const roles = approverDirectory(state, everyWay).map(({ roles }) => roles);
    assert.deepEqual(roles[0], ['finance', 'operator']);
  });
});

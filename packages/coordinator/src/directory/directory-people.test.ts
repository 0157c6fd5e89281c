import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findApiKey, secretDigest } from '@countersign/protocol/directory';
import { authenticated, PersonId, systemActor } from '@countersign/protocol/value';
import {
  changeDirectory,
  changeDirectoryAtOnce,
  directoryPeople,
  loadDirectory,
} from '../index.ts';
import { samplePeople } from '../testing/sample-ports.ts';
import {
  apiKey,
  clock,
  createStaffed,
  leave,
  passkeyOf,
  processOn,
  register,
  value,
} from './testing/staffed-store.ts';

const { alice, bob, carol } = samplePeople;

describe('people by the directory', () => {
  const options = { origin: 'https://countersign.example', rpId: 'countersign.example' };
  const agent = authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] });

  test('[ID-3] the events decide who can decide at a moment, and with which roles', async () => {
    const store = await createStaffed();
    const people = directoryPeople({ store }, options);
    const identities = async () => (await people.directory()).map(({ identity }) => identity);
    assert.deepEqual(await identities(), [alice, bob, carol]);
    assert.equal(await people.directory(), await people.directory());
    value(await changeDirectory(processOn(store), leave(carol), systemActor));
    assert.deepEqual(await identities(), [alice, bob]);
  });

  test('[ID-9] revoked passkeys and passkeys of people who left are not trusted', async () => {
    const store = await createStaffed();
    const people = directoryPeople({ store }, options);
    const trusted = async () => {
      const { passkeys, ...rest } = await people.passkeyTrust([alice, bob, carol]);
      assert.deepEqual(rest, { origin: options.origin, rp_id: options.rpId });
      return passkeys.map(({ person_id }) => person_id);
    };
    assert.deepEqual(await trusted(), [alice, bob, carol]);
    const { credential_id } = passkeyOf(bob);
    const lost = { type: 'revoke_credential', credential_id, reason: 'lost' } as const;
    value(await changeDirectoryAtOnce(processOn(store), [leave(carol), lost], systemActor));
    assert.deepEqual(await trusted(), [alice]);
  });

  test('[ID-5] the owner of a key is responsible for the requests of its agent', async () => {
    const store = await createStaffed();
    value(await changeDirectory(processOn(store), register(apiKey(carol)), systemActor));
    const people = directoryPeople({ store }, options);
    const parties = await people.parties({
      agent_id: 'billing-bot',
      subject_id: alice,
      requester: agent,
    });
    assert.deepEqual(parties, { requester: carol, subject: alice, agent_owner: carol });
    const { state } = await loadDirectory(processOn(store));
    const found = findApiKey(state, secretDigest('a long and random secret'), clock.now());
    assert.equal(found?.credential_id, agent.principal_id);
  });

  test('a subject counts as a person only when it is the id of an active person', async () => {
    const store = await createStaffed();
    value(await changeDirectory(processOn(store), leave(carol), systemActor));
    const people = directoryPeople({ store }, options);
    const unknown = PersonId.parse(`person_${'0'.repeat(12)}40008${'0'.repeat(14)}9`);
    for (const subject_id of [null, 'customer-7', carol, unknown]) {
      const parties = await people.parties({ agent_id: 'a', subject_id, requester: agent });
      assert.deepEqual(parties, { requester: null, subject: null, agent_owner: null });
    }
  });

  test('[ID-10] a person who asks is the same person with every credential', async () => {
    const people = directoryPeople({ store: await createStaffed() }, options);
    const requester = authenticated({
      kind: 'human',
      principal_id: 'bob-sso',
      person_id: bob,
      roles: [],
      assurance: 'oidc',
    });
    const about = { agent_id: 'a', subject_id: null, requester };
    assert.equal((await people.parties(about)).requester, bob);
  });
});

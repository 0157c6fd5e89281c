import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Digest } from '@countersign/protocol/crypto';
import {
  ChannelName,
  type CredentialFacts,
  type DirectoryChange,
  findPasskey,
  parseStoreEvent,
  secretDigest,
} from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import { verifyStream } from '@countersign/protocol/stream';
import { type PersonId, systemActor } from '@countersign/protocol/value';
import {
  activatePolicy,
  changeDirectory,
  changeDirectoryAtOnce,
  createContext,
  loadDirectory,
  type PublishedKey,
  readProfile,
  type Store,
  syncKeys,
} from '../index.ts';
import { copyModelData } from '../testing/model-data.ts';
import { openModelStore } from '../testing/model-store.ts';
import { createSamplePorts, samplePeople } from '../testing/sample-ports.ts';
import {
  addPerson,
  clock,
  codeOf,
  createStaffed,
  eventsOf,
  ids,
  keyOf,
  leave,
  passkeyOf,
  processOn,
  register,
  value,
} from './testing/staffed-store.ts';

const { alice, bob, carol } = samplePeople;

describe('the directory', () => {
  test('[EV-6] the directory consists of well-formed events, each linked to the one before', async () => {
    const store = await createStaffed();
    value(await activatePolicy(processOn(store)));
    const rows = await store.readStream('store');
    const verdict = verifyStream('store', rows);
    assert.ok(verdict.ok);
    assert.equal(verdict.value.events.length, 7);
    for (const { type, at, data } of verdict.value.events) parseStoreEvent({ type, at, data });
    const { state } = await loadDirectory(processOn(store));
    assert.equal(state.policy_version, 'policy-1');
    assert.equal(state.people.size, 3);
  });

  test('a change by one process is visible to the next fresh read of another process', async () => {
    const store = await createStaffed();
    const [one, other] = [processOn(store), processOn(store)];
    const id = passkeyOf(carol).credential_id;
    assert.notEqual(findPasskey((await loadDirectory(other)).state, id), null);
    value(await changeDirectory(one, leave(carol), systemActor));
    const stale = await loadDirectory(other, { fresh: false });
    assert.notEqual(findPasskey(stale.state, id), null);
    assert.equal(findPasskey((await loadDirectory(other)).state, id), null);
  });

  test('the directory reads only the events that the process has not seen yet', async () => {
    const store = await createStaffed();
    const reads: (number | undefined)[] = [];
    const context = processOn(store, {
      readStream: async (stream, after) => {
        reads.push(after);
        return store.readStream(stream, after);
      },
    });
    const first = await loadDirectory(context);
    const second = await loadDirectory(context);
    assert.equal(second.state, first.state);
    value(await changeDirectory(processOn(store), leave(carol), systemActor));
    assert.equal((await loadDirectory(context)).version, 7);
    await loadDirectory(context, { fresh: false });
    assert.deepEqual(reads, [undefined, 5, 5]);
  });

  test('[EV-6] a directory with an edited row is refused, at the first read and later', async () => {
    const store = await createStaffed();
    const edit = async (stream: string, after?: number) =>
      (await store.readStream(stream, after)).map(row =>
        row.version === 7 ? { ...row, text: row.text.replace('false', 'true') } : row,
      );
    const watching = processOn(store, { readStream: edit });
    await loadDirectory(watching);
    value(await changeDirectory(processOn(store), leave(carol), systemActor));
    for (const context of [watching, processOn(store, { readStream: edit })]) {
      await assert.rejects(loadDirectory(context), /EV-6/);
      const asked = changeDirectory(context, addPerson(carol, []), systemActor);
      assert.equal(codeOf(await asked), 'internal_error');
    }
  });

  test('after a restore the directory follows the store, not the memory of the process', async () => {
    const store = await createStaffed();
    const backup = openModelStore(copyModelData(store.data), { clock });
    let current: Store = store;
    const context = processOn(store, {
      readStream: (stream, after) => current.readStream(stream, after),
    });
    value(await changeDirectory(context, leave(carol), systemActor));
    assert.equal((await loadDirectory(context)).state.people.get(carol)?.active, false);
    current = backup;
    assert.equal((await loadDirectory(context)).state.people.get(carol)?.active, true);
    value(await changeDirectory(processOn(backup), leave(bob), systemActor));
    const { state } = await loadDirectory(context);
    assert.equal(state.people.get(bob)?.active, false);
    assert.equal(state.people.get(carol)?.active, true);
  });
});

describe('a change', () => {
  test('[ID-3] when two processes each remove one of the last two operators, exactly one succeeds', async () => {
    const takings: [DirectoryChange, DirectoryChange][] = [
      [leave(alice), leave(bob)],
      [leave(alice), { type: 'change_person', person_id: bob, roles: [] }],
      [
        {
          type: 'revoke_credential',
          credential_id: passkeyOf(alice).credential_id,
          reason: 'lost',
        },
        leave(bob),
      ],
    ];
    for (const [first, second] of takings) {
      const store = await createStaffed();
      const [one, other] = [processOn(store), processOn(store)];
      await Promise.all([loadDirectory(one), loadDirectory(other)]);
      const results = await Promise.all([
        changeDirectory(one, first, systemActor),
        changeDirectory(other, second, systemActor),
      ]);
      const refused = results.filter(result => !result.ok);
      assert.equal(refused.length, 1);
      assert.equal(codeOf(refused[0] as Result<unknown>), 'operator_missing');
      assert.equal((await loadDirectory(processOn(store))).state.operators, 1);
      assert.equal(eventsOf(store).length, 7);
    }
  });

  test('concurrent processes that register different credentials all succeed', async () => {
    const store = await createStaffed();
    const linked = Array.from({ length: 8 }, (_, n) =>
      changeDirectory(
        processOn(store),
        register({
          kind: 'account',
          channel: ChannelName.parse('chat'),
          credential_id: `account-${n}`,
          person_id: carol,
          public_key: null,
          account_digest: secretDigest(`account ${n}`),
        }),
        systemActor,
      ),
    );
    for (const result of await Promise.all(linked)) value(result);
    assert.equal(
      (await loadDirectory(processOn(store))).state.people.get(carol)?.linked_accounts,
      8,
    );
  });

  test('a repeated change writes nothing', async () => {
    const store = await createStaffed();
    for (let n = 0; n < 2; n++) {
      const state = value(await changeDirectory(processOn(store), leave(carol), systemActor));
      assert.equal(state.people.get(carol)?.active, false);
      assert.equal(eventsOf(store).length, 7);
    }
  });

  test('several changes at once happen whole or not at all', async () => {
    const store = await createStaffed();
    const asked = [leave(carol), leave(alice), leave(bob)];
    const result = await changeDirectoryAtOnce(processOn(store), asked, systemActor);
    assert.equal(codeOf(result), 'operator_missing');
    assert.equal(eventsOf(store).length, 6);
  });

  test('a change whose answer is lost is made once', async () => {
    const store = await createStaffed();
    let losses = 1;
    const losing = openModelStore(store.data, {
      clock,
      intercept: async call => (call === 'commit' && losses-- > 0 ? 'fail_but_persist' : 'proceed'),
    });
    const context = createContext({
      ...createSamplePorts(losing, clock, ids),
      clock: { ...clock, pause: async () => {} },
    });
    value(await changeDirectory(context, leave(carol), systemActor));
    assert.equal(eventsOf(store).length, 7);
  });

  test('a malformed change or a weak key is refused with its own code', async () => {
    const store = await createStaffed();
    const context = processOn(store);
    const weak = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } as const;
    const credential = { ...passkeyOf(carol), credential_id: 'bmV3', public_key: weak };
    const asked = [register(credential as CredentialFacts), addPerson('nobody' as PersonId, [])];
    const codes = ['key_weak', 'object_malformed'];
    for (const [index, change] of asked.entries()) {
      assert.equal(codeOf(await changeDirectory(context, change, systemActor)), codes[index]);
    }
  });
});

describe('a profile', () => {
  test('a profile is stored beside the events, which name its digest, and can be erased', async () => {
    const store = await createStaffed();
    const context = processOn(store);
    const { state } = await loadDirectory(context);
    const digest = state.people.get(alice)?.profile_digest as Digest;
    assert.deepEqual(await readProfile(context, digest), { name: 'Alice', email: null });
    assert.doesNotMatch(eventsOf(store).join('\n'), /Alice|Bob|Carol/);
    const kept = store.data.actions.get(digest);
    assert.ok(kept !== undefined && kept.retainUntil > '2126-01-01');
    store.data.actions.delete(digest);
    assert.equal(await readProfile(context, digest), null);
    assert.equal((await loadDirectory(processOn(store))).state.people.size, 3);
  });

  test('[EV-6] a profile that differs from the recorded one is not shown', async () => {
    const store = await createStaffed();
    const context = processOn(store, { readAction: async () => '{"email":null,"name":"Mallory"}' });
    const { state } = await loadDirectory(context);
    const digest = state.people.get(alice)?.profile_digest as Digest;
    await assert.rejects(readProfile(context, digest), /EV-6/);
  });

  test('a change that does not mention the profile leaves it as it is', async () => {
    const store = await createStaffed();
    const before = (await loadDirectory(processOn(store))).state.people.get(carol);
    const state = value(await changeDirectory(processOn(store), leave(carol), systemActor));
    assert.equal(state.people.get(carol)?.profile_digest, before?.profile_digest);
  });
});

describe('the keys of the signer', () => {
  const now = clock.now();
  const published = (name: string, change: Partial<PublishedKey> = {}): PublishedKey => ({
    kid: name,
    public_key: keyOf(name),
    not_before: now,
    not_after: null,
    revoked_at: null,
    revoked_reason: null,
    ...change,
  });

  test('the keys of the signer are recorded once for each purpose, and so are their revocations', async () => {
    const store = await createStaffed();
    const context = processOn(store);
    const sync = async (...keys: PublishedKey[]) =>
      value(
        await syncKeys(context, {
          artifact: keys,
          checkpoint: keys.map(key => ({ ...key, name: 'log.example' })),
        }),
      );
    await sync(published('k1'));
    await sync(published('k1'));
    assert.equal(eventsOf(store).length, 8);
    const revoked_reason = 'leaked';
    await sync(
      published('k1', { not_after: now, revoked_at: now, revoked_reason }),
      published('k2'),
    );
    const state = await sync(published('k2'));
    const added = eventsOf(store).map(text => (parseStrict(text) as { type: string }).type);
    assert.deepEqual(
      added.filter(type => type.startsWith('key.')),
      [...Array<string>(2).fill('key.added'), ...Array<string>(3).fill('key.added'), 'key.revoked'],
    );
    assert.equal(state.keys.get('k1')?.revoked_at, now);
    assert.equal(state.keys.get('k2')?.purposes.length, 2);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PublicKey } from '../crypto/jwk.ts';
import type { Decision } from '../reason/decision.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import {
  account,
  addPerson,
  after,
  apiKey,
  decide,
  host,
  keyOf,
  oidc,
  passkey,
  register,
  revoke,
  service,
  staffed,
} from '../testing/directory-samples.ts';
import { later, noon, people } from '../testing/samples.ts';
import { secretDigest } from './credential.ts';
import type { AddKey, ChangePerson, DirectoryChange } from './directory-command.ts';
import { emptyDirectory, evolveDirectory } from './directory-state.ts';
import type { StoreEvent } from './store-event.ts';

function eventOf(decision: Decision<StoreEvent>): StoreEvent {
  assert.ok(decision.ok, JSON.stringify(decision));
  assert.equal(decision.events.length, 1);
  return decision.events[0] as StoreEvent;
}

function isNothingNew(decision: Decision<StoreEvent>): void {
  assert.deepEqual(decision, { ok: true, events: [] });
}

function codeOf(decision: Decision<StoreEvent>): string {
  assert.ok(!decision.ok, 'expected a refusal');
  assert.deepEqual(decision.events, []);
  return decision.refusal.code;
}

function change(person_id: ChangePerson['person_id'], facts: Partial<ChangePerson>) {
  return { type: 'change_person', person_id, ...facts } as const;
}

const bobsLeaving = change(people.bob, { active: false });
/** Alice is the only operator who can sign in. */
const alone = after(staffed, bobsLeaving);

describe('a person', () => {
  test('a new person is active, has sorted roles, and is named by a digest only', () => {
    const profile = { name: 'Alice Example', email: 'alice@example.org' };
    const roles = ['operator', 'finance', 'operator'];
    const event = eventOf(
      decide(emptyDirectory, { type: 'add_person', person_id: people.alice, roles, profile }),
    );
    assert.deepEqual(event.type === 'person.added' && event.data.roles, ['finance', 'operator']);
    assert.doesNotMatch(JSON.stringify(event), /Alice|example\.org/);
  });

  test('adding the same person again changes nothing, and adding other facts is refused', () => {
    isNothingNew(decide(staffed, addPerson(people.carol, ['controller'])));
    assert.equal(codeOf(decide(staffed, addPerson(people.carol, []))), 'person_already_added');
    const inactive = after(staffed, change(people.carol, { active: false }));
    const again = decide(inactive, addPerson(people.carol, ['controller']));
    assert.equal(codeOf(again), 'person_already_added');
  });

  test('a change affects only the stated members of a person', () => {
    const event = eventOf(decide(staffed, change(people.carol, { active: false })));
    assert.deepEqual(event.data, {
      person_id: people.carol,
      roles: ['controller'],
      active: false,
      profile_digest: null,
      by: { kind: 'system', identity: 'countersign' },
    });
    isNothingNew(decide(staffed, change(people.carol, {})));
    isNothingNew(decide(staffed, change(people.carol, { roles: ['controller'], active: true })));
    assert.equal(codeOf(decide(staffed, change(people.sam, {}))), 'person_not_found');
  });

  test('roles that are not a list of texts throw', () => {
    for (const roles of ['operator', [1], { 0: 'operator' }, null]) {
      const asked = { type: 'add_person', person_id: people.sam, roles, profile: null };
      assert.throws(() => decide(staffed, asked as never), ProtocolError);
    }
  });
});

test('an id that is not a text is not found, and a flag that is not a boolean throws', () => {
  for (const id of [null, undefined, 7, {}, []]) {
    const asked = { person_id: id, credential_id: id, kid: id, reason: '', revoked_at: noon };
    const codes = {
      change_person: 'person_not_found',
      revoke_credential: 'credential_not_found',
      revoke_key: 'key_not_found',
    };
    for (const [type, code] of Object.entries(codes)) {
      assert.equal(codeOf(decide(staffed, { ...asked, type } as never)), code);
    }
  }
  const active = null as never;
  assert.throws(() => decide(staffed, change(people.carol, { active })), ProtocolError);
});

describe('the last operator who can sign in', () => {
  const bobsReturn = change(people.bob, { active: true });

  test('[ID-3] the last operator cannot be deactivated, lose the role or lose the last way to sign in', () => {
    const takings: DirectoryChange[] = [
      change(people.alice, { active: false }),
      change(people.alice, { roles: ['finance'] }),
      revoke(passkey('alice', people.alice).credential_id),
    ];
    for (const taking of takings) {
      assert.equal(codeOf(decide(alone, taking)), 'operator_missing');
      eventOf(decide(after(alone, bobsReturn), taking));
    }
  });

  test('the last operator may lose one of two ways to sign in, and a channel is not such a way', () => {
    const linked = after(alone, register(oidc('alice-sso', people.alice)));
    const passkeyGone = after(linked, revoke(passkey('alice', people.alice).credential_id));
    const channel = after(passkeyGone, register(account('alice-account', people.alice)));
    assert.equal(codeOf(decide(channel, revoke('alice-sso'))), 'operator_missing');
  });

  test('an operator who cannot sign in does not count as another operator', () => {
    const unarmed = after(alone, addPerson(people.rita, ['operator']));
    const leaving = change(people.alice, { active: false });
    assert.equal(codeOf(decide(unarmed, leaving)), 'operator_missing');
    eventOf(decide(after(unarmed, register(passkey('rita', people.rita))), leaving));
  });

  test('a store without operators can be changed freely', () => {
    const first = after(emptyDirectory, addPerson(people.alice, ['operator']));
    eventOf(decide(first, change(people.alice, { roles: [] })));
  });
});

describe('a credential', () => {
  test('registering the same credential again changes nothing, also with reordered lists', () => {
    const key = apiKey('a', { agent_ids: ['x', 'y'], verbs: ['observe', 'propose'] });
    const state = after(staffed, register(key));
    isNothingNew(decide(state, register(key), later(60)));
    const reordered = { agent_ids: ['y', 'x', 'y'], verbs: ['propose', 'observe'] } as const;
    isNothingNew(decide(state, register({ ...key, ...reordered } as never)));
    assert.equal(
      codeOf(decide(state, register({ ...key, label: 'other' } as never))),
      'credential_already_registered',
    );
  });

  test('a revoked credential id can never be registered again', () => {
    const state = after(staffed, register(apiKey('a')), revoke('a'));
    for (const again of [apiKey('a'), oidc('a', people.carol)]) {
      assert.equal(codeOf(decide(state, register(again))), 'credential_already_registered');
    }
    isNothingNew(decide(state, revoke('a')));
    assert.equal(codeOf(decide(state, revoke('b'))), 'credential_not_found');
  });

  test('a credential needs an active person, and so does the owner of an agent', () => {
    const inactive = after(staffed, change(people.carol, { active: false }));
    for (const credential of [
      oidc('new', people.carol),
      account('new', people.carol),
      passkey('new', people.carol),
      apiKey('new', { owner: people.carol }),
    ]) {
      assert.equal(codeOf(decide(inactive, register(credential))), 'person_inactive');
      assert.equal(codeOf(decide(emptyDirectory, register(credential))), 'person_not_found');
      eventOf(decide(staffed, register(credential)));
    }
  });

  test('a weak key and a key that is not a point throw', () => {
    for (const x of ['AQ'.padEnd(43, 'A'), 'A'.repeat(43)]) {
      const public_key: PublicKey = { kty: 'OKP', crv: 'Ed25519', x };
      for (const credential of [
        passkey('w', people.carol, { public_key }),
        host('w', { public_key }),
      ]) {
        assert.throws(
          () => decide(staffed, register(credential)),
          (error: unknown) => error instanceof ProtocolError && error.code === 'key_weak',
        );
      }
    }
  });

  test('a malformed credential throws', () => {
    for (const credential of [null, [], 'x', 7, {}, { kind: 'root' }, { kind: 'host' }]) {
      const asked = { type: 'register_credential', credential } as never;
      assert.throws(() => decide(staffed, asked), ProtocolError);
    }
  });

  test('[ID-6] credentials never share a key or secret, so no agent holds what its host or a service signs with', () => {
    const secret_digest = secretDigest('secret of bot');
    const state = after(staffed, register(apiKey('bot')), register(host('desktop')));
    const keyOfHost = { public_key: keyOf('desktop') };
    const different: [string, ReturnType<typeof service>][] = [
      ['a service with the secret of an API key', service('v', { secret_digest })],
      ['a service with the key of a host', service('v', keyOfHost)],
      ['a passkey with the key of a host', passkey('v', people.carol, keyOfHost)],
      ['a host with the key of a passkey', host('v', { public_key: keyOf('carol') })],
    ];
    for (const [what, credential] of different) {
      assert.equal(codeOf(decide(state, register(credential))), 'credential_not_permitted', what);
    }
    const alike = [
      apiKey('v', { secret_digest }),
      host('v', keyOfHost),
      passkey('v', people.alice, { public_key: keyOf('carol') }),
    ];
    for (const credential of alike) {
      assert.equal(codeOf(decide(state, register(credential))), 'credential_already_registered');
    }
  });

  test('a key and a secret stay taken after their credential is revoked', () => {
    const secret_digest = secretDigest('secret of bot');
    const state = after(
      staffed,
      register(apiKey('bot')),
      register(host('desktop')),
      revoke('bot'),
      revoke('desktop'),
    );
    const secret = service('v', { secret_digest });
    const key = service('v', { public_key: keyOf('desktop') });
    for (const credential of [secret, key]) {
      assert.equal(codeOf(decide(state, register(credential))), 'credential_not_permitted');
    }
  });

  test('[ID-10] an account belongs to one person at a time, and can be linked again after its revocation', () => {
    const stolen = oidc('carol-sso', people.carol, 'bob');
    assert.equal(codeOf(decide(staffed, register(stolen))), 'credential_already_registered');
    const again = oidc('bob-again', people.bob, 'bob');
    assert.equal(codeOf(decide(staffed, register(again))), 'credential_already_registered');
    eventOf(decide(after(staffed, revoke('bob')), register(again)));
  });

  test('[ID-5] an agent has one owner, until the last key that names the owner is revoked', () => {
    const state = after(
      staffed,
      register(apiKey('one', { owner: people.carol })),
      register(apiKey('two', { owner: people.carol, agent_ids: ['billing-bot', 'other-bot'] })),
    );
    const rival = register(apiKey('three', { owner: people.bob }));
    assert.equal(codeOf(decide(state, rival)), 'credential_not_permitted');
    assert.equal(codeOf(decide(after(state, revoke('one')), rival)), 'credential_not_permitted');
    eventOf(decide(after(state, revoke('one'), revoke('two')), rival));
    eventOf(decide(state, register(apiKey('four'))));
  });
});

describe('a signing key', () => {
  const key = {
    type: 'add_key',
    kid: 'k1',
    purpose: 'artifact',
    name: null,
    public_key: keyOf('k1'),
    not_before: noon,
    not_after: null,
  } as const satisfies AddKey;
  const forLog: AddKey = { ...key, purpose: 'checkpoint', name: 'log.example' };
  const signing = after(staffed, key);

  test('a signing key is added once for each purpose, and again when its end moves', () => {
    isNothingNew(decide(signing, key));
    eventOf(decide(signing, forLog));
    isNothingNew(decide(after(signing, forLog), key));
    const ended = after(signing, forLog, { ...key, not_after: later(60) });
    assert.deepEqual(ended.keys.get('k1'), {
      kid: 'k1',
      public_key: keyOf('k1'),
      not_before: noon,
      not_after: later(60),
      purposes: [
        { purpose: 'artifact', name: null },
        { purpose: 'checkpoint', name: 'log.example' },
      ],
      revoked_at: null,
    });
  });

  test('a signing key keeps its id, its key and its beginning', () => {
    const others: AddKey[] = [
      { ...key, public_key: keyOf('k2') },
      { ...key, kid: 'k2' },
      { ...key, not_before: later(1) },
    ];
    for (const other of others) {
      assert.equal(codeOf(decide(signing, other)), 'key_already_added');
    }
  });

  test('a signing key is not a credential, and a credential is not a signing key', () => {
    const borrowed = register(host('h', { public_key: keyOf('k1') }));
    assert.equal(codeOf(decide(signing, borrowed)), 'credential_not_permitted');
    const lent = { ...key, kid: 'k3', public_key: keyOf('alice') };
    assert.equal(codeOf(decide(signing, lent)), 'credential_not_permitted');
  });

  test('a signing key is revoked once and permanently', () => {
    const revoking = { type: 'revoke_key', kid: 'k1', revoked_at: noon, reason: 'leaked' } as const;
    assert.equal(codeOf(decide(staffed, revoking)), 'key_not_found');
    const revoked = after(signing, revoking, forLog, { ...key, not_after: later(60) });
    assert.equal(revoked.keys.get('k1')?.revoked_at, noon);
    isNothingNew(decide(revoked, { ...revoking, revoked_at: later(5) }));
  });

  test('a weak signing key throws', () => {
    const public_key: PublicKey = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) };
    assert.throws(
      () => decide(staffed, { ...key, public_key }),
      (error: unknown) => error instanceof ProtocolError && error.code === 'key_weak',
    );
  });
});

test('[EV-6] impossible events are detected', () => {
  const epoch = {
    epoch: 2,
    previous_epoch: 1,
    reason: '',
    by: { kind: 'system', identity: 'countersign' },
    last_checkpoint: null,
    anchor: null,
    consumed_count: 0,
  } as const;
  const started: StoreEvent = { type: 'epoch.started', at: noon, data: epoch };
  const policy: StoreEvent = {
    type: 'policy.activated',
    at: noon,
    data: { policy_version: 'v2', previous: 'v1' },
  };
  const state = [started, policy].reduce(evolveDirectory, staffed);
  assert.equal(state.policy_version, 'v2');
  assert.deepEqual(state.epochs, [epoch]);
  const misplaced = [
    eventOf(decide(emptyDirectory, addPerson(people.alice))),
    eventOf(decide(alone, change(people.carol, { active: false }))),
    eventOf(decide(staffed, revoke('bob'))),
    eventOf(decide(after(staffed, addPerson(people.sam)), register(oidc('s', people.sam)))),
  ];
  const [again, ...unfounded] = misplaced;
  const violates = (error: unknown) =>
    error instanceof ProtocolError && error.message.includes('EV-6');
  assert.throws(() => evolveDirectory(staffed, again as StoreEvent), violates);
  assert.throws(() => evolveDirectory(state, started), violates);
  for (const event of unfounded) {
    assert.throws(() => evolveDirectory(emptyDirectory, event), violates);
  }
});

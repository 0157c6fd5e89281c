import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '../reason/protocol-error.ts';
import { eventTypes } from '../stream/events.ts';
import {
  account,
  apiKey,
  host,
  keyOf,
  oidc,
  passkey,
  service,
} from '../testing/directory-samples.ts';
import { idOf, noon, people } from '../testing/samples.ts';
import { systemActor } from '../value/actor.ts';
import { type CredentialFacts, readCredential, recordedForm } from './credential.ts';
import { parseStoreEvent, StoreEvent, type StoreEventOf } from './store-event.ts';

function parse(type: string, data: object): StoreEvent {
  return parseStoreEvent({ type, at: noon, data });
}

function registered(credential: CredentialFacts): StoreEvent {
  return parse('credential.registered', { ...recordedForm({ ...credential }), by: systemActor });
}

function malformedAt(path: string) {
  return (error: unknown) =>
    error instanceof ProtocolError && error.code === 'object_malformed' && error.path === path;
}

const person = {
  person_id: people.alice,
  roles: ['finance', 'operator'],
  active: true,
  profile_digest: null,
  by: systemActor,
};

test('every event type of the store has a form, and no other type has one', () => {
  const forms = StoreEvent.options.map(({ shape }) => shape.type.value);
  const types = Object.entries(eventTypes).filter(([, { stream }]) => stream === 'store');
  assert.deepEqual(forms.toSorted(), types.map(([type]) => type).toSorted());
});

test('roles are a set with one order', () => {
  assert.ok(parse('person.added', person));
  for (const roles of [['operator', 'finance'], ['finance', 'finance'], ['']]) {
    assert.throws(() => parse('person.added', { ...person, roles }), ProtocolError);
  }
});

test('the event of a person has no member for a name or an address', () => {
  for (const member of ['name', 'email', 'profile']) {
    assert.throws(
      () => parse('person.changed', { ...person, [member]: 'Alice' }),
      malformedAt(`/data/${member}`),
    );
  }
});

test('the events of policies and epochs are accepted as written', () => {
  assert.ok(parse('policy.activated', { policy_version: 'v1', previous: null }));
  assert.ok(
    parse('epoch.started', {
      epoch: 2,
      previous_epoch: 1,
      reason: 'restored',
      by: systemActor,
      last_checkpoint: null,
      anchor: {
        version: '1',
        store_id: idOf('store', 1),
        epoch: 1,
        consumed_count: 0,
        last: null,
        advanced_at: noon,
      },
      consumed_count: 0,
    }),
  );
});

test('only a checkpoint key has a name', () => {
  const key = { kid: 'k', public_key: keyOf('k'), not_before: noon, not_after: null };
  assert.ok(parse('key.added', { ...key, purpose: 'artifact', name: null }));
  assert.ok(parse('key.added', { ...key, purpose: 'checkpoint', name: 'log.example' }));
  const wrong = [
    { purpose: 'artifact', name: 'log.example' },
    { purpose: 'checkpoint', name: null },
  ];
  for (const each of wrong) {
    assert.throws(() => parse('key.added', { ...key, ...each }), malformedAt('/data/name'));
  }
});

describe('a credential', () => {
  const all = [
    passkey('p', people.alice),
    oidc('o', people.alice),
    account('s', people.alice),
    apiKey('a'),
    host('h'),
    service('v'),
  ];

  test('every kind of credential names its owner and its public key, if any', () => {
    for (const credential of all) {
      const { data } = registered(credential);
      assert.ok('person_id' in data && 'public_key' in data && 'credential_id' in data);
    }
  });

  test('no kind of credential has a member for a secret', () => {
    for (const credential of all) {
      assert.throws(
        () => registered({ ...credential, secret: 'hunter2' } as never),
        malformedAt('/data/secret'),
      );
    }
  });

  test('that is a linked account is recorded with its channel as its kind, and read back', () => {
    const facts = account('s', people.alice);
    const { data } = registered(facts) as StoreEventOf<'credential.registered'>;
    assert.equal(data.kind, 'chat');
    assert.equal('channel' in data, false);
    assert.deepEqual(readCredential(data), { ...facts, by: systemActor });
  });

  test('of a channel that is named like another kind of credential is refused', () => {
    for (const channel of ['passkey', 'oidc', 'account', 'api_key', 'host', 'service', '', 'A b']) {
      const facts = { ...account('s', people.alice), channel } as CredentialFacts;
      assert.throws(() => registered(facts), ProtocolError, channel);
    }
  });

  test('[ID-1] an API key has no verb for deciding', () => {
    for (const verb of ['decide', 'approve', 'allow', 'deny', 'operate', '*']) {
      const asked = apiKey('a', { verbs: [verb] } as never);
      assert.throws(() => registered(asked), malformedAt('/data/verbs/0'));
    }
  });

  test('an API key names its purpose and its principal', () => {
    const wrong: [Partial<CredentialFacts>, string][] = [
      [{ verbs: [] }, '/data/verbs'],
      [{ verbs: ['consume'] }, '/data/executor'],
      [{ verbs: ['propose'], agent_ids: [] }, '/data/agent_ids'],
      [{ verbs: ['observe'], agent_ids: [] }, '/data/agent_ids'],
      [{ verbs: ['consume', 'observe'], agent_ids: [], executor: 'e' }, '/data/agent_ids'],
    ];
    for (const [change, path] of wrong) {
      assert.throws(() => registered(apiKey('a', change)), malformedAt(path));
    }
    assert.ok(registered(apiKey('a', { verbs: ['consume'], agent_ids: [], executor: 'e' })));
    assert.ok(registered(apiKey('a', { verbs: ['consume', 'propose'], executor: 'e' })));
  });

  test('[ID-1] an API key, a host and a service belong to no person', () => {
    for (const credential of [apiKey('a'), host('h'), service('v')]) {
      assert.throws(
        () => registered({ ...credential, person_id: people.alice } as never),
        malformedAt('/data/person_id'),
      );
    }
  });

  test('[ID-10] no kind of credential and no service has the id of a person', () => {
    assert.throws(() => registered(apiKey(people.alice)), malformedAt('/data/credential_id'));
    assert.throws(
      () => registered(service('v', { service_id: people.alice })),
      malformedAt('/data/service_id'),
    );
  });

  test('a service has a key, a secret or both', () => {
    const none = { public_key: null, secret_digest: null };
    assert.throws(() => registered(service('v', none)), malformedAt('/data/public_key'));
    assert.ok(registered(service('v', { public_key: keyOf('v'), secret_digest: null })));
    assert.ok(registered(service('v', { public_key: keyOf('v') })));
  });
});

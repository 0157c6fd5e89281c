import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReasonCode } from '../reason/reason-codes.ts';
import {
  addPerson,
  apiKey,
  oidc,
  passkey,
  register,
  service,
} from '../testing/directory-samples.ts';
import { idOf, later, noon, people } from '../testing/samples.ts';
import { type Actor, systemActor } from '../value/actor.ts';
import type { LockId } from '../value/ids.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import { secretDigest } from './credential.ts';
import { decideDirectory } from './decide-directory.ts';
import type { DirectoryChange } from './directory-command.ts';
import { type DirectoryState, emptyDirectory, evolveDirectory } from './directory-state.ts';
import { type Covered, findLock, findSessionLock, lockInForce, locksInForce } from './find-lock.ts';
import { everything, type LockTarget } from './lock-target.ts';
import {
  activeCredential,
  activePerson,
  findApiKey,
  passkeysOf,
  presentApprovers,
} from './read-directory.ts';

const { alice, bob, carol } = people;
const human = (identity: string): Actor => ({ kind: 'human', identity });
let lockNumber = 0;

function place(target: LockTarget): DirectoryChange & { lock_id: LockId } {
  lockNumber += 1;
  return {
    type: 'place_lock',
    lock_id: idOf('lock', lockNumber) as LockId,
    target,
    reason: 'it looks taken over',
  };
}

function lift(lock_id: string, credential_id: string | null = null): DirectoryChange {
  return { type: 'lift_lock', lock_id, reason: 'it was a drill', credential_id };
}

function apply(
  state: DirectoryState,
  change: DirectoryChange,
  by: Actor = systemActor,
  now: Timestamp = noon,
): DirectoryState {
  const decision = decideDirectory(state, { ...change, by }, now);
  assert.ok(decision.ok, JSON.stringify(decision));
  return decision.events.reduce(evolveDirectory, state);
}

function codeOf(
  state: DirectoryState,
  change: DirectoryChange,
  by: Actor = systemActor,
): ReasonCode | 'ok' {
  const decision = decideDirectory(state, { ...change, by }, noon);
  return decision.ok ? 'ok' : decision.refusal.code;
}

/** Alice and Bob operate, Bob only through a provider; Carol reviews and owns the agent. */
const store = [
  addPerson(alice, ['operator']),
  register(passkey('alice', alice)),
  addPerson(bob, ['operator', 'reviewer']),
  register(oidc('bob', bob)),
  addPerson(carol, ['reviewer']),
  register(passkey('carol', carol)),
  register(apiKey('key', { owner: carol })),
  register(apiKey('other', { agent_ids: ['other-bot'] })),
  register(service('bank')),
].reduce((state, change) => apply(state, change), emptyDirectory);

const alicesPasskey = Buffer.from('alice').toString('base64url');
const carolsPasskey = Buffer.from('carol').toString('base64url');
const onAgent = { kind: 'agent', agent_id: 'billing-bot' } as const;
const onCarol = { kind: 'person', person_id: carol } as const;
const onKey = { kind: 'key', credential_id: 'key' } as const;

describe('placing a lock', () => {
  test('[LK-1] an operator locks anything, and a person what is theirs', () => {
    const cases: [Actor, LockTarget, ReasonCode | 'ok'][] = [
      [human(alice), onAgent, 'ok'],
      [human(alice), onCarol, 'ok'],
      [human(alice), everything, 'ok'],
      [human(alice), { kind: 'person', person_id: alice }, 'ok'],
      [human(carol), onAgent, 'ok'],
      [human(carol), onKey, 'ok'],
      [human(carol), onCarol, 'ok'],
      [human(carol), { kind: 'key', credential_id: carolsPasskey }, 'ok'],
      [human(carol), { kind: 'agent', agent_id: 'other-bot' }, 'actor_not_permitted'],
      [human(carol), { kind: 'key', credential_id: 'other' }, 'actor_not_permitted'],
      [human(carol), { kind: 'person', person_id: alice }, 'actor_not_permitted'],
      [human(carol), everything, 'actor_not_permitted'],
      [{ kind: 'agent', identity: 'key' }, onAgent, 'actor_not_permitted'],
      [{ kind: 'agent', identity: alice }, everything, 'actor_not_permitted'],
      [{ kind: 'service', identity: 'service-bank' }, everything, 'actor_not_permitted'],
      [human(alice), { kind: 'key', credential_id: 'token:ci' }, 'ok'],
      [human(alice), { kind: 'key', credential_id: 'unknown' }, 'credential_not_found'],
      [
        human(alice),
        { kind: 'person', person_id: idOf('person', 99) as never },
        'person_not_found',
      ],
    ];
    for (const [by, target, code] of cases) {
      assert.equal(codeOf(store, place(target), by), code, JSON.stringify([by, target]));
    }
  });

  test('[LK-1] a lock needs a reason, and the same again changes nothing', () => {
    assert.equal(codeOf(store, { ...place(onAgent), reason: ' ' } as never), 'reason_missing');
    const locked = apply(store, place(onAgent));
    const again = decideDirectory(locked, { ...place(onAgent), by: human(bob) }, later(5));
    assert.deepEqual(again, { ok: true, events: [] });
    assert.equal(locksInForce(locked).length, 1);
  });

  test('[LK-1] the last operator can be locked: the console lifts it', () => {
    const only = [addPerson(alice, ['operator']), register(passkey('alice', alice))].reduce(
      (state, change) => apply(state, change),
      emptyDirectory,
    );
    const lock = place({ kind: 'person', person_id: alice });
    const locked = apply(only, lock, human(alice));
    assert.equal(codeOf(locked, lift(lock.lock_id, alicesPasskey), human(alice)), 'locked');
    assert.equal(locksInForce(apply(locked, lift(lock.lock_id))).length, 0);
  });
});

describe('what a lock covers', () => {
  const subjects: Record<string, readonly Covered[]> = {
    'the agent': [onAgent],
    'another agent': [{ kind: 'agent', agent_id: 'other-bot' }],
    'the key': [onKey],
    'its owner': [onCarol],
    'the subject': [{ kind: 'subject', subject_id: carol }],
    'a name as the subject': [{ kind: 'subject', subject_id: 'carol' }],
    'no subject': [{ kind: 'subject', subject_id: null }],
    'the service': [{ kind: 'service', service_id: 'service-bank' }],
    'a passkey': [{ kind: 'key', credential_id: carolsPasskey }],
    'nothing named': [],
  };
  const all = Object.keys(subjects);
  const table: [LockTarget, readonly string[]][] = [
    [onAgent, ['the agent']],
    [onKey, ['the key']],
    [onCarol, ['the agent', 'the key', 'its owner', 'the subject', 'a passkey']],
    [{ kind: 'key', credential_id: 'bank' }, ['the service']],
    [{ kind: 'key', credential_id: carolsPasskey }, ['a passkey']],
    [everything, all],
  ];
  for (const [target, covered] of table) {
    test(`[LK-2] a lock on ${JSON.stringify(target)} covers ${covered.join(', ')}`, () => {
      const locked = apply(store, place(target));
      const found = all.filter(name => findLock(locked, subjects[name] ?? []) !== null);
      assert.deepEqual(found, covered);
      assert.deepEqual(
        all.filter(name => findLock(store, subjects[name] ?? []) !== null),
        [],
      );
    });
  }

  test('[LK-2] a locked person or credential may not be used for anything', () => {
    const offered = ['session', 'webauthn', 'service_key'] as const;
    const locked = [onCarol, { kind: 'key', credential_id: 'bank' } as const].reduce(
      (state, target) => apply(state, place(target)),
      store,
    );
    assert.equal(activePerson(locked, carol), null);
    assert.equal(activeCredential(locked, carolsPasskey, noon), null);
    assert.equal(activeCredential(locked, 'key', noon), null, 'the key of a locked owner');
    assert.equal(findApiKey(locked, secretDigest('secret of key'), noon), null);
    assert.deepEqual(passkeysOf(locked, [carol]), []);
    assert.deepEqual(presentApprovers(locked, [carol, 'service-bank'], offered), []);
    assert.equal(presentApprovers(store, [carol, 'service-bank'], offered).length, 2);
    const onPasskey = apply(store, place({ kind: 'key', credential_id: carolsPasskey }));
    assert.deepEqual(passkeysOf(onPasskey, [carol]), []);
    assert.notEqual(activePerson(onPasskey, carol), null);
  });
});

describe('after the lift', () => {
  const at = (seconds: number) => addSeconds(noon, seconds);
  const lock = place(onAgent);
  const lifted = apply(
    apply(store, lock, systemActor, at(10)),
    lift(lock.lock_id),
    systemActor,
    at(20),
  );

  test('[LK-4] what existed before the lift stays closed, and what comes later does not', () => {
    assert.equal(lockInForce(lifted, onAgent), null);
    assert.equal(findLock(lifted, [onAgent]), null);
    for (const [seconds, closed] of [
      [0, true],
      [10, true],
      [20, true],
      [21, false],
    ] as const) {
      const found = findLock(lifted, [{ ...onAgent, since: at(seconds) }]);
      assert.equal(found !== null, closed, `since ${seconds}`);
    }
  });

  test('[LK-4] a second lock of the same target counts as well', () => {
    const again = place(onAgent);
    const locked = apply(lifted, again, systemActor, at(30));
    assert.notEqual(findLock(locked, [onAgent]), null);
    assert.equal(codeOf(locked, lift(lock.lock_id)), 'lock_not_found');
    assert.equal(codeOf(locked, lift(again.lock_id)), 'ok');
  });

  test('[LK-3] a session ends with the lock on its person, its credential or everything', () => {
    const session = { person_id: carol, credential_id: carolsPasskey };
    const ended = (state: DirectoryState, began: number) =>
      findSessionLock(state, { ...session, began_at: at(began) }) !== null;
    for (const target of [onCarol, { kind: 'key', credential_id: carolsPasskey }] as const) {
      const placed = place(target);
      const locked = apply(store, placed, systemActor, at(10));
      assert.deepEqual([ended(locked, 0), ended(locked, 15)], [true, true]);
      const open = apply(locked, lift(placed.lock_id), systemActor, at(20));
      assert.deepEqual([ended(open, 0), ended(open, 15), ended(open, 21)], [true, true, false]);
    }
    const placed = place(everything);
    const locked = apply(store, placed, systemActor, at(10));
    // People sign in under it, to read and to lift it.
    assert.deepEqual([ended(locked, 0), ended(locked, 10), ended(locked, 11)], [true, true, false]);
    const open = apply(locked, lift(placed.lock_id), systemActor, at(20));
    assert.deepEqual([ended(open, 0), ended(open, 11)], [true, false]);
    assert.equal(ended(apply(store, place(onAgent)), 0), false);
  });
});

describe('lifting a lock', () => {
  const cases: [string, LockTarget, Actor, string | null, ReasonCode | 'ok'][] = [
    ['an operator with a passkey', onAgent, human(alice), alicesPasskey, 'ok'],
    ['an operator without a passkey', onAgent, human(bob), 'bob', 'step_up_missing'],
    [
      'an operator with the passkey of another',
      onAgent,
      human(bob),
      alicesPasskey,
      'actor_not_permitted',
    ],
    ['an operator with no credential', onAgent, human(alice), null, 'actor_not_permitted'],
    ['an operator with an API key', onAgent, human(alice), 'other', 'actor_not_permitted'],
    ['a person who is no operator', onAgent, human(carol), carolsPasskey, 'actor_not_permitted'],
    ['the agent', onAgent, { kind: 'agent', identity: 'key' }, 'key', 'actor_not_permitted'],
    [
      'an agent named like an operator',
      onAgent,
      { kind: 'agent', identity: alice },
      alicesPasskey,
      'actor_not_permitted',
    ],
    [
      'a service',
      everything,
      { kind: 'service', identity: 'service-bank' },
      'bank',
      'actor_not_permitted',
    ],
    ['the locked person', onCarol, human(carol), carolsPasskey, 'locked'],
    [
      'a locked operator',
      { kind: 'person', person_id: alice },
      human(alice),
      alicesPasskey,
      'locked',
    ],
    [
      'another operator, where only the locked one has a passkey',
      { kind: 'person', person_id: alice },
      human(bob),
      'bob',
      'ok',
    ],
    [
      'an operator with the locked passkey',
      { kind: 'key', credential_id: alicesPasskey },
      human(alice),
      alicesPasskey,
      'actor_not_permitted',
    ],
    ['the console', everything, systemActor, null, 'ok'],
  ];
  for (const [who, target, by, credential, code] of cases) {
    test(`[LK-5] ${who} gives ${code}`, () => {
      const lock = place(target);
      const locked = apply(store, lock);
      assert.equal(codeOf(locked, lift(lock.lock_id, credential), by), code);
    });
  }

  test('[LK-5] an operator who is locked lifts no lock of another target', () => {
    const lock = place(onAgent);
    const locked = apply(apply(store, lock), place({ kind: 'person', person_id: alice }));
    assert.equal(codeOf(locked, lift(lock.lock_id, alicesPasskey), human(alice)), 'locked');
  });

  test('[LK-5] a lift needs a reason and a lock, and the same again changes nothing', () => {
    const lock = place(onAgent);
    const locked = apply(store, lock);
    assert.equal(codeOf(locked, { ...lift(lock.lock_id), reason: '' } as never), 'reason_missing');
    assert.equal(codeOf(locked, lift(idOf('lock', 999))), 'lock_not_found');
    const lifted = apply(locked, lift(lock.lock_id));
    assert.deepEqual(decideDirectory(lifted, { ...lift(lock.lock_id), by: systemActor }, noon), {
      ok: true,
      events: [],
    });
  });
});

describe('changes of the directory under a lock', () => {
  const bobAsOperator = human(bob);
  const adding: [string, DirectoryChange][] = [
    ['a person', addPerson(idOf('person', 50) as never, ['operator'])],
    ['a credential', register(passkey('second', alice))],
    ['a role', { type: 'change_person', person_id: carol, roles: ['operator'] }],
    ['a profile', { type: 'change_person', person_id: carol, profile: { name: 'C', email: null } }],
  ];
  for (const [what, change] of adding) {
    test(`[LK-6] while everything is locked, ${what} is not added`, () => {
      const locked = apply(store, place(everything));
      assert.equal(codeOf(locked, change, bobAsOperator), 'locked');
      assert.equal(codeOf(store, change, bobAsOperator), 'ok');
    });
  }

  test('[LK-6] what takes rights away, and what changes nothing, goes on', () => {
    const locked = apply(store, place(everything));
    const off = { type: 'change_person', person_id: carol, active: false } as const;
    const revoke = { type: 'revoke_credential', credential_id: 'key', reason: 'lost' } as const;
    const same = { type: 'change_person', person_id: carol, roles: ['reviewer'] } as const;
    for (const change of [off, revoke, same, place(onAgent)]) {
      assert.equal(codeOf(locked, change, bobAsOperator), 'ok', change.type);
    }
  });

  test('[LK-6] a locked person gets nothing, and changes nothing', () => {
    const locked = apply(store, place({ kind: 'person', person_id: bob }));
    assert.equal(codeOf(locked, register(passkey('new', bob)), human(alice)), 'locked');
    const owned = register(apiKey('owned', { owner: bob, agent_ids: ['bot-of-bob'] }));
    assert.equal(codeOf(locked, owned, human(alice)), 'locked');
    const revoke = { type: 'revoke_credential', credential_id: 'key', reason: 'lost' } as const;
    assert.equal(codeOf(locked, revoke, human(bob)), 'locked');
    assert.equal(codeOf(locked, place(onAgent), human(bob)), 'locked');
  });
});

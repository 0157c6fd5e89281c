import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  account,
  after,
  apiKey,
  decide,
  oidc,
  passkey,
  register,
  revoke,
  service,
} from '../testing/directory-samples.ts';
import { idOf, noon, people } from '../testing/samples.ts';
import { systemActor } from '../value/actor.ts';
import { operatorRole } from '../value/principal.ts';
import type { CredentialFacts } from './credential.ts';
import { secretDigest } from './credential.ts';
import type { DirectoryChange } from './directory-command.ts';
import { type DirectoryState, emptyDirectory, evolveDirectory } from './directory-state.ts';
import { credentialsOf, findApiKey } from './read-directory.ts';
import { parseStoreEvent, type StoreEvent } from './store-event.ts';

const person = fc.constantFrom(people.alice, people.bob, people.carol);
const roles = fc.subarray([operatorRole, 'finance', 'controller']);
const profile = fc.constantFrom(null, { name: 'Zoë Secretname', email: 'zoe@private.example' });
const number = fc.nat({ max: 5 });
// Keys are made once: to check one takes longer than all the rest.
const credential: fc.Arbitrary<CredentialFacts> = fc.oneof(
  fc.tuple(number, person).map(([n, whose]) => passkey(`passkey ${n}`, whose)),
  fc
    .tuple(number, person, number)
    .map(([n, whose, of]) => oidc(`oidc-${n}`, whose, `subject-${of}`)),
  fc.tuple(number, person).map(([n, whose]) => account(`account-${n}`, whose)),
  fc
    .tuple(number, number, fc.option(person))
    .map(([n, secret, owner]) =>
      apiKey(`api-${n}`, { owner, secret_digest: secretDigest(`hunter2-${secret}`) }),
    ),
  number.map(n => service(`service-${n}`, { secret_digest: secretDigest(`hunter2-${n}`) })),
);
const change: fc.Arbitrary<DirectoryChange> = fc.oneof(
  fc
    .tuple(person, roles, profile)
    .map(
      ([person_id, of, who]) =>
        ({ type: 'add_person', person_id, roles: of, profile: who }) as const,
    ),
  fc
    .tuple(person, fc.record({ roles, active: fc.boolean(), profile }, { requiredKeys: [] }))
    .map(([person_id, facts]) => ({ type: 'change_person', person_id, ...facts }) as const),
  credential.map(register),
  credential.map(({ credential_id }) => revoke(credential_id)),
);

/** All people who can operate, counted from scratch. */
function countOperators(state: DirectoryState): number {
  return [...state.people.values()].filter(
    ({ person_id, active, roles: held }) =>
      active &&
      held.includes(operatorRole) &&
      credentialsOf(state, person_id).some(({ kind }) => kind === 'passkey' || kind === 'oidc'),
  ).length;
}

/** By chance alone, many histories would never get an operator. */
const firstOperator: readonly DirectoryChange[] = [
  { type: 'add_person', person_id: people.alice, roles: [operatorRole], profile: null },
  register(passkey('passkey 0', people.alice)),
];

describe('any commands in any order', () => {
  const everyHistory = (check: (state: DirectoryState, asked: DirectoryChange) => void) =>
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(change, { maxLength: 60, size: 'max' }),
        (staffed, rest) => {
          let state = emptyDirectory;
          for (const asked of staffed ? [...firstOperator, ...rest] : rest) {
            check(state, asked);
            state = decide(state, asked).events.reduce(evolveDirectory, state);
          }
        },
      ),
      { seed, numRuns: effort({ fast: 20, full: 2000 }) },
    );

  test('[ID-3] a store that had an operator who can sign in always has one', () => {
    let kept = 0;
    everyHistory((state, asked) => {
      const next = decide(state, asked).events.reduce(evolveDirectory, state);
      assert.equal(next.operators, countOperators(next));
      if (state.operators > 0) assert.ok(next.operators > 0);
      if (state.operators > 0) kept += 1;
    });
    assert.ok(kept > 0, 'expected histories with operators');
  });

  test('repeating an accepted command changes nothing', () => {
    everyHistory((state, asked) => {
      const decision = decide(state, asked);
      if (!decision.ok) return;
      const next = decision.events.reduce(evolveDirectory, state);
      assert.deepEqual(decide(next, asked), { ok: true, events: [] });
    });
  });

  test('events have their form, and contain neither secrets nor names', () => {
    everyHistory((state, asked) => {
      for (const event of decide(state, asked).events) {
        assert.deepEqual(parseStoreEvent(event), event);
        assert.doesNotMatch(JSON.stringify(event), /hunter2|Secretname|private\.example/);
      }
    });
  });

  test('a refusal changes nothing, and a decision does not modify its input state', () => {
    everyHistory((state, asked) => {
      const before = [...state.people, ...state.credentials].map(entry => JSON.stringify(entry));
      const decision = decide(state, asked);
      if (!decision.ok) assert.deepEqual(decision.events, []);
      decision.events.reduce(evolveDirectory, state);
      const afterwards = [...state.people, ...state.credentials];
      assert.deepEqual(
        afterwards.map(entry => JSON.stringify(entry)),
        before,
      );
    });
  });
});

test('twenty thousand events are folded, and every key is found by its secret', () => {
  const size = 20_000;
  const added = after(emptyDirectory, {
    type: 'add_person',
    person_id: people.alice,
    roles: [],
    profile: null,
  });
  let state = added;
  for (let n = 0; n < size / 2; n++) {
    const facts = { ...apiKey(`api-${n}`), agent_ids: [`agent-${n}`], owner: people.alice };
    const events: StoreEvent[] = [
      {
        type: 'credential.registered',
        at: noon,
        data: { ...facts, by: systemActor } as never,
      },
      {
        type: 'credential.registered',
        at: noon,
        data: { ...oidc(`oidc-${n}`, people.alice), by: systemActor } as never,
      },
    ];
    state = events.reduce(evolveDirectory, state);
  }
  assert.equal(state.credentials.size, size);
  assert.equal(added.credentials.size, 0);
  for (let n = 0; n < size / 2; n += 97) {
    const found = findApiKey(state, secretDigest(`secret of api-${n}`), noon);
    assert.equal(found?.credential_id, `api-${n}`);
  }
  assert.equal(findApiKey(state, secretDigest(idOf('secret', 1)), noon), null);
});

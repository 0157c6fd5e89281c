import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { governedKinds, type HouseKind, houseKinds } from '../action/house-action.ts';
import { Actor } from '../value/actor.ts';
import { PersonId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { decideDirectory } from './decide-directory.ts';
import type { DirectoryChange, DirectoryCommand } from './directory-command.ts';
import { type DirectoryState, emptyDirectory, evolveDirectory } from './directory-state.ts';
import { parseStoreEvent } from './store-event.ts';

const now = Timestamp.parse('2026-11-16T12:00:00.000Z');
const hex = (digit: string) => `${digit.repeat(12)}4${digit.repeat(3)}a${digit.repeat(15)}`;
const id = (digit: string) => PersonId.parse(`person_${hex(digit)}`);
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const [mara, jonas, left] = [id('a'), id('b'), id('c')];
const operator = Actor.parse({ kind: 'human', identity: jonas });
const system = Actor.parse({ kind: 'system', identity: 'countersign' });
const self = Actor.parse({ kind: 'human', identity: mara });

const key = {
  kind: 'api_key',
  credential_id: 'key-2',
  person_id: null,
  public_key: null,
  secret_digest: digest('2'),
  agent_ids: ['billing-bot'],
  executor: null,
  verbs: ['propose'],
  owner: mara,
  label: 'billing',
  expires_at: null,
};
const account = { kind: 'oidc', credential_id: 'o', person_id: mara, public_key: null };
const passkey = {
  kind: 'passkey',
  credential_id: 'cGFzc2tleQ',
  person_id: mara,
  public_key: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  label: 'laptop',
  transports: [],
};

function governed(): DirectoryState {
  const events = [
    { type: 'person.added', data: person(mara, ['reviewer']) },
    { type: 'person.added', data: person(jonas, ['operator']) },
    { type: 'person.added', data: { ...person(left, ['reviewer']), active: false } },
    {
      type: 'credential.registered',
      data: { ...key, credential_id: 'key-1', secret_digest: digest('1'), by: operator },
    },
    {
      type: 'tools.recorded',
      data: {
        server: { name: 'tracker', digest: digest('6') },
        tools: [{ name: 'search', definition_digest: digest('7') }],
        agent_id: 'billing-bot',
        by: system,
      },
    },
    {
      type: 'policy.activated',
      data: {
        policy_version: '1',
        previous: null,
        text_digest: digest('0'),
        governs: [...governedKinds],
      },
    },
  ];
  return events
    .map(event => parseStoreEvent({ at: now, ...event }))
    .reduce(evolveDirectory, emptyDirectory);
}

function person(person_id: PersonId, roles: readonly string[]) {
  return { person_id, roles, active: true, profile_digest: null, by: system };
}

/** Every change of the directory: the kind of house request that it takes, or why it takes none. */
const table: readonly (readonly [
  string,
  DirectoryChange['type'],
  object,
  HouseKind | { readonly because: string },
  Actor?,
])[] = [
  [
    'a person with a role is added',
    'add_person',
    { person_id: id('d'), roles: ['reviewer'], profile: null },
    'roles',
  ],
  [
    'a person without a role is added',
    'add_person',
    { person_id: id('d'), roles: [], profile: null },
    { because: 'they can do nothing, and come in only by an invitation or their provider' },
  ],
  [
    'a role is given',
    'change_person',
    { person_id: mara, roles: ['operator', 'reviewer'] },
    'roles',
  ],
  ['a role is taken away by an operator', 'change_person', { person_id: mara, roles: [] }, 'roles'],
  [
    'a role is given by an identity provider',
    'change_person',
    { person_id: mara, roles: ['operator', 'reviewer'] },
    'roles',
    system,
  ],
  [
    'a role is taken away by an identity provider',
    'change_person',
    { person_id: mara, roles: [] },
    { because: 'it takes away only' },
    system,
  ],
  [
    'a person is renamed',
    'change_person',
    { person_id: mara, profile: { name: 'Jonas', email: null } },
    'roles',
  ],
  ['a person returns', 'change_person', { person_id: left, active: true }, 'roles'],
  [
    'a person is deactivated',
    'change_person',
    { person_id: mara, active: false },
    { because: 'it takes away only, and must work at once' },
  ],
  ['a key is made for an owned agent', 'register_credential', { credential: key }, 'credentials'],
  [
    'a key is made for a new agent',
    'register_credential',
    { credential: { ...key, agent_ids: ['other-bot'] } },
    'owners',
  ],
  [
    'a host is registered',
    'register_credential',
    {
      credential: {
        kind: 'host',
        credential_id: 'h',
        person_id: null,
        public_key: passkey.public_key,
        agent_ids: ['billing-bot'],
        label: 'chat',
      },
    },
    'credentials',
  ],
  [
    'a service is registered',
    'register_credential',
    {
      credential: {
        kind: 'service',
        credential_id: 's',
        person_id: null,
        public_key: null,
        secret_digest: digest('3'),
        service_id: 'scanner',
        label: 'scanner',
      },
    },
    'credentials',
  ],
  [
    'a passkey is added for another person',
    'register_credential',
    { credential: passkey },
    'credentials',
  ],
  [
    'a person adds their own passkey',
    'register_credential',
    { credential: passkey },
    { because: 'the person has just signed in, and how they came in was governed' },
    self,
  ],
  [
    'an account is linked for another person',
    'register_credential',
    { credential: { ...account, subject_digest: digest('4') } },
    'credentials',
  ],
  [
    'a person links their own account',
    'register_credential',
    { credential: { ...account, subject_digest: digest('4') } },
    { because: 'the person proved both' },
    self,
  ],
  [
    'a credential is revoked',
    'revoke_credential',
    { credential_id: 'key-1', reason: 'lost' },
    { because: 'it takes away only, and must work at once' },
  ],
  [
    'a signing key is published',
    'add_key',
    {
      kid: 'k',
      purpose: 'artifact',
      name: null,
      public_key: passkey.public_key,
      not_before: now,
      not_after: null,
    },
    { because: 'who holds the key files can sign anyway' },
    system,
  ],
  [
    'a signing key is revoked',
    'revoke_key',
    { kid: 'unknown', revoked_at: now, reason: 'lost' },
    { because: 'it takes away only' },
    system,
  ],
  [
    'a store is marked for tests',
    'mark_for_tests',
    {},
    { because: 'only an empty store can be' },
    system,
  ],
  [
    'everything is locked',
    'place_lock',
    {
      lock_id: `lock_${'0'.repeat(12)}40008${'0'.repeat(15)}`,
      target: { kind: 'everything' },
      reason: 'stop',
    },
    { because: 'it takes away only, and must work at once' },
  ],
  [
    'a lock is lifted at the console',
    'lift_lock',
    {
      lock_id: `lock_${'0'.repeat(12)}40008${'0'.repeat(15)}`,
      reason: 'over',
      credential_id: null,
    },
    { because: 'the console of the server lifts any lock; a person asks (LK-5)' },
    system,
  ],
  [
    'a person names another one who decides on their behalf',
    'make_delegation',
    {
      terms: {
        delegation_id: `dlg_${'0'.repeat(12)}40008${'0'.repeat(15)}`,
        person_id: id('a'),
        delegate_id: id('b'),
        roles: ['reviewer'],
        starts_at: now,
        ends_at: now,
      },
      assertion: {
        public_key: passkey.public_key,
        origin: 'https://countersign.example',
        rp_id: 'countersign.example',
        response: {
          credential_id: 'AAAA',
          authenticator_data: 'A'.repeat(52),
          client_data_json: 'AAAA',
          signature: 'A'.repeat(12),
        },
      },
      store_id: 'store',
      site: { origin: 'https://countersign.example', rp_id: 'countersign.example' },
    },
    { because: 'they lend what they hold, and the two have one voice' },
  ],
  [
    'a delegation is revoked',
    'revoke_delegation',
    { delegation_id: `dlg_${'0'.repeat(12)}40008${'0'.repeat(15)}`, reason: 'back' },
    { because: 'it takes away only' },
  ],
  [
    'the tools of an MCP server are listed for the first time',
    'record_tools',
    { server: { name: 'files', digest: digest('5') }, tools: [], agent_id: 'billing-bot' },
    { because: 'what is first seen is recorded, and permits no call' },
  ],
  [
    'a changed definition of a tool is accepted',
    'accept_tools',
    {
      server_digest: digest('6'),
      tools: [{ name: 'search', from: digest('7'), to: digest('8') }],
      approval_request_id: `ar_${hex('e')}`,
    },
    'tools',
  ],
];

describe('a change of the directory under governance', () => {
  const state = governed();

  for (const [what, type, facts, expected, by = operator] of table) {
    const governedBy = typeof expected === 'string' ? expected : null;
    const words = typeof expected === 'string' ? `takes a request for ${expected}` : 'takes none';
    test(`[HR-5] ${what}: ${words}`, () => {
      const command = { type, ...facts, by } as unknown as DirectoryCommand;
      const decided = decideDirectory(state, command, now);
      const code = decided.ok ? null : decided.refusal.code;
      assert.equal(code === 'house_request_required', governedBy !== null, String(code));
      if (governedBy === null) return;
      for (const approved of houseKinds) {
        const under = decideDirectory(state, { ...command, approved }, now);
        const refused = !under.ok && under.refusal.code === 'house_request_required';
        assert.equal(refused, approved !== governedBy, approved);
      }
    });
  }

  test('[HR-5] the table has every type of change', () => {
    const types: Record<DirectoryChange['type'], true> = {
      add_person: true,
      change_person: true,
      register_credential: true,
      revoke_credential: true,
      add_key: true,
      revoke_key: true,
      mark_for_tests: true,
      place_lock: true,
      lift_lock: true,
      make_delegation: true,
      revoke_delegation: true,
      record_tools: true,
      accept_tools: true,
    };
    assert.deepEqual([...new Set(table.map(([, type]) => type))].sort(), Object.keys(types).sort());
  });

  test('[HR-5] without governance every change is as before', () => {
    const free = { ...state, governs: [] };
    const command = { type: 'change_person', person_id: mara, roles: [], by: operator } as const;
    assert.ok(decideDirectory(free, command, now).ok);
  });

  const activated = (data: object) =>
    parseStoreEvent({ type: 'policy.activated', at: now, data: { previous: '1', ...data } });
  const epoch = parseStoreEvent({
    type: 'epoch.started',
    at: now,
    data: {
      epoch: 2,
      previous_epoch: 1,
      reason: 'both approvers left',
      by: system,
      last_checkpoint: null,
      anchor: null,
      consumed_count: 0,
    },
  });

  test('[HR-6] a policy without an approval cannot follow in the stream', () => {
    const edited = activated({ policy_version: '2', text_digest: digest('9') });
    assert.throws(() => evolveDirectory(state, edited), /cannot follow/);
    const approved = activated({
      policy_version: '2',
      text_digest: digest('9'),
      approval_request_id: `ar_${hex('e')}`,
    });
    assert.equal(evolveDirectory(state, approved).policy_version, '2');
    const same = activated({ policy_version: '1b', text_digest: digest('0') });
    assert.equal(evolveDirectory(state, same).policy_version, '1b');
  });

  test('[HR-9] a new epoch may begin with a policy without an approval, and that stays visible', () => {
    const edited = activated({ policy_version: '2', text_digest: digest('9') });
    const begun = evolveDirectory(state, epoch);
    assert.deepEqual(evolveDirectory(begun, edited).recovered, [2]);
    const later = evolveDirectory(
      begun,
      parseStoreEvent({ type: 'person.added', at: now, data: person(id('d'), []) }),
    );
    assert.throws(() => evolveDirectory(later, edited), /cannot follow/);
  });
});

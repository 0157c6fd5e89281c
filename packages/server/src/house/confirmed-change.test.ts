import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDirectory } from '@countersign/protocol/directory';
import { PersonId } from '@countersign/protocol/value';
import { judgeChanges } from './confirmed-change.ts';
import type { HouseChange } from './describe-changes.ts';

type PersonCaller = Parameters<typeof judgeChanges>[2];

const idOf = (digit: string) =>
  PersonId.parse(`person_${digit.repeat(12)}4${digit.repeat(3)}a${digit.repeat(15)}`);
const [operator, other] = [idOf('a'), idOf('b')];
const profile = { name: 'Eve', email: null };

function keyFor(owner: PersonId, more: object = {}): HouseChange {
  const credential = { kind: 'api_key', owner, agent_ids: ['billing-bot'], ...more };
  return { type: 'register_credential', credential } as unknown as HouseChange;
}

function codeFor(
  change: HouseChange,
  lives: PersonCaller['lives'] = 'terminal',
  use: PersonCaller['use'] = 'stay',
): string | null {
  const caller = { kind: 'person', person_id: operator, lives, use } as PersonCaller;
  return judgeChanges(emptyDirectory, [change], caller)?.code ?? null;
}

const rightsGiven: Readonly<Record<string, HouseChange>> = {
  'a new person': { type: 'add_person', person_id: other, roles: [], profile },
  'a role': { type: 'change_person', person_id: other, roles: ['operator'] },
  'another name for a person': { type: 'change_person', person_id: operator, profile },
  'a person who may act again': { type: 'change_person', person_id: other, active: true },
  'roles for a person who may not act': {
    type: 'change_person',
    person_id: other,
    active: false,
    roles: ['operator'],
  },
  'a service': {
    type: 'register_credential',
    credential: { kind: 'service' },
  } as unknown as HouseChange,
  'a key of another owner': keyFor(other),
  'a key that acts for another person': keyFor(operator, { subject_ids: [other] }),
};

for (const [what, change] of Object.entries(rightsGiven)) {
  test(`[OF-7] a stored sign-in cannot make ${what}, and a confirmed one can`, () => {
    assert.equal(codeFor(change), 'terminal_change_unconfirmed');
    assert.equal(codeFor(change, 'terminal', 'change'), null);
    assert.equal(codeFor(change, 'browser'), null);
  });
}

test('[OF-7] a stored sign-in takes rights away at once, and makes a key for an own agent', () => {
  const changes: readonly HouseChange[] = [
    { type: 'change_person', person_id: other, active: false },
    { type: 'revoke_credential', credential_id: 'key-1', reason: 'it leaked' },
    keyFor(operator),
  ];
  for (const change of changes) assert.equal(codeFor(change), null, change.type);
});

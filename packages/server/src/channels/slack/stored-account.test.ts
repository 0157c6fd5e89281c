// Goal: an account that was linked before channels had a port is still read, and a new one is recorded in the same form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '@countersign/protocol/crypto';
import {
  accountDigest,
  decideDirectory,
  emptyDirectory,
  evolveDirectory,
  findAccount,
  parseStoreEvent,
} from '@countersign/protocol/directory';
import { PersonId, Timestamp } from '@countersign/protocol/value';
import { channelName } from './link.ts';

const person_id = PersonId.parse(`person_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}`);
const at = Timestamp.parse('2026-01-01T00:00:00.000Z');
const by = { kind: 'human', identity: person_id } as const;
const account_digest = 'sha256:18958083c31c742332720520403c60d5d098e9bc31b32677ce03c1893a0ddfb5';

/** As it was written before. */
const stored = {
  type: 'credential.registered',
  at,
  data: {
    kind: 'slack',
    credential_id: 'slack_1',
    person_id,
    public_key: null,
    account_digest,
    by,
  },
};

const added = parseStoreEvent({
  type: 'person.added',
  at,
  data: { person_id, roles: [], active: true, profile_digest: null, by },
});
const staffed = evolveDirectory(emptyDirectory, added);

test('an account from before is read without a change to its bytes, and its person is found', () => {
  const event = parseStoreEvent(stored);
  assert.deepEqual(event, stored);
  assert.equal(sha256(event), sha256(stored));
  const state = evolveDirectory(staffed, event);
  assert.equal(findAccount(state, channelName, account_digest)?.person_id, person_id);
});

test('the digest of an account is what it was before', () => {
  assert.equal(accountDigest({ user_id: 'U1', team_id: 'T1' }), account_digest);
});

test('a new account is recorded in the form from before', () => {
  const { kind: _, by: __, ...facts } = stored.data;
  const credential = { ...facts, kind: 'account', channel: channelName } as never;
  const decided = decideDirectory(staffed, { type: 'register_credential', credential, by }, at);
  assert.ok(decided.ok);
  assert.deepEqual(decided.events, [stored]);
});

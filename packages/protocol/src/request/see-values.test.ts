import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maySeeUnasked, maySeeValues, type Reader } from './see-values.ts';

const owner = 'per_0198c000-0000-7000-8000-000000000001';

test('[UA-2] those who oversee everything and the owner of the agent see what is kept of an unasked action', () => {
  const readers: readonly (readonly [Reader, boolean])[] = [
    [{ identity: 'anyone', roles: ['operator'] }, true],
    [{ identity: 'anyone', roles: ['auditor'] }, true],
    [{ identity: owner, roles: [] }, true],
    [{ identity: 'anyone', roles: [] }, false],
    [{ identity: 'anyone', roles: ['finance', 'approver'] }, false],
  ];
  for (const [reader, sees] of readers) {
    assert.equal(maySeeUnasked(owner, reader), sees, JSON.stringify(reader));
  }
  assert.equal(maySeeUnasked(null, { identity: owner, roles: [] }), false);
});

test('[DR-4] only those whom a request lists or concerns, and who oversee, see its values', () => {
  const stage = { approvers: { identities: ['listed'], roles: ['finance'] } };
  const request = {
    request: { amends: [{ changed_by: 'author' }] },
    chain: { stages: [stage] },
    parties: { requester: 'requester', subject: 'subject', agent_owner: 'owner' },
    entries: [{ approver_identity: 'decided' }],
  } as unknown as Parameters<typeof maySeeValues>[0];
  const sees = (identity: string, ...roles: string[]): boolean =>
    maySeeValues(request, { identity, roles });
  for (const concerned of ['listed', 'requester', 'subject', 'owner', 'decided', 'author']) {
    assert.ok(sees(concerned), concerned);
  }
  for (const role of ['finance', 'auditor', 'operator']) assert.ok(sees('anyone', role), role);
  assert.ok(!sees('anyone'));
  assert.ok(!sees('anyone', 'reviewer', 'Finance', ''));
});

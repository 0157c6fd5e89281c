import assert from 'node:assert/strict';
import { test } from 'node:test';
import { people } from '../testing/samples.ts';
import { parseChain } from './chain.ts';

const stage = { name: 'reviewer', approvers: { roles: ['finance'] } };
const chain = (...stages: unknown[]) => ({ chain_id: 'finance', version: '3', stages });

test('a stage gets the strict defaults', () => {
  assert.deepEqual(parseChain(chain(stage)).stages[0], {
    name: 'reviewer',
    approvers: { identities: [], roles: ['finance'] },
    approver_kinds: ['human'],
    quorum: 1,
    min_assurance: 'session',
    min_service_assurance: 'service_key',
    separation: 'other_person',
    required: true,
  });
});

test('a stage demands every row of a table only where it says so', () => {
  const [asked] = parseChain(chain({ ...stage, read: 'every_row' })).stages;
  assert.equal(asked?.read, 'every_row');
  const [silent] = parseChain(chain(stage)).stages;
  assert.ok(silent !== undefined && !('read' in silent), 'a chain without it keeps its digest');
});

const refused: [string, unknown, string][] = [
  ['with another way to read', chain({ ...stage, read: 'nothing' }), '/stages/0/read'],
  ['without stages', chain(), '/stages'],
  ['without a required stage', chain({ ...stage, required: false }), '/stages'],
  [
    'with a stage that no one may decide',
    chain({ ...stage, approvers: {} }),
    '/stages/0/approvers',
  ],
  [
    'with a quorum no listed set can reach',
    chain({ ...stage, approvers: { identities: [people.alice] }, quorum: 2 }),
    '/stages/0/quorum',
  ],
  [
    'with a quorum only reached by listing one person twice',
    chain({ ...stage, approvers: { identities: [people.alice, people.alice] }, quorum: 2 }),
    '/stages/0/quorum',
  ],
  [
    'with services admitted by role',
    chain({ ...stage, approver_kinds: ['service'] }),
    '/stages/0/approvers/identities',
  ],
  ['with a quorum of zero', chain({ ...stage, quorum: 0 }), '/stages/0/quorum'],
  [
    'with an assurance below conversation',
    chain({ ...stage, min_assurance: 'client_asserted' }),
    '/stages/0/min_assurance',
  ],
  ['with an unknown member', chain({ ...stage, on_timeout: 'allow' }), '/stages/0/on_timeout'],
];
for (const [what, value, path] of refused) {
  test(`[CH-6] a chain ${what} is refused when loaded`, () => {
    assert.throws(() => parseChain(value), { code: 'object_malformed', path });
  });
}

test('[TM-4] a chain has no member that sets the effect of a timeout', () => {
  assert.throws(() => parseChain({ ...chain(stage), on_timeout: 'allow' }), {
    code: 'object_malformed',
    path: '/on_timeout',
  });
});

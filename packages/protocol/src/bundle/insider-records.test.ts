import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import type { RequestEvent } from '../request/request-event.ts';
import { change, type Edit, statementAfter } from '../testing/bundle-edits.ts';
import { type BundleStory, bundleOf } from '../testing/bundle-samples.ts';
import { stories } from '../testing/bundle-stories.ts';
import { idOf, later } from '../testing/samples.ts';
import type { StatementId } from './statement.ts';
import { verifyBundle } from './verify-bundle.ts';

// As in insider-bundle.test.ts, every hash and signature fits. Here single members of the records are altered
// that must agree with one another.

const { executed, expired, cancelled, revoked, lapsed, passkey } = stories;
const other = sha256({ other: true });

interface Alteration {
  readonly story: BundleStory;
  readonly id: StatementId;
  readonly code: string;
  readonly edit: (revision: Record<string, unknown>) => Edit;
  readonly members: Readonly<Record<string, unknown>>;
}

const alterations: Readonly<Record<string, Alteration>> = {
  'the policy decision': {
    story: executed,
    id: 'request',
    code: 'request_inconsistent',
    edit: revision =>
      change('policy.decided', ({ decision }) => ({ decision: { ...decision, ...revision } })),
    members: {
      policy_decision_id: idOf('pd', 2),
      action_digest: other,
      policy_version: 'other',
      approval_chain_id: 'other',
      approval_chain_version: 'other',
      risk: { level: 'low', signals: [] },
    },
  },
  'the chain': {
    story: executed,
    id: 'request',
    code: 'request_inconsistent',
    edit: revision =>
      change('request.opened', data => ({ ...data, chain: { ...data.chain, ...revision } })),
    members: { chain_id: 'other', version: 'other' },
  },
  'the parties': {
    story: executed,
    id: 'request',
    code: 'request_inconsistent',
    edit: revision =>
      change('request.opened', data => ({ ...data, parties: { ...data.parties, ...revision } })),
    members: { subject: null },
  },
  'the request against the bundle': {
    story: executed,
    id: 'request',
    code: 'request_inconsistent',
    edit: revision =>
      change('request.opened', data => ({ ...data, request: { ...data.request, ...revision } })),
    members: { approval_request_id: idOf('ar', 2) },
  },
  'the request against the action': {
    story: executed,
    id: 'action',
    code: 'request_inconsistent',
    edit: revision =>
      change('request.opened', data => ({ ...data, request: { ...data.request, ...revision } })),
    members: { agent_id: 'other', subject_id: 'other', operation: 'x', target_resource: 'other' },
  },
  'the bound digest': {
    story: executed,
    id: 'action',
    code: 'action_digest_mismatch',
    edit: revision =>
      change('request.opened', data => ({ ...data, request: { ...data.request, ...revision } })),
    members: { action_digest: other },
  },
  'the resolution': {
    story: executed,
    id: 'resolution',
    code: 'resolution_inconsistent',
    edit: revision =>
      change('request.allowed', ({ resolution }) => ({
        resolution: { ...resolution, ...revision },
      })),
    members: {
      approval_request_id: idOf('ar', 2),
      action_digest: other,
      policy_version: 'other',
      approval_chain_version: 'other',
      final_entry_digest: other,
      grant_expires_at: later(10_000),
    },
  },
  'the revoked grant': {
    story: revoked,
    id: 'resolution',
    code: 'resolution_inconsistent',
    edit: revision => change('grant.revoked', data => ({ ...data, ...revision })),
    members: { grant_id: idOf('grant', 2) },
  },
  'the grant that was issued': {
    story: executed,
    id: 'grant',
    code: 'grant_binding_mismatch',
    edit: revision => change('grant.issued', data => ({ ...data, ...revision })),
    members: { grant_id: idOf('grant', 2) },
  },
  'what was told to start': {
    story: executed,
    id: 'execution',
    code: 'bundle_inconsistent',
    edit: revision => change('execution.allowed', data => ({ ...data, ...revision })),
    members: {
      policy_decision_id: idOf('pd', 2),
      approval_request_id: idOf('ar', 2),
      approval_resolution_id: idOf('apr', 2),
      policy_version: 'other',
      approval_chain_version: 'other',
      executor: 'other',
      attempt: 'other',
    },
  },
  'the consume': {
    story: executed,
    id: 'execution',
    code: 'bundle_inconsistent',
    edit: revision =>
      change('grant.consumed', data => ({ ...data, receipt: { ...data.receipt, ...revision } })),
    members: {
      approval_request_id: idOf('ar', 2),
      outcome: 'succeeded',
      consumed_at: later(121),
      start_by: later(100_000),
      report_by: later(120),
    },
  },
  'the consumed grant': {
    story: executed,
    id: 'execution',
    code: 'grant_binding_mismatch',
    edit: revision => change('grant.consumed', data => ({ ...data, ...revision })),
    members: { grant_id: idOf('grant', 2) },
  },
  'the receipt of the consume': {
    story: executed,
    id: 'execution',
    code: 'grant_binding_mismatch',
    edit: revision =>
      change('grant.consumed', data => ({ ...data, receipt: { ...data.receipt, ...revision } })),
    members: { grant_id: idOf('grant', 2) },
  },
  'the report': {
    story: executed,
    id: 'execution',
    code: 'execution_attempt_mismatch',
    edit: revision =>
      change('execution.reported', ({ receipt }) => ({ receipt: { ...receipt, ...revision } })),
    members: {
      executor: 'other',
      grant_id: idOf('grant', 2),
      approval_request_id: idOf('ar', 2),
      consumed_at: later(121),
      start_by: later(121),
      report_by: later(121),
    },
  },
  'an opinion': {
    story: executed,
    id: 'advice',
    code: 'bundle_inconsistent',
    edit: revision =>
      change('advice.recorded', ({ advice }) => ({ advice: { ...advice, ...revision } })),
    members: { approval_request_id: idOf('ar', 2), model: 'other' },
  },
};

for (const [what, { story, id, code, edit, members }] of Object.entries(alterations)) {
  describe(what, () => {
    for (const [member, value] of Object.entries(members)) {
      test(`[EV-6] a record with another ${member} is refused`, () => {
        assert.equal(statementAfter(story, edit({ [member]: value }), id), code);
      });
    }
  });
}

/** Moves an event, and the time that it states, to another time. */
const move = (type: RequestEvent['type'], at: string): Edit => {
  return events =>
    events.map(event => {
      if (event.type !== type) return event;
      const { data } = event;
      const moved =
        'resolution' in data
          ? { ...data, resolution: { ...data.resolution, resolved_at: at as never } }
          : data;
      return { ...event, at, data: moved } as RequestEvent;
    });
};

describe('times that contradict each other', () => {
  const moves: Record<string, [BundleStory, Edit]> = {
    'an expiry before its time': [expired, move('request.expired', later(899))],
    'a cancellation after the end': [cancelled, move('request.cancelled', later(900))],
    'a cancellation before the last decision': [cancelled, move('request.cancelled', later(59))],
    'an allow after its last decision': [executed, move('request.allowed', later(91))],
    'a grant that ended early': [lapsed, move('grant.expired', later(989))],
    'a grant that was revoked too late': [revoked, move('grant.revoked', later(990))],
  };
  for (const [what, [story, edit]] of Object.entries(moves)) {
    test(`[TM-1] ${what} is refused`, () => {
      assert.equal(statementAfter(story, edit, 'resolution'), 'resolution_inconsistent');
    });
  }
});

describe('people and passkeys', () => {
  const { bundle, trust } = bundleOf(passkey);
  const codeWith = (revision: object) => verifyBundle({ ...bundle, ...revision }, trust).code;
  const [first, second] = bundle.deciders;
  const [key] = bundle.passkeys;
  assert.ok(first && second && key);

  test('roles that the named event does not give are refused', () => {
    const swapped = [
      { ...first, source: second.source },
      { ...second, source: first.source },
    ];
    assert.equal(codeWith({ deciders: swapped }), 'bundle_inconsistent');
  });

  test('an event of another type gives no person a role or a passkey', () => {
    assert.equal(
      codeWith({ deciders: [{ ...first, source: key.source }, second] }),
      'bundle_inconsistent',
    );
    assert.equal(
      codeWith({ passkeys: [{ ...key, source: second.source }] }),
      'bundle_inconsistent',
    );
  });

  test('a passkey that decided nothing is refused in a bundle', () => {
    assert.equal(codeWith({ passkeys: [key, key] }), 'bundle_inconsistent');
  });

  test('an event of the store that the bundle does not need is refused', () => {
    const source = { from: 'configuration' };
    assert.equal(codeWith({ deciders: [{ ...first, source }, second] }), 'bundle_inconsistent');
  });
});

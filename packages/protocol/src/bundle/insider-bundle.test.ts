import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryDigest } from '../chain/chain-entry.ts';
import { sha256 } from '../crypto/digest.ts';
import type { RequestEvent } from '../request/request-event.ts';
import { change, type Edit, statementAfter } from '../testing/bundle-edits.ts';
import { type BundleStory, bundleOf } from '../testing/bundle-samples.ts';
import { stories } from '../testing/bundle-stories.ts';
import { idOf, people } from '../testing/samples.ts';
import type { StatementId } from './statement.ts';
import { verifyBundle } from './verify-bundle.ts';

// An attacker with the database and every key of the store rewrites the stream, seals it, adds it to a log and signs
// the checkpoint. Hashes and signatures cannot detect that; the rules themselves must refuse it.

const { executed, denied, passkey } = stories;

const drop =
  (...types: RequestEvent['type'][]): Edit =>
  events =>
    events.filter(({ type }) => !types.includes(type));

const repeat =
  (type: RequestEvent['type']): Edit =>
  events =>
    events.flatMap(event => (event.type === type ? [event, event] : [event]));

/** Alters the first entry and seals it again; later entries are left as they were, or linked again. */
const reseal = (revision: object, relink = true): Edit => {
  return events => {
    let previous: string | null = null;
    let index = 0;
    return events.map(event => {
      if (event.type !== 'entry.recorded') return event;
      const entry = {
        ...event.data.entry,
        ...(index === 0 ? revision : {}),
        ...(index > 0 && relink ? { previous_entry_digest: previous as never } : {}),
      };
      index += 1;
      const entry_digest = entryDigest(entry);
      previous = entry_digest;
      return { ...event, data: { entry: { ...entry, entry_digest } } };
    });
  };
};

describe('[EV-9] an execution without exactly one consume before it', () => {
  const streams: Record<string, Edit> = {
    'no consume': drop('grant.consumed'),
    'two consumes': repeat('grant.consumed'),
    'an execution of a request that was only allowed': drop('grant.consumed', 'execution.allowed'),
    'a consume that comes too late': events => {
      const consumed = events.filter(({ type }) => type === 'grant.consumed');
      return [...events.filter(({ type }) => type !== 'grant.consumed'), ...consumed];
    },
    'a request without a decision': drop(
      'entry.recorded',
      'request.allowed',
      'grant.issued',
      'grant.consumed',
    ),
  };
  for (const [what, edit] of Object.entries(streams)) {
    test(`[EV-9] [D0-15] ${what} is reported as such`, () => {
      assert.equal(statementAfter(executed, edit, 'consumption'), 'execution_unconsumed');
      const { bundle, trust } = bundleOf({ ...executed, edit });
      assert.equal(verifyBundle(bundle, trust).code, 'execution_unconsumed');
    });
  }
});

describe('[EV-6] a sequence of events that no rule allows', () => {
  const paths: Record<string, Edit> = {
    'no policy decision': drop('policy.decided'),
    'no opening': drop('request.opened'),
    'no resolution': drop('request.allowed'),
    'no grant': drop('grant.issued'),
    'two grants': repeat('grant.issued'),
    'a consume without its start': drop('execution.allowed', 'execution.reported'),
    'two starts': repeat('execution.allowed'),
    'another order': events => [...events].reverse(),
    'another date': events =>
      events.map(event => ({ ...event, at: '2026-11-15T12:00:01.000Z' as never })),
    'another outcome': change('request.allowed', ({ resolution }) => ({
      resolution: { ...resolution, outcome: 'deny', grant_id: null, grant_expires_at: null },
    })),
  };
  for (const [what, edit] of Object.entries(paths)) {
    test(`[EV-6] ${what}`, () => {
      assert.match(String(statementAfter(executed, edit, 'path')), /stream_broken|not_shown/);
    });
  }
});

describe('[CH-8] entries that were forged and sealed again', () => {
  const forged: Record<string, [Edit, string]> = {
    'a digest that does not fit': [
      change('entry.recorded', ({ entry }) => ({ entry: { ...entry, reason: 'other' } })),
      'entry_digest_mismatch',
    ],
    'a link that leads nowhere': [reseal({ reason: 'other' }, false), 'entry_link_broken'],
    'an approver whom the stage does not list': [
      reseal({ approver_roles: [] }),
      'approver_not_eligible',
    ],
    'too little assurance': [
      reseal({ identity_assurance: 'conversation' }),
      'approver_assurance_too_low',
    ],
    'the requester': [reseal({ approver_identity: people.rita }), 'approver_not_independent'],
    'a separation that is not so': [reseal({ separation: 'self_confirm' }), 'entry_not_valid'],
    'a kind that the stage does not take': [
      reseal({ approver_kind: 'service' }),
      'approver_kind_not_permitted',
    ],
    'the acting agent': [reseal({ approver_identity: 'billing-bot' }), 'entry_not_valid'],
    'a stage that was not open': [reseal({ stage_index: 1 }), 'entry_not_valid'],
    'another question': [reseal({ input_digest: sha256({}) }), 'entry_input_mismatch'],
    'another request': [reseal({ approval_request_id: idOf('ar', 2) }), 'entry_not_valid'],
    'one person twice': [reseal({ approver_identity: people.carol }), 'approver_already_decided'],
    'one id twice': [reseal({ chain_entry_id: idOf('ace', 2) }), 'entry_conflict'],
  };
  for (const [what, [edit, code]] of Object.entries(forged)) {
    test(`[CH-8] ${what} is refused`, () => {
      assert.equal(statementAfter(executed, edit, 'entries'), code);
    });
  }

  test('[CH-8] a missing entry leaves a stage unsatisfied', () => {
    const edit: Edit = events => {
      const last = events.findLastIndex(({ type }) => type === 'entry.recorded');
      return events.filter((_, index) => index !== last);
    };
    assert.equal(statementAfter(executed, edit, 'resolution'), 'stage_not_satisfied');
  });

  test('[CH-8] a denial cannot be turned into an allow', () => {
    const edit = reseal({ decision: 'allow' });
    assert.equal(statementAfter(denied, edit, 'resolution'), 'resolution_inconsistent');
  });

  test('a view that does not follow from the action is refused', () => {
    const edit = reseal({ view_digest: sha256({}) });
    assert.equal(statementAfter(denied, edit, 'shown'), 'entry_view_mismatch');
    assert.equal(statementAfter(executed, edit, 'shown'), 'entry_view_mismatch');
  });

  test('[ID-9] a passkey decision with changed words is refused, because they were not signed', () => {
    const edit: Edit = events =>
      events.map(event => {
        if (event.type !== 'entry.recorded' || event.data.entry.assertion === null) return event;
        const entry = { ...event.data.entry, reason: 'other' };
        return { ...event, data: { entry: { ...entry, entry_digest: entryDigest(entry) } } };
      });
    assert.equal(statementAfter(passkey, edit, 'passkeys'), 'assertion_challenge_mismatch');
  });

  test('[ID-9] a passkey decision without its assertion is refused', () => {
    const edit: Edit = events =>
      events.map(event => {
        if (event.type !== 'entry.recorded') return event;
        const entry = { ...event.data.entry, assertion: null };
        return { ...event, data: { entry: { ...entry, entry_digest: entryDigest(entry) } } };
      });
    assert.equal(statementAfter(passkey, edit, 'passkeys'), 'assertion_missing');
  });
});

describe('parts that do not belong together', () => {
  const edits: Record<string, [BundleStory, Edit, StatementId, string]> = {
    'a policy that did not ask': [
      denied,
      change('policy.decided', ({ decision }) => ({
        decision: {
          ...decision,
          verdict: 'deny',
          approval_chain_id: null,
          approval_chain_version: null,
        },
      })),
      'request',
      'request_inconsistent',
    ],
    'another chain': [
      denied,
      change('request.opened', data => ({ ...data, chain: { ...data.chain, version: '4' } })),
      'request',
      'request_inconsistent',
    ],
    'another tool': [
      denied,
      change('request.opened', data => ({ ...data, tool_name: 'read_file' })),
      'action',
      'request_inconsistent',
    ],
    'another executor': [
      executed,
      change('grant.consumed', data => ({
        ...data,
        receipt: { ...data.receipt, executor: 'another' },
      })),
      'execution',
      'audience_mismatch',
    ],
    'another attempt that reports': [
      executed,
      change('execution.reported', ({ receipt }) => ({
        receipt: { ...receipt, attempt: 'attempt-2' },
      })),
      'execution',
      'execution_attempt_mismatch',
    ],
    'another action that starts': [
      executed,
      change('execution.allowed', data => ({ ...data, action_digest: sha256({}) })),
      'execution',
      'action_digest_mismatch',
    ],
    'a question that was signed otherwise': [
      denied,
      change('request.opened', data => ({
        ...data,
        request: { ...data.request, reason: 'something else' },
      })),
      'request_artifact',
      'bundle_inconsistent',
    ],
    'an opinion that became another': [
      executed,
      change('advice.recorded', ({ advice }) => ({
        advice: { ...advice, recommendation: 'allow' },
      })),
      'advice',
      'bundle_inconsistent',
    ],
  };
  for (const [what, [story, edit, id, code]] of Object.entries(edits)) {
    test(`${what} is refused`, () => assert.equal(statementAfter(story, edit, id), code));
  }

  test('[TM-3] a consume at the end of the grant is too late', () => {
    const end = '2026-11-15T12:16:30.000Z' as never;
    const edit: Edit = events =>
      events.map(event => {
        if (event.type === 'execution.allowed') return { ...event, at: end };
        if (event.type !== 'grant.consumed' && event.type !== 'execution.reported') return event;
        const receipt = { ...event.data.receipt, consumed_at: end, recorded_at: end };
        return { ...event, at: end, data: { ...event.data, receipt } } as RequestEvent;
      });
    assert.equal(statementAfter(executed, edit, 'execution'), 'grant_expired');
  });
});

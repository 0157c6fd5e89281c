// HI-8: a new type of event needs a row here that says what bounds how often it is recorded.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type EventType, eventTypes } from '@countersign/protocol/stream';
import { ServerSettings } from '@countersign/server/testing';

/** What bounds each type. A rule or a setting in backticks must exist; `once` needs neither. */
const bounds: Readonly<Record<EventType, string>> = {
  'policy.decided': '`HI-5` for each agent',
  'policy.answered': '`HI-5` for each agent',
  'policy.answered_together': '`HI-5` for each agent',
  'policy.activated': 'a changed policy of the operator',
  'request.opened': '`GT-8` and `HI-5` for each agent',
  'request.reaffirmed':
    'one for each policy version that comes into force while the request is pending',
  'entry.recorded': 'one of each approver in a request (CH-5)',
  'entry.refused': '`HI-6`',
  'advice.recorded': '`HI-6`',
  'question.asked': '`QA-3`',
  'question.answered': 'one for each question (`QA-3`)',
  'request.allowed': 'once in the life of its stream',
  'request.denied': 'once in the life of its stream',
  'rejection.lifted': 'once in the life of its stream',
  'release.reviewed': 'once in the life of its stream',
  'request.expired': 'once in the life of its stream',
  'request.cancelled': 'once in the life of its stream',
  'request.amended': 'once in the life of its stream',
  'grant.issued': 'once in the life of its stream',
  'grant.expired': 'once in the life of its stream',
  'grant.revoked': 'once in the life of its stream',
  'grant.consumed': 'once in the life of its stream',
  'execution.allowed': 'once in the life of its stream',
  'execution.refused': '`HI-6`',
  'execution.reported': '`HI-6`',
  'execution.reconciled': 'once in the life of its stream',
  'plan.blocked': 'a request (`GT-8`) or a hold of the plan',
  'plan.resumed': 'one for each block',
  'plan.aborted': 'once in the life of its stream',
  'plan.recovering': 'once in the life of its stream',
  'plan.completed': 'once in the life of its stream',
  'hold.placed': 'one live hold in a session, and `HI-5` for each agent',
  'hold.extended': 'one for each session of a conversation, which has at most 64',
  'hold.rendered': 'one for each person who may answer, and at most 64 in a hold',
  'hold.answered': 'once in the life of its stream',
  'hold.resumed': 'once in the life of its stream',
  'conversation.joined': 'one for each session, and `HI-5` for each agent',
  'evidence.recorded': '`HI-5` for each credential',
  'evidence.consumed': 'once in the life of its stream',
  'evidence.refused': '`HI-6`',
  'key.added': 'a rotation by an operator',
  'key.revoked': 'one for each key',
  'person.added': 'an invitation, or a first sign-in through the identity provider',
  'person.changed': 'a change by an operator or by the identity provider',
  'credential.registered': 'a person who proved recently who they are, or an operator',
  'credential.revoked': 'one for each credential',
  'guard.reported': '`HI-5` for each agent',
  'guard.seen': 'one in an hour for each agent',
  'guard.paused': 'a passkey of a person for each, and `calls_per_minute` of a person',
  'guard.resumed': 'one for each pause',
  'guard.forgotten': 'one for each time that a guard came back',
  'edge.snapshot_issued': 'one in a quarter of the life of a snapshot, for each edge (EG-8)',
  'edge.batch_recorded': '`HI-5` for each agent, and for the edge itself',
  'edge.batch_refused': '16 until a batch is recorded (EG-6)',
  'edge.gap_recorded': 'one for each snapshot',
  'delegation.made': 'eight of a person at once, each with a passkey (`DG-1`)',
  'delegation.revoked': 'one for each delegation',
  'review.opened': 'one for each release by a person with a passkey (`BG-1`)',
  'review.closed': 'one for each release',
  'allowance.made': 'a decision of people, each with a passkey (AL-6)',
  'allowance.suspended': 'once until people confirm it again (AL-5)',
  'allowance.confirmed': 'a decision of people, each with a passkey (AL-6)',
  'allowance.revoked': 'once in the life of its stream',
  'allowance.used': 'the uses of its allowance, at most 10,000 (AL-8)',
  'lock.placed': 'one in force for each target, and `calls_per_minute` of a person',
  'lock.lifted': 'one for each lock',
  'tools.recorded': 'one for each server, and 64 servers for each agent (TD-5)',
  'tools.agent_added': 'one for each agent and server, and 64 servers for each agent (TD-5)',
  'tools.accepted': 'one for each approved house request',
  'session.started': '`calls_per_minute` of a person, after a sign-in',
  'session.change_proven': '`calls_per_minute` of a person',
  'session.ended': 'once in the life of its stream',
  'invitation.made': 'an operator, and `calls_per_minute`',
  'invitation.used': 'once in the life of its stream',
  'invitation.revoked': 'once in the life of its stream',
  'terminal_sign_in.asked': '`anonymous_calls_per_minute` of an address',
  'terminal_sign_in.answered': 'once in the life of its stream',
  'terminal_sign_in.used': 'once in the life of its stream',
  'epoch.started': 'an operator at the console',
  'store.marked_for_tests': 'once in the life of its stream',
};

test('[HI-8] every type of event has a bound, and the rules and settings that bounds name exist', () => {
  assert.deepEqual(Object.keys(bounds).sort(), Object.keys(eventTypes).sort());
  const rules = readFileSync(new URL('../docs/protocol.md', import.meta.url), 'utf8');
  const settings = Object.keys(ServerSettings.shape);
  for (const [type, bound] of Object.entries(bounds)) {
    assert.ok(bound.length > 0, type);
    for (const [, named = ''] of bound.matchAll(/`([^`]+)`/g)) {
      const exists = settings.includes(named) || rules.includes(`- **${named}** `);
      assert.ok(exists, `${type} is bounded by ${named}, which does not exist`);
    }
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseStrict } from '@countersign/protocol/json';
import type { Timestamp } from '@countersign/protocol/value';
import { type End, ends, noon, opened } from '../testing/sample-rounds.ts';
import { toAgentNotice } from './agent-notice.ts';
import { fromDecisionInput, toDecisionInput } from './approval-record.ts';
import { approvalEnd } from './approval-window.ts';
import { fromFlowRoute, routeFor, separationFor, toFlowRoute } from './routing.ts';
import { playFlow } from './testing/play-flow.ts';
import { sampleIntent } from './testing/sample-intent.ts';
import { fromPolicyResult, toPolicyResult } from './vocabulary.ts';

const intent = sampleIntent();

describe('decisions, routes, windows and notices', () => {
  test('a free-text yes is not a decision, and the name of the decider is only a claim', () => {
    const [entry] = opened(
      playFlow(intent, { end: 'denied', stages: 1, reason: 'too risky' }),
    ).entries;
    assert.ok(entry !== undefined);
    const input = toDecisionInput(entry, intent);
    const read = fromDecisionInput(parseStrict(JSON.stringify(input)));
    assert.ok(read.ok);
    assert.deepEqual([read.value.decision, read.value.reason], ['deny', 'too risky']);
    assert.equal(read.value.claimed_by.principalId, entry.approver_identity);
    for (const word of ['yes', 'y', 'approve', 'ok', 'confirm', 'denied', 'Approved', true]) {
      const told = fromDecisionInput({ ...input, decision: word });
      assert.equal(told.ok ? '' : told.refusal.flow_code, 'INTENT_APPROVAL_NOT_GRANTED');
      assert.ok(!fromDecisionInput(word).ok);
    }
  });

  test('[D1-2] allow_with_approval asks in every spelling, and an unknown word denies', () => {
    for (const word of ['allow_with_approval', 'REQUIRE_APPROVAL', 'CONDITIONAL_ALLOW']) {
      assert.equal(fromPolicyResult(word), 'require_approval');
    }
    assert.equal(fromPolicyResult('ALLOW'), 'allow');
    for (const word of ['Allow', 'permit', '', 'constructor']) {
      assert.equal(fromPolicyResult(word), 'deny');
    }
    assert.equal(toPolicyResult('require_approval'), 'REQUIRE_APPROVAL');
  });

  test('[D1-15] [D1-16] [D1-17] the three places are routes, and outside the conversation another person decides', () => {
    for (const [place, kind, separation] of [
      ['same conversation', 'same_conversation', 'self_confirm'],
      ['Admin channel', 'admin_channel', 'other_person'],
      ['webhook', 'webhook', 'other_person'],
    ] as const) {
      const route = fromFlowRoute(place);
      assert.equal(route.kind, kind);
      assert.equal(separationFor(route), separation);
      assert.equal(fromFlowRoute(toFlowRoute(route)).kind, kind);
    }
    assert.throws(() => fromFlowRoute('carrier pigeon'), /expected same conversation/);
  });

  test('[D1-18] routing follows the action type or the risk, the strictest route wins, and the default is the admin channel', () => {
    const rules = [
      { actionClass: 'read', route: fromFlowRoute('same conversation') },
      { actionClass: 'execute', route: fromFlowRoute('admin channel') },
      { risk: 'high' as const, route: fromFlowRoute('webhook', 'ops') },
    ];
    const kindOf = (actionClass: string, risk: 'low' | 'critical') =>
      routeFor(rules, { actionClass, risk }).kind;
    assert.equal(kindOf('read', 'low'), 'same_conversation');
    assert.equal(kindOf('execute', 'low'), 'admin_channel');
    assert.equal(kindOf('read', 'critical'), 'webhook');
    assert.equal(kindOf('execute', 'critical'), 'admin_channel');
    assert.equal(kindOf('write', 'low'), 'admin_channel');
  });

  test('[D1-8] a question is open for 15 minutes by default, and never longer than its intent', () => {
    const begins = noon;
    const end = (intentExpiresAt: string, seconds?: number) => {
      const verdict = approvalEnd({
        begins,
        intentExpiresAt,
        ...(seconds === undefined ? {} : { seconds }),
      });
      return verdict.ok ? verdict.value : verdict.refusal.flow_code;
    };
    assert.equal(end('2026-11-15T14:00:00.000Z'), '2026-11-15T12:15:00.000Z');
    assert.equal(end('2026-11-15T14:00:00.000Z', 60), '2026-11-15T12:01:00.000Z');
    assert.equal(end('2026-11-15T13:05:00+01:00'), '2026-11-15T12:05:00.000Z');
    assert.equal(end(noon), 'INTENT_EXPIRED');
    for (const seconds of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => end('2026-11-15T14:00:00.000Z', seconds), /whole seconds/);
    }
  });

  const noticeOf = (end: End) =>
    toAgentNotice(opened(playFlow(intent, { end, stages: 1, reason: 'it drops a table' })));

  test('[D1-20] the agent learns that the approval timed out, in fields and in words', () => {
    const notice = noticeOf('expired');
    assert.equal(notice.timedOut, true);
    assert.equal(notice.executed, false);
    assert.equal(notice.state, 'expired');
    assert.equal(notice.reasonCode, 'APPROVAL_TIMED_OUT');
    assert.equal(notice.outcome, 'expired');
    assert.match(notice.text, /timed out\. The action was not executed\./);
  });

  test('[D1-23] [D1-24] the agent learns of a rejection with its reason, and that it may suggest alternatives', () => {
    const notice = noticeOf('denied');
    assert.equal(notice.runState, 'halted_denied');
    assert.equal(notice.reasonCode, 'APPROVAL_REJECTED');
    assert.equal(notice.reason, 'it drops a table');
    assert.match(notice.text, /"it drops a table"/);
    assert.match(notice.text, /Tell the user, and suggest alternatives/);
  });

  test('[D1-1] the agent is told to wait while the request is unanswered', () => {
    const notice = noticeOf('pending');
    assert.deepEqual(
      [notice.runState, notice.reasonCode, notice.executed],
      ['awaiting_approval', 'APPROVAL_REQUIRED', false],
    );
    const until = '2026-11-15T12:15:00.000Z' as Timestamp;
    assert.ok(notice.text.includes(until));
    for (const end of ends) assert.equal(noticeOf(end).executed, /consumed|succeeded/.test(end));
  });
});

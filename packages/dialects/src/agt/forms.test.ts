import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ReasonCode, reasonCodes } from '@countersign/protocol/reason';
import type { PolicyDecision } from '@countersign/protocol/request';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  anyRound,
  opened,
  plainRound,
  playCase,
  type RoundScript,
  sampleAction,
} from '../testing/sample-rounds.ts';
import {
  agtCodes,
  agtEventAliases,
  agtEventNames,
  fromAgtCode,
  fromAgtEventName,
  fromAgtWebhookRequest,
  fromAgtWebhookResponse,
  outcomeOf,
  parseAgtPolicyResult,
  strictMode,
  toAgtAuditEntry,
  toAgtCode,
  toAgtEvents,
  toAgtPolicyResult,
  toAgtRecords,
  toAgtWebhookRequest,
  toAgtWebhookResponse,
  unprovenMembers,
  webhookMarks,
} from './index.ts';

function eventsOf(change: Partial<RoundScript> = {}) {
  return playCase([{ ...plainRound, ...change }])[0] ?? [];
}

describe('outcomes of policy', () => {
  const decision = opened(eventsOf()).policy_decision;

  test('[D2-2] [D2-5] [D2-7] require_approval is not allowed and is not a denial either', () => {
    const result = toAgtPolicyResult(decision);
    assert.equal(result.allowed, false);
    assert.equal(result.outcome, 'require_approval');
    assert.deepEqual(parseAgtPolicyResult(result), result);
    assert.throws(() => parseAgtPolicyResult({ ...result, allowed: true }), /object_malformed/);
    const { outcome: _outcome, ...collapsed } = result;
    assert.throws(() => parseAgtPolicyResult(collapsed), /object_malformed at \/outcome/);
    const denied: PolicyDecision = { ...decision, verdict: 'deny' };
    assert.deepEqual(
      [toAgtPolicyResult(denied).allowed, toAgtPolicyResult(denied).outcome],
      [false, 'deny'],
    );
  });

  test('[D2-6] [D2-81] an observation is metadata beside an outcome, and an unknown word is a deny', () => {
    const note = { kind: 'warn' as const, policy_rule_id: 'r', note: '' };
    const result = toAgtPolicyResult({ ...decision, verdict: 'allow', annotations: [note] });
    assert.deepEqual(
      [result.allowed, result.outcome, result.annotations],
      [true, 'allow', ['warn']],
    );
    assert.equal(outcomeOf('escalate'), 'require_approval');
    for (const word of ['yes', '', 'constructor', '__proto__', 'ALLOW']) {
      assert.equal(outcomeOf(word), 'deny', word);
    }
  });
});

describe('the four objects', () => {
  test("[D2-4] [D2-12] [D2-13] [D2-14] [D2-18] the four objects have the members that AGT's ADR 0030 lists, and no others", () => {
    const exported = toAgtRecords(eventsOf());
    assert.ok(exported.ok);
    const { policy_decision, approval_request, chain_entries, resolution } = exported.value;
    const membersOf = (object: object | null | undefined) =>
      Object.keys(object ?? {})
        .sort()
        .join(' ');
    assert.equal(
      membersOf(policy_decision),
      'action_digest approval_chain_id approval_chain_version decided_at policy_decision_id policy_rule_id policy_version verdict',
    );
    assert.equal(
      membersOf(approval_request),
      'action_digest agent_id approval_chain_id approval_chain_version approval_request_id expires_at fail_closed_on_timeout operation policy_decision_id policy_version requested_at status subject_id target_resource',
    );
    assert.equal(
      membersOf(chain_entries[0]),
      'approval_request_id approver_identity approver_kind chain_entry_id decided_at decision entry_digest identity_assurance input_digest previous_entry_digest reason_code stage_index',
    );
    assert.equal(
      membersOf(resolution),
      'action_digest approval_chain_version approval_request_id approval_resolution_id final_entry_digest outcome policy_version resolved_at',
    );
  });
});

describe("events in AGT's words", () => {
  test("[D2-51] every event of AGT's ADR 0030 has one of ours, and converts back to itself", () => {
    for (const name of agtEventNames) {
      const types = fromAgtEventName(name);
      assert.ok(types.length > 0, name);
      for (const type of types) assert.equal(agtEventAliases[type], name);
    }
  });

  test('[D2-51] each step of a request emits its event, and every event links to the decision', () => {
    const asked = ['policy_decision', 'approval_requested'];
    const allowed = [...asked, 'approval_chain_entry', 'approval_resolved'];
    const expected: Readonly<Record<RoundScript['end'], readonly string[]>> = {
      pending: asked,
      allowed,
      denied: allowed,
      expired: [...asked, 'approval_expired'],
      cancelled: [...asked, 'approval_cancelled'],
      revoked: [...allowed, 'approval_cancelled'],
      unused: [...allowed, 'approval_expired'],
      consumed: [...allowed, 'approval_consumed', 'execution_allowed'],
      succeeded: [...allowed, 'approval_consumed', 'execution_allowed'],
    };
    for (const [end, names] of Object.entries(expected)) {
      const events = eventsOf({ end: end as RoundScript['end'] });
      const told = toAgtEvents(events);
      assert.deepEqual(
        told.map(({ event_type }) => event_type),
        names,
        end,
      );
      const { request } = opened(events);
      for (const { policy_decision_id, approval_request_id } of told.slice(1)) {
        assert.equal(policy_decision_id, request.policy_decision_id, end);
        assert.equal(approval_request_id, request.approval_request_id, end);
      }
    }
  });

  test('[D2-52] each event carries the ids, digests and versions that apply at that point', () => {
    fc.assert(
      fc.property(anyRound, script => {
        const events = eventsOf(script);
        const told = toAgtEvents(events);
        const state = opened(events);
        const { request, resolution } = state;
        assert.equal(told[0]?.event_type, 'policy_decision');
        assert.equal(told[1]?.event_type, 'approval_requested');
        for (const [index, event] of told.entries()) {
          assert.equal(event.policy_decision_id, request.policy_decision_id);
          assert.equal(event.action_digest, request.action_digest);
          assert.equal(event.policy_version, request.policy_version);
          assert.equal(event.approval_chain_version, request.approval_chain_version);
          if (index > 0) assert.equal(event.approval_request_id, request.approval_request_id);
          if (index > 0) assert.equal(event.trace_id, request.trace?.trace_id ?? null);
          if (event.event_type === 'approval_consumed') {
            assert.equal(event.approval_resolution_id, resolution?.approval_resolution_id);
          }
        }
      }),
      { numRuns: effort({ fast: 40, full: 1000 }), seed },
    );
  });

  test('an execution is reported as consumed and then as allowed', () => {
    const names = toAgtEvents(eventsOf({ end: 'succeeded' })).map(({ event_type }) => event_type);
    assert.deepEqual(names.slice(-3), [
      'approval_resolved',
      'approval_consumed',
      'execution_allowed',
    ]);
  });
});

describe('reason codes', () => {
  test('[D2-48] every code of ours converts to a refusal of AGT, and never to ok', () => {
    for (const code of Object.keys(reasonCodes) as ReasonCode[]) {
      const agt: string = toAgtCode(code);
      assert.ok(agtCodes.includes(agt as never) && agt !== 'ok', code);
    }
  });

  test('every code of AGT has a code of ours that converts back to it', () => {
    for (const code of agtCodes) {
      if (code === 'ok' || code.startsWith('runtime_error:')) continue;
      assert.equal(toAgtCode(fromAgtCode(code)), code);
    }
    assert.equal(fromAgtCode('runtime_error:approval_action_mismatch'), 'action_digest_mismatch');
  });
});

describe('the webhook contract 1.0', () => {
  const { request } = opened(eventsOf({ end: 'pending' }));
  const sent = toAgtWebhookRequest(request);
  const answer = { decision: 'allow', approver: 'alice', reason: 'looks right' } as const;
  const read = (change: object) =>
    fromAgtWebhookResponse(
      JSON.stringify({ ...toAgtWebhookResponse(sent, answer), ...change }),
      sent,
    );

  test('[D2-30] [D2-31] a sent request contains its version, ids, digests, versions and expiry', () => {
    assert.deepEqual(Object.keys(sent).sort(), [
      'action_digest',
      'agent_id',
      'approval_chain_id',
      'approval_chain_version',
      'approval_request_id',
      'expires_at',
      'input_digest',
      'operation',
      'policy_decision_id',
      'policy_version',
      'schema_version',
      'subject_id',
      'target_resource',
      'type',
    ]);
    assert.equal(sent.schema_version, '1.0');
    assert.deepEqual(fromAgtWebhookRequest(JSON.stringify(sent)), sent);
    for (const change of [
      { schema_version: '2.0' },
      { policy_version: 'another' },
      { more: true },
      { expires_at: '2026-11-15T13:00:00+00:00' },
    ]) {
      assert.throws(
        () => fromAgtWebhookRequest(JSON.stringify({ ...sent, ...change })),
        /object_malformed/,
      );
    }
  });

  test('requests and answers survive the conversion there and back', () => {
    fc.assert(
      fc.property(
        anyRound,
        fc.boolean(),
        fc.string({ unit: 'grapheme' }),
        (script, allows, reason) => {
          const asked = toAgtWebhookRequest(opened(eventsOf(script)).request);
          assert.deepEqual(fromAgtWebhookRequest(JSON.stringify(asked)), asked);
          const decision = allows ? 'allow' : 'deny';
          const body = JSON.stringify(
            toAgtWebhookResponse(asked, { decision, approver: 'x', reason }),
          );
          const verdict = fromAgtWebhookResponse(body, asked);
          assert.ok(verdict.ok);
          assert.deepEqual([verdict.value.decision, verdict.value.reason], [decision, reason]);
        },
      ),
      { numRuns: effort({ fast: 40, full: 1000 }), seed },
    );
  });

  test('[D2-34] an answer that does not echo its request is refused', () => {
    for (const change of [
      { approval_request_id: 'ar_00000000000740008000000000000000' },
      { approval_request_id: 'ar_other' },
      { action_digest: 'sha256:tampered' },
      { action_digest: `sha256:${'0'.repeat(64)}` },
      { input_digest: `sha256:${'0'.repeat(64)}` },
      { policy_version: 'another' },
      { approval_chain_version: 'another' },
    ]) {
      const verdict = read(change);
      assert.ok(!verdict.ok);
      assert.equal(verdict.refusal.code, 'answer_binding_mismatch');
      assert.equal(verdict.mark, webhookMarks.binding);
    }
    assert.equal(read({ approval_request_id: undefined }).ok, false);
  });

  test('[D2-27] [D2-37] a malformed answer decides nothing', () => {
    for (const change of [
      { approved: 'true' },
      { approved: 1 },
      { approved: undefined },
      { decision: 'allow' },
      { approved: undefined, decision: 'ALLOW' },
      { schema_version: '1.1' },
      { more: 1 },
      { assertion: 'a', identity_assertion: 'b' },
      { roles: 'reviewer' },
    ]) {
      const verdict = read(change);
      assert.ok(!verdict.ok, JSON.stringify(change));
      assert.equal(verdict.refusal.code, 'answer_malformed');
      assert.equal(verdict.mark, webhookMarks.rejected);
    }
    for (const body of [
      '',
      'yes',
      '{',
      '[]',
      'null',
      'true',
      `{"approved":true,"approved":false}`,
      ' '.repeat(70_000),
    ]) {
      const verdict = fromAgtWebhookResponse(body, sent);
      assert.equal(verdict.ok, false, body.slice(0, 20));
    }
    assert.equal(fromAgtWebhookResponse('yes', sent).mark, webhookMarks.error);
    assert.equal(fromAgtWebhookResponse('[]', sent).mark, webhookMarks.rejected);
  });

  test('[D2-29] [D2-33] [D2-35] the name in a body is a claim beside the decision, and never the identity of the decider', () => {
    const verdict = read({ approver: 'did:web:example.com:users:ceo' });
    assert.ok(verdict.ok);
    assert.deepEqual(Object.keys(verdict.value).sort(), [
      'assertion',
      'claimed_approver',
      'decision',
      'reason',
    ]);
    assert.equal(verdict.value.claimed_approver, 'did:web:example.com:users:ceo');
    const claims = {
      identity_assurance: 'oidc',
      approver_kind: 'human',
      roles: ['cfo'],
      chain_entry_id: 'ace_1',
    };
    const claimed = read({ ...claims, identity_assertion: 'to be verified' });
    assert.ok(claimed.ok);
    assert.equal(claimed.value.assertion, 'to be verified');
    assert.ok(!JSON.stringify(claimed.value).includes('cfo'));
  });

  test('a rejection is an answer, and is marked as a rejection', () => {
    const verdict = read({ approved: false });
    assert.ok(verdict.ok);
    assert.deepEqual([verdict.value.decision, verdict.mark], ['deny', 'webhook:rejected']);
  });
});

describe('audit assurance', () => {
  test('[D2-53] audit assurance members are filled in and reported as unproven, whatever they say', () => {
    const audited = toAgtAuditEntry(eventsOf({ end: 'succeeded' }), sampleAction());
    assert.ok(audited.ok);
    const { entry, unproven, tamper_evident } = audited.value;
    for (const member of unprovenMembers) assert.notEqual(entry[member], null, member);
    assert.deepEqual(unproven, unprovenMembers);
    assert.equal(tamper_evident, false);
    assert.equal(toAgtAuditEntry(eventsOf({ end: 'pending' }), null).ok, false);
  });
});

describe('strict mode', () => {
  test('[D2-64] strict mode holds unless no side requires it and one side waives it, and no setting lowers a minimum', () => {
    assert.equal(strictMode({ floor: true, wanted: false }).strict, true);
    assert.equal(strictMode({ floor: true }).strict, true);
    assert.equal(strictMode({ floor: false }).strict, true);
    assert.equal(strictMode({ floor: false, wanted: true }).strict, true);
    assert.equal(strictMode({ floor: false, wanted: false }).strict, false);
    for (const floor of ['false', 0, null, undefined]) {
      assert.throws(() => strictMode({ floor: floor as never }), /options_malformed/);
    }
    const mode = strictMode({ floor: true });
    assert.throws(() => Object.assign(mode, { strict: false }), TypeError);
  });
});

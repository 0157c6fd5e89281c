import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import {
  idOf,
  later,
  noon,
  sampleAction,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { ApprovalRequest, inputDigest, parseApprovalRequest } from './approval-request.ts';

const trace = {
  trace_id: 't-1',
  span_id: null,
  parent_span_id: null,
  correlation_id: null,
  attributes: {},
};

/** Another valid value for every member. A member added to the schema without one here fails. */
const otherValues: Record<keyof ApprovalRequest, unknown> = {
  approval_request_id: idOf('ar', 2),
  case_id: idOf('case', 2),
  round: 2,
  supersedes: idOf('ar', 9),
  policy_decision_id: idOf('pd', 2),
  action_digest: sha256('other'),
  intent_id: idOf('intent', 2),
  agent_id: 'other',
  subject_id: 'other',
  requested_by: { principal_id: 'other', role: null },
  operation: 'other',
  target_resource: 'other',
  tool_definition_digest: null,
  policy_version: 'other',
  approval_chain_id: 'other',
  approval_chain_version: 'other',
  requested_at: later(1),
  expires_at: later(2),
  execute_within_seconds: 1,
  audience: 'other',
  risk: { level: 'low', signals: [] },
  reason: 'other',
  preconditions: [],
  scope: { plan_id: 'other', step_id: null, session_id: null, tool_call_id: null },
  route: { kind: 'webhook', name: null },
  fail_closed_on_timeout: undefined,
  trace: undefined,
  trace_digest: sha256(trace),
  external_ids: { mplp: 'x' },
  agent_reasoning: null,
  amendable: { mode: 'any', lower: [], subset: [], becomes: [] },
  amends: [
    {
      approval_request_id: idOf('ar', 3),
      action_digest: sha256('before'),
      changed_by: idOf('person', 1),
      reason: 'other',
      narrowing: true,
    },
  ],
  asked_since: later(-1),
  allowable: { lifetime_max_seconds: 60, any: [], real_paths: [] },
};

describe('input_digest', () => {
  test('[EV-7] the input digest covers every member of the request except the trace, which has its own digest', () => {
    const request = sampleRequest();
    assert.deepEqual(Object.keys(otherValues).sort(), Object.keys(ApprovalRequest.shape).sort());
    for (const [member, value] of Object.entries(otherValues)) {
      if (value === undefined) continue;
      const changed = { ...request, [member]: value } as ApprovalRequest;
      assert.notEqual(inputDigest(changed), inputDigest(request), member);
    }
    const traced = sampleRequest(samplePolicyDecision(), sampleAction(), {
      trace,
      trace_digest: sha256(trace),
    });
    assert.equal(inputDigest({ ...traced, trace: null }), inputDigest(traced));
  });
});

describe('an approval request', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['that ends before it begins', { expires_at: noon }, '/expires_at'],
    [
      'whose trace is not the digested one',
      { trace, trace_digest: sha256('other') },
      '/trace_digest',
    ],
    ['whose first round supersedes something', { supersedes: idOf('ar', 2) }, '/supersedes'],
    ['whose later round supersedes nothing', { round: 2 }, '/supersedes'],
    [
      'with a precondition twice',
      { preconditions: [1, 2].map(() => ({ name: 'a', digest: sha256('x') })) },
      '/preconditions',
    ],
    ['with a window of no time', { execute_within_seconds: 0 }, '/execute_within_seconds'],
    ['with an unknown member', { approved: true }, '/approved'],
    ['with an id of the wrong kind', { case_id: idOf('ar', 1) }, '/case_id'],
    ['with a time that does not exist', { expires_at: '2026-02-30T00:00:00.000Z' }, '/expires_at'],
    ['with a time in another form', { expires_at: '2026-12-01T00:00:00+00:00' }, '/expires_at'],
  ];
  for (const [what, change, path] of refused) {
    test(`${what} is refused`, () => {
      assert.throws(() => parseApprovalRequest({ ...sampleRequest(), ...change }), {
        code: 'object_malformed',
        path,
      });
    });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChain } from '../chain/chain.ts';
import { sha256 } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import {
  directory,
  later,
  noon,
  openCommand,
  people,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { decideRequest } from './decide-request.ts';
import type { OpenRequest } from './request-command.ts';
import { absentRequest } from './request-state.ts';

function refusedWith(change: Partial<OpenRequest>, now = noon): ReasonCode {
  const decision = decideRequest(absentRequest, openCommand(change), now);
  assert.ok(!decision.ok, 'expected a refusal');
  assert.deepEqual(decision.events, [], 'nothing is recorded of a request that never was');
  return decision.refusal.code;
}

test('[GT-2] a deny never becomes a request', () => {
  const policy_decision = samplePolicyDecision(sampleAction(), sampleChain(), {
    verdict: 'deny',
    approval_chain_id: null,
    approval_chain_version: null,
  });
  assert.equal(refusedWith({ policy_decision, request: sampleRequest() }), 'policy_denied');
});

test('[GT-2] a plain allow does not become a request either', () => {
  const policy_decision = samplePolicyDecision(sampleAction(), sampleChain(), {
    verdict: 'allow',
    approval_chain_id: null,
    approval_chain_version: null,
  });
  assert.equal(refusedWith({ policy_decision, request: sampleRequest() }), 'approval_not_required');
});

test('request, decision, action and chain must match each other', () => {
  const otherAction = sampleAction({ parameters: { amount: 1 } });
  const decision = samplePolicyDecision();
  const cases: Partial<OpenRequest>[] = [
    { action: otherAction, policy_decision: decision, request: sampleRequest(decision) },
    { policy_decision: samplePolicyDecision(otherAction), request: sampleRequest() },
    { request: sampleRequest(samplePolicyDecision(), sampleAction(), { policy_version: 'other' }) },
    { request: sampleRequest(samplePolicyDecision(), sampleAction(), { agent_id: 'other-bot' }) },
    { request: sampleRequest(samplePolicyDecision(), sampleAction(), { subject_id: null }) },
    { request: sampleRequest(samplePolicyDecision(), sampleAction(), { operation: 'other' }) },
    { request: sampleRequest(samplePolicyDecision(), sampleAction(), { target_resource: null }) },
    {
      request: sampleRequest(samplePolicyDecision(), sampleAction(), {
        risk: { level: 'low', signals: [] },
      }),
    },
    {
      chain: sampleChain({ version: '4' }),
      policy_decision: decision,
      request: sampleRequest(decision),
    },
    {
      chain: sampleChain({ chain_id: 'x' }),
      policy_decision: decision,
      request: sampleRequest(decision),
    },
  ];
  for (const change of cases) assert.equal(refusedWith(change), 'request_inconsistent');
  assert.equal(refusedWith({}, later(1)), 'request_inconsistent', 'it says when it was asked');
});

test('[ID-5] a subject who is a person of the store cannot be left out of the parties', () => {
  const parties = { requester: null, subject: null, agent_owner: null };
  assert.equal(refusedWith({ parties }), 'request_inconsistent');
});

test('[ID-11] a request that no person can decide is refused at opening, with the name of the stage', () => {
  assert.equal(refusedWith({ directory: [] }), 'no_eligible_approver');
  const withoutCarol = directory.filter(({ identity }) => identity !== people.carol);
  const decision = decideRequest(absentRequest, openCommand({ directory: withoutCarol }), noon);
  assert.ok(!decision.ok);
  assert.match(decision.refusal.detail, /controller/);
});

test('[ID-11] excluded people, weakly proven people and wrong kinds of approvers do not count', () => {
  const chain = parseChain({
    chain_id: 'finance',
    version: '3',
    stages: [{ name: 'reviewer', approvers: { roles: ['finance'] }, min_assurance: 'webauthn' }],
  });
  const who = (identity: string, assurance: 'session' | 'webauthn') =>
    ({ kind: 'human', identity, roles: ['finance'], assurance }) as const;
  assert.equal(
    refusedWith({ chain, directory: [who(people.alice, 'session')] }),
    'no_eligible_approver',
  );
  assert.equal(
    refusedWith({ chain, directory: [who(people.sam, 'webauthn')] }),
    'no_eligible_approver',
  );
  assert.ok(
    decideRequest(
      absentRequest,
      openCommand({ chain, directory: [who(people.alice, 'webauthn')] }),
      noon,
    ).ok,
  );
});

test('[ID-11] two stages that depend on the same single person cannot both be completed', () => {
  const chain = parseChain({
    chain_id: 'finance',
    version: '3',
    stages: [
      { name: 'first', approvers: { roles: ['finance'] } },
      { name: 'second', approvers: { identities: [people.alice] } },
    ],
  });
  const only = directory.filter(({ identity }) => identity === people.alice);
  assert.equal(refusedWith({ chain, directory: only }), 'no_eligible_approver');
  // With Bob for the first stage Alice is free for the second, although she is listed first for both.
  assert.ok(decideRequest(absentRequest, openCommand({ chain, directory }), noon).ok);
});

test('[TM-4] a request that a timeout would allow cannot be written', () => {
  assert.throws(
    () => sampleRequest(samplePolicyDecision(), sampleAction(), { fail_closed_on_timeout: false }),
    { code: 'object_malformed', path: '/fail_closed_on_timeout' },
  );
});

test('a request that is over when it opens is refused', () => {
  const request = sampleRequest(samplePolicyDecision(), sampleAction(), { expires_at: later(1) });
  const stale = { ...request, requested_at: later(2) };
  assert.equal(refusedWith({ request: stale }, later(2)), 'request_window_empty');
});

test('the decision and the request are recorded together, the decision first', () => {
  const decision = decideRequest(absentRequest, openCommand(), noon);
  assert.ok(decision.ok);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['policy.decided', 'request.opened'],
  );
  const [, event] = decision.events;
  assert.ok(event?.type === 'request.opened');
  assert.equal(event.data.request.action_digest, sha256(sampleAction()));
});

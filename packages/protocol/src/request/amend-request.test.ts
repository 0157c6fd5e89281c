import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseChain } from '../chain/chain.ts';
import { judgeEligibility } from '../chain/eligibility.ts';
import { amendmentsOf } from '../plan/approval-case.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import {
  amendable,
  amendCommand,
  amendedOpening,
  caseOf,
  narrowTerms,
  refund,
} from '../testing/amendment-samples.ts';
import {
  agent,
  alice,
  carol,
  entryCommand,
  human,
  inForce,
  later,
  noon,
  opened,
  operator,
  people,
  play,
  sampleAction,
  sampleChain,
} from '../testing/samples.ts';
import type { PersonId } from '../value/ids.ts';
import type { AmendTerms } from './amend-terms.ts';
import { inputDigest } from './approval-request.ts';
import { decideRequest } from './decide-request.ts';
import type { AmendRequest, OpenRequest } from './request-command.ts';
import { absentRequest, type RequestState } from './request-state.ts';

const anyTerms: AmendTerms = { ...narrowTerms, mode: 'any' };

function refusalOf(state: RequestState, command: AmendRequest, now = noon): ReasonCode | null {
  const decision = decideRequest(state, command, now);
  return decision.ok ? null : decision.refusal.code;
}

function openingRefusal(command: OpenRequest): ReasonCode | null {
  const decision = decideRequest(absentRequest, command, command.request.requested_at);
  return decision.ok ? null : decision.refusal.code;
}

describe('amending a request', () => {
  test('[AM-4] the request ends as amended, and says by whom, why and what took its place', () => {
    const state = opened(play(amendable(), amendCommand()));
    assert.equal(state.status, 'amended');
    assert.equal(state.resolution?.outcome, 'amended');
    assert.equal(state.resolution?.grant_id, null);
    assert.deepEqual(state.amended, {
      superseded_by: amendCommand().superseded_by,
      by: { kind: 'human', identity: people.alice },
      reason: 'only line 1 arrived damaged',
    });
  });

  test('[AM-2] both sides must permit it, and only parameters change', () => {
    assert.equal(refusalOf(amendable(), amendCommand()), null);
    const silent = amendable(narrowTerms, { amendable: undefined });
    assert.equal(refusalOf(silent, amendCommand()), 'amendment_not_permitted');
    for (const change of [
      { agent_id: 'other' },
      { operation: 'other' },
      { subject_id: null },
      { target: { ...refund().target, resource: 'other' } },
      { target: { ...refund().target, tool_name: 'other' } },
    ]) {
      const amended = sampleAction({ ...refund({ amount: 240 }), ...change });
      assert.equal(refusalOf(amendable(), amendCommand({ amended })), 'amendment_not_permitted');
    }
    const other = amendCommand({ action: refund({ amount: 9 }) });
    assert.equal(refusalOf(amendable(), other), 'action_digest_mismatch');
  });

  test('[AM-2] only a person whom an open stage lists changes an action', () => {
    const who = (principal: AmendRequest['principal']) =>
      refusalOf(amendable(), amendCommand({ principal }));
    assert.equal(who(alice), null);
    assert.equal(who(operator), 'approver_not_eligible');
    // Carol decides the second stage, which is not open yet.
    assert.equal(who(carol), 'approver_not_eligible');
    assert.equal(who(agent), 'approver_kind_not_permitted');
    const unsure = human(people.alice, ['finance'], { assurance: 'client_asserted' });
    assert.equal(who(unsure), 'approver_assurance_too_low');
  });

  test('a reason is required, and the policy must be the one in force', () => {
    assert.equal(refusalOf(amendable(), amendCommand({ reason: ' ' })), 'reason_missing');
    const newer = amendCommand({ in_force: { ...inForce, policy_version: 'newer' } });
    assert.equal(refusalOf(amendable(), newer), 'policy_changed');
    const epoch = amendCommand({ in_force: { ...inForce, epoch: 2 } });
    assert.equal(refusalOf(amendable(), epoch), 'epoch_changed');
  });

  test('[AM-5] what was decided, has expired or was amended before cannot be amended', () => {
    const denied = (state: RequestState) =>
      play(state, entryCommand(state, alice, { decision: 'deny', reason: 'no' }));
    assert.equal(refusalOf(denied(amendable()), amendCommand()), 'request_denied');
    assert.equal(refusalOf(amendable(), amendCommand(), later(900)), 'request_expired');
    assert.equal(refusalOf(amendable(), amendCommand(), later(899)), null);
    assert.equal(refusalOf(play(amendable(), amendCommand()), amendCommand()), 'request_amended');
    const voted = play(amendable(), entryCommand(amendable(), alice));
    const byCarol = amendCommand({ principal: carol });
    assert.equal(refusalOf(voted, byCarol), null);
  });

  test('[AM-8] a measured action cannot be amended', () => {
    const measured = amendable(narrowTerms, {
      preconditions: [{ name: 'program', digest: opened(amendable()).request.action_digest }],
    });
    assert.equal(refusalOf(measured, amendCommand()), 'amendment_measured');
  });

  test('[AM-9] a case is amended at most three times, over all its rounds', () => {
    const state = amendable();
    const { rounds, case_id } = caseOf(state);
    const round = rounds[0];
    assert.ok(round !== undefined);
    const amended = (...counts: number[]) =>
      amendCommand({
        approval_case: {
          case_id,
          asked_since: null,
          rounds: counts.map((amendments, index) => ({ ...round, round: index + 1, amendments })),
        },
      });
    assert.equal(refusalOf(state, amended(2)), null);
    assert.equal(refusalOf(state, amended(3)), 'amendments_exhausted');
    assert.equal(refusalOf(state, amended(1, 2)), 'amendments_exhausted');
    assert.equal(amendmentsOf(amended(1, 1).approval_case), 2);
  });
});

describe('opening the amended request', () => {
  test('[AM-9] it has the case, the round and the deadline of the first one', () => {
    const before = opened(amendable());
    const command = amendedOpening(before);
    const after = opened(play(absentRequest, command, command.request.requested_at));
    for (const member of ['case_id', 'round', 'expires_at', 'audience'] as const) {
      assert.equal(after.request[member], before.request[member]);
    }
    assert.notEqual(inputDigest(after.request), inputDigest(before.request));
    for (const request of [
      { expires_at: later(901) },
      { case_id: 'case_000000000000400080000000000000aa' },
      { audience: 'other' },
      { execute_within_seconds: 901 },
      { agent_reasoning: 'other words' },
      { amends: undefined },
    ]) {
      assert.equal(openingRefusal(amendedOpening(before, { request })), 'request_inconsistent');
    }
  });

  test('[AM-4] it names every version before it, and may leave out none', () => {
    const first = opened(amendable());
    const second = amendedOpening(first);
    const state = play(absentRequest, second, second.request.requested_at);
    const third = amendedOpening(state, {
      number: 3,
      action: refund({ amount: 240 }),
      amended: refund({ amount: 100 }),
    });
    assert.equal(openingRefusal(third), null);
    assert.deepEqual(
      third.request.amends?.map(({ approval_request_id }) => approval_request_id),
      [first.request.approval_request_id, second.request.approval_request_id],
    );
    const skipping = amendedOpening(state, {
      number: 3,
      action: refund({ amount: 240 }),
      amended: refund({ amount: 100 }),
      request: { amends: third.request.amends?.slice(1) },
    });
    assert.equal(openingRefusal(skipping), 'request_inconsistent');
  });

  test('[AM-3] the author is a party, unless the change is a pure narrowing', () => {
    const before = amendable(anyTerms);
    const narrowed = amendedOpening(before);
    assert.equal(narrowed.parties.authors, undefined);
    const wider = { amended: refund({ to: 'card 9999' }), narrowing: false };
    const changed = amendedOpening(before, wider);
    assert.equal(openingRefusal(changed), null);
    assert.deepEqual(changed.parties.authors, [people.alice]);
    const [stage] = sampleChain().stages;
    assert.ok(stage !== undefined);
    const judged = (parties: OpenRequest['parties'], identity: PersonId) => {
      const who = { kind: 'human', identity, roles: ['finance'], assurance: 'session' } as const;
      const verdict = judgeEligibility(stage, who, parties);
      return verdict.ok ? verdict.value : verdict.refusal.code;
    };
    assert.equal(judged(changed.parties, people.alice), 'approver_not_independent');
    assert.equal(judged(changed.parties, people.bob), 'other_person');
    assert.equal(judged(narrowed.parties, people.alice), 'other_person');
    // Neither the parties nor the word for the change can be made up.
    const denied = { ...changed, parties: narrowed.parties };
    assert.equal(openingRefusal(denied), 'request_inconsistent');
    const misnamed = amendedOpening(before, { ...wider, narrowing: true });
    assert.equal(openingRefusal(misnamed), 'request_inconsistent');
  });

  test('[AM-3] an approver who pays themselves by an edit cannot approve it, and another approver must be left', () => {
    const before = amendable(anyTerms);
    const wider = { amended: refund({ to: 'Alice, AT61' }), narrowing: false };
    const opening = amendedOpening(before, wider);
    const alone = {
      ...opening,
      directory: opening.directory.filter(p => p.identity !== people.bob),
    };
    assert.equal(openingRefusal(alone), 'no_eligible_approver');
    const state = play(absentRequest, opening, opening.request.requested_at);
    const vote = entryCommand(state, alice, {}, { view_digest: null });
    const decision = decideRequest(state, vote, later(61));
    assert.equal(decision.ok ? null : decision.refusal.code, 'approver_not_independent');
  });

  test('[AM-6] its chain is not less strict than that of the version before', () => {
    const before = opened(amendable());
    const weak = parseChain({
      chain_id: 'weak',
      version: '1',
      stages: [{ name: 'one', approvers: { roles: ['finance'] } }],
    });
    const opening = amendedOpening(before);
    const weaker: OpenRequest = {
      ...opening,
      chain: weak,
      request: {
        ...opening.request,
        approval_chain_id: weak.chain_id,
        approval_chain_version: weak.version,
      },
      policy_decision: {
        ...opening.policy_decision,
        approval_chain_id: weak.chain_id,
        approval_chain_version: weak.version,
      },
    };
    assert.equal(openingRefusal(weaker), 'request_inconsistent');
    assert.equal(openingRefusal(opening), null);
  });

  test('[AM-1] a deny does not open', () => {
    const opening = amendedOpening(amendable());
    const policy_decision = {
      ...opening.policy_decision,
      verdict: 'deny' as const,
      approval_chain_id: null,
      approval_chain_version: null,
    };
    assert.equal(openingRefusal({ ...opening, policy_decision }), 'policy_denied');
  });

  test('a request that names an earlier version opens only beside that version', () => {
    const { amends: _, ...opening } = amendedOpening(amendable());
    assert.equal(openingRefusal(opening), 'request_inconsistent');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { decideRequest } from '../request/decide-request.ts';
import type { RequestCommand } from '../request/request-command.ts';
import type { RequestEvent } from '../request/request-event.ts';
import { absentRequest, type RequestState } from '../request/request-state.ts';
import {
  agent,
  alice,
  apply,
  carol,
  consumeCommand,
  entryCommand,
  idOf,
  inForce,
  later,
  noon,
  openCommand,
  operator,
  requestIdOf,
  sampleAction,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import type { CaseId } from '../value/ids.ts';
import {
  type CaseState,
  caseStatus,
  decideRound,
  emptyCase,
  evolveCase,
  type NextRound,
} from './approval-case.ts';

const ids = { approval_resolution_id: idOf('apr', 7) as never };
const case_id = idOf('case', 1) as CaseId;

function tell(...makers: ((state: RequestState) => RequestCommand)[]): {
  state: CaseState;
  events: RequestEvent[];
} {
  let request: RequestState = absentRequest;
  let state = emptyCase;
  const events: RequestEvent[] = [];
  for (const make of makers) {
    const command = make(request);
    const decision = decideRequest(request, command, command.type === 'expire' ? later(900) : noon);
    assert.ok(decision.ok, JSON.stringify(decision));
    request = apply(request, decision.events);
    events.push(...decision.events);
    state = decision.events.reduce(evolveCase, state);
  }
  return { state, events };
}

const open = () => openCommand();
const allow0 = (state: RequestState) => entryCommand(state, alice);
const allow1 = (state: RequestState) =>
  entryCommand(state, carol, { stage_index: 1, chain_entry_id: idOf('ace', 2) as never });
const deny = (state: RequestState) =>
  entryCommand(state, alice, { decision: 'deny', reason: 'no' });
const cancel = (): RequestCommand => ({
  type: 'cancel',
  by: agent,
  in_force: inForce,
  reason: 'x',
  ids,
});
const revoke = (): RequestCommand => ({ type: 'revoke', principal: operator, reason: 'x' });
const expire = (): RequestCommand => ({ type: 'expire', ids });

const proposal = (change: Partial<NextRound> = {}): NextRound => ({
  case_id,
  round: 2,
  supersedes: requestIdOf(1),
  action_digest: sha256(sampleAction({ parameters: { amount: 1 } })),
  change: 'rollback documented',
  rounds_max: 3,
  ...change,
});

function outcome(state: CaseState, change: Partial<NextRound> = {}): ReasonCode | 'ok' {
  const verdict = decideRound(state, proposal(change));
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

test('a question that ended without execution can be asked again as a new round', () => {
  for (const story of [
    [open, deny],
    [open, expire],
    [open, cancel],
    [open, allow0, allow1, revoke],
  ]) {
    assert.equal(outcome(tell(...story).state), 'ok');
  }
});

test('an open, allowed or used question cannot be asked again', () => {
  assert.equal(outcome(tell(open).state), 'case_round_pending');
  assert.equal(outcome(tell(open, allow0, allow1).state), 'case_settled');
  assert.equal(
    outcome(tell(open, allow0, allow1, state => consumeCommand(state)).state),
    'case_settled',
  );
});

test('a round follows the previous one in its own case, and says what changed', () => {
  const { state } = tell(open, deny);
  assert.equal(outcome(state, { round: 3 }), 'case_supersedes_mismatch');
  assert.equal(outcome(state, { supersedes: requestIdOf(9) }), 'case_supersedes_mismatch');
  assert.equal(outcome(state, { supersedes: null }), 'case_supersedes_mismatch');
  assert.equal(outcome(state, { case_id: idOf('case', 2) as CaseId }), 'case_supersedes_mismatch');
  assert.equal(outcome(state, { change: null }), 'case_change_missing');
  assert.equal(outcome(state, { change: '   ' }), 'case_change_missing');
});

const rejectedAs = (reason_code: string) => (state: RequestState) =>
  entryCommand(state, alice, { decision: 'deny', reason: 'no', reason_code });
const lift = (): RequestCommand => ({
  type: 'lift_rejection',
  principal: operator,
  reason: 'the contract changed',
});

test('[GT-4] a round that was sent back to be fixed is followed by a changed action only', () => {
  const unchanged = { action_digest: sha256(sampleAction()) };
  for (const code of ['fix', 'fix:wrong_value', 'fix:some ground of another client']) {
    const { state } = tell(open, rejectedAs(code));
    assert.equal(outcome(state), 'ok', code);
    assert.equal(outcome(state, unchanged), 'case_action_unchanged', code);
  }
  // Without a choice the same action may be asked again, as golden flow 05 of MPLP does.
  assert.equal(outcome(tell(open, rejectedAs('fixed')).state, unchanged), 'ok');
});

test('[GT-4] a rejection for good closes the case until an operator lifts it', () => {
  for (const code of ['never', 'never:not_needed']) {
    assert.equal(outcome(tell(open, rejectedAs(code)).state), 'rejected_for_good', code);
    assert.equal(outcome(tell(open, rejectedAs(code), lift).state), 'ok', code);
  }
  assert.equal(outcome(tell(open, rejectedAs('nevermind')).state), 'ok');
});

test('a case has a limited number of rounds', () => {
  let state: CaseState = emptyCase;
  for (let round = 1; round <= 3; round++) {
    const next = { round, supersedes: round === 1 ? null : requestIdOf(round - 1) };
    assert.equal(outcome(state, next), 'ok');
    const request = sampleRequest(samplePolicyDecision(), sampleAction(), {
      approval_request_id: requestIdOf(round),
      ...next,
    });
    state = evolveCase(state, {
      type: 'request.opened',
      at: noon,
      data: {
        request,
        tool_name: 'wire_transfer',
        chain: openCommand().chain,
        parties: openCommand().parties,
        change: null,
        epoch: 1,
      },
    });
    const denied = tell(open, deny).events.find(({ type }) => type === 'request.denied');
    assert.ok(denied);
    state = evolveCase(state, denied);
  }
  assert.equal(caseStatus(state), 'denied');
  assert.equal(outcome(state, { round: 4, supersedes: requestIdOf(3) }), 'case_rounds_exhausted');
});

test('the status of a case is that of its latest round', () => {
  assert.equal(caseStatus(emptyCase), 'absent');
  assert.equal(caseStatus(tell(open).state), 'pending');
  assert.equal(caseStatus(tell(open, expire).state), 'expired');
  assert.equal(caseStatus(tell(open, allow0, allow1).state), 'allowed');
});

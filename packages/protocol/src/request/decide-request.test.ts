import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import type { Lock } from '../directory/lock-target.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { coverCommand, sampleEvidence } from '../testing/allowance-samples.ts';
import { amendable, amendCommand } from '../testing/amendment-samples.ts';
import {
  agent,
  alice,
  allowed,
  apply,
  bob,
  carol,
  consumeCommand,
  consumed,
  entryCommand,
  idOf,
  inForce,
  later,
  noon,
  openCommand,
  opened,
  operator,
  pending,
  play,
  sampleAction,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
  uncounted,
} from '../testing/samples.ts';
import { systemActor } from '../value/actor.ts';
import type { AdviceId, ChainEntryId, LockId, QuestionId, ReceiptId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { decideRequest } from './decide-request.ts';
import type { RequestCommand } from './request-command.ts';
import { parseRequestEvent, type RequestEvent } from './request-event.ts';
import {
  absentRequest,
  effectiveStatus,
  evolveRequest,
  foldRequest,
  openedStatuses,
  type RequestState,
  type RequestStatus,
  requestTransitions,
} from './request-state.ts';

const ids = { approval_resolution_id: idOf('apr', 7) as never };

const states: Record<RequestStatus, () => RequestState> = {
  absent: () => absentRequest,
  pending,
  allowed,
  denied: () => {
    const state = pending();
    return play(state, entryCommand(state, alice, { decision: 'deny', reason: 'wrong payee' }));
  },
  expired: () => play(pending(), { type: 'expire', ids }, later(900)),
  cancelled: () =>
    play(pending(), { type: 'cancel', by: agent, in_force: inForce, reason: 'not needed', ids }),
  amended: () => play(amendable(), amendCommand()),
  revoked: () => play(allowed(), { type: 'revoke', principal: operator, reason: 'stop' }),
  consumed,
};

const lock: Lock = {
  lock_id: idOf('lock', 1) as LockId,
  target: { kind: 'everything' },
  reason: 'a leak',
  by: systemActor,
  placed_at: noon,
  lifted_at: null,
};

// A valid command of each kind, as it would be sent to the state. Where the state cannot have what the
// command needs (a grant before an allow), the command borrows it from a state that does.
const commands: Record<RequestCommand['type'], (state: RequestState) => RequestCommand> = {
  open: () => openCommand(),
  // What the samples measure cannot be amended; amend-request.test.ts has those that can.
  amend: () => amendCommand(),
  cover: () => coverCommand(sampleEvidence(), sampleAction()),
  record_entry: state =>
    entryCommand(withRequest(state), bob, { chain_entry_id: idOf('ace', 9) as ChainEntryId }),
  advise: () => ({
    type: 'advise',
    advice: {
      advice_id: idOf('adv', 1) as AdviceId,
      approval_request_id: idOf('ar', 1) as never,
      model: 'model-1',
      prompt_version: '1',
      recommendation: 'approve',
      explanation: 'looks fine',
      risk_annotations: [],
    },
  }),
  ask: () => ({
    type: 'ask',
    principal: bob,
    question_id: idOf('qst', 1) as QuestionId,
    text: 'Which invoice is it?',
  }),
  answer: () => ({
    type: 'answer',
    principal: agent,
    question_id: idOf('qst', 1) as QuestionId,
    text: 'INV-1',
  }),
  cancel: () => ({ type: 'cancel', by: agent, in_force: inForce, reason: 'not needed', ids }),
  expire: () => ({ type: 'expire', ids }),
  reaffirm: () => {
    const { route, execute_within_seconds } = sampleRequest();
    const policy_version = 'newer';
    return {
      type: 'reaffirm',
      decision: samplePolicyDecision(undefined, undefined, { policy_version }),
      evaluation: {
        chain: sampleChain(),
        route,
        expires_in_seconds: 900,
        execute_within_seconds,
      },
      in_force: { ...inForce, policy_version },
    };
  },
  revoke: () => ({ type: 'revoke', principal: operator, reason: 'stop' }),
  revoke_left: () => ({ type: 'revoke_left', voters: [] }),
  review_release: () => ({
    type: 'review_release',
    principal: operator,
    verdict: 'justified',
    findings: 'the outage was real',
  }),
  lift_rejection: () => ({ type: 'lift_rejection', principal: operator, reason: 'a new contract' }),
  void: () => ({ type: 'void', in_force: { ...inForce, epoch: 2 }, reason: 'restored', ids }),
  end_locked: () => ({ type: 'end_locked', lock, ids }),
  consume: state => consumeCommand(withGrant(state)),
  report: () => ({
    type: 'report',
    receipt_id: idOf('rc', 2) as ReceiptId,
    attempt: 'attempt-1',
    outcome: 'succeeded',
    result_digest: null,
    final_action_digest: null,
    error: null,
  }),
  reconcile: () => ({
    type: 'reconcile',
    receipt_id: idOf('rc', 3) as ReceiptId,
    principal: operator,
    outcome: 'succeeded',
    reason: 'seen in the ledger',
  }),
};

const withRequest = (state: RequestState): RequestState =>
  state.status === 'absent' ? pending() : state;
const withGrant = (state: RequestState): RequestState =>
  state.status !== 'absent' && state.grant !== null ? state : allowed();

/** Written by hand from docs/protocol.md, section 2. What follows in time is `→ next status`. */
const table: Record<
  RequestStatus,
  Record<RequestCommand['type'], ReasonCode | `→ ${RequestStatus}`>
> = {
  absent: {
    cover: 'request_not_found',
    amend: 'request_not_found',
    reaffirm: 'request_not_found',
    open: '→ pending',
    record_entry: 'request_not_found',
    advise: 'request_not_found',
    ask: 'request_not_found',
    answer: 'request_not_found',
    cancel: 'request_not_found',
    expire: 'request_not_found',
    revoke: 'request_not_found',
    revoke_left: 'request_not_found',
    lift_rejection: 'request_not_found',
    review_release: 'request_not_found',
    void: 'request_not_found',
    end_locked: 'request_not_found',
    consume: 'request_not_found',
    report: 'request_not_found',
    reconcile: 'request_not_found',
  },
  pending: {
    cover: '→ allowed',
    amend: 'amendment_measured',
    reaffirm: '→ pending',
    open: 'request_already_open',
    record_entry: '→ pending',
    advise: '→ pending',
    ask: '→ pending',
    answer: 'question_not_found',
    cancel: '→ cancelled',
    expire: 'deadline_not_reached',
    revoke: 'request_pending',
    revoke_left: 'request_pending',
    lift_rejection: 'request_pending',
    review_release: 'release_not_found',
    void: '→ cancelled',
    end_locked: '→ cancelled',
    consume: 'request_pending',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  allowed: {
    cover: 'request_allowed',
    amend: 'request_allowed',
    reaffirm: 'request_allowed',
    open: 'request_already_open',
    record_entry: 'request_allowed',
    advise: 'request_allowed',
    ask: 'request_allowed',
    answer: 'request_allowed',
    cancel: 'request_allowed',
    expire: 'deadline_not_reached',
    revoke: '→ revoked',
    revoke_left: '→ revoked',
    lift_rejection: 'request_allowed',
    review_release: 'release_not_found',
    void: '→ revoked',
    end_locked: '→ revoked',
    consume: '→ consumed',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  denied: {
    cover: 'request_denied',
    amend: 'request_denied',
    reaffirm: 'request_denied',
    open: 'request_already_open',
    record_entry: 'request_denied',
    advise: 'request_denied',
    ask: 'request_denied',
    answer: 'request_denied',
    cancel: 'request_denied',
    expire: 'request_denied',
    revoke: 'request_denied',
    revoke_left: 'request_denied',
    lift_rejection: 'request_denied',
    review_release: 'release_not_found',
    void: 'request_denied',
    end_locked: 'request_denied',
    consume: 'request_denied',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  expired: {
    cover: 'request_expired',
    amend: 'request_expired',
    reaffirm: 'request_expired',
    open: 'request_already_open',
    record_entry: 'request_expired',
    advise: 'request_expired',
    ask: 'request_expired',
    answer: 'request_expired',
    cancel: 'request_expired',
    expire: 'request_expired',
    revoke: 'request_expired',
    revoke_left: 'request_expired',
    lift_rejection: 'request_expired',
    review_release: 'release_not_found',
    void: 'request_expired',
    end_locked: 'request_expired',
    consume: 'request_expired',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  cancelled: {
    cover: 'request_cancelled',
    amend: 'request_cancelled',
    reaffirm: 'request_cancelled',
    open: 'request_already_open',
    record_entry: 'request_cancelled',
    advise: 'request_cancelled',
    ask: 'request_cancelled',
    answer: 'request_cancelled',
    cancel: 'request_cancelled',
    expire: 'request_cancelled',
    revoke: 'request_cancelled',
    revoke_left: 'request_cancelled',
    lift_rejection: 'request_cancelled',
    review_release: 'release_not_found',
    void: 'request_cancelled',
    end_locked: 'request_cancelled',
    consume: 'request_cancelled',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  amended: {
    cover: 'request_amended',
    amend: 'request_amended',
    reaffirm: 'request_amended',
    open: 'request_already_open',
    record_entry: 'request_amended',
    advise: 'request_amended',
    ask: 'request_amended',
    answer: 'request_amended',
    cancel: 'request_amended',
    expire: 'request_amended',
    revoke: 'request_amended',
    revoke_left: 'request_amended',
    lift_rejection: 'request_amended',
    review_release: 'release_not_found',
    void: 'request_amended',
    end_locked: 'request_amended',
    consume: 'request_amended',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  revoked: {
    cover: 'grant_revoked',
    amend: 'grant_revoked',
    reaffirm: 'grant_revoked',
    open: 'request_already_open',
    record_entry: 'grant_revoked',
    advise: 'grant_revoked',
    ask: 'grant_revoked',
    answer: 'grant_revoked',
    cancel: 'grant_revoked',
    expire: 'grant_revoked',
    revoke: 'grant_revoked',
    revoke_left: 'grant_revoked',
    lift_rejection: 'grant_revoked',
    review_release: 'release_not_found',
    void: 'grant_revoked',
    end_locked: 'grant_revoked',
    consume: 'grant_revoked',
    report: 'execution_not_started',
    reconcile: 'execution_not_started',
  },
  consumed: {
    cover: 'grant_already_consumed',
    amend: 'grant_already_consumed',
    reaffirm: 'grant_already_consumed',
    open: 'request_already_open',
    record_entry: 'grant_already_consumed',
    advise: 'grant_already_consumed',
    ask: 'grant_already_consumed',
    answer: 'grant_already_consumed',
    cancel: 'grant_already_consumed',
    expire: 'grant_already_consumed',
    revoke: 'grant_already_consumed',
    revoke_left: 'grant_already_consumed',
    lift_rejection: 'grant_already_consumed',
    review_release: 'release_not_found',
    void: 'grant_already_consumed',
    end_locked: 'grant_already_consumed',
    consume: 'grant_already_consumed',
    report: '→ consumed',
    reconcile: 'execution_outcome_open',
  },
};

describe('every state and command', () => {
  for (const status of Object.keys(states) as RequestStatus[]) {
    for (const type of Object.keys(commands) as RequestCommand['type'][]) {
      const expected = table[status][type];
      test(`${type} on ${status} gives ${expected}`, () => {
        const state = states[status]();
        assert.equal(state.status, status);
        const decision = decideRequest(state, commands[type](state), noon);
        if (expected.startsWith('→')) {
          assert.ok(decision.ok, JSON.stringify(decision));
          assert.equal(`→ ${apply(state, decision.events).status}`, expected);
        } else {
          assert.ok(!decision.ok);
          assert.equal(decision.refusal.code, expected);
          // What a refusal leaves behind is only ever a record of the attempt.
          assert.deepEqual(uncounted(apply(state, decision.events)), uncounted(state));
        }
      });
    }
  }
});

test('the table of the test and the table of the code list the same states', () => {
  assert.deepEqual(Object.keys(table).sort(), Object.keys(requestTransitions).sort());
  assert.deepEqual(Object.keys(table).sort(), ['absent', ...openedStatuses].sort());
});

test('[TM-1] a request is expired at its deadline, and alive a millisecond before it', () => {
  const state = pending();
  const entry = (at: Timestamp) => decideRequest(state, entryCommand(state, alice), at);
  assert.ok(entry(later(899.999)).ok);
  const dead = entry(later(900));
  assert.ok(!dead.ok && dead.refusal.code === 'request_expired');
  assert.equal(effectiveStatus(state, later(899.999)), 'pending');
  assert.equal(effectiveStatus(state, later(900)), 'expired');
});

test('[TM-1] a grant is expired at its deadline, and can be consumed a millisecond before it', () => {
  const state = allowed();
  assert.ok(decideRequest(state, consumeCommand(state), later(899.999)).ok);
  const dead = decideRequest(state, consumeCommand(state), later(900));
  assert.ok(!dead.ok && dead.refusal.code === 'grant_expired');
});

test('[TM-2] an unanswered request expires, and nothing runs afterwards', () => {
  const state = play(pending(), { type: 'expire', ids }, later(900));
  assert.equal(state.status, 'expired');
  assert.equal(opened(state).resolution?.outcome, 'expired');
  const run = decideRequest(state, consumeCommand(withGrant(absentRequest)), later(901));
  assert.ok(!run.ok && run.refusal.code === 'request_expired');
});

test('an allowed request without an execution expires with grant.expired', () => {
  const state = allowed();
  const decision = decideRequest(state, { type: 'expire', ids }, later(900));
  assert.ok(decision.ok);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['grant.expired'],
  );
  const expired = apply(state, decision.events);
  const again = decideRequest(expired, consumeCommand(expired), later(901));
  assert.ok(!again.ok && again.refusal.code === 'grant_expired');
});

test('[AB-1] only an allowed request can be consumed', () => {
  for (const [status, make] of Object.entries(states)) {
    const state = make();
    const decision = decideRequest(state, consumeCommand(withGrant(state)), noon);
    assert.equal(decision.ok, status === 'allowed', status);
  }
});

test('the consume and the start of the execution are one decision', () => {
  const state = allowed();
  const decision = decideRequest(state, consumeCommand(state), noon);
  assert.ok(decision.ok);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['grant.consumed', 'execution.allowed'],
  );
});

test('every event of a history has its published form', () => {
  const events: RequestEvent[] = [];
  let state: RequestState = absentRequest;
  const tell = (command: RequestCommand, now = noon) => {
    const decision = decideRequest(state, command, now);
    events.push(...decision.events);
    state = apply(state, decision.events);
  };
  tell(openCommand());
  tell(commands.advise(state));
  tell(entryCommand(state, agent));
  tell(entryCommand(state, alice));
  tell(
    entryCommand(state, carol, { chain_entry_id: idOf('ace', 2) as ChainEntryId, stage_index: 1 }),
  );
  tell(consumeCommand(state, { executor: 'somebody-else' }));
  tell(consumeCommand(state));
  tell(commands.report(state), later(10));
  assert.equal(state.status, 'consumed');
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'policy.decided',
      'request.opened',
      'advice.recorded',
      'entry.refused',
      'entry.recorded',
      'entry.recorded',
      'request.allowed',
      'grant.issued',
      'execution.refused',
      'grant.consumed',
      'execution.allowed',
      'execution.reported',
    ],
  );
  for (const event of events) assert.deepEqual(parseRequestEvent(event), event);
  assert.deepEqual(foldRequest(events), state);
});

test('random histories never leave the table, never undo an end, and never consume twice', () => {
  const kinds = Object.keys(commands) as RequestCommand['type'][];
  const step = fc.record({
    kind: fc.constantFrom(...kinds, 'allow_0', 'allow_1', 'deny_0'),
    seconds: fc.constantFrom(0, 1, 60, 900),
    number: fc.integer({ min: 1, max: 4 }),
    person: fc.constantFrom(alice, bob, carol, agent),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), history => {
      let state: RequestState = absentRequest;
      let now = noon;
      let consumes = 0;
      let isCovered = false;
      for (const { kind, seconds, number, person } of history) {
        now = later((Date.parse(now) - Date.parse(noon)) / 1000 + seconds);
        const command = commandFor(state, kind, number, person, now);
        if (command === null) continue;
        const before: RequestState = state;
        const decision = decideRequest(state, command, now);
        state = apply(state, decision.events);
        if (!decision.ok) assert.deepEqual(uncounted(state), uncounted(before));
        if (decision.events.some(({ type }) => type === 'grant.consumed')) consumes++;
        const ended = ['denied', 'expired', 'cancelled', 'revoked', 'consumed'];
        if (ended.includes(before.status)) assert.equal(state.status, before.status);
        isCovered ||= decision.ok && command.type === 'cover';
        if (!isCovered && (state.status === 'allowed' || state.status === 'consumed')) {
          const stages = new Set(opened(state).entries.map(entry => entry.stage_index));
          assert.deepEqual([...stages].sort(), [0, 1]);
          assert.ok(opened(state).entries.every(({ decision }) => decision === 'allow'));
        }
      }
      assert.ok(consumes <= 1);
    }),
    { seed, numRuns: effort({ fast: 750, full: 200_000 }) },
  );
});

function commandFor(
  state: RequestState,
  kind: string,
  number: number,
  person: typeof alice,
  now: Timestamp,
): RequestCommand | null {
  if (kind === 'open') return openCommand();
  if (/_[01]$/.test(kind)) {
    if (state.status === 'absent') return null;
    const [decision, stage] = kind.split('_');
    return entryCommand(state, person, {
      chain_entry_id: idOf('ace', number) as ChainEntryId,
      stage_index: Number(stage),
      decision: decision === 'deny' ? 'deny' : 'allow',
      reason: 'because',
    });
  }
  if (
    kind === 'consume' &&
    state.status !== 'absent' &&
    state.grant !== null &&
    now < state.grant.expires_at
  ) {
    return consumeCommand(state);
  }
  return commands[kind as RequestCommand['type']](state);
}

test('an event that the table does not list is refused, not applied', () => {
  const decision = decideRequest(
    allowed(),
    { type: 'revoke', principal: operator, reason: 'x' },
    noon,
  );
  const [revoked] = decision.events;
  assert.ok(revoked);
  assert.throws(() => evolveRequest(pending(), revoked), /EV-6/);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '../crypto/digest.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { agent, human, idOf, later, noon, people } from '../testing/samples.ts';
import { authenticated } from '../value/principal.ts';
import {
  absentHold,
  decideHold,
  evolveHold,
  type HoldCommand,
  type HoldState,
  type HoldStatus,
  holdAnswer,
  judgeSession,
  parseHold,
  parseHoldEvent,
} from './hold.ts';

const hold = parseHold({
  hold_id: idOf('hold', 1),
  session_id: 'session-1',
  message_digest: sha256("I'm about to delete these 500 user accounts. Should I proceed?"),
  intent: {
    confirmation_required: true,
    risk_level: 'critical',
    action_type: 'batch_delete',
    scope: { records: 500, type: 'user_accounts' },
  },
  placed_at: noon,
  expires_at: later(60),
});

const sam = human(people.sam, [], { assurance: 'conversation' });
const answer = (choice: unknown, principal = sam): HoldCommand => ({
  type: 'answer',
  choice,
  principal,
});

function play(state: HoldState, command: HoldCommand, now = noon): HoldState {
  const decision = decideHold(state, command, now);
  assert.ok(decision.ok, JSON.stringify(decision));
  for (const event of decision.events) assert.deepEqual(parseHoldEvent(event), event);
  return decision.events.reduce(evolveHold, state);
}

const placed = play(absentHold, { type: 'place', hold });
const states: Record<HoldStatus, HoldState> = {
  absent: absentHold,
  placed,
  lifted: play(placed, answer('Proceed')),
  refused: play(placed, answer('Cancel')),
};
const commands: Record<HoldCommand['type'], HoldCommand> = {
  place: { type: 'place', hold },
  answer: answer('Proceed'),
  expire: { type: 'expire' },
  extend: { type: 'extend', session_id: 'session-2' },
  render: { type: 'render', principal: sam },
  resume: { type: 'resume', by: { kind: 'agent', identity: 'ops-agent' } },
};
const ended = {
  place: 'hold_already_placed',
  answer: 'hold_already_answered',
  expire: 'hold_already_answered',
  extend: 'hold_already_answered',
  render: 'hold_already_answered',
} as const;
const table: Record<HoldStatus, Record<HoldCommand['type'], ReasonCode | `→ ${HoldStatus}`>> = {
  absent: {
    place: '→ placed',
    answer: 'hold_not_found',
    expire: 'hold_not_found',
    extend: 'hold_not_found',
    render: 'hold_not_found',
    resume: 'hold_not_found',
  },
  placed: {
    place: 'hold_already_placed',
    answer: '→ lifted',
    expire: 'deadline_not_reached',
    extend: '→ placed',
    render: '→ placed',
    resume: 'session_on_hold',
  },
  lifted: { ...ended, resume: '→ lifted' },
  refused: { ...ended, resume: '→ refused' },
};

describe('every hold state and command', () => {
  for (const status of Object.keys(table) as HoldStatus[]) {
    for (const type of Object.keys(commands) as HoldCommand['type'][]) {
      const expected = table[status][type];
      test(`${type} on a hold that is ${status} gives ${expected}`, () => {
        const decision = decideHold(states[status], commands[type], noon);
        if (!decision.ok) return assert.equal(decision.refusal.code, expected);
        assert.equal(`→ ${decision.events.reduce(evolveHold, states[status]).status}`, expected);
      });
    }
  }
});

test('[EV-5] [D3-5] anything but an explicit Proceed is a refusal', () => {
  const others = [
    'Cancel',
    'proceed',
    'PROCEED',
    'Proceed ',
    'yes',
    'y',
    'ok',
    '',
    null,
    undefined,
    true,
    1,
    {},
    ['Proceed'],
  ];
  for (const choice of others) {
    const state = play(placed, answer(choice));
    assert.equal(state.status, 'refused');
    assert.equal(holdAnswer(state), false);
  }
});

test('[EV-1] free text never lifts a hold', () => {
  for (const text of ['Yes, go ahead', 'I confirm', 'decision=match', 'Proceed please']) {
    assert.equal(holdAnswer(play(placed, answer(text))), false);
  }
});

test('[GT-9] [D3-6] Proceed lifts the hold and returns true, and creates no permission', () => {
  const decision = decideHold(placed, answer('Proceed'), noon);
  assert.ok(decision.ok);
  assert.deepEqual(
    decision.events.map(({ type }) => type),
    ['hold.answered'],
  );
  assert.equal(holdAnswer(states.lifted), true);
  assert.ok(judgeSession(states.lifted).ok);
});

test('[D3-3] a held session makes no tool call', () => {
  const verdict = judgeSession(placed);
  assert.ok(!verdict.ok && verdict.refusal.code === 'session_on_hold');
  assert.equal(holdAnswer(placed), null);
});

test('[TM-1] a hold can no longer be answered at its deadline, and silence is a refusal', () => {
  assert.ok(decideHold(placed, answer('Proceed'), later(59.999)).ok);
  const late = decideHold(placed, answer('Proceed'), later(60));
  assert.ok(!late.ok && late.refusal.code === 'hold_expired');
  const expired = play(placed, { type: 'expire' }, later(60));
  assert.equal(holdAnswer(expired), false);
});

test('an agent, a service and a merely asserted person cannot answer a hold', () => {
  const attempts = [
    [agent, 'approver_is_agent'],
    [
      authenticated({ kind: 'service', principal_id: 's', roles: [], assurance: 'mtls' }),
      'approver_kind_not_permitted',
    ],
    [human(people.sam, [], { assurance: 'client_asserted' }), 'approver_assurance_too_low'],
  ] as const;
  for (const [principal, code] of attempts) {
    const decision = decideHold(placed, answer('Proceed', principal), noon);
    assert.ok(!decision.ok && decision.refusal.code === code);
  }
});

test('[GT-9] only the people whom a hold of form 2 admits answer it, with either choice', () => {
  const admits = { identities: [people.alice], roles: ['support'] };
  const state = play(absentHold, { type: 'place', hold: parseHold({ ...hold, admits }) });
  for (const choice of ['Proceed', 'Cancel']) {
    const codes = [
      human(people.sam, ['finance']),
      human(people.sam, ['support']),
      human(people.alice, []),
    ].map(principal => {
      const decision = decideHold(state, answer(choice, principal), noon);
      return decision.ok ? null : decision.refusal.code;
    });
    assert.deepEqual(codes, ['approver_not_eligible', null, null]);
  }
});

test('a hold that is over when it is placed is refused', () => {
  const decision = decideHold(absentHold, { type: 'place', hold }, later(60));
  assert.ok(!decision.ok && decision.refusal.code === 'hold_expired');
});

test('[GT-9] [D3-4] [D3-6] showing a hold and giving the answer to the agent each leave one event', () => {
  const typesOf = (state: HoldState, command: HoldCommand) => {
    const decision = decideHold(state, command, noon);
    return decision.ok ? decision.events.map(({ type }) => type) : decision.refusal.code;
  };
  assert.deepEqual(typesOf(placed, commands.render), ['hold.rendered']);
  const shown = play(placed, commands.render);
  assert.deepEqual(typesOf(shown, commands.render), []);
  const other = human(people.alice, []);
  assert.deepEqual(typesOf(shown, { type: 'render', principal: other }), ['hold.rendered']);
  for (const [state, proceed] of [
    [states.lifted, true],
    [states.refused, false],
  ] as const) {
    const decision = decideHold(state, commands.resume, noon);
    assert.ok(decision.ok);
    const [event] = decision.events;
    assert.ok(event?.type === 'hold.resumed');
    assert.equal(event.data.proceed, proceed);
    assert.deepEqual(typesOf(play(state, commands.resume), commands.resume), []);
  }
});

test('[GT-9] a hold that a person may not answer is not shown to them either', () => {
  const admits = { identities: [], roles: ['support'] };
  const narrow = play(absentHold, { type: 'place', hold: { ...hold, admits } });
  const decision = decideHold(narrow, { type: 'render', principal: sam }, noon);
  assert.ok(!decision.ok);
  assert.equal(decision.refusal.code, 'approver_not_eligible');
});

test('[GT-9] a hold is placed on every session of its conversation, and a session that joins is halted once', () => {
  const wide = play(absentHold, { type: 'place', hold, others: ['session-2', 'session-3'] });
  assert.ok(wide.status === 'placed');
  assert.deepEqual(wide.sessions, ['session-1', 'session-2', 'session-3']);
  const wider = play(wide, { type: 'extend', session_id: 'session-4' });
  assert.ok(wider.status === 'placed');
  assert.deepEqual(wider.sessions.slice(3), ['session-4']);
  const again = decideHold(wider, { type: 'extend', session_id: 'session-4' }, later(600));
  assert.ok(again.ok && again.events.length === 0);
  const late = decideHold(wider, { type: 'extend', session_id: 'session-5' }, later(600));
  assert.ok(late.ok && late.events.length === 1, 'it halts until its end is recorded');
});

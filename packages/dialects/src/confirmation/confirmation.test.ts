import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256, sha256OfText } from '@countersign/protocol/crypto';
import { parseHold } from '@countersign/protocol/hold';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  opened,
  plainRound,
  playCase,
  type RoundScript,
  sampleAction,
} from '../testing/sample-rounds.ts';
import {
  fromActionDetail,
  fromConfirmationEvent,
  fromIntentMetadata,
  parseConfirmationEvent,
  parseConfirmationUI,
  resolveChoice,
  toActionDetail,
  toConfirmationEvent,
  toConfirmationUI,
  toHoldEvent,
  toIntentMetadata,
} from './index.ts';

const known = { agent_id: 'ops-agent', tool_schema_version: '1' };
const shell = { command: 'rm -rf build', type: 'shell' };
const key = fc.string({ minLength: 1, maxLength: 12 }).filter(text => text !== '__proto__');
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const parameters = fc.dictionary(
  fc.oneof(key, fc.constantFrom('type', 'parameters')),
  fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 3 })),
  { maxKeys: 5 },
);

describe('the action of a confirmation', () => {
  test('[D3-13] an action survives the conversion there and back, with any names of parameters', () => {
    fc.assert(
      fc.property(parameters, fc.string({ minLength: 1, maxLength: 20 }), (some, tool) => {
        const action = fromActionDetail({ type: 'x' }, known);
        const bound = {
          ...action,
          target: { ...action.target, tool_name: tool.replaceAll('\0', '0') },
          parameters: some as JsonObject,
        };
        assert.equal(
          canonicalize(fromActionDetail(toActionDetail(bound), known)),
          canonicalize(bound),
        );
      }),
      { seed },
    );
  });

  test('an action without a kind or with a getter is refused', () => {
    for (const detail of [null, [], 'rm -rf /', {}, { command: 'x' }, { type: 7 }]) {
      assert.throws(() => fromActionDetail(detail, known), ProtocolError);
    }
    const lazy = {
      type: 'shell',
      get command(): string {
        return 'ls';
      },
    };
    assert.throws(() => fromActionDetail(lazy, known), ProtocolError);
  });
});

describe('the view of a confirmation', () => {
  const view = toConfirmationUI({
    action: fromActionDetail(shell, known),
    message: 'Execute: rm -rf build',
    risk_level: 'critical',
    show_details: true,
  });

  test('[D3-4] [D3-13] the view has the five members of the document and exactly its two buttons', () => {
    assert.deepEqual(view, {
      message: 'Execute: rm -rf build',
      action: shell,
      risk_level: 'critical',
      show_details: true,
      buttons: ['Proceed', 'Cancel'],
    });
    assert.deepEqual(parseConfirmationUI(view), view);
  });

  test('[D3-13] a view with a third button, one button, other words or an extra member is refused', () => {
    const { buttons: _, ...rest } = view;
    for (const foreign of [
      { ...rest, buttons: ['Proceed', 'Cancel', 'Always'] },
      { ...rest, buttons: ['Proceed'] },
      { ...rest, buttons: ['Cancel', 'Proceed'] },
      { ...rest, buttons: ['Yes', 'No'] },
      { ...view, html: '<b>' },
      { ...view, risk_level: 'fine' },
      { ...view, show_details: 'yes' },
      rest,
    ]) {
      assert.throws(() => parseConfirmationUI(foreign), ProtocolError);
    }
  });

  test('[D3-5] only a press of the button is a yes, and free text, closing and a timeout are not', () => {
    assert.equal(resolveChoice('Proceed'), true);
    const others = [
      'Cancel',
      'proceed',
      'yes',
      'y',
      'ok',
      ' Proceed',
      '',
      true,
      1,
      null,
      undefined,
      {},
    ];
    for (const other of others) assert.equal(resolveChoice(other), false);
  });
});

describe('the metadata of a message', () => {
  const example = {
    confirmation_required: true,
    risk_level: 'critical',
    action_type: 'batch_delete',
    scope: { records: 500, type: 'user_accounts' },
  };

  test('[D3-2] the example of the document survives the conversion there and back', () => {
    assert.deepEqual(toIntentMetadata(fromIntentMetadata(example)), example);
    assert.deepEqual(
      fromIntentMetadata({ ...example, risk_level: 'CRITICAL' }).risk_level,
      'critical',
    );
  });

  test('[D3-12] a level that requires a question asks, whatever the flag beside it says', () => {
    for (const risk_level of ['high', 'critical']) {
      const claimed = { ...example, risk_level, confirmation_required: false };
      assert.equal(fromIntentMetadata(claimed).confirmation_required, true);
    }
    const low = { ...example, risk_level: 'low', confirmation_required: false };
    assert.equal(fromIntentMetadata(low).confirmation_required, false);
  });

  test('incomplete, misspelt and oversized metadata is refused whole', () => {
    for (const foreign of [
      {},
      { ...example, confirmation_required: 'true' },
      { ...example, risk_level: 'catastrophic' },
      { ...example, scope: { records: -1, type: 'x' } },
      { ...example, scope: { records: 1.5, type: 'x' } },
      { ...example, approved: true },
      { ...example, action_type: 'x'.repeat(513) },
    ]) {
      assert.throws(() => fromIntentMetadata(foreign), ProtocolError);
    }
  });
});

describe('the event of a request', () => {
  const action = sampleAction({ amount: 4200, round: 0 });
  const recordsOf = (change: Partial<RoundScript>) => {
    const [events = []] = playCase([{ ...plainRound, ...change }]);
    const { request, entries, resolution, receipts } = opened(events);
    return { request, entries, resolution, receipts, action };
  };
  const shown = { type: 'wire_transfer', amount: 4200, round: 0 };

  test('[D3-14] the event says who answered what, and what was started, for every outcome', () => {
    const told = (['pending', 'allowed', 'denied', 'expired', 'succeeded'] as const).map(end => {
      const event = toConfirmationEvent(recordsOf({ end }));
      assert.deepEqual(event.proposed_action, shown);
      assert.equal(fromConfirmationEvent(event).said_yes, event.user_response);
      return [end, event.user_response, event.final_action, event.countersign?.answered_by];
    });
    assert.deepEqual(told, [
      ['pending', false, null, null],
      ['allowed', true, null, 'human'],
      ['denied', false, null, 'human'],
      ['expired', false, null, null],
      ['succeeded', true, shown, 'human'],
    ]);
  });

  test('[D3-14] an answering service is not a user, even beside a person who answered differently', () => {
    const records = recordsOf({ stages: 2 });
    const [first, second] = records.entries;
    assert.ok(first !== undefined && second !== undefined);
    const service = { approver_kind: 'service' } as const;
    const mixed = [first, { ...second, ...service }];
    assert.equal(toConfirmationEvent({ ...records, entries: mixed }).user_response, true);
    const none = mixed.map(entry => ({ ...entry, ...service }));
    const event = toConfirmationEvent({ ...records, entries: none });
    assert.deepEqual([event.user_response, event.countersign?.answered_by], [false, 'service']);
    const against = [{ ...first, decision: 'deny' } as const, { ...second, ...service }];
    assert.equal(toConfirmationEvent({ ...records, entries: against }).user_response, false);
  });

  test('an event with another action than the decided one is refused', () => {
    assert.throws(
      () => toConfirmationEvent({ ...recordsOf({}), action: sampleAction({ amount: 1 }) }),
      /object_malformed/,
    );
  });
});

describe('the event of a hold', () => {
  const message = 'I am about to delete these 500 user accounts. Should I proceed?';
  const hold = parseHold({
    hold_id: 'hold_00000000000040008000000000000001',
    session_id: 'session-1',
    agent_id: 'ops-agent',
    message_digest: sha256OfText(message),
    intent: {
      confirmation_required: true,
      risk_level: 'critical',
      action_type: 'batch_delete',
      scope: { records: 500, type: 'user_accounts' },
    },
    placed_at: '2026-11-15T12:00:00.000Z',
    expires_at: '2026-11-15T12:15:00.000Z',
  });
  const at = hold.expires_at;
  const action = fromActionDetail(shell, known);
  const proceed = { answer: 'proceed', at } as const;

  test('[D3-14] the event of a hold has the words, what was read from them, the answer, and what was started once known', () => {
    const standing = toHoldEvent({ hold, message, answered: null, started: null });
    assert.deepEqual(standing, {
      timestamp: hold.placed_at,
      agent_reasoning: message,
      proposed_action: { type: 'batch_delete', scope: { records: 500, type: 'user_accounts' } },
      risk_assessment: 'critical',
      user_response: false,
      final_action: null,
      countersign_hold: {
        hold_id: hold.hold_id,
        message_digest: hold.message_digest,
        answer: null,
      },
    });
    const lifted = toHoldEvent({ hold, message, answered: proceed, started: null });
    assert.deepEqual([lifted.user_response, lifted.final_action], [true, null]);
    const ran = toHoldEvent({ hold, message, answered: proceed, started: { action } });
    assert.deepEqual([ran.timestamp, ran.final_action], [at, shell]);
    assert.equal(fromConfirmationEvent(ran).said_yes, true);
  });

  test('[D3-14] a Cancel and an expiry are no yes, and nothing that ran later belongs to them', () => {
    for (const answer of ['cancel', 'expired'] as const) {
      const event = toHoldEvent({ hold, message, answered: { answer, at }, started: { action } });
      assert.deepEqual([event.user_response, event.final_action], [false, null]);
      assert.equal(event.countersign_hold?.answer, answer);
    }
  });

  test('the words of another hold are refused, and erased words leave the rest', () => {
    const records = { hold, answered: null, started: null };
    assert.throws(() => toHoldEvent({ ...records, message: 'Good morning.' }), ProtocolError);
    assert.equal(toHoldEvent({ ...records, message: null }).agent_reasoning, '');
  });
});

describe('an event from elsewhere', () => {
  const event = {
    timestamp: '2026-11-15T12:00:00.000Z',
    agent_reasoning: 'The folder is only a build.',
    proposed_action: shell,
    risk_assessment: 'critical',
    user_response: true,
    final_action: shell,
  };

  test('[D3-14] a foreign event is history and permits nothing, even when it says yes', () => {
    const read = fromConfirmationEvent(event);
    assert.equal(read.said_yes, true);
    assert.equal(read.authorization, 'none');
    assert.equal(read.ran_as_proposed, true);
    const other = fromConfirmationEvent({
      ...event,
      final_action: { ...shell, command: 'rm -rf /' },
    });
    assert.equal(other.ran_as_proposed, false);
    assert.equal(fromConfirmationEvent({ ...event, final_action: null }).ran_as_proposed, null);
  });

  test('[D3-14] a foreign event is read as Python writes it, with the same time and level', () => {
    const python = {
      ...event,
      timestamp: '2026-11-15T12:00:00.250000+00:00',
      risk_assessment: 'CRITICAL',
    };
    const read = fromConfirmationEvent(python);
    assert.deepEqual([read.at, read.risk_level], ['2026-11-15T12:00:00.250Z', 'critical']);
    for (const timestamp of ['2026-11-15T12:00:00', '2026-11-15T12:00:00+02:00', 'now', 0]) {
      assert.throws(() => fromConfirmationEvent({ ...event, timestamp }), ProtocolError);
    }
  });

  test('a foreign event that reports an execution after a no is refused', () => {
    assert.throws(() => fromConfirmationEvent({ ...event, user_response: false }), ProtocolError);
  });

  test('[D3-14] a foreign event keeps every member over any number of readings', () => {
    fc.assert(
      fc.property(parameters, fc.boolean(), fc.string(), (some, yes, words) => {
        const one = parseConfirmationEvent({
          ...event,
          agent_reasoning: words,
          proposed_action: some,
          user_response: yes,
          final_action: yes ? some : null,
        });
        assert.equal(sha256(parseConfirmationEvent(one)), sha256(one));
      }),
      { seed },
    );
  });
});

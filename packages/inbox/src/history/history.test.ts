// Goal: the page describes every event of a request in words and omits none. The texts of rows and searches match the
// answers of the server.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestRow } from '@countersign/client/people';
import { eventTypes, type StreamEvent } from '@countersign/protocol/stream';
import { type EventReader, eventWords, shortDigest } from './event-words.ts';
import { arrangeHistory, belongsTo, dayWords, rowWords } from './history-rows.ts';
import { narrowings, parseHistorySearch } from './history-search.ts';

const digest = `sha256:${'ab'.repeat(32)}`;
const at = '2026-11-15T20:47:01.485Z';
const id = (prefix: string) => `${prefix}_${'0'.repeat(12)}4000a${'0'.repeat(15)}`;

const reader: EventReader = {
  nameOf: person => `name of ${person.slice(-2)}`,
  stageName: index => `Stage ${index + 1}`,
  actionDigest: digest,
  shortCode: 'K7QM-2XDA',
  audience: 'bank-gateway',
  grantUntil: '21:01:58',
};

const event = (type: string, data: object): StreamEvent =>
  ({ stream: 'request/x', version: 1, type, at, data, previous_event_digest: null }) as StreamEvent;

const textOf = (type: string, data: object): string => {
  const { title, detail } = eventWords(event(type, data), reader);
  const stretches = detail.map(part =>
    typeof part === 'string' ? part : 'said' in part ? part.said : part.code,
  );
  return `${title}. ${stretches.join('')}`;
};

const receipt = {
  receipt_id: id('rc'),
  approval_request_id: id('ar'),
  grant_id: id('grant'),
  attempt: 'one',
  executor: 'bank-gateway',
  consumed_at: at,
  start_by: at,
  report_by: at,
  outcome: 'succeeded',
  recorded_at: at,
  result_digest: digest,
  final_action_digest: null,
  error: null,
};
const by = { kind: 'human', identity: id('person') };

describe('the timeline of a request', () => {
  test('the timeline names an event without words by its type, and never fails', () => {
    for (const type of Object.keys(eventTypes)) {
      const { title, detail } = eventWords(event(type, { unexpected: true }), reader);
      assert.equal(title, type);
      assert.ok(detail.length > 0);
    }
    assert.equal(eventWords(event('brand.new', {}), reader).title, 'brand.new');
  });

  test('the timeline marks refusals and ends', () => {
    const refusal = { code: 'grant_already_consumed', detail: 'x' };
    const refused = {
      executor: 'bank-gateway',
      attempt: 'two',
      action_digest: digest,
      step: 'one',
    };
    assert.equal(
      textOf('execution.refused', { ...refused, refusal }),
      'Second use refused. bank-gateway tried again, answer grant_already_consumed',
    );
    assert.equal(
      eventWords(event('execution.refused', { ...refused, refusal }), reader).look,
      'no',
    );
  });

  test('the timeline shows the report of an executor, and warns when it ran something else', () => {
    const reported = (more: object) =>
      textOf('execution.reported', { receipt: { ...receipt, ...more } });
    assert.match(reported({}), /^Succeeded\. bank-gateway reported the result sha256:abab…abab$/);
    assert.match(reported({ outcome: 'failed', error: 'no funds' }), /^Failed\..*: “no funds”$/);
    const other = `sha256:${'cd'.repeat(32)}`;
    assert.match(
      reported({ final_action_digest: other }),
      /names another action than the approved one/,
    );
  });

  test('the timeline says who settled an outcome and why', () => {
    assert.match(
      textOf('execution.reconciled', { receipt, by, reason: 'the bank says so' }),
      /^Settled by a person: succeeded\. name of 00: “the bank says so”$/,
    );
  });

  test('the timeline shortens digests and nothing else', () => {
    assert.equal(shortDigest(digest), 'sha256:abab…abab');
    assert.equal(shortDigest('sha256:xyz'), 'sha256:xyz');
  });
});

function row(more: Partial<RequestRow>): RequestRow {
  return { status: 'consumed', execution: 'succeeded', outcome: 'consumed', ...more } as RequestRow;
}

describe('a line of the history', () => {
  test('a history row shows the outcome', () => {
    assert.equal(rowWords(row({})).words, 'Succeeded');
    assert.equal(rowWords(row({ execution: 'unknown' })).words, 'Unknown, needs a person');
    assert.equal(rowWords(row({ status: 'denied' })).words, 'Rejected');
    assert.equal(
      rowWords(row({ status: 'cancelled', outcome: 'policy_changed' })).words,
      'Cancelled: policy changed',
    );
  });

  test('a history row is listed under the day on which it was asked', () => {
    const now = new Date(2026, 10, 16, 9).getTime();
    const day = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    assert.deepEqual(
      [day(1), day(12), day(40)].map(each => dayWords(each, now)),
      ['Today', 'Yesterday', 'Saturday 14 November'],
    );
    const rows = [day(1), day(2), day(12)].map(requested_at => row({ requested_at }));
    assert.deepEqual(
      arrangeHistory(rows, now).map(entry => (entry.kind === 'day' ? entry.day : 'row')),
      ['Today', 'row', 'row', 'Yesterday', 'row'],
    );
  });

  test('a history row belongs to the tab of its outcome, and a waiting request belongs to none', () => {
    assert.ok(belongsTo('unknown', row({ execution: 'unknown' })));
    assert.ok(!belongsTo('unknown', row({})));
    assert.ok(!belongsTo('all', row({ status: 'pending', execution: null })));
  });
});

describe('a search of the history', () => {
  test('the search recognises an id and a code', () => {
    const wanted = id('ar');
    assert.equal(parseHistorySearch(` ${wanted} `).requestId, wanted);
    assert.equal(parseHistorySearch('k7qm-2xda').shortCode, 'K7QM-2XDA');
    assert.equal(parseHistorySearch('K7QM2XDA').shortCode, 'K7QM-2XDA');
    assert.equal(parseHistorySearch('payments').shortCode, null);
    assert.deepEqual(parseHistorySearch('tool:a.b nordvik').filter, { tool_name: 'a.b' });
  });

  test('the search offers to ask the server for a word as a tool or an agent', () => {
    assert.deepEqual(
      narrowings('payments.wire').map(({ text }) => text),
      ['tool:payments.wire', 'agent:payments.wire'],
    );
    assert.deepEqual(narrowings('two words'), []);
    assert.deepEqual(narrowings('tool:a'), []);
  });
});

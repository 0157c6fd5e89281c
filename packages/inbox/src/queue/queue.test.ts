// Goal: the queue follows the server without moving anything under the user's pointer, and finds what is searched
// for.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RequestRow } from '@countersign/client/people';
import { arrangeQueue, emptyQueue, mergeQueue, type ShownQueue } from './queue-order.ts';
import { fitsSearch, parseSearch } from './queue-search.ts';

function row(id: string, more: Partial<RequestRow> = {}): RequestRow {
  return {
    approval_request_id: id,
    case_id: 'case_1',
    status: 'pending',
    outcome: 'pending',
    agent_id: 'billing-bot',
    values: true,
    operation: 'call',
    tool_name: 'payments.wire',
    target_resource: 'acct-42',
    title: `Wire ${id}`,
    risk_level: 'high',
    marked_level: null,
    route: 'finance',
    plan_id: null,
    step_id: null,
    stage: { name: 'finance', index: 1, count: 2 },
    eligible: true,
    requested_at: '2026-01-01T00:00:00.000Z',
    due_at: '2026-01-01T00:15:00.000Z',
    report_by: null,
    execution: null,
    ...more,
  };
}

const rows = (...ids: string[]): RequestRow[] => ids.map(id => row(id));
const startOf = (...ids: string[]): ShownQueue =>
  mergeQueue(emptyQueue, rows(...ids), { held: false, openId: null });
const look = ({ rows: shown }: ShownQueue): string =>
  shown.map(({ row: { approval_request_id: id }, gone }) => (gone ? `(${id})` : id)).join(' ');

describe('the queue on screen', () => {
  test('the queue follows the server while the pointer is away', () => {
    const next = mergeQueue(startOf('a', 'b'), rows('c', 'b'), { held: false, openId: null });
    assert.equal(look(next), 'c b');
    assert.equal(next.fresh, 0);
  });

  test('the queue keeps every row in its place under the pointer', () => {
    const held = { held: true, openId: null };
    const next = mergeQueue(startOf('a', 'b', 'c'), rows('c', 'x', 'a'), held);
    assert.equal(look(next), 'a (b) c');
    assert.equal(next.fresh, 1, 'what is new in between waits to be let in');
    assert.equal(look(mergeQueue(next, rows('c', 'x', 'a'), { ...held, held: false })), 'c x a');
  });

  test('newly loaded rows are added after the last row, also under the pointer', () => {
    const next = mergeQueue(startOf('a', 'b'), rows('a', 'b', 'c', 'd'), {
      held: true,
      openId: null,
    });
    assert.equal(look(next), 'a b c d');
    assert.equal(next.fresh, 0);
  });

  test('a row that was over returns when its question is asked again', () => {
    const held = { held: true, openId: null };
    const gone = mergeQueue(startOf('a', 'b'), rows('b'), held);
    assert.equal(look(gone), '(a) b');
    assert.equal(look(mergeQueue(gone, rows('a', 'b'), held)), 'a b');
  });

  test('the open request stays greyed in the queue until another one is opened', () => {
    const next = mergeQueue(startOf('a', 'b', 'c'), rows('a', 'c'), { held: false, openId: 'b' });
    assert.equal(look(next), 'a (b) c');
    assert.equal(look(mergeQueue(next, rows('a', 'c'), { held: false, openId: 'a' })), 'a c');
  });
});

describe('steps of one plan', () => {
  const kinds = (list: RequestRow[]): string =>
    arrangeQueue(mergeQueue(emptyQueue, list, { held: false, openId: null }).rows)
      .map(entry =>
        entry.kind === 'plan' ? `${entry.planId}:${entry.count}` : entry.shown.row.title,
      )
      .join(', ');

  test('steps of one plan are grouped at the place of the soonest one', () => {
    const plan_id = 'release';
    const list = [row('a'), row('b', { plan_id }), row('c'), row('d', { plan_id })];
    assert.equal(kinds(list), 'Wire a, release:2, Wire b, Wire d, Wire c');
  });

  test('a single step is not a group', () => {
    assert.equal(kinds([row('a', { plan_id: 'alone' }), row('b')]), 'Wire a, Wire b');
  });
});

describe('the search', () => {
  test('the search asks the server for a tool or an agent, and searches for words itself', () => {
    assert.deepEqual(parseSearch('  tool:payments.wire Nordvik agent:bot 4200 '), {
      filter: { tool_name: 'payments.wire', agent_id: 'bot' },
      words: ['nordvik', '4200'],
    });
    assert.deepEqual(parseSearch('tool: x'), { filter: {}, words: ['tool:', 'x'] });
  });

  test('the search finds a row that contains all of its words, in any place', () => {
    const wanted = row('a', { title: 'Wire $4,200.00 to Nordvik Paper AB' });
    assert.ok(fitsSearch(wanted, parseSearch('nordvik BILLING')));
    assert.ok(fitsSearch(wanted, parseSearch('')));
    assert.ok(!fitsSearch(wanted, parseSearch('nordvik refund')));
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readName } from './tool-name.ts';
import { remembered, splitWords } from './words.ts';

test('names are split into words in every spelling', () => {
  const spellings: readonly (readonly [name: string, words: readonly string[]])[] = [
    ['deleteUser', ['delete', 'user']],
    ['delete_user', ['delete', 'user']],
    ['users.delete', ['users', 'delete']],
    ['HTTPRequest', ['http', 'request']],
    ['mcp__github__create_issue', ['mcp', 'github', 'create', 'issue']],
    ['X-HTTP-Method-Override', ['x', 'http', 'method', 'override']],
    ['ARCHIVE_AND_PURGE', ['archive', 'and', 'purge']],
    ['sha256sum', ['sha', '256', 'sum']],
    ['', []],
    ['---', []],
  ];
  for (const [name, words] of spellings) assert.deepEqual(splitWords(name), words, name);
});

test('the verb of a name gives its effect', () => {
  const effects: readonly (readonly [name: string, effect: string])[] = [
    ['payments.list_refunds', 'read'],
    ['payments.refund', 'refund'],
    ['refund.list', 'read'],
    ['crm.preview_bulk_delete', 'simulate'],
    ['ledger.reconcile_preview', 'simulate'],
    ['create_draft', 'draft'],
    ['update_status', 'update'],
    ['fetch_and_delete', 'delete'],
    ['sendmail', 'send'],
    ['websearch', 'read'],
    ['get_deleted_users', 'read'],
    ['run_tests', 'read'],
    ['quote_transfer', 'simulate'],
    ['wire_transfer', 'pay'],
    ['frobnicate', 'unknown'],
  ];
  for (const [name, effect] of effects) {
    assert.equal(readName(name).effect, effect, name);
  }
});

test('the cache is bounded, and long names are not cached', () => {
  let worked = 0;
  const length = remembered(name => {
    worked += 1;
    return name.length;
  });
  for (let at = 0; at < 20_000; at += 1) length(`name${at}`);
  assert.equal(worked, 20_000);
  assert.equal(length('name19999'), 9);
  assert.equal(worked, 20_000);
  const long = 'x'.repeat(1000);
  length(long);
  length(long);
  assert.equal(worked, 20_002);
});

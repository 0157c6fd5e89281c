// Goal: a value that differs from what was approved before is marked where the difference tells something. Method: pairs of the same
// value before and now, and pairs that tell nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedTexts } from '../testing/marked-texts.ts';

type Value = string | number | boolean;

/** The name, the value before, and the value now. */
const telling: readonly (readonly [string, Value, Value])[] = [
  ['routing', '021000021', '026009593'],
  ['beneficiary_account', 'A1', 'B2'],
  ['lockout_minutes', 30, 0],
  ['max_login_attempts', 5, 5000],
  ['address', '203.0.113.10', '198.51.100.7'],
  ['origin_ip', '203.0.113.10', '198.51.100.7'],
  ['side', 'buy', 'sell'],
  ['version', '1.4.2', '1.2.0'],
  ['due', '2026-12-01', '2062-12-01'],
  ['source', '10.1.2.0/24', '10.0.0.0/8'],
  ['dose', '5 mg', '5 g'],
  ['filter', 'status:closed AND age>365', 'status:closed'],
  ['pattern', '^/api/v1/[a-z]+$', '^/api/.*$'],
];
const quiet: readonly (readonly [string, Value, Value])[] = [
  ['email_address', 'a@b.example', 'c@b.example'],
  ['version', '1.4.2', '1.4.3'],
  ['due', '2026-12-01', '2027-01-01'],
  ['source', '10.1.2.0/24', '10.1.3.0/24'],
  ['dose', '5 mg', '6 mg'],
  ['page', 1, 400],
  ['ticket', 'T-1', 'T-900'],
  ['offset', 0, 5000],
];
const marked = (name: string, before: Value, now: Value) =>
  markedTexts('things.update', { [name]: now }, { [name]: before });

test('a value that differs in what matters is marked', () => {
  const missed = telling.filter(([name, before, now]) => marked(name, before, now).length === 0);
  assert.deepEqual(missed, []);
});

test('a value that differs in every call, such as an id or a time, is not marked', () => {
  const found = quiet.filter(([name, before, now]) => marked(name, before, now).length > 0);
  assert.deepEqual(found, []);
});

test('an attachment that hides what it is, a link to a file of the system and a folder of Windows are marked', () => {
  const message = { to: ['a@acme.example'], subject: 'Hi', body: 'x' };
  const attachments = [{ filename: 'salaries.pdf.exe', size: 10 }];
  assert.deepEqual(markedTexts('mail.send', { ...message, attachments }), ['salaries.pdf.exe']);
  assert.deepEqual(markedTexts('fs.symlink', { target: '/etc/passwd', link: 'docs/a' }), [
    '/etc/passwd',
  ]);
  const path = 'C:\\Windows\\System32\\drivers\\etc\\hosts';
  assert.deepEqual(markedTexts('fs.write', { path, content: 'x' }), [path]);
});

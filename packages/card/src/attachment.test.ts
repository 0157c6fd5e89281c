import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersElsewhere, attachmentsOf } from './attachment.ts';
import { messageOf } from './message.ts';

const message = (parameters: Record<string, unknown>) => {
  const target = { tool_name: 'mail.send', tool_schema_version: '1', resource: null };
  const found = messageOf({
    target,
    parameters: { to: 'a@acme.example', subject: 'Hi', ...parameters } as never,
  });
  assert.ok(found !== null);
  return found;
};

test('each attachment has its place, name, type and length', () => {
  const data = Buffer.from('name,mail\n'.repeat(40)).toString('base64');
  const attachments = [
    'terms.pdf',
    { filename: 'a.csv', content_type: 'text/csv', data, size: 3 },
    { name: 'b.zip', bytes: 96118 },
    { path: '/tmp/c.txt', content: 'Grüße' },
    7,
  ];
  assert.deepEqual(
    attachmentsOf(message({ attachments })).map(({ pointer, name, type, bytes }) => [
      pointer,
      name,
      type,
      bytes,
    ]),
    [
      ['/attachments/0', 'terms.pdf', null, null],
      ['/attachments/1', 'a.csv', 'text/csv', 400],
      ['/attachments/2', 'b.zip', null, 96118],
      ['/attachments/3', '/tmp/c.txt', null, 7],
      ['/attachments/4', 'without a name', null, null],
    ],
  );
  assert.deepEqual(attachmentsOf(message({})), []);
});

test('answers that go to another domain than the sender are noticed', () => {
  const of = (from: string, reply_to: string) => answersElsewhere(message({ from, reply_to }));
  assert.equal(of('hello@shop.example', 'hello@shop-mail.example'), true);
  assert.equal(of('Shop <hello@shop.example>', 'help@Shop.example'), false);
  assert.equal(answersElsewhere(message({ from: 'hello@shop.example' })), false);
});

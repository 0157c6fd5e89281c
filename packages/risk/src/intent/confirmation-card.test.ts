import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import { ProtocolError } from '@countersign/protocol/reason';
import { sealKey, sealParameters } from '@countersign/protocol/sealed';
import { joinSegments } from '@countersign/protocol/view';
import { ConfirmationCard, confirmationCard, messageLengthMax } from './confirmation-card.ts';

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'delete',
  agent_id: 'agent-1',
  target: { tool_name: 'crm', tool_schema_version: '1' },
  parameters: { count: 500 },
});
const input = { message: 'Delete 3 files?', action, risk: 'critical', details: true } as const;

test('[EV-5] [D3-4] the view has exactly two buttons, and no unknown members', () => {
  const view = confirmationCard(input);
  assert.deepEqual(view.buttons, ['Proceed', 'Cancel']);
  assert.throws(() =>
    ConfirmationCard.parse({ ...view, buttons: ['Proceed', 'Cancel', 'Always'] }),
  );
  assert.throws(() => ConfirmationCard.parse({ ...view, extra: 1 }));
});

test('[EV-7] facts come from the action and never from the words', () => {
  const forged = '"/parameters/count": 3 {"buttons":["Proceed"]}';
  assert.deepEqual(
    confirmationCard({ ...input, message: forged }).action,
    confirmationCard(input).action,
  );
  const labels = confirmationCard(input).action?.facts.map(({ label }) => joinSegments(label));
  assert.ok(labels?.includes('/parameters/count'));
  assert.equal(confirmationCard({ ...input, action: null }).action, null);
});

test('the message shows every invisible character, and is cut to a readable length', () => {
  const { message } = confirmationCard({ ...input, message: 'a\u202eb' });
  assert.ok(message.some(segment => 'mark' in segment && segment.mark === 'bidi'));
  const long = confirmationCard({ ...input, message: '\ud83d\ude00'.repeat(messageLengthMax) });
  assert.equal(joinSegments(long.message).length + long.message_left_out, 2 * messageLengthMax);
});

test('[EV-8] a sealed value is shown as sealed, with its key', () => {
  const key = sealKey(new Uint8Array(32));
  const { parameters } = sealParameters({ parameters: { pin: '1234' }, paths: ['/pin'], key });
  const view = confirmationCard({ ...input, action: { ...action, parameters } });
  const fact = view.action?.facts.find(({ label }) => joinSegments(label) === '/parameters/pin');
  assert.equal(fact?.kind, 'sealed');
  assert.ok(joinSegments(fact.value).startsWith(`sealed with key ${key.key_id}, `));
});

test('an unknown level is refused', () => {
  assert.throws(() => confirmationCard({ ...input, risk: 'none' as never }), ProtocolError);
});

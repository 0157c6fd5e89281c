import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseActionBinding } from '@countersign/protocol/action';
import { ProtocolError } from '@countersign/protocol/reason';
import { sealKey, sealParameters } from '@countersign/protocol/sealed';
import { joinSegments } from '@countersign/protocol/view';
import { ConfirmationView, confirmationView, messageLengthMax } from './confirmation-view.ts';

const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'delete',
  agent_id: 'agent-1',
  target: { tool_name: 'crm', tool_schema_version: '1' },
  parameters: { count: 500 },
});
const input = { message: 'Delete 3 files?', action, risk: 'critical', details: true } as const;

test('[EV-5] [D3-4] the view has exactly two buttons, and no unknown members', () => {
  const view = confirmationView(input);
  assert.deepEqual(view.buttons, ['Proceed', 'Cancel']);
  assert.throws(() =>
    ConfirmationView.parse({ ...view, buttons: ['Proceed', 'Cancel', 'Always'] }),
  );
  assert.throws(() => ConfirmationView.parse({ ...view, extra: 1 }));
});

test('[EV-7] facts come from the action and never from the words', () => {
  const forged = '"/parameters/count": 3 {"buttons":["Proceed"]}';
  assert.deepEqual(
    confirmationView({ ...input, message: forged }).action,
    confirmationView(input).action,
  );
  const labels = confirmationView(input).action?.facts.map(({ label }) => joinSegments(label));
  assert.ok(labels?.includes('/parameters/count'));
  assert.equal(confirmationView({ ...input, action: null }).action, null);
});

test('the message shows every invisible character, and is cut to a readable length', () => {
  const { message } = confirmationView({ ...input, message: 'a\u202eb' });
  assert.ok(message.some(segment => 'mark' in segment && segment.mark === 'bidi'));
  const long = confirmationView({ ...input, message: '\ud83d\ude00'.repeat(messageLengthMax) });
  assert.equal(joinSegments(long.message).length + long.message_left_out, 2 * messageLengthMax);
});

test('[EV-8] a sealed value is shown as sealed, with its key', () => {
  const key = sealKey(new Uint8Array(32));
  const { parameters } = sealParameters({ parameters: { pin: '1234' }, paths: ['/pin'], key });
  const view = confirmationView({ ...input, action: { ...action, parameters } });
  const fact = view.action?.facts.find(({ label }) => joinSegments(label) === '/parameters/pin');
  assert.equal(fact?.kind, 'sealed');
  assert.ok(joinSegments(fact.value).startsWith(`sealed with key ${key.key_id}, `));
});

test('an unknown level is refused', () => {
  assert.throws(() => confirmationView({ ...input, risk: 'none' as never }), ProtocolError);
});

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import { Endpoint } from '../start/server-settings.ts';
import { openEndpoints } from './live-endpoint.ts';
import { secretText } from './testing/approval-scene.ts';
import { createSettableClock } from './testing/settable-clock.ts';

function open(...endpoints: Record<string, unknown>[]) {
  return openEndpoints(
    {
      endpoints: endpoints.map(facts =>
        Endpoint.parse({ url: 'https://desk.example/', secrets: [secretText(1)], ...facts }),
      ),
    },
    {
      clock: createSettableClock(),
      dispatcher: { send: () => Promise.reject(new Error('nothing is sent here')) },
      log: { warn: () => undefined },
    },
  );
}

const desk = { name: 'desk', kind: 'approval' };

test('an approval service has its own secrets, so that a receiver of outcomes cannot answer in its name', () => {
  const bot = { name: 'bot', kind: 'callback', agent_ids: ['bot'] };
  const shared = [secretText(2), secretText(1)];
  assert.throws(() => open(desk, { ...bot, secrets: shared }), ProtocolError);
  assert.throws(() => open({ ...bot, secrets: shared }, desk), ProtocolError);
  assert.equal(open(desk, { ...bot, secrets: [secretText(2)] }).length, 2);
});

test('an approval service has its own key, so that another service cannot answer in its name', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
  const other = { name: 'other', kind: 'approval', secrets: [secretText(2)] };
  assert.throws(() => open({ ...desk, public_key }, { ...other, public_key }), ProtocolError);
  assert.equal(open({ ...desk, public_key }, other).length, 2);
});

test('endpoints of one kind have different names, and keys that can be read', () => {
  const other = { ...desk, secrets: [secretText(2)] };
  assert.throws(() => open(desk, other), ProtocolError);
  assert.throws(() => open({ ...desk, secrets: ['whsec_short'] }), ProtocolError);
  assert.throws(() => open({ ...desk, public_key: 'whpk_short' }), ProtocolError);
});

test('an opened endpoint does not print its secrets', () => {
  assert.ok(!JSON.stringify(open(desk)).includes(secretText(1).slice(6, 20)));
});

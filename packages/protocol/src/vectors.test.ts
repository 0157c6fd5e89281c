import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { actionDigest, compareAction, parseActionBinding } from './action/action-binding.ts';
import { parseChain } from './chain/chain.ts';
import { entryDigest, parseChainEntry } from './chain/chain-entry.ts';
import { type DecisionChallenge, decisionChallenge } from './chain/decision-challenge.ts';
import { sha256, sha256OfText } from './crypto/digest.ts';
import { canonicalize } from './json/canonical-json.ts';
import type { JsonObject } from './json/json-value.ts';
import { parseStrict } from './json/strict-json.ts';
import { inputDigest, parseApprovalRequest } from './request/approval-request.ts';
import { openSealed } from './sealed/open-sealed.ts';
import { sealKey } from './sealed/seal-key.ts';
import { sealParameters } from './sealed/seal-parameters.ts';
import { type SealedEvent, verifyStream } from './stream/stream-event.ts';
import { presentedView, shortCode, viewDigest } from './view/presented-view.ts';

type Refused = { code: string; path: string };

function vectors<Vector>(file: string, section: string): (Vector & { why: string })[] {
  const path = join(import.meta.dirname, '../../../vectors', `${file}.json`);
  const list = JSON.parse(readFileSync(path, 'utf8'))[section];
  assert.ok(Array.isArray(list) && list.length > 0, `${file}.${section} has vectors`);
  for (const { why } of list) assert.ok(why, 'each vector says why');
  return list;
}

const expectedError = ({ code, path }: Refused) => ({ name: 'ProtocolError', code, path });

test('canonical.json: accepted texts have the published canonical bytes and digests', () => {
  type Accepted = { text: string; canonical: string; canonical_hex: string; digest: string };
  for (const vector of vectors<Accepted>('canonical', 'accepted')) {
    const { why, text, canonical, canonical_hex, digest } = vector;
    const found = canonicalize(parseStrict(text));
    assert.equal(found, canonical, why);
    assert.equal(Buffer.from(found).toString('hex'), canonical_hex, why);
    assert.equal(sha256OfText(found), digest, why);
  }
});

test('canonical.json: refused texts are refused with the published code and path', () => {
  type Input = { text: string; hex?: string };
  for (const vector of vectors<Input & Refused>('canonical', 'refused')) {
    const { text, hex, why } = vector;
    const input = hex === undefined ? text : new Uint8Array(Buffer.from(hex, 'hex'));
    assert.throws(() => parseStrict(input), expectedError(vector), why);
  }
});

test('digests.json: actions, presented requests and passkey challenges', () => {
  for (const { why, action, digest } of vectors<{ action: unknown; digest: string }>(
    'digests',
    'actions',
  )) {
    assert.equal(actionDigest(action), digest, why);
  }
  type Input = { request: unknown; input_digest: string };
  for (const { why, request, input_digest } of vectors<Input>('digests', 'inputs')) {
    assert.equal(inputDigest(parseApprovalRequest(request)), input_digest, why);
  }
  type Challenge = { challenge: DecisionChallenge; challenge_hex: string };
  for (const { why, challenge, challenge_hex } of vectors<Challenge>('digests', 'challenges')) {
    assert.equal(Buffer.from(decisionChallenge(challenge)).toString('hex'), challenge_hex, why);
  }
});

test('chains.json: entries and events are linked by their digests', () => {
  for (const { why, entries } of vectors<{ entries: unknown[] }>('chains', 'entries')) {
    let previous: string | null = null;
    for (const entry of entries.map(value => parseChainEntry(value))) {
      assert.equal(entryDigest(entry), entry.entry_digest, why);
      assert.equal(entry.previous_entry_digest, previous, why);
      previous = entry.entry_digest;
    }
  }
  type Stream = { stream: string; events: Pick<SealedEvent, 'text' | 'event_digest'>[] };
  for (const { why, stream, events } of vectors<Stream>('chains', 'streams')) {
    assert.ok(verifyStream(stream, events).ok, why);
  }
});

test('views.json: what is shown, its digest and the short code', () => {
  type View = Record<'request' | 'action' | 'view', unknown> &
    Record<'view_digest' | 'short_code', string>;
  for (const vector of vectors<View>('views', 'views')) {
    const request = parseApprovalRequest(vector.request);
    const view = presentedView(request, parseActionBinding(vector.action));
    assert.deepEqual(view, vector.view, vector.why);
    const view_digest = viewDigest(view);
    assert.equal(view_digest, vector.view_digest, vector.why);
    const { approval_request_id, action_digest } = request;
    assert.equal(shortCode({ approval_request_id, action_digest, view_digest }), vector.short_code);
  }
});

test('refusals.json: what must be refused is refused with the published code', () => {
  type Changed = { approved: unknown; attempted: unknown; code: string };
  for (const { why, approved, attempted, code } of vectors<Changed>('refusals', 'actions')) {
    const known = parseActionBinding(approved);
    const verdict = compareAction(parseActionBinding(attempted), sha256(known), known);
    assert.ok(!verdict.ok, why);
    assert.equal(verdict.refusal.code, code, why);
  }
  for (const vector of vectors<{ action: unknown } & Refused>('refusals', 'bindings')) {
    assert.throws(() => parseActionBinding(vector.action), expectedError(vector), vector.why);
  }
  for (const vector of vectors<{ chain: unknown } & Refused>('refusals', 'chains')) {
    assert.throws(() => parseChain(vector.chain), expectedError(vector), vector.why);
  }
});

test('[EV-8] sealed-values.json: keys, seals, and what is refused', () => {
  const keyOf = (hex: string) => sealKey(new Uint8Array(Buffer.from(hex, 'hex')));
  type Key = { secret_hex: string; key_id: string };
  for (const { why, secret_hex, key_id } of vectors<Key>('sealed-values', 'keys')) {
    assert.equal(keyOf(secret_hex).key_id, key_id, why);
  }
  type Sealing = { parameters: JsonObject; paths: string[] };
  type Sealed = Sealing &
    Record<'secret_hex' | 'action_digest', string> & { sealed_parameters: unknown };
  for (const vector of vectors<Sealed>('sealed-values', 'sealed')) {
    const { why, parameters, paths } = vector;
    const made = sealParameters({ parameters, paths, key: keyOf(vector.secret_hex) });
    assert.deepEqual(made, { parameters: vector.sealed_parameters, sealed: paths }, why);
    assert.equal(actionDigest(chargeWith(made.parameters)), vector.action_digest, why);
  }
  const key = keyOf('07'.repeat(32));
  for (const vector of vectors<Sealing & Refused>('sealed-values', 'refused')) {
    const { parameters, paths, why } = vector;
    assert.throws(() => sealParameters({ parameters, paths, key }), expectedError(vector), why);
  }
  for (const { parameters, path, why } of vectors<Sealing & Refused>(
    'sealed-values',
    'malformed',
  )) {
    const expected = expectedError({ code: 'sealed_value_malformed', path });
    assert.throws(() => parseActionBinding(chargeWith(parameters)), expected, why);
  }
  type Opened = {
    secrets_hex: string[];
    parameters: unknown;
    values: JsonObject;
    code: string | null;
  };
  for (const { why, secrets_hex, parameters, values, code } of vectors<Opened>(
    'sealed-values',
    'opened',
  )) {
    const verdict = openSealed({ parameters, values, keys: secrets_hex.map(keyOf) });
    assert.equal(verdict.ok ? null : verdict.refusal.code, code, why);
    if (verdict.ok) assert.deepEqual(verdict.value, values, why);
  }
});

function chargeWith(parameters: JsonObject) {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    target: { tool_name: 'payments.charge', tool_schema_version: '1' },
    parameters,
  };
}

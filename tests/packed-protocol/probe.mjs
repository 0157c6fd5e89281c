// What a user of the package might do with it, once for each thing that differs between platforms:
// hashing, Ed25519, P-256, text and bytes. Keys, signatures and digests were made with another
// implementation; `expected.json` holds the answers.

import { actionDigest } from '@countersign/protocol/action';
import { importPublicKey, sha256, verifyAssertion, verifyJws } from '@countersign/protocol/crypto';
import { canonicalize, decodeBase64url, parseStrict } from '@countersign/protocol/json';

const value = { ö: false, b: [1, 'é', 1e30], a: null };

const action = {
  schema_version: '1.0',
  operation: 'wire_transfer',
  agent_id: 'billing-bot',
  target: { tool_name: 'bank.transfer', tool_schema_version: '3' },
  parameters: { to: 'ACME GmbH', amount: 4200, currency: 'USD' },
};

const issuerKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
const jws =
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImtleS0xIiwidHlwIjoicHJvYmUrandzIn0.eyJhbW91bnQiOjQyMDAsImN1cnJlbmN5IjoiVVNEIn0.Ba1TJR32Cr_AGkgRSS8wjlafgv6-DZAiqiDbmGiPv2NjXyA7dRVyHbIihkV0EPRx-7kxdEnd82WVOTFE2pXdAQ';
/** The neutral point: under it, one signature fits every message. */
const weakKey = { kty: 'OKP', crv: 'Ed25519', x: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };

const passkey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'yf92aTpdZaoav1Rs4-E2jc5uXP6ql8ZmiSGjtmQzfCw',
  y: 'ixsJ1KiSjL590DR5beKZ7ZkOCuzRzH1i0IBNXPZ_19E',
};
const challenge = 'qKkSzyaRSwo3lccCchAuDR1yYWqt8aO0WzPBnjuFJeI';
const assertion = {
  credential_id: 'cHJvYmU',
  authenticator_data: 'UBUvZFR4EB-67Scxqpi7TBpuEYgHUDr3gsDvDPlN0B4FAAAABw',
  client_data_json:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoicUtrU3p5YVJTd28zbGNjQ2NoQXVEUjF5WVdxdDhhTzBXelBCbmp1RkplSSIsIm9yaWdpbiI6Imh0dHBzOi8vaW5ib3guZXhhbXBsZSIsImNyb3NzT3JpZ2luIjpmYWxzZX0',
  signature:
    'MEUCIF5HmlldJx4fsQ1xfEccw5SzopdvLvUcg_1kjZb_gIeAAiEAgyLpC5mW4ZZxF7KQ2_iM5B5St3kzZGi7UTLl9dWsZuI',
};

export function probe() {
  const checkJws = (text, typ) => answer(verifyJws({ jws: text, typ, keys: trusted() }));
  const checkAssertion = changed =>
    answer(
      verifyAssertion({
        assertion,
        publicKey: importPublicKey(passkey),
        challenge: decodeBase64url(challenge),
        origin: 'https://inbox.example',
        rpId: 'inbox.example',
        ...changed,
      }),
    );
  return {
    canonical: canonicalize(value),
    digest: sha256(value),
    action_digest: actionDigest(action),
    duplicate_key: codeThrownBy(() => parseStrict('{"a":1,"a":2}')),
    jws: checkJws(jws, 'probe+jws'),
    jws_of_another_type: checkJws(jws, 'grant+jws'),
    altered_jws: checkJws(jws.replace('QyMDAs', 'kyMDAs'), 'probe+jws'),
    weak_key: codeThrownBy(() => importPublicKey(weakKey)),
    assertion: checkAssertion({}),
    assertion_elsewhere: checkAssertion({ origin: 'https://inbox.example:8443' }),
    altered_assertion: checkAssertion({
      assertion: {
        ...assertion,
        authenticator_data: assertion.authenticator_data.replace(/Bw$/, 'CA'),
      },
    }),
  };
}

const trusted = () => new Map([['key-1', importPublicKey(issuerKey)]]);

function answer(verdict) {
  return verdict.ok ? verdict.value : verdict.refusal.code;
}

function codeThrownBy(run) {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return error.code;
  }
}

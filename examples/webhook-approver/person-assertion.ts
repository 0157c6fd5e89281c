// What an identity provider signs: who decided what about which question. A JWT that counts once, for five minutes.
import { type KeyObject, sign } from 'node:crypto';

export function signAssertion(key: KeyObject, claims: Readonly<Record<string, string>>): string {
  const iat = Math.floor(Date.now() / 1000);
  const input = [
    { alg: 'EdDSA', kid: 'people-1' },
    { ...claims, iat, exp: iat + 300 },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

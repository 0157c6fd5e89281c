import { createPrivateKey, sign } from 'node:crypto';
import type { HostSigner } from '@countersign/client';
import { assembleJws, jwsSigningInput } from '@countersign/protocol/crypto';
import { type JsonObject, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { PersonId } from '@countersign/protocol/value';
import { isObject } from '../message/rpc.ts';

/** The key of a registered host, and the person who sits before its client. */
interface HostKey {
  readonly person: string;
  readonly sign: HostSigner;
}

/** Reads `{"credential_id", "person_id", "private_key"}`, where the key is an Ed25519 key as JWK. */
export function readHostKey(text: string): HostKey {
  const value = parseStrict(text);
  const { credential_id: kid, person_id, private_key } = isObject(value) ? value : {};
  const person = PersonId.safeParse(person_id);
  if (typeof kid !== 'string' || !person.success || !isObject(private_key)) throw malformed();
  const key = privateKey(private_key);
  return {
    person: person.data,
    sign: (typ, payload) => {
      const input = jwsSigningInput({ kid, typ, payload: payload as JsonObject });
      return assembleJws(input, sign(null, Buffer.from(input), key));
    },
  };
}

function privateKey(jwk: JsonObject) {
  try {
    const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below, without quoting anything of the key.
  }
  throw malformed();
}

function malformed(): ProtocolError {
  return new ProtocolError(
    'options_malformed',
    '/host_key',
    'expected credential_id, person_id and private_key, an Ed25519 key as JWK',
  );
}

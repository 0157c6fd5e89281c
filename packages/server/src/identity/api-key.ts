import { randomBytes } from 'node:crypto';
import type { Digest } from '@countersign/protocol/crypto';
import { secretDigest } from '@countersign/protocol/directory';

/**
 * The kinds of secret. Each kind has its own beginning. So people recognise a leaked secret, and the server never tries
 * one kind as the other.
 */
export type SecretKind = 'api_key' | 'service';

const beginnings = {
  api_key: { secret: 'cs', credential: 'key' },
  service: { secret: 'css', credential: 'service' },
} as const satisfies Record<SecretKind, object>;

const secretForm = /^(css?)_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/;

export interface MadeSecret {
  readonly credential_id: string;
  /** Shown once to the caller that asked for it, and stored nowhere. */
  readonly secret: string;
  readonly secret_digest: Digest;
}

/**
 * A new secret of 32 random bytes. Only its digest is stored. No one can guess such a secret, so neither the plain
 * digest nor the time of a lookup reveals anything about it.
 */
export function makeSecret(kind: SecretKind, uuid: string): MadeSecret {
  const { secret: beginning, credential } = beginnings[kind];
  const id = uuid.replaceAll('-', '');
  const secret = `${beginning}_${id}_${randomBytes(32).toString('base64url')}`;
  return {
    credential_id: `${credential}_${id}`,
    secret,
    secret_digest: secretDigest(secret),
  };
}

/** What a bearer token claims to be by its form, or null where it is no secret of ours. */
export function kindOfSecret(token: string): SecretKind | null {
  const [, beginning] = secretForm.exec(token) ?? [];
  if (beginning === undefined) return null;
  return beginning === 'cs' ? 'api_key' : 'service';
}

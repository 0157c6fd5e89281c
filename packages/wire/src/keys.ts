import { PublicKey } from '@countersign/protocol/crypto';
import { StoreId, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';

export const KeyParams = z.strictObject({ kid: z.string().min(1).max(512) });
export const KeyRevocationBody = z.strictObject({ reason: z.string().min(1).max(1024) });

/** A signing key, with its window and its revocation. */
export const SigningKeyFacts = z.object({
  kid: z.string().min(1).max(512),
  public_key: PublicKey,
  created_at: Timestamp,
  not_before: Timestamp,
  not_after: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  revoked_reason: z.string().nullable(),
});
export type SigningKeyFacts = z.infer<typeof SigningKeyFacts>;

/** Every signing key that there ever was. */
export const KeyList = z.object({
  issuer: z.string(),
  log_name: z.string(),
  store_id: StoreId,
  /** What webhooks are verified with where their endpoint asks for `v1a`. */
  webhook_public_key: z.string(),
  keys: z.array(SigningKeyFacts),
});
export type KeyList = z.infer<typeof KeyList>;

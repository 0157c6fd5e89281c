import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { type ImportedKey, importPublicKey } from '../crypto/public-key.ts';
import { decodeBase64url } from '../json/base64url.ts';
import { parserOf } from '../json/parse-object.ts';
import { TreeHash } from '../log/merkle-tree.ts';
import { type NoteKey, noteKeyId } from '../log/signed-note.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { StoreId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { BundleNoteKey, BundleSigningKey, bundleLimits } from './evidence-bundle.ts';
import { type StatementId, statementIds } from './statement.ts';

/**
 * What the verifier brings along. It decides; what a bundle says of keys is compared with it and never
 * believed. Optional members are omitted where nothing is known.
 */
export const BundleTrust = z.strictObject({
  signing_keys: z.array(BundleSigningKey).max(4096),
  note_keys: z.array(BundleNoteKey).max(1024),
  /** The origin line of the log. A new epoch of a store has another one. */
  origin: Name,
  passkeys: z.strictObject({ origin: Name, rp_id: Name }),
  store_id: StoreId.optional(),
  epoch: z.int().min(1).optional(),
  issuer: Name.optional(),
  audience: Name.optional(),
  /** Where the stream is known to end. */
  head: z.strictObject({ version: z.int().min(1), event_digest: Digest }).optional(),
  /** A checkpoint that was kept outside the store, and the proof between it and that of the bundle. */
  outside: z
    .strictObject({ checkpoint: z.string(), consistency_proof: z.array(TreeHash).max(54) })
    .optional(),
  /** The digests of the policy documents, all of them, where they are known. */
  policy_documents: z.array(Digest).max(1024).optional(),
  /**
   * Statements that must be proven: a bundle that does not show one is refused. The default is the log, because
   * without it anyone can write a consistent stream.
   */
  required: z.array(z.enum(statementIds as [StatementId, ...StatementId[]])).optional(),
});
export type BundleTrust = z.infer<typeof BundleTrust>;

const parseTrust = parserOf('BundleTrust', BundleTrust);

const requiredByDefault: readonly StatementId[] = ['log'];

interface TrustedSigningKey extends BundleSigningKey {
  readonly key: ImportedKey;
}

/** The trust of the verifier, with its keys checked and ready. */
export interface ReadTrust {
  readonly given: BundleTrust;
  readonly signing: ReadonlyMap<string, TrustedSigningKey>;
  readonly notes: readonly NoteKey[];
  readonly required: ReadonlySet<StatementId>;
}

/** Throws for trust that cannot be one: a malformed or weak key, or one name for two keys. */
export function readTrust(trust: unknown): ReadTrust {
  const given = parseTrust(trust, bundleLimits);
  const signing = new Map<string, TrustedSigningKey>();
  for (const [index, each] of given.signing_keys.entries()) {
    if (signing.has(each.kid)) {
      throw new ProtocolError('options_malformed', `/signing_keys/${index}`, 'kid is taken');
    }
    signing.set(each.kid, { ...each, key: importPublicKey(each.public_key) });
  }
  const notes = given.note_keys.map(({ name, public_key }) => ({
    name,
    key_id: noteKeyId(name, decodeBase64url(public_key.x)),
    key: importPublicKey(public_key),
  }));
  return { given, signing, notes, required: new Set(given.required ?? requiredByDefault) };
}

/** Whether the key could sign at that time: in its window, and not revoked before. */
export function isValidAt(key: BundleSigningKey, time: Timestamp): boolean {
  const { not_before, not_after, revoked_at } = key;
  return (
    time >= not_before &&
    (not_after === null || time < not_after) &&
    (revoked_at === null || time < revoked_at)
  );
}

import * as z from 'zod';
import { Digest, sha256OfPlain } from '../crypto/digest.ts';
import { type ImportedKey, importPublicKey } from '../crypto/public-key.ts';
import { decodeBase64url } from '../json/base64url.ts';
import { parserOf } from '../json/parse-object.ts';
import { TreeHash } from '../log/merkle-tree.ts';
import { type NoteKey, noteKeyId } from '../log/signed-note.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { BundleNoteKey, BundleSigningKey, bundleLimits } from './evidence-bundle.ts';
import { type StatementId, statementIds } from './statement.ts';

/**
 * A key that the verifier trusts for checkpoints, and until when. Where the times are left out, those of the signing
 * key with the same public key hold.
 */
const TrustedNoteKey = z.strictObject({
  ...BundleNoteKey.shape,
  not_after: Timestamp.nullable().optional(),
  revoked_at: Timestamp.nullable().optional(),
});

/**
 * What the verifier brings along. It decides; what a bundle says of keys is compared with it and never
 * believed. Optional members are omitted where nothing is known.
 */
export const BundleTrust = z.strictObject({
  signing_keys: z.array(BundleSigningKey).max(4096),
  note_keys: z.array(TrustedNoteKey).max(1024),
  /** Says `bundle` where the keys above were copied from the bundle. The verdict is then at best `consistent`. */
  keys_from: z.enum(['verifier', 'bundle']).optional(),
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

interface TimedNoteKey extends NoteKey {
  /** The digest of name and public key, as a bundle names the key. */
  readonly form: Digest;
  readonly not_after: Timestamp | null;
  readonly revoked_at: Timestamp | null;
}

/** The trust of the verifier, with its keys checked and ready. */
export interface ReadTrust {
  readonly given: BundleTrust;
  readonly signing: ReadonlyMap<string, TrustedSigningKey>;
  readonly notes: readonly TimedNoteKey[];
  readonly required: ReadonlySet<StatementId>;
}

/** Throws for trust that cannot be one: a malformed or weak key, or one name for two keys. */
export function readTrust(trust: unknown): ReadTrust {
  const given = parseTrust(trust, bundleLimits);
  const revocations = readRevocations(given);
  const signing = new Map<string, TrustedSigningKey>();
  for (const [index, each] of given.signing_keys.entries()) {
    if (signing.has(each.kid)) {
      throw new ProtocolError('options_malformed', `/signing_keys/${index}`, 'kid is taken');
    }
    const revoked_at = revocations.get(sha256OfPlain(each.public_key)) ?? null;
    signing.set(each.kid, { ...each, revoked_at, key: importPublicKey(each.public_key) });
  }
  const notes = given.note_keys.map(({ name, public_key, not_after }): TimedNoteKey => {
    const identity = sha256OfPlain(public_key);
    const signs = given.signing_keys.find(each => sha256OfPlain(each.public_key) === identity);
    return {
      name,
      key_id: noteKeyId(name, decodeBase64url(public_key.x)),
      key: importPublicKey(public_key),
      form: sha256OfPlain({ name, public_key }),
      not_after: not_after === undefined ? (signs?.not_after ?? null) : not_after,
      revoked_at: revocations.get(identity) ?? null,
    };
  });
  return { given, signing, notes, required: new Set(given.required ?? requiredByDefault) };
}

/** A thief has the key, whatever its name. The earliest revocation therefore holds under every name of the key. */
function readRevocations({ signing_keys, note_keys }: BundleTrust): Map<Digest, Timestamp> {
  const revocations = new Map<Digest, Timestamp>();
  for (const { public_key, revoked_at } of [...signing_keys, ...note_keys]) {
    const identity = sha256OfPlain(public_key);
    const known = revocations.get(identity);
    if (revoked_at != null && (known === undefined || revoked_at < known)) {
      revocations.set(identity, revoked_at);
    }
  }
  return revocations;
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

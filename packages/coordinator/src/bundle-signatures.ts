import type { ActionBinding } from '@countersign/protocol/action';
import {
  type BundleNoteKey,
  type BundleSigningKey,
  type EvidenceBundle,
  isValidAt,
} from '@countersign/protocol/bundle';
import { importPublicKey } from '@countersign/protocol/crypto';
import { decodeBase64url, parseStrict } from '@countersign/protocol/json';
import { noteKeyId, verifyCheckpoint } from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { type Grant, grantType, type OpenedRequest } from '@countersign/protocol/request';
import { isDue, type Timestamp } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import { artifactOf } from './issue-artifact.ts';
import { readSigned } from './kept-signature.ts';
import type { ProvenEvents } from './log/prove-events.ts';

type Signatures = Pick<EvidenceBundle, 'request_artifact' | 'grant' | 'signing_keys'>;

/** What was signed about a request, as far as it can be shown, and the keys that did. */
export async function signaturesOf(
  context: Context,
  storeId: string,
  { request, epoch, grant, receipts }: OpenedRequest,
  action: ActionBinding | null,
  records: readonly BundleSigningKey[],
): Promise<Signatures> {
  const content = action === null ? null : artifactOf(context, { storeId, epoch }, request, action);
  const question = content === null ? null : await readSigned(context.store, content);
  const permission = grant === null ? null : await signedGrant(context, grant, receipts.length > 0);
  const questionKey = question === null ? null : findKey(records, question, request.requested_at);
  const grantKey =
    permission === null || grant === null ? null : findKey(records, permission, grant.issued_at);
  const keys = new Set([questionKey, grantKey]);
  return {
    request_artifact: questionKey === null ? null : question,
    grant: grantKey === null ? null : permission,
    signing_keys: [...keys].filter(key => key !== null).map(publicPart),
  };
}

/**
 * The permission that was used, or one whose time is over. Bundles are passed on, so a permission that is still
 * usable is not in them. An unused one is signed again: it can permit nothing any more.
 */
async function signedGrant(context: Context, grant: Grant, used: boolean): Promise<string | null> {
  const over = isDue(grant.expires_at, context.clock.now());
  if (!used && !over) return null;
  const kept = await readSigned(context.store, grant);
  if (kept !== null || !over) return kept;
  try {
    return await context.signer.sign(grantType, grant);
  } catch {
    // A process that cannot sign can still export the signatures of others.
    return null;
  }
}

/** The key that signed, where it is known and was valid then. No verifier would believe another. */
function findKey(
  records: readonly BundleSigningKey[],
  jws: string,
  at: Timestamp,
): BundleSigningKey | null {
  const [header = ''] = jws.split('.');
  const { kid } = parseStrict(decodeBase64url(header)) as { kid?: unknown };
  return records.find(key => key.kid === kid && isValidAt(key, at)) ?? null;
}

function publicPart(key: BundleSigningKey): BundleSigningKey {
  const { kid, public_key, not_before, not_after, revoked_at } = key;
  return { kid, public_key, not_before, not_after, revoked_at };
}

/** The keys among these that signed the checkpoint, which is verified on the way. */
export function checkpointKeys(
  { origin, log }: ProvenEvents,
  records: readonly BundleSigningKey[],
): Result<BundleNoteKey[]> {
  const name = signerName(log.checkpoint);
  const keys = records.flatMap(({ public_key }) =>
    public_key.kty === 'OKP'
      ? [{ public_key, key_id: noteKeyId(name, decodeBase64url(public_key.x)) }]
      : [],
  );
  const verified = verifyCheckpoint({
    note: log.checkpoint,
    origin,
    keys: keys.map(({ public_key, key_id }) => ({
      name,
      key_id,
      key: importPublicKey(public_key),
    })),
  });
  if (!verified.ok) return refuse(verified.refusal.code, verified.refusal.detail);
  const signers = new Set(verified.value.signers.map(({ key_id }) => key_id));
  return accept(
    keys
      .filter(({ key_id }) => signers.has(key_id))
      .map(({ public_key }) => ({ name, public_key })),
  );
}

/** A checkpoint of this store has one signature line: a dash, the name and the signature. */
function signerName(note: string): string {
  return note.slice(note.lastIndexOf('\n\n')).split(' ')[1] ?? '';
}

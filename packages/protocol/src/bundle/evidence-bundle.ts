import * as z from 'zod';
import { usesMax } from '../allowance/allowance-terms.ts';
import { ApproverKind, Chain } from '../chain/chain.ts';
import { Digest, sha256OfBytes, sha256OfText } from '../crypto/digest.ts';
import { PublicKey } from '../crypto/jwk.ts';
import { base64urlText } from '../json/base64url.ts';
import { canonicalize } from '../json/canonical-json.ts';
import type { JsonLimits } from '../json/json-limits.ts';
import { parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import { TreeHash } from '../log/merkle-tree.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { Advice } from '../request/advice.ts';
import { amendmentsMax } from '../request/amend-terms.ts';
import { ApprovalRequestId, PersonId, StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** Names the form; another form is another name. */
export const bundleType = 'countersign/evidence-bundle/v1';

/** What a whole bundle may take; its events and its action keep the limits of their own. */
export const bundleLimits: JsonLimits = Object.freeze({ depthMax: 64, bytesMax: 2 ** 26 });

/** Letters in the longest signed text. */
const signedMax = 256 * 1024;

/** An event as it was stored: the exact text that was hashed. */
export const KeptEvent = z.strictObject({ text: z.string().min(1), event_digest: Digest });
export type KeptEvent = z.infer<typeof KeptEvent>;

/** Where one event stands in the log, and the hashes from its leaf up to the root. */
export const EventInclusion = z.strictObject({
  leaf_index: z.int().min(0),
  proof: z.array(TreeHash).max(54),
});
export type EventInclusion = z.infer<typeof EventInclusion>;

/** Where a statement about a person comes from: an event of the store, or what was configured. */
export const BundleSource = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('configuration') }),
  z.strictObject({ from: z.literal('event'), event_digest: Digest }),
]);
export type BundleSource = z.infer<typeof BundleSource>;

/** A key that signs artifacts, and when it may. */
export const BundleSigningKey = z.strictObject({
  kid: Name,
  public_key: PublicKey,
  not_before: Timestamp,
  not_after: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
});
export type BundleSigningKey = z.infer<typeof BundleSigningKey>;

/** A key that signs checkpoints under a name. Its id follows from both. */
export const BundleNoteKey = z.strictObject({ name: Name, public_key: PublicKey });
export type BundleNoteKey = z.infer<typeof BundleNoteKey>;

export const BundlePasskey = z.strictObject({
  credential_id: base64urlText({ min: 1, max: 1023 }),
  person_id: PersonId,
  public_key: PublicKey,
  source: BundleSource,
});
export type BundlePasskey = z.infer<typeof BundlePasskey>;

/** A person or service that decided, with the roles of that time. */
export const BundleDecider = z.strictObject({
  identity: Name,
  kind: ApproverKind,
  roles: z.array(Name).max(256),
  source: BundleSource,
});
export type BundleDecider = z.infer<typeof BundleDecider>;

/** Form 2: a delegation by which a person decided on behalf of another one (DG-6). */
export const BundleDelegation = z.strictObject({
  // The event of the store that made it. It holds the terms and the signature of the delegator.
  event_digest: Digest,
  // The roles of the delegator at the time of the decision.
  delegator: BundleDecider,
  // Of the delegator, over the terms.
  passkey: BundlePasskey,
});
export type BundleDelegation = z.infer<typeof BundleDelegation>;

/**
 * Everything about one request, for a reader who trusts nothing but a few keys. No member is believed as it stands:
 * each one is checked against a hash, a signature or the trust of the verifier, and a member that cannot be checked
 * is reported as not shown. The EvidenceEnvelope is something else: it records a signal.
 */
export const EvidenceBundle = z.strictObject({
  type: z.literal(bundleType),
  store_id: StoreId,
  epoch: z.int().min(1),
  approval_request_id: ApprovalRequestId,
  stream: z.strictObject({ name: Name, events: z.array(KeptEvent).min(1).max(4096) }),
  // Form 2: the versions of an amended action before this one, the oldest first. Absent where no reviewer changed it.
  versions: z
    .array(
      z.strictObject({
        stream: z.strictObject({ name: Name, events: z.array(KeptEvent).min(1).max(4096) }),
        action: z.string().min(1).nullable(),
      }),
    )
    .min(1)
    .max(amendmentsMax)
    .optional(),
  // Form 2: the allowance that stands in place of decisions. Absent where none does.
  allowance: z
    .strictObject({
      stream: z.strictObject({ name: Name, events: z.array(KeptEvent).min(1).max(4096) }),
      // Up to this use, which is the last of them.
      uses: z.strictObject({ name: Name, events: z.array(KeptEvent).min(1).max(usesMax) }),
      // The text of the bundle of the house request that people decided.
      evidence: z.string().min(1),
    })
    .optional(),
  // Events of the store that the people and passkeys below come from, and no others.
  store_events: z.array(KeptEvent).max(1024),
  // The canonical text of the action, or null where its bytes were erased.
  action: z.string().min(1).nullable(),
  // It repeats the action, so that it is erased together with it.
  request_artifact: z.string().min(1).max(signedMax).nullable(),
  grant: z.string().min(1).max(signedMax).nullable(),
  log: z
    .strictObject({
      checkpoint: z.string().min(1).max(signedMax),
      // One for each event of the stream, and one for each event of the store, in the same order. An event of the
      // store from an earlier epoch is in the log of that epoch; here it is null, and proves nothing.
      stream: z.array(EventInclusion).max(4096),
      store: z.array(EventInclusion.nullable()).max(1024),
      // One for each event of each earlier version, in the same order.
      versions: z.array(z.array(EventInclusion).max(4096)).min(1).max(amendmentsMax).optional(),
      // Of an allowance: one for each of its events, and one for this use. The use names the one before it by digest.
      allowance: z
        .strictObject({ stream: z.array(EventInclusion).max(4096), use: EventInclusion })
        .optional(),
    })
    .nullable(),
  signing_keys: z.array(BundleSigningKey).max(256),
  note_keys: z.array(BundleNoteKey).max(64),
  // One for each decision that was made with a passkey, in the order of the decisions.
  passkeys: z.array(BundlePasskey).max(4096),
  // One for each decision, in the same order.
  deciders: z.array(BundleDecider).max(4096),
  // Form 2: one for each decision on behalf of another person, in the same order. Absent where there is none.
  delegations: z.array(BundleDelegation).min(1).max(4096).optional(),
  policy: z.strictObject({
    version: Name,
    // In ascending order of their digests, each once.
    documents: z
      .array(z.strictObject({ digest: Digest, text: z.string() }))
      .min(1)
      .max(1024)
      .nullable(),
    chain: Chain,
  }),
  // Models' opinions, which decided nothing.
  advice: z.array(Advice).max(4096),
});
export type EvidenceBundle = z.infer<typeof EvidenceBundle>;

const parseShape = parserOf('EvidenceBundle', EvidenceBundle);

/** Refuses what would have to be completed, too: a bundle with a member left out is another text. */
export function parseEvidenceBundle(value: unknown): EvidenceBundle {
  const bundle = parseShape(value, bundleLimits);
  if (canonicalize(bundle, bundleLimits) !== canonicalize(value, bundleLimits)) {
    throw new ProtocolError('object_malformed', '', 'expected every member to be written out');
  }
  return bundle;
}

/** Reads the one text that a bundle has: what reads the same but is written otherwise is refused. */
export function parseBundleText(text: string | Uint8Array): EvidenceBundle {
  const bundle = parseShape(parseStrict(text, bundleLimits), bundleLimits);
  const written = bundleText(bundle);
  const same =
    typeof text === 'string' ? text === written : sha256OfBytes(text) === sha256OfText(written);
  if (!same) throw new ProtocolError('object_malformed', '', 'expected the canonical text');
  return bundle;
}

/** What a caller has read, each part as it was kept. */
export type BundleParts = Omit<EvidenceBundle, 'type'>;

/**
 * Puts the parts together and checks their form, and nothing else: no digest, proof or signature is made
 * here, so that a bundle never says more than what was kept. Throws for parts of another form.
 */
export function buildBundle(parts: BundleParts): EvidenceBundle {
  return parseEvidenceBundle({ type: bundleType, ...parts });
}

/** The text to hand over: the one text that `verifyBundle` accepts for this bundle. */
export function bundleText(bundle: EvidenceBundle): string {
  return canonicalize(bundle, bundleLimits);
}

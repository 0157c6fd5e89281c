import * as z from 'zod';
import { Digest, sha256OfPlain } from '../crypto/digest.ts';
import { PublicKey } from '../crypto/jwk.ts';
import { WebAuthnResponse } from '../crypto/webauthn-response.ts';
import type { JsonLimits } from '../json/json-value.ts';
import { parserOf } from '../json/parse-object.ts';
import { Assurance } from '../value/assurance.ts';
import { ApprovalRequestId, ChainEntryId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';
import { BatchMembership } from './batch.ts';
import { BreakGlassCause } from './break-glass.ts';
import { ApproverKind, Separation } from './chain.ts';
import { OnBehalf, RecordedBehalf } from './on-behalf.ts';

/** A passkey's signature over one decision, with all that is needed to check it again offline (ID-9). */
export const DecisionAssertion = z.strictObject({
  public_key: PublicKey,
  origin: z.string().min(1).max(512),
  rp_id: z.string().min(1).max(255),
  nonce: z.string().min(16).max(512),
  response: WebAuthnResponse,
  // Form 2: the passkey signed a batch in which this decision is one row.
  batch: BatchMembership.optional(),
});
export type DecisionAssertion = z.infer<typeof DecisionAssertion>;

export const ApproverDecision = z.enum(['allow', 'deny']);
export type ApproverDecision = z.infer<typeof ApproverDecision>;

/** What an approver sends. Who they are is not in it: that comes from their principal. */
export const EntrySubmission = z.strictObject({
  chain_entry_id: ChainEntryId,
  stage_index: z.int().min(0).max(31),
  decision: ApproverDecision,
  reason_code: Name,
  reason: Prose.default(''),
  summary: Prose.nullable().default(null),
  input_digest: Digest,
  view_digest: Digest.nullable().default(null),
  assertion: DecisionAssertion.nullable().default(null),
  // Form 2: whom the approver decides for, or why they release the action alone.
  on_behalf_of: OnBehalf.optional(),
  break_glass: BreakGlassCause.optional(),
});
export type EntrySubmission = z.infer<typeof EntrySubmission>;

/** One approver's decision, linked to the one before it. */
export const ChainEntry = z.strictObject({
  chain_entry_id: ChainEntryId,
  approval_request_id: ApprovalRequestId,
  stage_index: z.int().min(0).max(31),
  approver_kind: ApproverKind,
  approver_identity: Name,
  approver_roles: z.array(Name).max(256),
  identity_assurance: Assurance,
  separation: Separation,
  decision: ApproverDecision,
  reason_code: Name,
  reason: Prose,
  summary: Prose.nullable(),
  input_digest: Digest,
  view_digest: Digest.nullable(),
  assertion: DecisionAssertion.nullable(),
  previous_entry_digest: Digest.nullable(),
  decided_at: Timestamp,
  entry_digest: Digest,
  on_behalf_of: RecordedBehalf.optional(),
  break_glass: BreakGlassCause.optional(),
});
export type ChainEntry = z.infer<typeof ChainEntry>;

declare const parsedSubmission: unique symbol;

/** A submission that `parseEntrySubmission` has read. Nothing else makes one, so no caller needs to parse it again. */
export type ParsedEntrySubmission = EntrySubmission & { readonly [parsedSubmission]: true };

export const parseEntrySubmission = parserOf('EntrySubmission', EntrySubmission) as (
  value: unknown,
  limits?: Partial<JsonLimits>,
) => ParsedEntrySubmission;
export const parseChainEntry = parserOf('ChainEntry', ChainEntry);

/** The digest of every other member of the entry. */
export function entryDigest(entry: Omit<ChainEntry, 'entry_digest'> | ChainEntry): Digest {
  const { entry_digest: _digest, ...rest } = entry as ChainEntry;
  return sha256OfPlain(rest);
}

/** What makes two submissions under one id the same submission (CH-4). */
export function submissionDigest(submission: EntrySubmission, approverIdentity: string): Digest {
  return sha256OfPlain({ ...submission, approver_identity: approverIdentity });
}

/** The submission that a recorded entry came from. */
export function submissionOf(entry: ChainEntry): EntrySubmission {
  return {
    chain_entry_id: entry.chain_entry_id,
    stage_index: entry.stage_index,
    decision: entry.decision,
    reason_code: entry.reason_code,
    reason: entry.reason,
    summary: entry.summary,
    input_digest: entry.input_digest,
    view_digest: entry.view_digest,
    assertion: entry.assertion,
    ...waysOf(entry),
  };
}

interface DecidedWays {
  readonly on_behalf_of?: OnBehalf;
  readonly break_glass?: BreakGlassCause;
}

/** The members of form 2 that say in which way it was decided, as the passkey signs them. Absent where not used. */
export function waysOf({
  on_behalf_of,
  break_glass,
}: Pick<EntrySubmission, 'on_behalf_of' | 'break_glass'>): DecidedWays {
  return {
    ...(on_behalf_of === undefined
      ? {}
      : {
          on_behalf_of: {
            delegation_id: on_behalf_of.delegation_id,
            person_id: on_behalf_of.person_id,
          },
        }),
    ...(break_glass === undefined ? {} : { break_glass }),
  };
}

/** A denial gives its reason, and so does a person who releases an action alone. */
export function needsReason({
  decision,
  break_glass,
}: Pick<EntrySubmission, 'decision' | 'break_glass'>): boolean {
  return decision === 'deny' || break_glass !== undefined;
}

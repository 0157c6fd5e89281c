import * as z from 'zod';
import { ProtocolError } from '../reason/protocol-error.ts';

/**
 * Ids are a prefix and the 32 lowercase hex digits of a UUID v4. The digits are a whole UUID, so an id
 * converts to the hyphenated forms of other systems and back without loss.
 */
const uuidDigits = '[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}';

function idSchema<Prefix extends string, Name extends string>(prefix: Prefix, _name: Name) {
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}_${uuidDigits}$`),
      `expected ${prefix}_ and 32 hex digits of a UUID v4`,
    )
    .brand<Name>();
}

export const PolicyDecisionId = idSchema('pd', 'PolicyDecisionId');
export type PolicyDecisionId = z.infer<typeof PolicyDecisionId>;
export const ApprovalRequestId = idSchema('ar', 'ApprovalRequestId');
export type ApprovalRequestId = z.infer<typeof ApprovalRequestId>;
export const ChainEntryId = idSchema('ace', 'ChainEntryId');
export type ChainEntryId = z.infer<typeof ChainEntryId>;
export const ApprovalResolutionId = idSchema('apr', 'ApprovalResolutionId');
export type ApprovalResolutionId = z.infer<typeof ApprovalResolutionId>;
export const CaseId = idSchema('case', 'CaseId');
export type CaseId = z.infer<typeof CaseId>;
export const IntentId = idSchema('intent', 'IntentId');
export type IntentId = z.infer<typeof IntentId>;
export const GrantId = idSchema('grant', 'GrantId');
export type GrantId = z.infer<typeof GrantId>;
export const ReceiptId = idSchema('rc', 'ReceiptId');
export type ReceiptId = z.infer<typeof ReceiptId>;
export const AdviceId = idSchema('adv', 'AdviceId');
export type AdviceId = z.infer<typeof AdviceId>;
export const QuestionId = idSchema('qst', 'QuestionId');
export type QuestionId = z.infer<typeof QuestionId>;
export const HoldId = idSchema('hold', 'HoldId');
export type HoldId = z.infer<typeof HoldId>;
export const EvidenceId = idSchema('ev', 'EvidenceId');
export type EvidenceId = z.infer<typeof EvidenceId>;
export const PersonId = idSchema('person', 'PersonId');
export type PersonId = z.infer<typeof PersonId>;
export const StoreId = idSchema('store', 'StoreId');
export type StoreId = z.infer<typeof StoreId>;

export const AllowanceId = idSchema('alw', 'AllowanceId');
export type AllowanceId = z.infer<typeof AllowanceId>;
export const DelegationId = idSchema('dlg', 'DelegationId');
export type DelegationId = z.infer<typeof DelegationId>;
export const LockId = idSchema('lock', 'LockId');
export type LockId = z.infer<typeof LockId>;

/** The hyphenated UUID inside an id. */
export function uuidFromId(id: string): string {
  const match = new RegExp(`^[a-z]+_(${uuidDigits})$`).exec(id);
  const digits = match?.[1];
  if (digits === undefined) {
    throw new ProtocolError('object_malformed', '', 'expected a prefixed id of the protocol');
  }
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => digits.slice(start, end))
    .join('-');
}

/** An id of the given kind from a UUID v4, hyphenated or not: `idFromUuid(PersonId, 'person', uuid)`. */
export function idFromUuid<S extends z.ZodType>(
  schema: S,
  prefix: string,
  uuid: string,
): z.infer<S> {
  const parsed = schema.safeParse(`${prefix}_${uuid.replaceAll('-', '')}`);
  if (!parsed.success) {
    throw new ProtocolError('object_malformed', '', `expected a lowercase UUID v4 for ${prefix}_`);
  }
  return parsed.data;
}

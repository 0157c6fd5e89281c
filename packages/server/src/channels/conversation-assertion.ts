import { ApproverDecision, EntrySubmission } from '@countersign/protocol/chain';
import { Digest } from '@countersign/protocol/crypto';
import { confirmationChoices } from '@countersign/protocol/hold';
import {
  ApprovalRequestId,
  ChainEntryId,
  PersonId,
  Prose,
  StoreId,
  Timestamp,
} from '@countersign/protocol/value';
import * as z from 'zod';

/** The type of the JWS that a host signs for one press of one button. */
export const conversationAssertionType = 'countersign-conversation+jws';

const [proceed, cancel] = confirmationChoices;

/**
 * What the host of a conversation vouches for: this person was shown this view of this request and pressed this button.
 * Typed words never decide: `choice` and `decision` come from the button alone (EV-1).
 */
export const ConversationAssertion = z
  .strictObject({
    type: z.literal('countersign/conversation/v1'),
    store_id: StoreId,
    approval_request_id: ApprovalRequestId,
    stage_index: EntrySubmission.shape.stage_index,
    chain_entry_id: ChainEntryId,
    person_id: PersonId,
    input_digest: Digest,
    view_digest: Digest,
    decision: ApproverDecision,
    choice: z.enum(confirmationChoices),
    /** What the person wrote about it, for people; it decides nothing. */
    reason: Prose.nullable(),
    nonce: z.string().min(16).max(512),
    issued_at: Timestamp,
  })
  .refine(({ decision, choice }) => choice === (decision === 'allow' ? proceed : cancel), {
    path: ['choice'],
    message: `expected ${proceed} with allow and ${cancel} with deny`,
  });
export type ConversationAssertion = z.infer<typeof ConversationAssertion>;

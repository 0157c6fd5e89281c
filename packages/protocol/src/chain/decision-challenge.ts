import { sha256Bytes } from '#sha256';
import { type Digest, sha256 } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import type { ApprovalRequestId, ChainEntryId, StoreId } from '../value/ids.ts';
import type { BreakGlassCause } from './break-glass.ts';
import type { ApproverDecision, EntrySubmission } from './chain-entry.ts';
import type { OnBehalf } from './on-behalf.ts';

/** Everything a passkey signs when it decides; a signature fits no other decision, store or screen. */
export interface DecisionChallenge {
  readonly store_id: StoreId;
  readonly epoch: number;
  readonly approval_request_id: ApprovalRequestId;
  readonly input_digest: Digest;
  readonly view_digest: Digest;
  readonly stage_index: number;
  readonly chain_entry_id: ChainEntryId;
  readonly approver_identity: string;
  readonly decision: ApproverDecision;
  readonly reason_digest: Digest;
  readonly execute_within_seconds: number;
  readonly nonce: string;
  /** Form 2, both: absent where not used. */
  readonly on_behalf_of?: OnBehalf;
  readonly break_glass?: BreakGlassCause;
}

/** The 32 bytes to hand to the authenticator. */
export function decisionChallenge(challenge: DecisionChallenge): Uint8Array {
  return sha256Bytes(utf8Bytes(canonicalize({ type: 'countersign/decision/v1', ...challenge })));
}

/** The reason is words of any length; the challenge carries their digest. */
export function reasonDigest(
  words: Pick<EntrySubmission, 'reason_code' | 'reason' | 'summary'>,
): Digest {
  return sha256({
    reason_code: words.reason_code,
    reason: words.reason,
    summary: words.summary,
  });
}

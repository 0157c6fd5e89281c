import { actionDigest } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { pythonTime } from './python-time.ts';
import type { AgtApprovalRequest, AgtChainEntry } from './records.ts';

/** The digest of an ActionBinding is the same in both systems. */
export const agtActionDigest: (binding: unknown) => Digest = actionDigest;

/** The eleven members that AGT presents to an approver, in the form that it hashes. */
export type PresentedMembers = Omit<
  AgtApprovalRequest,
  'requested_at' | 'status' | 'fail_closed_on_timeout'
>;

export function presentedMembers(request: PresentedMembers): PresentedMembers {
  return {
    approval_request_id: request.approval_request_id,
    policy_decision_id: request.policy_decision_id,
    action_digest: request.action_digest,
    agent_id: request.agent_id,
    subject_id: request.subject_id,
    operation: request.operation,
    target_resource: request.target_resource,
    policy_version: request.policy_version,
    approval_chain_id: request.approval_chain_id,
    approval_chain_version: request.approval_chain_version,
    expires_at: pythonTime(request.expires_at),
  };
}

/** `input_digest` in the AGT 1.0 form. Ours covers more and is another digest under the same name. */
export function agtInputDigest(request: PresentedMembers): Digest {
  return sha256(presentedMembers(request));
}

/** `entry_digest` in the AGT 1.0 form: all other eleven members. */
export function agtEntryDigest(entry: Omit<AgtChainEntry, 'entry_digest'> | AgtChainEntry): Digest {
  const { entry_digest: _digest, decided_at, ...rest } = entry as AgtChainEntry;
  return sha256({ ...rest, decided_at: pythonTime(decided_at) });
}

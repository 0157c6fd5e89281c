import { type AgtWebhookResponse, toAgtWebhookRequest } from '@countersign/dialects/agt';
import { chainProgress } from '@countersign/protocol/chain';
import type { OpenedRequest } from '@countersign/protocol/request';
import { type ApprovalAnswer, webhookSchemaVersion } from '@countersign/wire/webhooks';
import { bindingOf } from './send-approval.ts';

/**
 * Reads an answer in AGT's form as ours. A member that the answer echoes stays as it is, so a wrong echo is noticed. A
 * member that AGT does not echo comes from the request. AGT computes its input digest in its own form. Our digest
 * replaces the right one, and any other stays as it is.
 */
export function fromAgtAnswer(response: AgtWebhookResponse, state: OpenedRequest): ApprovalAnswer {
  const { approved, decision, reason = '', assertion, identity_assertion } = response;
  const binding = bindingOf(state);
  const ours = {
    theirs: toAgtWebhookRequest(state.request).input_digest,
    own: binding.input_digest,
  };
  const echoed = {
    approval_request_id: response.approval_request_id,
    action_digest: response.action_digest,
    policy_version: response.policy_version ?? binding.policy_version,
    approval_chain_version: response.approval_chain_version ?? binding.approval_chain_version,
    input_digest:
      response.input_digest === undefined || response.input_digest === ours.theirs
        ? ours.own
        : response.input_digest,
  };
  const allows = approved === true || decision === 'allow';
  const open = chainProgress(state.chain, state.entries).find(stage => stage.open);
  return {
    schema_version: webhookSchemaVersion,
    type: 'approval_answer',
    // The echo is compared as text; one that has no form of ours differs like any other.
    binding: { ...binding, ...(echoed as Partial<typeof binding>) },
    stage_index: open?.stage_index ?? 0,
    decision: allows ? 'allow' : 'deny',
    reason_code: 'agt-webhook',
    reason: reason === '' && !allows ? 'the approval service gave no reason' : reason,
    summary: null,
    person_assertion: assertion ?? identity_assertion ?? null,
  };
}

import { type AgtWebhookResponse, toAgtWebhookRequest } from '@countersign/dialects/agt';
import { chainProgress } from '@countersign/protocol/chain';
import type { OpenedRequest } from '@countersign/protocol/request';
import { type ApprovalAnswer, webhookSchemaVersion } from '@countersign/wire/webhooks';
import { bindingOf } from './send-approval.ts';

/**
 * An answer in AGT's form, read as ours. What it echoes stays as it is, so that a wrong echo is noticed as one; what
 * AGT does not echo is that of the request. AGT computes its input digest in its own form: the right one stands for
 * ours, and any other stays what it is.
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

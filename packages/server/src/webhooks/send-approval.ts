import { issueArtifact, readRequest } from '@countersign/coordinator';
import { toAgtWebhookRequest } from '@countersign/dialects/agt';
import { chainProgress } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import {
  type ApprovalWebhook,
  type WebhookBinding,
  webhookSchemaVersion,
} from '@countersign/wire/webhooks';
import { titleOf } from '../routes/request-title.ts';
import type { Deliver } from './deliver-outbox.ts';
import type { DeliveryPayload } from './deliveries.ts';
import { sendWebhook } from './send-webhook.ts';

/** Asks an approval service. A question that is over by now is not asked any more. */
export const sendApprovalWebhook: Deliver = async (app, payload) => {
  const { context, endpoints } = app;
  const endpoint = endpoints.find(
    ({ name, kind }) => kind === 'approval' && name === payload.endpoint,
  );
  if (endpoint === undefined) return { outcome: 'dead', problem: 'there is no such endpoint' };
  const read = await readRequest(context, payload.approval_request_id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state, status } = read.value;
  if (status !== 'pending') return { outcome: 'delivered' };
  const id = messageId(payload);
  if (endpoint.form === 'agt') {
    const { request } = state;
    return sendWebhook(app, endpoint, id, toAgtWebhookRequest(request), request.trace);
  }
  const artifact = await issueArtifact(context, payload.approval_request_id);
  if (!artifact.ok) return { outcome: 'retry', problem: artifact.refusal.detail };
  const open = chainProgress(state.chain, state.entries).find(stage => stage.open);
  const body: ApprovalWebhook = {
    schema_version: webhookSchemaVersion,
    type: 'approval_request',
    binding: bindingOf(state),
    sentence: await titleOf(app, state),
    stage_index: open?.stage_index ?? 0,
    request: state.request,
    request_artifact: artifact.value,
    answer_url: `${app.origin}/v1/webhooks/${encodeURIComponent(endpoint.name)}/answers`,
  };
  return sendWebhook(app, endpoint, id, body, state.request.trace);
};

export function bindingOf({ request, policy_decision }: OpenedRequest): WebhookBinding {
  return {
    approval_request_id: request.approval_request_id,
    policy_decision_id: policy_decision.policy_decision_id,
    action_digest: request.action_digest,
    input_digest: inputDigest(request),
    policy_version: request.policy_version,
    approval_chain_version: request.approval_chain_version,
    expires_at: request.expires_at,
  };
}

/**
 * The id is the same at every try, and no other message has it. The name of an endpoint may contain signs that an id
 * may not.
 */
export function messageId(
  {
    approval_request_id,
    version,
    endpoint,
  }: Pick<DeliveryPayload, 'approval_request_id' | 'version' | 'endpoint'>,
  /** Where an endpoint is told of one event twice: which message of the two it is. */
  part?: string,
): string {
  const about = { approval_request_id, version, endpoint };
  const [, hex = ''] = sha256(part === undefined ? about : { ...about, part }).split(':');
  return `msg_${hex}`;
}

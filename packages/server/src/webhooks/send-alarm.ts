import { readRequest } from '@countersign/coordinator';
import { type DivergenceWebhook, webhookSchemaVersion } from '@countersign/wire/webhooks';
import { requestUrl } from '../pages/request-url.ts';
import { titleOf } from '../routes/request-title.ts';
import type { Deliver } from './deliver-outbox.ts';
import { bindingOf, messageId } from './send-approval.ts';
import { sendWebhook } from './send-webhook.ts';

/** Tells an endpoint that an executor reports another action than the approved one. */
export const sendAlarm: Deliver = async (app, payload) => {
  const endpoint = app.endpoints.find(({ name }) => name === payload.endpoint);
  if (endpoint === undefined) return { outcome: 'dead', problem: 'there is no such endpoint' };
  const read = await readRequest(app.context, payload.approval_request_id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state } = read.value;
  const { request, receipts } = state;
  const diverged = receipts.find(
    ({ final_action_digest: ran }) => ran !== null && ran !== request.action_digest,
  );
  if (diverged === undefined || diverged.final_action_digest === null) {
    return { outcome: 'dead', problem: 'no receipt tells of another action' };
  }
  const body: DivergenceWebhook = {
    schema_version: webhookSchemaVersion,
    type: 'execution_diverged',
    binding: bindingOf(state),
    sentence: await titleOf(app, state),
    executor: diverged.executor,
    final_action_digest: diverged.final_action_digest,
    url: requestUrl(app.origin, request.approval_request_id),
  };
  return sendWebhook(app, endpoint, messageId(payload, 'alarm'), body, request.trace);
};

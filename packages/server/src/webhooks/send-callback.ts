import { issueGrant, readRequest } from '@countersign/coordinator';
import { type CallbackWebhook, webhookSchemaVersion } from '@countersign/wire/webhooks';
import { representRequest } from '../routes/request-representation.ts';
import { titleOf } from '../routes/request-title.ts';
import type { Deliver } from './deliver-outbox.ts';
import { bindingOf, messageId } from './send-approval.ts';
import { sendWebhook } from './send-webhook.ts';

/** Tells an agent the current outcome of its request, with the grant where there is one to use. */
export const sendCallback: Deliver = async (app, payload) => {
  const { context, endpoints } = app;
  const endpoint = endpoints.find(
    ({ name, kind }) => kind === 'callback' && name === payload.endpoint,
  );
  if (endpoint === undefined) return { outcome: 'dead', problem: 'there is no such endpoint' };
  const read = await readRequest(context, payload.approval_request_id);
  if (!read.ok) return { outcome: 'retry', problem: read.refusal.detail };
  const { state, version } = read.value;
  const { status, outcome, retry, url } = representRequest(app, state, version);
  const granted =
    status === 'allowed' ? await issueGrant(context, payload.approval_request_id) : null;
  if (granted?.ok === false) return { outcome: 'retry', problem: granted.refusal.detail };
  const body: CallbackWebhook = {
    schema_version: webhookSchemaVersion,
    type: 'request_outcome',
    event: payload.event,
    binding: bindingOf(state),
    sentence: await titleOf(app, state),
    status,
    outcome,
    retry,
    url,
    reason: state.entries.findLast(({ decision }) => decision === 'deny')?.reason ?? null,
    grant: granted?.value ?? null,
  };
  return sendWebhook(app, endpoint, messageId(payload), body, state.request.trace);
};

import { askInSlack, settleInSlack } from '../channels/slack-deliveries.ts';
import type { Deliver } from './deliver-outbox.ts';
import type { DeliveryTopic } from './deliveries.ts';
import { sendApprovalWebhook } from './send-approval.ts';
import { sendCallback } from './send-callback.ts';

/** Who delivers what. */
export const deliverers: Readonly<Partial<Record<DeliveryTopic, Deliver>>> = {
  'webhook.approval': sendApprovalWebhook,
  'webhook.callback': sendCallback,
  'slack.ask': askInSlack,
  'slack.settle': settleInSlack,
};

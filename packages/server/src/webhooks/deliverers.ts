import { type Channel, type NoticeKind, noticeKinds } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';
import { configuredChannel } from '../channels/configured-channels.ts';
import type { Deliver } from './deliver-outbox.ts';
import type { DeliveryTopic } from './deliveries.ts';
import { sendAlarm } from './send-alarm.ts';
import { sendApprovalWebhook } from './send-approval.ts';
import { sendCallback } from './send-callback.ts';

/** Who delivers what. */
export const deliverers: Readonly<Partial<Record<DeliveryTopic, Deliver>>> = {
  ...Object.fromEntries(
    channels.flatMap(channel =>
      noticeKinds.map(kind => [`${channel.name}.${kind}`, deliverBy(channel, kind)]),
    ),
  ),
  'webhook.approval': sendApprovalWebhook,
  'webhook.callback': sendCallback,
  'webhook.alarm': sendAlarm,
};

function deliverBy({ name, title }: Channel, kind: NoticeKind): Deliver {
  return async (app, { approval_request_id, event }, _, signal) => {
    const configured = configuredChannel(app.settings, name);
    if (configured === null) return { outcome: 'dead', problem: `${title} is not configured` };
    const { channel, settings } = configured;
    return channel.deliver(app, settings, { kind, approval_request_id, event }, signal);
  };
}

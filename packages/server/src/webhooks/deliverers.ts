import type { App } from '../app.ts';
import { type Channel, type NoticeKind, noticeKinds } from '../channels/channel.ts';
import { noteDelivery } from '../channels/channel-health.ts';
import { channels } from '../channels/channels.ts';
import { configuredChannel } from '../channels/configured-channels.ts';
import { planTelling } from '../channels/plan-telling.ts';
import { tellPerson } from '../channels/tell-person.ts';
import type { Deliver, Delivery } from './deliver-outbox.ts';
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
  ...Object.fromEntries(
    channels
      .filter(({ personal }) => personal !== null)
      .map(channel => [`${channel.name}.tell`, tellBy(channel)]),
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
    const notice = { kind, approval_request_id, event };
    // Planning who is told is no delivery: whether the channel works shows when a person is told.
    if (channel.personal !== null) return planTelling(app, channel, notice);
    return noted(app, name, () => channel.deliver(app, settings, notice, signal));
  };
}

function tellBy({ name, title }: Channel): Deliver {
  return async (app, _, message, signal) => {
    const configured = configuredChannel(app.settings, name);
    if (configured === null) return { outcome: 'dead', problem: `${title} is not configured` };
    const { channel, settings } = configured;
    return noted(app, name, () => tellPerson(app, channel, settings, message, signal));
  };
}

async function noted(app: App, name: string, send: () => Promise<Delivery>): Promise<Delivery> {
  try {
    const delivery = await send();
    noteDelivery(app, name, delivery);
    return delivery;
  } catch (error) {
    noteDelivery(app, name, { outcome: 'retry', problem: 'the delivery failed' });
    throw error;
  }
}

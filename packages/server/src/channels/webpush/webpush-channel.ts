import { millisecondsOf } from '@countersign/protocol/value';
import type { App } from '../../app.ts';
import { type Finding, fine } from '../../doctor/finding.ts';
import type { Delivery } from '../../webhooks/deliver-outbox.ts';
import type { Channel, Told } from '../channel.ts';
import { waitingFor } from '../who-decides.ts';
import { addDevice, type Device, devicesOf, removeDevice } from './devices.ts';
import { encryptPayload } from './encrypt-payload.ts';
import { type PushText, pushText } from './push-text.ts';
import { PushSettings } from './settings.ts';
import { vapidHeader, vapidKeyOf } from './vapid.ts';

/** As much as the badge of an app shows. */
const countedMax = 100;
const timeoutMilliseconds = 10_000;

/** Notifications in the browsers that a person chose. They tell, and have nothing to press that decides. */
export const pushChannel: Channel<'webpush', typeof PushSettings> = {
  name: 'webpush',
  title: 'Notifications',
  settings: PushSettings,
  assurance: null,
  link: null,
  routes: [],
  deliver: async () => ({ outcome: 'delivered' }),
  personal: {
    usual: { on: true, after_minutes: 0, digest_at: [] },
    withdraws: true,
    where,
    tell,
    devices: { key: app => vapidKeyOf(app).public_key, add: addDevice, remove: removeDevice },
  },
  examine: async () => examined,
  sendTest: async () => [
    fine(
      'channels',
      'Notifications: each person sends a test under Your settings, to their own browsers',
    ),
  ],
};

const examined: Finding[] = [
  fine('channels', 'Notifications: people register their browsers under Your settings'),
];

async function where(app: App, personId: string): Promise<string | null> {
  const labels = (await devicesOf(app, personId)).map(({ label }) => label);
  return labels.length === 0 ? null : labels.join(', ');
}

async function tell(app: App, settings: PushSettings, told: Told): Promise<Delivery> {
  const { notice, reader, person_id, isQuiet } = told;
  const { waiting } = await waitingFor(app.context, person_id, countedMax);
  const text = pushText(app.origin, notice, {
    reader,
    isQuiet,
    count: waiting.length,
  });
  const sent = await Promise.all(
    (await devicesOf(app, person_id)).map(device => push(app, settings, person_id, device, text)),
  );
  // A browser that got it shows a repetition in place of the first one.
  return sent.find(({ outcome }) => outcome !== 'delivered') ?? { outcome: 'delivered' };
}

async function push(
  app: App,
  { contact }: PushSettings,
  personId: string,
  device: Device,
  text: PushText,
): Promise<Delivery> {
  const now = millisecondsOf(app.context.clock.now()) / 1000;
  const answer = await app.dispatcher.send({
    url: device.endpoint,
    method: 'POST',
    headers: {
      authorization: vapidHeader(app, device.endpoint, contact, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '900',
      urgency: text.silent ? 'low' : 'high',
    },
    body: encryptPayload(JSON.stringify(text), device),
    timeoutMilliseconds,
    responseLimitBytes: 65_536,
  });
  if (!answer.ok) return { outcome: 'retry', problem: `Notifications: ${answer.problem}` };
  if (answer.status >= 200 && answer.status < 300) return { outcome: 'delivered' };
  // The subscription is over, or belongs to another server: nothing can be sent there any more.
  if ([400, 401, 403, 404, 410].includes(answer.status)) {
    await removeDevice(app, personId, device.endpoint);
    return { outcome: 'delivered' };
  }
  const problem = `Notifications: the push service answered ${answer.status}`;
  return { outcome: answer.status === 413 ? 'dead' : 'retry', problem };
}

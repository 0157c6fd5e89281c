import type { App } from '../../app.ts';
import type { Delivery } from '../../webhooks/deliver-outbox.ts';
import type { Channel, Told } from '../channel.ts';
import { profileOf } from '../who-decides.ts';
import { readAddress } from './address.ts';
import { examineMail, sendMailTest } from './examine.ts';
import { mailText } from './mail-text.ts';
import { sendMail } from './send-mail.ts';
import { MailSettings } from './settings.ts';

/** E-mail to the address in the profile of each person. It tells, and has no way to answer. */
export const mailChannel: Channel<'smtp', typeof MailSettings> = {
  name: 'smtp',
  title: 'E-mail',
  settings: MailSettings,
  assurance: null,
  link: null,
  routes: [],
  deliver: async () => ({ outcome: 'delivered' }),
  personal: {
    usual: { on: true, after_minutes: 5, digest_at: [] },
    withdraws: false,
    where: addressOf,
    tell: tellByMail,
    devices: null,
  },
  examine: examineMail,
  sendTest: sendMailTest,
};

/** Null where the profile has no address, or one that no mail may be sent to. */
async function addressOf(app: App, personId: string): Promise<string | null> {
  const email = (await profileOf(app.context, personId))?.email ?? null;
  return email !== null && readAddress(email).ok ? email : null;
}

async function tellByMail(app: App, settings: MailSettings, told: Told): Promise<Delivery> {
  const { notice, reader, message_id, person_id } = told;
  if (notice.kind === 'settled') return { outcome: 'delivered' };
  const to = await addressOf(app, person_id);
  if (to === null) return { outcome: 'dead', problem: 'the person has no mail address any more' };
  const about = 'approval_request_id' in notice ? notice.approval_request_id : null;
  return sendMail(settings, {
    ...mailText(app.origin, notice, reader),
    to,
    id: `${message_id}.${person_id}`,
    thread: about === null ? null : `${about}.${person_id}`,
    isUrgent: ['alarm', 'release', 'reminder'].includes(notice.kind),
  });
}

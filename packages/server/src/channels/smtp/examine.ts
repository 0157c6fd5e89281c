import { examined, type Finding, fine, wrong } from '../../doctor/finding.ts';
import { readAddress } from './address.ts';
import { mailText } from './mail-text.ts';
import { mailProblem, mailTransport, sendMail } from './send-mail.ts';
import type { MailSettings } from './settings.ts';

const check = 'channels';
const mend =
  'check host, port, security, user and password, and that this machine can reach the SMTP server';

/** Connects, encrypts and signs in, as before a mail, and sends none. */
export function examineMail(settings: MailSettings): Promise<Finding[]> {
  return examined(check, mend, async () => {
    try {
      await (await mailTransport(settings)).verify();
    } catch (error) {
      return [wrong(check, `the SMTP server refuses: ${mailProblem(error)}`, mend)];
    }
    return [
      fine(check, `E-mail: ${settings.host}:${settings.port} takes mail from ${settings.from}`),
    ];
  });
}

/** Sends one mail that asks nothing, to the address that the operator names. */
export function sendMailTest(settings: MailSettings, to: string | null): Promise<Finding[]> {
  return examined(check, mend, async () => {
    const address = readAddress(to ?? '');
    if (!address.ok) {
      return [wrong(check, `no test mail was sent: ${address.refusal.detail}`, 'name one address')];
    }
    const words = mailText(
      'http://localhost',
      { kind: 'test' },
      {
        language: 'en',
        timeZone: 'UTC',
      },
    );
    const sent = await sendMail(settings, {
      ...words,
      to: address.value,
      id: `test.${crypto.randomUUID()}`,
      thread: null,
      isUrgent: false,
    });
    return sent.outcome === 'delivered'
      ? [fine(check, 'E-mail: the SMTP server took the test mail')]
      : [wrong(check, `no test mail was sent: ${sent.problem}`, mend)];
  });
}

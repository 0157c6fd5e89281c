import type { Transporter } from 'nodemailer';
import type { Delivery } from '../../webhooks/deliver-outbox.ts';
import type { MailText } from './mail-text.ts';
import type { MailSettings } from './settings.ts';

const timeoutMilliseconds = 15_000;
/** SMTP servers limit the connections of one sender. */
const atOnceMax = 4;

const transports = new WeakMap<MailSettings, Promise<Transporter>>();

/**
 * The way to the configured SMTP server. Its address is the operator's configuration and never comes from a request, so
 * it need not be public. With `starttls` nothing is sent before the connection is encrypted.
 */
export function mailTransport(settings: MailSettings): Promise<Transporter> {
  const known = transports.get(settings) ?? makeTransport(settings);
  transports.set(settings, known);
  return known;
}

async function makeTransport(settings: MailSettings): Promise<Transporter> {
  const { host, port, security, user, password } = settings;
  // A server without mail does not load it.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === null || password === null ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface Mail extends MailText {
  readonly to: string;
  /** The left part of the Message-ID. A repeated delivery has the same one, by which mail systems recognise it. */
  readonly id: string;
  /** What the mail answers to, so that mails about one request are shown together. */
  readonly thread: string | null;
  readonly isUrgent: boolean;
}

/** Sends one mail to one address that `readAddress` accepted. Never throws. */
export async function sendMail(settings: MailSettings, mail: Mail): Promise<Delivery> {
  const { from } = settings;
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const thread = mail.thread === null ? null : `<${mail.thread}@${domain}>`;
  const transport = await mailTransport(settings);
  return inTurn(settings, async () => {
    try {
      await transport.sendMail({
        from: { name: 'Countersign', address: from },
        to: { name: '', address: mail.to },
        envelope: { from, to: [mail.to] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${domain}>`,
        ...(thread === null ? {} : { inReplyTo: thread, references: [thread] }),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...(mail.isUrgent ? { priority: 'high' as const } : {}),
      });
      return { outcome: 'delivered' };
    } catch (error) {
      return failureOf(error);
    }
  });
}

/**
 * A server that refuses this address for good is not asked again. Everything else may pass: a wrong password is
 * corrected by the operator, and a full mailbox is emptied.
 */
function failureOf(error: unknown): Delivery {
  const problem = mailProblem(error);
  const { code, responseCode = 0 } = error as SmtpError;
  const isForGood = code === 'EENVELOPE' && responseCode >= 550 && responseCode !== 552;
  return { outcome: isForGood ? 'dead' : 'retry', problem };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** What went wrong, without the address and without what the server says, which may quote it. */
export function mailProblem(error: unknown): string {
  const { code = 'unknown', responseCode, command } = error as SmtpError;
  const answer = responseCode === undefined ? '' : `, the SMTP server answered ${responseCode}`;
  return `E-mail: ${code}${command === undefined ? '' : ` at ${command}`}${answer}`;
}

const turns = new WeakMap<MailSettings, { underway: number; readonly waiting: (() => void)[] }>();

async function inTurn<T>(settings: MailSettings, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(settings) ?? { underway: 0, waiting: [] };
  turns.set(settings, turn);
  if (turn.underway >= atOnceMax) await new Promise<void>(done => turn.waiting.push(done));
  turn.underway++;
  try {
    return await work();
  } finally {
    turn.underway--;
    turn.waiting.shift()?.();
  }
}

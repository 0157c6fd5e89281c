import type { JsonObject } from '@countersign/protocol/json';
import type { CallRule } from './code-call.ts';
import { jsonOf } from './value-json.ts';

const sendsMessage =
  /(^|\.)(send_?(e?mail|sms|message|text|newsletter|notification)|(\w{0,20}(mail|mailer|sms|newsletter|whatsapp)\w{0,10})\.(send|deliver|deliver_now|deliver_later))$/iu;

/** `sgMail.sendMultiple`: the function itself is for many. */
const sendsMany =
  /(^|\.)\w{0,20}(mail|mailer|sms|newsletter|whatsapp|messag\w{1,5})\w{0,10}\.(send_?(multiple|bulk|batch|many|all)|(bulk|batch|mass)_?send|broadcast)$/iu;

/** Functions that send mail, whose recipients are known by their place. */
export const mails: CallRule = ({ path, given, times }) => {
  // In a loop whose length is not stated, the recipients are everyone in it.
  if (times === null && sendsMessage.test(path))
    return [{ kind: 'call', tool: 'email.send', parameters: { filter: '*' } }];
  if (sendsMany.test(path))
    return [{ kind: 'call', tool: 'email.send', parameters: { filter: '*' } }];
  const at = /(^|\.)send_mail$/u.test(path) ? 3 : /(^|\.)sendmail$/u.test(path) ? 1 : null;
  if (/(^|\.)send_mass_mail$/u.test(path))
    return [{ kind: 'call', tool: 'email.send', parameters: { filter: '*' } }];
  if (at === null) return null;
  const to =
    given.named.get('recipient_list') ?? given.named.get('to_addrs') ?? given.positional[at];
  const known = to?.kind === 'list' || to?.kind === 'text';
  const parameters: JsonObject = known ? { to: jsonOf(to, 0) } : { filter: '*' };
  return [{ kind: 'call', tool: 'email.send', parameters }];
};

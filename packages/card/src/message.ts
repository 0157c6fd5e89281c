import type { JsonValue } from '@countersign/protocol/json';
import {
  type CardAction,
  type Found,
  isObject,
  membersOf,
  scalarUnder,
  textUnder,
} from './parameters.ts';
import { toolWords } from './tool-words.ts';

interface Recipient {
  readonly pointer: string;
  readonly address: string;
  readonly field: 'to' | 'cc' | 'bcc';
}

export interface Message {
  readonly recipients: readonly Recipient[];
  /** Where only a number or a list is named. */
  readonly count: number | null;
  readonly list: Found<string> | null;
  readonly channel: Found<string> | null;
  readonly from: Found<string> | null;
  readonly answersTo: Found<string> | null;
  readonly subject: Found<string> | null;
  readonly body: Found<string> | null;
  readonly attachments: Found | null;
  /** The values that a message view shows. */
  readonly shown: readonly string[];
}

const messageTools =
  /^(?:mail|email|e|gmail|outlook|smtp|sms|message|messages|teams|discord|telegram|whatsapp|twilio|sendgrid|mailchimp|notify|notification|campaign|newsletter|post|reply|tweet|dm|chat)$/;
const fields: readonly (readonly [Recipient['field'], RegExp])[] = [
  [
    'to',
    /^(?:to|recipients?|to_?(?:addresses|emails?|recipients?|numbers?)|phone(?:_?numbers?)?|emails?|user_?ids?|users)$/i,
  ],
  ['cc', /^(?:cc|cc_?(?:addresses|recipients?|emails?))$/i],
  ['bcc', /^(?:bcc|bcc_?(?:addresses|recipients?|emails?)|blind_?copy)$/i],
];
const bodyKeys = /^(?:body|text|message|content|html|body_?(?:text|html)|markdown|comment)$/i;
const subjectKeys = /^(?:subject|title|headline)$/i;

/** The message that an action sends; null where it sends none. */
export function messageOf(action: CardAction): Message | null {
  const all = toolWords(action.target.tool_name);
  if (!all.some(word => messageTools.test(word))) return null;
  const members = membersOf(action);
  const recipients = fields.flatMap(([field, keys]) =>
    members.filter(({ key }) => keys.test(key)).flatMap(found => addressesIn(found, field)),
  );
  const counts = members.find(
    ({ key, value }) =>
      typeof value === 'number' && /^(?:recipients?(?:_?count)?|audience_?size|count)$/i.test(key),
  );
  const channel = textUnder(
    members,
    /^(?:channel(?:_?(?:id|name))?|chat(?:_?id)?|room|conversation)$/i,
  );
  const list = textUnder(members, /^(?:list(?:_?(?:id|name))?|segment|audience|group)$/i);
  const subject = textUnder(members, subjectKeys);
  const body = textUnder(members, bodyKeys);
  if (recipients.length === 0 && counts === undefined && channel === null && list === null)
    return null;
  if (subject === null && body === null && !all.includes('send')) return null;
  const from = textUnder(members, /^(?:from|sender|from_?(?:email|address|name))$/i);
  const answersTo = textUnder(members, /^(?:reply_?to)$/i);
  const attachments = members.find(
    ({ key, value }) => /^(?:attachments?|files?)$/i.test(key) && Array.isArray(value),
  );
  const named = members.filter(member => fields.some(([, keys]) => keys.test(member.key)));
  const texts = [from, answersTo, subject, body].flatMap(found =>
    found === null ? [] : [found.pointer],
  );
  return {
    recipients,
    count: typeof counts?.value === 'number' ? counts.value : null,
    list,
    channel,
    from,
    answersTo,
    subject,
    body,
    attachments: attachments ?? null,
    shown: [...named.filter(isShownWhole).map(({ pointer }) => pointer), ...texts],
  };
}

/**
 * One address, or a list with one address in each place. Any other value, such as a text with several addresses, also
 * stays in the tree, because the message view would show it like a list.
 */
function isShownWhole({ value }: Found): boolean {
  const isOne = (each: JsonValue) => typeof each === 'string' && /^[^,;\s][^,;]*$/.test(each);
  return Array.isArray(value) ? value.length > 0 && value.every(isOne) : isOne(value);
}

function addressesIn({ value, pointer }: Found, field: Recipient['field']): readonly Recipient[] {
  // Several addresses in one text stand at its pointer, all of them.
  const several = (text: string, at: string): readonly Recipient[] =>
    text
      .split(/[,;]\s*/)
      .filter(address => address.trim() !== '')
      .map(address => ({ pointer: at, address, field }));
  if (typeof value === 'string') return several(value, pointer);
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonValue, index) => {
    const at = `${pointer}/${index}`;
    if (typeof each === 'string') return several(each, at);
    if (!isObject(each)) return [];
    const members = Object.entries(each).map(([key, member]) => ({
      key,
      value: member as JsonValue,
      pointer: `${at}/${key}`,
    }));
    const own = scalarUnder(members, /^(?:email|address|phone|id|name)$/i);
    return own === null ? [] : [{ pointer: own.pointer, address: String(own.value), field }];
  });
}

/** How many people get it, as far as the action says. */
export function recipientCount({ recipients, count }: Message): number | null {
  return recipients.length > 0 ? recipients.length : count;
}

/** What a mark says about a recipient whom this agent has not written to. */
export function domainOf(address: string): string | null {
  return /@([\p{L}\p{M}\p{N}_.-]+)>?\s*$/u.exec(address)?.[1]?.toLowerCase() ?? null;
}

/** The domain that counts as inside: that of the sender, or else the one that most recipients share. */
export function homeDomainOf({ from, recipients }: Message): string | null {
  return (from === null ? null : domainOf(from.value)) ?? commonDomainOf(recipients);
}

/** The domain that most recipients share. */
function commonDomainOf(recipients: Message['recipients']): string | null {
  const counts = new Map<string, number>();
  for (const { address } of recipients) {
    const domain = domainOf(address);
    if (domain !== null) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

import type { RiskSettings } from '../risk-settings.ts';
import { role } from './parameter-key.ts';
import { isList, type Survey } from './survey.ts';
import { isOwnDomain, isReservedName } from './web-address.ts';
import { splitWords } from './words.ts';

/** Whom a message would reach. */
export interface Audience {
  readonly count: number;
  /** Everyone at once, or a list of unknown length. */
  readonly everyone: string | null;
  /** A person outside the organisation, by the evidence for it. */
  readonly outside: string | null;
  /** A person outside gets a copy that the others do not see. */
  readonly hiddenOutside: boolean;
  /** A mailbox in a domain about which nothing is known, while no domain is known to be one's own. */
  readonly unvouched: boolean;
  /** Every mailbox is known to be inside. */
  readonly vouched: boolean;
  /** Names at least one person, channel or number. */
  readonly named: boolean;
}

const everyoneWords: ReadonlySet<string> = new Set(
  `everyone everybody all allstaff staff company companywide newsletter subscribers customers users broadcast announce
  announcement announcements general org orgwide wholecompany allhands employees followers public audience members
  community list students parents patients clients global world masslist mailinglist here channel prospects leads`.split(
    /\s+/,
  ),
);

/** Words that, in the name of a channel, mean that people of other organisations read it. */
const sharedChannelWords: ReadonlySet<string> = new Set(
  'ext external shared partner partners vendor vendors public community press client guest connect customers investors media'.split(
    ' ',
  ),
);

const everyoneChannels: ReadonlySet<string> = new Set(
  'general everyone all announcements announcement announce company all-hands allhands company-wide companywide org-wide all-staff all-company all-employees global town-hall everybody'.split(
    ' ',
  ),
);

const everyoneChannelWords: ReadonlySet<string> = new Set([
  'announcements',
  'announcement',
  'everyone',
  'allhands',
  'companywide',
  'everybody',
]);

const groupKeys: ReadonlySet<string> = new Set(
  `segment segments audience audience_id list list_id lists mailing_list distribution_list topic_arn segment_id list_ids
  audience_filter subscriber_list contact_list broadcast_list`.split(/\s+/),
);

/** Where anyone can have a mailbox: never a sign of one organisation. */
const publicMail: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com yahoo.co.uk icloud.com me.com aol.com proton.me protonmail.com
  gmx.de gmx.net gmx.com web.de mail.com mail.ru yandex.ru yandex.com qq.com 163.com zoho.com fastmail.com tutanota.com tuta.io
  hey.com pm.me msn.com comcast.net t-online.de free.fr orange.fr libero.it mailinator.com guerrillamail.com tempmail.com 10minutemail.com
  yopmail.com mailbox.org posteo.de rocketmail.com naver.com`.split(/\s+/),
);

const outsideDomainWords: ReadonlySet<string> = new Set(
  `news press media times post daily herald tribune journal gazette law legal attorney lawyers partners partner vendor supplier
  client customer bank gov regulator mailbox personal private webmail freemail rival competitor investor ventures capital
  agency consulting auditor insurance court police tax`.split(/\s+/),
);

const outsideLocalWords: ReadonlySet<string> = new Set(
  'press media editor newsroom tips journalist reporter newsdesk regulator ombudsman complaints_authority'.split(
    ' ',
  ),
);

const recipientKeys = role.recipient | role.hidden;

interface Box {
  readonly local: string;
  readonly domain: string;
}

/** The addresses in one text: `Name <a@b>`, several separated by commas or semicolons. Bounded. */
export function mailboxesIn(text: string): readonly Box[] {
  if (!text.includes('@')) return [];
  const found: Box[] = [];
  for (const part of text.slice(0, 16_384).split(/[,;\n]/u, 1000)) {
    const angle = part.lastIndexOf('<');
    const close = part.lastIndexOf('>');
    const bare = (angle >= 0 && close > angle ? part.slice(angle + 1, close) : part)
      .trim()
      .replace(/^mailto:/iu, '');
    const at = bare.lastIndexOf('@');
    if (at <= 0) continue;
    const domain =
      bare
        .slice(at + 1)
        .split(/[\s?>]/u, 1)[0]
        ?.normalize('NFKC')
        .toLowerCase() ?? '';
    if (domain.includes('.'))
      found.push({ local: bare.slice(0, at).toLowerCase(), domain: domain.replace(/\.+$/u, '') });
  }
  return found;
}

export function audienceOf(
  seen: Survey,
  settings: RiskSettings,
  resource: string | null,
  chat: boolean,
): Audience {
  let count = 0;
  let everyone: string | null = null;
  let outside: string | null = null;
  let hiddenOutside = false;
  let named = false;
  const own = new Set<string>();
  const domains = new Set<string>();
  for (const leaf of seen.leaves) {
    if ((leaf.key.roles & role.sender) === 0 || typeof leaf.value !== 'string') continue;
    for (const box of mailboxesIn(leaf.value)) if (!publicMail.has(box.domain)) own.add(box.domain);
  }
  for (const branch of seen.branches) {
    if ((branch.key.roles & recipientKeys) === 0) continue;
    if (isList(branch.value)) count = Math.max(count, branch.value.length);
  }
  let boxes = 0;
  for (const leaf of seen.leaves) {
    const { key, parent, value } = leaf;
    const inRecipients =
      (key.roles & recipientKeys) !== 0 ||
      (parent !== null && (parent.roles & recipientKeys) !== 0 && isAddressKey(key.name));
    if (!inRecipients || typeof value !== 'string' || value === '') continue;
    named = true;
    const found = mailboxesIn(value);
    boxes += found.length;
    for (const box of found) {
      domains.add(box.domain);
      if (isEveryoneBox(box)) everyone ??= `the address ${box.local}`;
      const why = outsideReason(box, own, settings);
      if (why !== null) {
        outside ??= why;
        if ((key.roles & role.hidden) !== 0) hiddenOutside = true;
      }
    }
    if (found.length > 0) continue;
    const text = value.trim().toLowerCase();
    if (groupKeys.has(key.name) && text !== '') everyone ??= `the parameter ${key.name}`;
    else if (isChannel(key.name, text)) {
      const why = channelReason(text);
      if (why === 'everyone') everyone ??= `the channel`;
      else if (why !== null) outside ??= why;
    } else if (key.name !== 'notify' && isEveryoneName(text))
      everyone ??= `the parameter ${key.name}`;
    else if (isPhone(text)) outside ??= chat ? null : 'a telephone number';
  }
  if (resource?.startsWith('#')) {
    named = true;
    const why = channelReason(resource.toLowerCase());
    if (why === 'everyone') everyone ??= 'the channel';
    else if (why !== null) outside ??= why;
  }
  // Without a known domain of one's own, people in two different domains cannot all be colleagues.
  if (
    outside === null &&
    own.size === 0 &&
    settings.internal_domains.length === 0 &&
    organisations(domains) > 1
  ) {
    outside = 'recipients in different organisations';
  }
  const unvouched = domains.size > 0 && own.size === 0 && settings.internal_domains.length === 0;
  return {
    count: Math.max(count, boxes),
    everyone,
    outside,
    hiddenOutside,
    unvouched,
    vouched: boxes > 0 && !unvouched && outside === null,
    named,
  };
}

/** `@channel`, `<!here>` and their kind in the text of a message wake everyone up. */
export function mentionsEveryone(text: string): boolean {
  return /<!(everyone|channel|here|subteam)|(^|[\s(])@(everyone|channel|here|all|team-all|company)\b/iu.test(
    text.slice(0, 8192),
  );
}

function isAddressKey(name: string): boolean {
  return (
    name === 'email' ||
    name === 'address' ||
    name === 'phone' ||
    name === 'id' ||
    name === 'to' ||
    name === 'number' ||
    name === 'value' ||
    name === 'email_address'
  );
}

/** `all@`, `dl-all-customers@`, `customers@`. A word for many that only names an office (`customers-care@`) is none. */
function isEveryoneBox(box: Box): boolean {
  const words = splitWords(box.local.split('+', 1)[0] ?? '');
  if (words.some(word => wholeWords.has(word))) return true;
  const [first = ''] = words;
  return words.some(word => crowdWords.has(word)) && (words.length === 1 || listWords.has(first));
}

const wholeWords: ReadonlySet<string> = new Set(
  'all everyone everybody allstaff allhands companywide orgwide'.split(' '),
);
const listWords: ReadonlySet<string> = new Set('dl list grp group team broadcast all'.split(' '));
const crowdWords: ReadonlySet<string> = new Set(
  `staff company employees newsletter announce announcement announcements subscribers customers members users clients parents students
  investors partners tenants residents`.split(/\s+/),
);

function isEveryoneName(text: string): boolean {
  if (
    text === '*' ||
    text.startsWith('@everyone') ||
    text.startsWith('@channel') ||
    text.startsWith('@here')
  )
    return true;
  const words = splitWords(text);
  return words.length > 0 && words.length <= 5 && words.some(word => everyoneWords.has(word));
}

function isChannel(key: string, text: string): boolean {
  return text.startsWith('#') || key.startsWith('channel') || key === 'room' || key === 'chat_id';
}

function channelReason(text: string): string | null {
  const name = text.replace(/^#/u, '');
  if (
    everyoneChannels.has(name) ||
    splitWords(name).some(word => everyoneChannelWords.has(word)) ||
    /^(all|company|everyone|announce)[-_]/u.test(name) ||
    name.startsWith('@')
  ) {
    return name.startsWith('@') && !isEveryoneName(name) ? null : 'everyone';
  }
  const first = splitWords(name)[0] ?? '';
  return sharedChannelWords.has(first) ? 'a channel shared with others' : null;
}

function isPhone(text: string): boolean {
  // Numbers that the service keeps for tests reach no one.
  if (/^\+?1500555\d{4}$/u.test(text)) return false;
  return /^\+?[0-9][0-9 ()./-]{6,20}$/u.test(text.slice(0, 40)) && text.length <= 24;
}

function outsideReason(box: Box, own: ReadonlySet<string>, settings: RiskSettings): string | null {
  if (isOwnDomain(box.domain, settings)) return null;
  if (publicMail.has(box.domain)) return 'a recipient outside';
  for (const domain of own)
    if (box.domain === domain || box.domain.endsWith(`.${domain}`)) return null;
  if (isReservedName(box.domain)) return 'a recipient outside';
  if (own.size > 0 || settings.internal_domains.length > 0) return 'a recipient outside';
  if (splitWords(box.local).some(word => outsideLocalWords.has(word)))
    return 'a recipient whose office is outside';
  const words = splitWords(box.domain);
  return words.some(word => outsideDomainWords.has(word)) ||
    /\.gov(\.|$)|\.(mil|edu)$/u.test(box.domain)
    ? 'a recipient whose domain is outside'
    : null;
}

/** Different registrable domains, roughly: the last two labels. */
function organisations(domains: ReadonlySet<string>): number {
  const roots = new Set<string>();
  for (const domain of domains) roots.add(domain.split('.').slice(-2).join('.'));
  return roots.size;
}

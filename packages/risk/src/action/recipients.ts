import type { RiskSettings } from '../risk-settings.ts';
import { role } from './parameter-key.ts';
import { isList, type Leaf, type Survey } from './survey.ts';
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
  /** A mailbox in an unknown domain, while no domain is known to be the organisation's own. */
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
  const heard = new Heard(settings, ownDomains(seen), chat);
  for (const leaf of seen.leaves)
    if (isRecipient(leaf) && typeof leaf.value === 'string' && leaf.value !== '')
      heard.add(leaf, leaf.value);
  if (resource?.startsWith('#')) heard.addChannel(resource.toLowerCase());
  return heard.audience(longestList(seen));
}

/** The domains of those who send. */
function ownDomains({ leaves }: Survey): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { key, value } of leaves) {
    if ((key.roles & role.sender) === 0 || typeof value !== 'string') continue;
    for (const { domain } of mailboxesIn(value)) if (!publicMail.has(domain)) own.add(domain);
  }
  return own;
}

function longestList({ branches }: Survey): number {
  let count = 0;
  for (const { key, value } of branches)
    if ((key.roles & recipientKeys) !== 0 && isList(value)) count = Math.max(count, value.length);
  return count;
}

function isRecipient({ key, parent }: Leaf): boolean {
  if ((key.roles & recipientKeys) !== 0) return true;
  return parent !== null && (parent.roles & recipientKeys) !== 0 && isAddressKey(key.name);
}

/** Whom the parameters name, while they are read. The first evidence stays. */
class Heard {
  readonly #settings: RiskSettings;
  readonly #own: ReadonlySet<string>;
  readonly #chat: boolean;
  readonly #domains = new Set<string>();
  #boxes = 0;
  #everyone: string | null = null;
  #outside: string | null = null;
  #hiddenOutside = false;
  #named = false;

  constructor(settings: RiskSettings, own: ReadonlySet<string>, chat: boolean) {
    this.#settings = settings;
    this.#own = own;
    this.#chat = chat;
  }

  add(leaf: Leaf, value: string): void {
    this.#named = true;
    const found = mailboxesIn(value);
    this.#boxes += found.length;
    for (const box of found) this.#addBox(box, (leaf.key.roles & role.hidden) !== 0);
    if (found.length === 0) this.#addName(leaf.key.name, value.trim().toLowerCase());
  }

  addChannel(name: string): void {
    this.#named = true;
    const why = channelReason(name);
    if (why === 'everyone') this.#everyone ??= 'the channel';
    else if (why !== null) this.#outside ??= why;
  }

  #addBox(box: Box, hidden: boolean): void {
    this.#domains.add(box.domain);
    if (isEveryoneBox(box)) this.#everyone ??= `the address ${box.local}`;
    const why = outsideReason(box, this.#own, this.#settings);
    if (why === null) return;
    this.#outside ??= why;
    if (hidden) this.#hiddenOutside = true;
  }

  #addName(key: string, text: string): void {
    if (groupKeys.has(key) && text !== '') this.#everyone ??= `the parameter ${key}`;
    else if (isChannel(key, text)) this.addChannel(text);
    else if (key !== 'notify' && isEveryoneName(text)) this.#everyone ??= `the parameter ${key}`;
    else if (isPhone(text) && !this.#chat) this.#outside ??= 'a telephone number';
  }

  audience(listed: number): Audience {
    const isUnset = this.#own.size === 0 && this.#settings.internal_domains.length === 0;
    // If the organisation's own domain is unknown, people in two different domains cannot all be colleagues.
    if (isUnset && organisations(this.#domains) > 1)
      this.#outside ??= 'recipients in different organisations';
    const unvouched = this.#domains.size > 0 && isUnset;
    return {
      count: Math.max(listed, this.#boxes),
      everyone: this.#everyone,
      outside: this.#outside,
      hiddenOutside: this.#hiddenOutside,
      unvouched,
      vouched: this.#boxes > 0 && !unvouched && this.#outside === null,
      named: this.#named,
    };
  }
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

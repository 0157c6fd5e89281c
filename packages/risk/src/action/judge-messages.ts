import type { SignalName } from '../signals.ts';
import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import { type Effect, isPassive } from './effects.ts';
import { isPersonal } from './judge-export.ts';
import { namesOneRecord } from './judge-production.ts';
import {
  answersThread,
  isInternalNote,
  isMailbox,
  isMeeting,
  isReply,
  isTestAddressed,
  isTestSend,
} from './message-exceptions.ts';
import { role } from './parameter-key.ts';
import { speaksForAll } from './public-posts.ts';
import { type Audience, audienceOf, mentionsEveryone } from './recipients.ts';
import { isList, type Leaf } from './survey.ts';
import { hasAny } from './words.ts';

const campaigns: ReadonlySet<string> = new Set([
  'campaign',
  'campaigns',
  'newsletter',
  'broadcast',
  'blast',
  'mailshot',
  'sequence',
  'mass',
  'announcement',
  'announcements',
  'announce',
  'audience',
  'drip',
]);
const forwarding: ReadonlySet<string> = new Set(
  `forward forward_to forwarding_address redirect_to forward_email auto_forward forwarding redirect delegate blindcopyto
  blind_copy_to copyto redirectmessageto addtorecipients`.split(/\s+/),
);

/** Parameters that only ever hold people to be written to. */
const addressing: ReadonlySet<string> = new Set(
  'to cc bcc ccs additional_ccs recipients recipient send_to deliver_to email_to forward_to mail_to share_with attendees subscribers notify'.split(
    ' ',
  ),
);

/** What is sent as soon as it is made: `messages.create` and `create_notification` send. */
const madeToBeSent: ReadonlySet<string> = new Set([
  'notification',
  'notifications',
  'sms',
  'push',
  'broadcast',
  'messages',
  'banner',
  'popup',
]);
const audienceFlags: ReadonlySet<string> = new Set(
  'broadcast everyone to_all send_to_all notify_all all_users entire_audience whole_list'.split(
    ' ',
  ),
);
const audienceShapes: ReadonlySet<string> = new Set(
  'target targeting audience segment segments filter filters criteria condition conditions tags platform platforms country topic'.split(
    ' ',
  ),
);
const crowds: ReadonlySet<string> = new Set(
  'users customers subscribers devices contacts players employees guests students parents patients clients followers everyone tenants residents citizens fans leads prospects recipients'.split(
    ' ',
  ),
);

/** To run a mail merge writes to everyone on its list; to make its template does not. */
function mergesMail({ tool }: CallFacts): boolean {
  return /(?:^|_)mail_?merge(?:_|$)/u.test(tool.words.join('_')) && hasAny(tool.words, starting);
}

const starting: ReadonlySet<string> = new Set('run execute start send launch perform'.split(' '));

/** `email` and `phone` beside a change are what is changed; `to` and `attendees` are always whom it goes to. */
function isAddressed(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    leaf =>
      addressing.has(leaf.key.name) ||
      (leaf.parent !== null && addressing.has(leaf.parent.name)) ||
      (leaf.key.roles & role.hidden) !== 0 ||
      forwarding.has(leaf.key.name),
  );
}

/** Tokens, handles, numbers: a long list in what is sent is whom it is sent to. */
function longestList(facts: CallFacts): number {
  let most = 0;
  for (const { value, depth } of facts.seen.branches)
    if (depth <= 1 && isList(value)) most = Math.max(most, value.length);
  return most;
}

/** No recipient is named, and a description of people stands where their names would be. */
function describesPeople(facts: CallFacts): boolean {
  if (facts.reach.single || facts.reach.count !== null) return false;
  const named = facts.seen.leaves.some(
    leaf =>
      leaf.key.last === 'id' ||
      leaf.key.last === 'ids' ||
      leaf.key.last === 'user' ||
      leaf.key.last === 'token',
  );
  if (named) return false;
  return (
    mentions(facts, crowds) ||
    facts.seen.branches.some(branch => branch.depth === 0 && audienceShapes.has(branch.key.name)) ||
    facts.seen.branches.some(
      branch => branch.depth === 0 && branch.key.words.some(word => word === 'segments'),
    )
  );
}

/** What sends although its verb does not say so: `messages.create`, `phone.call`. */
function sendingEffect(facts: CallFacts): Effect {
  const { effect } = facts;
  if (effect === 'create' && mentions(facts, madeToBeSent) && !says(facts, 'draft', 'template'))
    return 'send';
  // A record that is made as sent goes out: an envelope, an invoice.
  if (effect === 'create' && facts.seen.leaves.some(isSent)) return 'send';
  return effect === 'control' && says(facts, 'call') && says(facts, 'phone', 'voice', 'telephony')
    ? 'send'
    : effect;
}

function isSent({ key, value, depth }: Leaf): boolean {
  return (
    depth === 0 && key.name === 'status' && typeof value === 'string' && /^sent$/iu.test(value)
  );
}

/** What a message is, read once for all rules. */
interface Sending {
  readonly facts: CallFacts;
  readonly effect: Effect;
  readonly sends: boolean;
  readonly chat: boolean;
  readonly audience: Audience;
  readonly attached: boolean;
  /** Many at once count: it sends, or it names a mailbox or a channel. */
  readonly reaches: boolean;
  /** It is a test that goes to a few named people. */
  readonly tests: boolean;
}

interface MessageRule {
  readonly signal: SignalName;
  readonly when: (sending: Sending) => boolean;
  readonly evidence: string | ((sending: Sending) => string);
}

/** Every rule that fits is reported. */
const messageRules: readonly MessageRule[] = [
  {
    signal: 'data_leaving',
    when: ({ facts, sends }) => !sends && forwards(facts),
    evidence: 'sends copies of messages on by itself',
  },
  {
    signal: 'data_leaving',
    when: ({ audience }) => audience.hiddenOutside,
    evidence: 'a hidden copy goes outside',
  },
  {
    signal: 'outside_message',
    when: ({ facts, sends, chat, audience, tests }) =>
      audience.outside !== null &&
      !(tests && isTestAddressed(facts)) &&
      (sends || chat || isAddressed(facts)) &&
      !isReply(facts, audience.named) &&
      !isMeeting(facts, audience),
    evidence: ({ audience }) => audience.outside ?? '',
  },
  {
    signal: 'data_leaving',
    when: ({ attached, audience }) => attached && (audience.outside !== null || audience.unvouched),
    evidence: 'an attachment goes to a recipient who may be outside',
  },
  {
    signal: 'data_leaving',
    when: ({ facts, sends, chat, attached, audience }) =>
      sends &&
      !chat &&
      attached &&
      isPersonal(facts) &&
      audience.outside === null &&
      !audience.vouched,
    evidence: 'a file about people is sent',
  },
  {
    signal: 'bulk_message',
    when: sending => countOf(sending) > sending.facts.settings.recipients_max,
    evidence: 'more recipients than the limit',
  },
  {
    signal: 'bulk_message',
    when: ({ reaches, audience, tests }) => reaches && audience.everyone !== null && !tests,
    evidence: ({ audience }) => `everyone at once, by ${audience.everyone ?? ''}`,
  },
  {
    signal: 'bulk_message',
    when: ({ facts: { reach }, reaches, audience }) =>
      reaches && (reach.unbounded || (reach.open && !audience.named)),
    evidence: 'a broad filter selects the recipients',
  },
  {
    signal: 'bulk_message',
    when: ({ facts, effect, tests }) =>
      (((effect === 'send' || effect === 'control') && mentions(facts, campaigns)) ||
        (!isPassive(effect) && mergesMail(facts))) &&
      !tests,
    evidence: 'sends to a whole audience',
  },
  {
    signal: 'bulk_message',
    when: ({ facts }) =>
      facts.seen.leaves.some(leaf => audienceFlags.has(leaf.key.name) && leaf.value === true),
    evidence: 'everyone at once, by a flag',
  },
  {
    signal: 'bulk_message',
    when: ({ facts, sends, chat, audience }) =>
      sends && !chat && !audience.named && !facts.place.rehearsal && describesPeople(facts),
    evidence: 'goes to recipients that a filter selects',
  },
  {
    signal: 'bulk_message',
    when: ({ facts, sends, audience }) =>
      sends && !audience.named && facts.names.some(name => name.bulk) && !answersThread(facts),
    evidence: 'everyone, by the name of the tool',
  },
  {
    signal: 'bulk_message',
    when: ({ facts, sends, audience }) =>
      sends && !audience.named && !namesOneRecord(facts) && mentions(facts, papers),
    evidence: 'sends papers to people who are not named',
  },
  {
    signal: 'bulk_message',
    when: ({ facts }) =>
      facts.seen.leaves.some(
        ({ key, value }) =>
          typeof value === 'string' && (key.roles & role.prose) !== 0 && mentionsEveryone(value),
      ),
    evidence: 'its text calls everyone',
  },
];

/** What is sent to one person each. */
const papers: ReadonlySet<string> = new Set(
  'invoices statements payslips letters notices reminders contracts offers bills receipts'.split(
    ' ',
  ),
);

/** Words that leave: to whom, how many, and with what attached. */
export function judgeMessages(facts: CallFacts, report: Report): void {
  const effect = sendingEffect(facts);
  const writes = effect !== 'delete' && effect !== 'weaken';
  if ((writes && (isPublicPost(facts) || speaksForAll(facts))) || publishes(facts))
    report('outside_message', 'high', 'publishes to everyone');
  if (!writes || !isMessaging(facts, effect) || isInternalNote(facts)) return;
  const sending = sendingOf(facts, effect);
  for (const { signal, when, evidence } of messageRules)
    if (when(sending))
      report(signal, 'high', typeof evidence === 'string' ? evidence : evidence(sending));
  if (sending.sends) report('data_write', 'medium', 'sends a message');
}

function isPublicPost(facts: CallFacts): boolean {
  return (
    facts.domains.has('public') && !says(facts, 'draft', 'drafts', 'install', 'add', 'upgrade')
  );
}

function isMessaging(facts: CallFacts, effect: Effect): boolean {
  return (
    effect === 'send' ||
    facts.domains.has('message') ||
    says(facts, 'calendar', 'meeting', 'event', 'invite') ||
    facts.seen.leaves.some(leaf => addressing.has(leaf.key.name) && isMailbox(leaf)) ||
    facts.seen.leaves.some(leaf => recipientsOf(leaf) > facts.settings.recipients_max)
  );
}

function sendingOf(facts: CallFacts, effect: Effect): Sending {
  const chat = says(facts, 'slack', 'teams', 'discord', 'mattermost', 'chat', 'channel');
  const audience = audienceOf(facts.seen, facts.settings, facts.resource, chat);
  const sends = effect === 'send';
  const mailed = facts.seen.leaves.some(
    leaf => (leaf.key.roles & role.recipient) !== 0 && isMailbox(leaf),
  );
  return {
    facts,
    effect,
    sends,
    chat,
    audience,
    attached: hasAttachment(facts),
    reaches: sends || chat || mailed,
    tests: isTestSend(facts, audience.count),
  };
}

function forwards(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    ({ key, value }) =>
      typeof value === 'string' &&
      value !== '' &&
      (forwarding.has(key.name) || (key.words[0] === 'forwarding' && value.includes('@'))),
  );
}

const peopleCounts: ReadonlySet<string> = new Set(
  'profiles recipients subscribers audience contacts_reached personalizations_count'.split(' '),
);

/** `recipients: { count: 1800 }` and `recipient_count: 1800`. */
function recipientsOf({ key, parent, value }: Leaf): number {
  if (typeof value !== 'number') return 0;
  if (peopleCounts.has(key.name)) return value;
  const counts = key.last === 'count' || key.last === 'total' || key.last === 'size';
  const people = parent !== null && addressing.has(parent.name);
  return counts && (people || key.words.some(word => addressing.has(word))) ? value : 0;
}

function countOf({ facts, audience, sends }: Sending): number {
  const others = sends ? Math.max(facts.reach.count ?? 0, longestList(facts)) : 0;
  return Math.max(audience.count, others, ...facts.seen.leaves.map(recipientsOf));
}

const machineTopics: ReadonlySet<string> = new Set([
  'kafka',
  'sns',
  'pubsub',
  'mqtt',
  'queue',
  'topic',
  'event',
  'events',
  'redis',
  'nats',
  'rabbitmq',
  'eventbridge',
  'draft',
  'preview',
  'internal',
]);

/** `publish_page`, or an update that sets the status of a page or a post to it. */
function publishes(facts: CallFacts): boolean {
  if (mentions(facts, machineTopics) || facts.place.rehearsal) return false;
  if (says(facts, 'publish')) return true;
  return facts.seen.leaves.some(
    leaf =>
      (leaf.key.name === 'status' || leaf.key.name === 'state') &&
      typeof leaf.value === 'string' &&
      /^(publish|published|public)$/iu.test(leaf.value),
  );
}

function hasAttachment(facts: CallFacts): boolean {
  return facts.seen.leaves.some(
    leaf =>
      (leaf.key.roles & role.attachment) !== 0 &&
      typeof leaf.value === 'string' &&
      leaf.value !== '',
  );
}

import { type CallFacts, mentions, type Report, says } from './call-facts.ts';
import type { Effect } from './effects.ts';
import { isPersonal } from './judge-export.ts';
import { role } from './parameter-key.ts';
import { audienceOf, mentionsEveryone } from './recipients.ts';
import { isList } from './survey.ts';

const replies: ReadonlySet<string> = new Set(['reply', 'respond', 'answer', 'comment']);
const cases: ReadonlySet<string> = new Set([
  'ticket',
  'tickets',
  'case',
  'cases',
  'conversation',
  'conversations',
  'thread',
  'request',
  'issue',
  'incident',
  'zendesk',
  'freshdesk',
  'intercom',
  'helpscout',
  'front',
  'review',
]);
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
const forwarding: ReadonlySet<string> = new Set([
  'forward',
  'forward_to',
  'forwarding_address',
  'redirect_to',
  'forward_email',
  'auto_forward',
  'forwarding',
  'redirect',
  'delegate',
]);

/** Parameters that only ever hold people to be written to. */
const addressing: ReadonlySet<string> = new Set(
  'to cc bcc recipients recipient send_to deliver_to email_to forward_to mail_to share_with attendees subscribers notify'.split(
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
  return effect === 'control' && says(facts, 'call') && says(facts, 'phone', 'voice', 'telephony')
    ? 'send'
    : effect;
}

/** Words that leave: to whom, how many, and with what attached. */
export function judgeMessages(facts: CallFacts, report: Report): void {
  const { domains, settings } = facts;
  const effect = sendingEffect(facts);
  const writes = effect !== 'delete' && effect !== 'weaken';
  if (
    domains.has('public') &&
    writes &&
    !says(facts, 'draft', 'drafts', 'install', 'add', 'upgrade')
  ) {
    report('outside_message', 'high', 'publishes to everyone');
  }
  if (publishes(facts)) report('outside_message', 'high', 'publishes to everyone');
  const messaging =
    effect === 'send' ||
    domains.has('message') ||
    says(facts, 'calendar', 'meeting', 'event', 'invite') ||
    facts.seen.leaves.some(
      leaf =>
        addressing.has(leaf.key.name) && typeof leaf.value === 'string' && leaf.value.includes('@'),
    );
  if (!messaging || !writes) return;
  if (isInternalNote(facts)) return;
  const chat = says(facts, 'slack', 'teams', 'discord', 'mattermost', 'chat', 'channel');
  const audience = audienceOf(facts.seen, settings, facts.resource, chat);
  const forwards = facts.seen.leaves.some(
    leaf => forwarding.has(leaf.key.name) && typeof leaf.value === 'string' && leaf.value !== '',
  );
  const routine =
    effect !== 'send' &&
    !chat &&
    !facts.seen.leaves.some(
      leaf =>
        (leaf.key.roles & role.recipient) !== 0 &&
        typeof leaf.value === 'string' &&
        leaf.value.includes('@'),
    );

  if (forwards && effect !== 'send')
    report('data_leaving', 'high', 'sends copies of messages on by itself');
  if (audience.hiddenOutside) report('data_leaving', 'high', 'a hidden copy goes outside');
  if (
    audience.outside !== null &&
    (effect === 'send' || chat || isAddressed(facts)) &&
    !isReply(facts, audience.named)
  )
    report('outside_message', 'high', audience.outside);
  if (hasAttachment(facts) && (audience.outside !== null || audience.unvouched))
    report('data_leaving', 'high', 'an attachment goes to a recipient who may be outside');

  if (
    effect === 'send' &&
    !chat &&
    hasAttachment(facts) &&
    isPersonal(facts) &&
    audience.outside === null &&
    !audience.vouched
  )
    report('data_leaving', 'high', 'a file about people is sent');

  const counted = Math.max(
    audience.count,
    effect === 'send' ? Math.max(facts.reach.count ?? 0, longestList(facts)) : 0,
  );
  if (counted > settings.recipients_max)
    report('bulk_message', 'high', 'more recipients than the limit');
  if (effect === 'send' || chat || !routine) {
    if (audience.everyone !== null && !isTestSend(facts, audience.count))
      report('bulk_message', 'high', `everyone at once, by ${audience.everyone}`);
    if (facts.reach.unbounded || (facts.reach.open && !audience.named))
      report('bulk_message', 'high', 'a broad filter selects the recipients');
  }
  if (
    (effect === 'send' || effect === 'control') &&
    mentions(facts, campaigns) &&
    !isTestSend(facts, audience.count)
  ) {
    report('bulk_message', 'high', 'sends to a whole audience');
  }
  if (facts.seen.leaves.some(leaf => audienceFlags.has(leaf.key.name) && leaf.value === true))
    report('bulk_message', 'high', 'everyone at once, by a flag');
  if (
    effect === 'send' &&
    !chat &&
    !audience.named &&
    !facts.place.rehearsal &&
    describesPeople(facts)
  )
    report('bulk_message', 'high', 'goes to recipients that a filter selects');
  if (effect === 'send' && !audience.named && facts.names.some(name => name.bulk)) {
    report('bulk_message', 'high', 'everyone, by the name of the tool');
  }
  for (const leaf of facts.seen.leaves) {
    if (typeof leaf.value !== 'string' || (leaf.key.roles & role.prose) === 0) continue;
    if (mentionsEveryone(leaf.value)) report('bulk_message', 'high', 'its text calls everyone');
  }
  if (effect === 'send') report('data_write', 'medium', 'sends a message');
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

/** Only people of one's own see it. */
function isInternalNote(facts: CallFacts): boolean {
  if (
    facts.parameters['public'] === false ||
    facts.parameters['internal'] === true ||
    facts.parameters['is_private'] === true
  ) {
    return !facts.seen.leaves.some(
      leaf =>
        (leaf.key.roles & (role.recipient | role.hidden)) !== 0 &&
        typeof leaf.value === 'string' &&
        leaf.value.includes('@'),
    );
  }
  return (
    facts.tool.phrase.includes('_internal_note_') || facts.tool.phrase.includes('_private_note_')
  );
}

/** An answer to the person who opened the case, not to a new recipient. */
function isReply(facts: CallFacts, named: boolean): boolean {
  if (!mentions(facts, replies) || !mentions(facts, cases)) return false;
  return (
    !named ||
    !facts.seen.leaves.some(
      leaf =>
        (leaf.key.roles & (role.recipient | role.hidden)) !== 0 &&
        typeof leaf.value === 'string' &&
        leaf.value.includes('@'),
    )
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

/** A test goes to a few named people; a test to a list is the real thing. */
function isTestSend(facts: CallFacts, count: number): boolean {
  const tests = says(facts, 'test') || facts.seen.leaves.some(leaf => leaf.key.words[0] === 'test');
  const named = facts.seen.leaves.some(
    leaf => typeof leaf.value === 'string' && leaf.value.includes('@') && !leaf.value.includes(','),
  );
  return tests && named && count <= 5 && facts.reach.count === null && !facts.reach.open;
}

import { type CallFacts, mentions, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import type { Audience } from './recipients.ts';
import type { Leaf } from './survey.ts';

export function isMailbox({ value }: Leaf): boolean {
  return typeof value === 'string' && value.includes('@');
}

/** `test_emails: [...]`: the parameter itself says that only a test goes there. */
export function isTestAddressed({ seen, tool }: CallFacts): boolean {
  return (
    tool.words.includes('test') &&
    seen.leaves.every(leaf => !isMailbox(leaf) || leaf.key.words[0] === 'test')
  );
}

const meetings: ReadonlySet<string> = new Set(
  'meeting meetings event events calendar appointment'.split(' '),
);
const guests = /^(attendees?|participants?|invitees?|guests?)$/u;

/** A meeting that a few named people are asked to: they see its title and decline it if they like. */
export function isMeeting(facts: CallFacts, audience: Audience): boolean {
  if (facts.effect !== 'create' && facts.effect !== 'update') return false;
  if (!mentions(facts, meetings) || audience.count > 10 || audience.everyone !== null) return false;
  return facts.seen.leaves.every(
    leaf =>
      !isMailbox(leaf) ||
      guests.test(leaf.key.name) ||
      (leaf.parent !== null && guests.test(leaf.parent.name)),
  );
}

/** A test goes to a few named people; a test to a list is the real thing. */
export function isTestSend(facts: CallFacts, count: number): boolean {
  const tests = says(facts, 'test') || facts.seen.leaves.some(leaf => leaf.key.words[0] === 'test');
  const named = facts.seen.leaves.some(
    leaf => typeof leaf.value === 'string' && leaf.value.includes('@') && !leaf.value.includes(','),
  );
  return tests && named && count <= 5 && facts.reach.count === null && !facts.reach.open;
}

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
/** Only people of one's own see it. */
export function isInternalNote(facts: CallFacts): boolean {
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
export function isReply(facts: CallFacts, named: boolean): boolean {
  if (answersTicket(facts)) return true;
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

/** `outlook.reply` to one message of a ticket, with one recipient and no copies. */
function answersTicket(facts: CallFacts): boolean {
  const has = (shape: RegExp): boolean =>
    facts.seen.leaves.some(
      ({ key, value, depth }) =>
        depth === 0 && shape.test(key.name) && value !== null && value !== '',
    );
  const boxes = facts.seen.leaves.filter(
    leaf => (leaf.key.roles & (role.recipient | role.hidden)) !== 0 && isMailbox(leaf),
  );
  return (
    facts.tool.words.at(-1) === 'reply' &&
    has(/^(?:message_id|thread_id|in_reply_to|email_id)$/u) &&
    has(/^(?:ticket|ticket_id|case|case_id|ticket_number)$/u) &&
    boxes.length <= 1 &&
    boxes.every(({ key, value }) => key.name === 'to' && !String(value).includes(','))
  );
}

/** A reply to all goes to those who are on the thread already. */
export function answersThread({ tool, reach }: CallFacts): boolean {
  return reach.single && tool.phrase.includes('_reply_all_');
}

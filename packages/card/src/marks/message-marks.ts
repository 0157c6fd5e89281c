import { answersElsewhere } from '../attachment.ts';
import { commonDomainOf, domainOf, type Message, newRecipientWords } from '../message.ts';
import { isForeign, type Mark } from './mark.ts';

/** Recipients that differ from the others, and those that this agent has not written to before. */
export function messageMarks(message: Message, earlier: readonly Message[]): readonly Mark[] {
  return [...recipientMarks(message, earlier), ...answerMarks(message)];
}

/** Where answers go, if that is not where the message comes from. */
function answerMarks(message: Message): readonly Mark[] {
  const { answersTo, from } = message;
  if (answersTo === null || from === null || !answersElsewhere(message)) return [];
  const words = `Answers go to another domain than ${domainOf(from.value) ?? 'the sender'}.`;
  return [{ pointer: answersTo.pointer, start: 0, end: 0, level: 'high', words }];
}

function recipientMarks(message: Message, earlier: readonly Message[]): readonly Mark[] {
  const { recipients } = message;
  const domains = recipients.map(({ address }) => domainOf(address));
  const main = commonDomainOf(recipients);
  const before = new Set(earlier.flatMap(each => each.recipients.map(({ address }) => address)));
  return recipients.flatMap(({ pointer, address, field }, index) => {
    const domain = domains[index] ?? null;
    const mark = (level: Mark['level'], words: string): Mark[] => [
      { pointer, start: 0, end: 0, level, words },
    ];
    if (domain !== null && isForeign(domain)) {
      return mark(
        'critical',
        'The domain has letters of another script, which can look like ours.',
      );
    }
    if (domain !== null && main !== null && domain !== main && isNear(domain, main)) {
      return mark('critical', `${domain} looks like ${main}, and is another domain.`);
    }
    if (field === 'bcc')
      return mark('high', 'A hidden copy: the others do not see this recipient.');
    if (domain !== null && main !== null && domain !== main && recipients.length > 2) {
      return mark('high', `Outside: the others are at ${main}.`);
    }
    return before.size > 0 && !before.has(address) ? mark('high', newRecipientWords) : [];
  });
}

const nearMax = 2;

/** Whether two names differ in one or two letters, so that one passes for the other. */
function isNear(one: string, other: string): boolean {
  if (one.length < 5 || one.length > 100 || Math.abs(one.length - other.length) > nearMax)
    return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let left = 1; left <= one.length; left++) {
    const next = [left];
    for (let right = 1; right <= other.length; right++) {
      const change = (row[right - 1] ?? 0) + (one[left - 1] === other[right - 1] ? 0 : 1);
      next.push(Math.min(change, (row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= nearMax;
}

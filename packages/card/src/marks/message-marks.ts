import { answersElsewhere } from '../attachment.ts';
import { english } from '../language/english.ts';
import { domainOf, type Message } from '../message.ts';
import type { Found } from '../parameters.ts';
import { looksLike } from './lookalike-domain.ts';
import { isForeign, isMixed, type Mark } from './mark.ts';
import { countsOf } from './odd-rows.ts';

/** Recipients that differ from the others, and those that this agent has not written to before. */
export function messageMarks(message: Message, earlier: readonly Message[]): readonly Mark[] {
  return [...senderMarks(message), ...recipientMarks(message, earlier), ...answerMarks(message)];
}

/** Where answers go, if that is not where the message comes from. */
function answerMarks(message: Message): readonly Mark[] {
  const { answersTo, from } = message;
  if (answersTo === null) return [];
  const mark = (words: string): Mark[] => [
    { pointer: answersTo.pointer, start: 0, end: 0, level: 'high', words },
  ];
  if (from !== null && answersElsewhere(message))
    return mark(`Answers go to another domain than ${domainOf(from.value) ?? 'the sender'}.`);
  const [own, main] = [domainOf(answersTo.value), usualDomains(message).at(0)];
  return from === null && own !== null && main !== undefined && own !== main
    ? mark(`Answers go to another domain than ${main}.`)
    : [];
}

/** A sender whose domain passes for that of the recipients. */
function senderMarks(message: Message): readonly Mark[] {
  const { from } = message;
  const own = from === null ? null : domainOf(from.value);
  if (from === null || own === null) return [];
  const like = sharedDomain(message, domain => looksLike(own, domain));
  const mark = (words: string): Mark[] => [
    { pointer: from.pointer, start: 0, end: 0, level: 'critical', words },
  ];
  if (isForeign(own)) return mark(foreignWords);
  return like === undefined ? [] : mark(`${own} looks like ${like}, and is another domain.`);
}

const foreignWords = 'The domain has letters of another script, which can look like ours.';

/** Domains of the recipients, the most frequent first. Several may be equally frequent. */
function usualDomains({ recipients }: Message): readonly string[] {
  const counts = countsOf(recipients.map(({ address }) => domainOf(address)));
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([domain]) => domain);
}

/** A domain that several recipients share. If the sender has another domain, the sender is the odd one out. */
function sharedDomain(message: Message, fits: (domain: string) => boolean): string | undefined {
  const counts = countsOf(message.recipients.map(({ address }) => domainOf(address)));
  return usualDomains(message).find(domain => (counts.get(domain) ?? 0) > 1 && fits(domain));
}

const listMax = 2000;

/** Addresses in a list of another action, such as the guests of a meeting: one whose domain passes for that of the others. */
export function addressListMarks(lists: ReadonlyMap<string, readonly Found[]>): readonly Mark[] {
  return [...lists.values()].flatMap(leaves => {
    const read = leaves.map(({ value, pointer }) => ({
      pointer,
      domain: typeof value === 'string' ? domainOf(value) : null,
    }));
    if (read.length < 2 || read.length > listMax || read.some(({ domain }) => domain === null))
      return [];
    const [main = ''] = [...countsOf(read.map(({ domain }) => domain))]
      .sort((one, other) => other[1] - one[1])
      .map(([domain]) => domain);
    return read.flatMap(({ pointer, domain }) =>
      domain === null || !looksLike(domain, main)
        ? []
        : [
            {
              pointer,
              start: 0,
              end: 0,
              level: 'critical' as const,
              words: `${domain} looks like ${main}, and is another domain.`,
            },
          ],
    );
  });
}

function recipientMarks(message: Message, earlier: readonly Message[]): readonly Mark[] {
  const { recipients, from } = message;
  const mains = usualDomains(message);
  const main = mains[0] ?? null;
  const shared = sharedDomain(message, domain => domain === main) ?? null;
  const sender = from === null ? null : domainOf(from.value);
  const known = [...new Set([...mains, ...(sender === null ? [] : [sender])])];
  const before = new Set(earlier.flatMap(each => each.recipients.map(({ address }) => address)));
  return recipients.flatMap(({ pointer, address, field }) => {
    const domain = domainOf(address);
    const mark = (level: Mark['level'], words: string): Mark[] => [
      { pointer, start: 0, end: 0, level, words },
    ];
    if (domain !== null && isForeign(domain)) return mark('critical', foreignWords);
    if (isMixed(address))
      return mark('critical', 'The address mixes letters of two scripts, which look alike.');
    // Of two that are equally frequent neither is known to be ours: both are marked.
    const like = known.find(each => domain !== null && looksLike(domain, each));
    const isUsual = domain === shared && mains.length === 1;
    if (domain !== null && like !== undefined && !isUsual)
      return mark('critical', `${domain} looks like ${like}, and is another domain.`);
    if (field === 'bcc')
      return mark('high', 'A hidden copy: the others do not see this recipient.');
    if (domain !== null && main !== null && domain !== main && recipients.length > 2) {
      return mark('high', `Outside: the others are at ${main}.`);
    }
    return before.size > 0 && !before.has(address) ? mark('high', english.newRecipient) : [];
  });
}

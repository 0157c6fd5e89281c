import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  tries: (count: number) => plural(count, { one: '1 try', other: `${count} tries` }),
  undelivered: 'Undelivered messages',
  about: 'The server tried to send these messages to other systems. Every attempt failed.',
  peopleAndKeys: 'People and keys',
  onlyOperators: 'Only operators see this page.',
  showsAddresses: 'It shows addresses of other systems. Ask an operator for that role.',
  allDelivered: 'Everything was delivered.',
  backInQueue: 'Back in the queue',
  sentAgain: 'It is sent again.',
  notQueued: 'The message was not queued again',
  lastAttempt: (at: string) => `Last attempt ${at}`,
  theRequest: 'The request',
  tryAgainTopic: (topic: string) => `Try again: ${topic}`,
  tryAgain: 'Try again',
};

export type DeadLettersText = typeof english;
export const deadLettersText: DeadLettersText = inLanguage('deadLetters', english);

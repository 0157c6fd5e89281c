import { inLanguage } from '../chosen.ts';
import { number, plural } from './grammar.ts';

const english = {
  title: 'Change, then approve',
  about:
    'This request ends. The changed action is asked in a new request, which is judged again. You read it and decide it there.',
  onlyThese: 'Only these values may change.',
  everyValue:
    'Every value may change. Its type stays. If you do more than narrow the action, another person must approve it.',
  was: (text: string) => `was ${text}`,
  lower: (text: string) => `lower than ${text}, and not below 0`,
  takeOut: 'Untick what should not run. At least one stays.',
  becomes: (text: string) => `Change it to ${text}`,
  reason: 'Why, for the agent and for the next approver',
  reasonMissing: 'Write a reason. The agent and the next approver read it.',
  notANumber: 'Expected a number such as 240 or 240.5.',
  notLower: 'Expected a lower number that is not below 0.',
  noneLeft: 'Leave at least one item.',
  nothingChanged: 'Change at least one value.',
  back: 'Back',
  send: 'Change it',
  sending: 'Changing',
  changed: 'Changed. Nothing was approved yet',
  changedDetail: 'Read the changed request, then decide it.',
  changedRequest: 'the changed request',
  refused: 'The action was not changed',
  sectionTitle: 'What was changed',
  asked: (agent: string) => `${agent} asked`,
  personChanged: (name: string) => `${name} changed`,
  ended: 'ended, will not run',
  runs: 'this is what will run',
  ran: 'this is what ran',
  last: 'the last version',
  value: 'Value',
  same: 'same',
  notThere: 'not there',
  sameCount: (count: number) =>
    plural(count, {
      one: '1 other value is the same, byte for byte.',
      other: `${number(count)} other values are the same, byte for byte.`,
    }),
  unread: 'The bytes of an earlier version were erased, or you may not read them.',
  mismatch: 'The bytes of an earlier version do not have the digest that the request names.',
  approved: (name: string, time: string) => `${name} approved at ${time}`,
  rejected: (name: string, time: string) => `${name} rejected at ${time}`,
  changedAt: (name: string, time: string) => `${name} changed it at ${time}`,
  askedAt: (agent: string, time: string) => `${agent} asked at ${time}`,
  narrowing: 'The change only narrowed the action.',
  widening: 'The change did more than narrow the action, so its author cannot approve it.',
  used: (count: number, max: number) => `${count} of ${max} changes used`,
  changedBy: (name: string) => `, changed by ${name}`,
};

export type AmendText = typeof english;
export const amendText: AmendText = inLanguage('amend', english);

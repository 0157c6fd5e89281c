import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  title: 'Decide together',
  inbox: 'Inbox',
  none: 'Fewer than two requests of this agent and tool can be decided together now.',
  asked: (agent: string, tool: string) => `${tool}, asked by ${agent}`,
  heading: (count: number, tool: string) =>
    plural(count, { one: `${tool}: 1 request`, other: `${tool}: ${count} requests` }),
  total: (totals: string) => `, ${totals} in total`,
  and: ' and ',
  leftOut: (count: number) =>
    plural(count, {
      one: '1 more waits in the inbox',
      other: `${count} more wait in the inbox`,
    }),
  aloneTitle: 'Decide these alone',
  aloneAbout:
    'They are not part of the batch: a batch never takes new payees, unusual values or critical risk.',
  openAlone: 'Open alone',
  wrongTitle: 'Not shown',
  wrongAbout: (count: number) =>
    plural(count, {
      one: 'The server shows 1 row otherwise than its bytes say. It cannot be decided here.',
      other: `The server shows ${count} rows otherwise than their bytes say. They cannot be decided here.`,
    }),
  same: (count: number) => `Same in all ${count} rows`,
  takeAll: 'All rows',
  take: (title: string) => `Decide with the others: ${title}`,
  takenOut: 'taken out by you',
  code: 'Code',
  foot: (taken: number, all: number) => `${taken} of ${all} rows`,
  left: (time: string) => `${time} left for the first of them`,
  oneTouch: (count: number) =>
    `One touch signs ${count} separate decisions. Rows that you take out stay in your inbox.`,
  readAll: 'Scroll to the last row to approve.',
  approve: (count: number) => `Approve ${count} with passkey`,
  reject: (count: number) => `Reject ${count}`,
  noPasskey: 'Approving several at once needs a passkey. Add one under People and keys.',
  reason: 'Reason for all of them, as the agent reads it',
  back: 'Back',
  confirmReject: (count: number) => `Reject ${count}, send back`,
  approved: (count: number) => `${count} approved`,
  approvedDetail: 'Each of them may start once, when its other stages are decided.',
  rejected: (count: number) => `${count} rejected`,
  rejectedDetail: 'Nothing runs. The agent reads your reason.',
  changed: 'A row changed while you were reading. Look at the table again.',
  together: (count: number, tool: string, agent: string) =>
    `${count} ${tool} of ${agent}: decide together`,
};

export type BatchText = typeof english;
export const batchText: BatchText = inLanguage('batch', english);

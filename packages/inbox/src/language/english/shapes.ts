import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  markedLines: (count: number) =>
    plural(count, { one: '1 marked line', other: `${count} marked lines` }),
  allFollows: '{lines}. Everything follows below in its order.',
  gravestFirst: (shown: number) =>
    `{lines}, the gravest ${shown} first. Everything follows below in its order.`,
  showLine: (line: string) => `Show line ${line} in its place`,
  added: 'added',
  removed: 'removed',
  layout: 'Layout',
  unified: 'Unified',
  sideBySide: 'Side by side',
  before: 'Before',
  after: 'After',
  sideLines: (side: string, lines: number) =>
    plural(lines, { one: `${side}, 1 line,`, other: `${side}, ${lines} lines,` }),
  queueHidden: 'The queue is hidden while lines stand side by side.',
  linesEqual: (first: string, last: string) => `Lines ${first} to ${last} equal`,
  openEqual: (count: string) => `Open ${count} equal lines`,
  needNotOpen: 'need not be opened',
  changedNotOpened: (added: string, removed: string) =>
    `${added} lines added and ${removed} removed, not opened yet`,
  openAllLines: (count: string) => `Open all ${count} lines`,
  moreStatements: (count: number) => `and ${count} more statements below`,
  allRows: ', all of them: there is no condition',
  people: (count: number) =>
    plural(count, { one: `{count} person, in a list`, other: `{count} people` }),
  to: 'To',
  copyTo: 'Copy',
  hiddenCopy: 'Hidden copy',
  subject: 'Subject',
  from: 'From',
  answersGoTo: 'Answers go to',
  otherDomain: 'Another domain than the sender',
  attachments: 'Attachments',
  noLength: 'length not stated',
  bytes: (count: string) => `${count} bytes`,
  moreNotOpened: (count: string) => `${count} more not opened yet`,
  openPeople: (count: string) => `Open all ${count} people`,
  inside: '{count} inside {home}',
  outside: '{count} outside: {domains}{more}',
  moreDomains: (count: string) => ` and ${count} more domains`,
  newToAgent: '{count} new to this agent',
  records: (count: string) => `${count} records`,
  total: 'Total',
  rows: 'Rows',
  smallest: 'Smallest',
  median: 'Median',
  largest: 'Largest',
  sameInAll: 'Same in all:',
  rowsBetween: 'Rows in between',
  rowsFound: (some: number, count: number) => `${some} of ${count} rows found`,
  betweenRows: (count: number, reach: string) => `${count} rows in between, ${reach}`,
  mustRead: 'all of which this stage has you read',
  reachable: 'all reachable here',
  otherOrder: ', not in the order of the bytes',
  findInRows: 'Find in the rows',
  findInCount: (count: number) => `Find in ${count} rows`,
  row: 'Row',
  asText: ', as text',
  notGiven: 'not given',
  emptyText: 'empty text',
  quotedWords: (count: number) =>
    plural(count, {
      one: '1 word, quoted where a shell needs it',
      other: `${count} words, quoted where a shell needs it`,
    }),
  readFrom: 'Read from {keys}',
};

export type ShapesText = typeof english;
export const shapesText: ShapesText = inLanguage('shapes', english);

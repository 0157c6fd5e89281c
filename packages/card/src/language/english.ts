import type { Statement } from '../sql.ts';
import type { Wording } from './wording.ts';

/** What a command runs, and where. */
interface RunWords {
  readonly said: Wording;
  /** How many parts of it are not said. */
  readonly more: number;
  readonly machine: Wording;
  readonly place: Wording;
}

interface FilesWords {
  readonly state: 'changed' | 'new' | 'removed';
  /** Null where the patch names no file. */
  readonly path: Wording;
  /** How many other files it changes. */
  readonly others: number;
  readonly added: number;
  readonly removed: number;
}

export interface StatementWords {
  readonly verb: NonNullable<Statement['verb']>;
  /** What is made, changed or dropped, such as `index`; null where the table alone says it. */
  readonly object: string | null;
  readonly table: Wording;
  readonly database: Wording;
  /** Which rows it reaches, or what else the statement says. */
  readonly which: 'unknown' | 'every_row' | 'no_condition' | 'condition' | 'change';
  /** The text of the condition or of the change. */
  readonly text: Wording;
  /** How many other statements there are. */
  readonly more: number;
}

/** The tool by its name, and that name as English words where it has a verb. */
interface ToolWords {
  readonly name: Wording;
  readonly phrase: string | null;
}

interface TableWords extends ToolWords {
  readonly count: number;
  /** What the list calls its records. */
  readonly noun: string;
  readonly place: Wording;
}

interface TotalWords extends ToolWords {
  readonly act: 'refund' | 'pay' | null;
  readonly count: number;
  /** One amount for each currency. */
  readonly totals: readonly string[];
}

interface MessageWords {
  readonly act: 'reply' | 'post' | 'send';
  /** The subject, or how the text begins. */
  readonly title: Wording;
  /** One recipient or channel, or so many people. */
  readonly to: Wording | number;
  /** How many of them the others do not see. */
  readonly hidden: number;
}

export type Paying =
  | 'refund'
  | 'wire'
  | 'transfer'
  | 'charge'
  | 'pay'
  | 'invoice'
  | 'withdraw'
  | 'buy';

interface PaymentWords {
  readonly act: Paying;
  readonly amount: Wording;
  /** Who gets it, or what it is for. */
  readonly payee: Wording;
  /** What kind of thing the payee is, such as `customer`; empty where nothing says it. */
  readonly kind: string;
  readonly isFor: boolean;
  readonly place: Wording;
}

interface CallWords extends ToolWords {
  readonly amount: Wording;
  readonly kind: Wording;
  readonly values: readonly Wording[];
  readonly people: number;
  readonly time: Wording;
  readonly place: Wording;
  readonly resource: Wording;
}

interface GrantWords {
  readonly takes: boolean;
  readonly person: Wording;
  readonly rights: Wording;
  readonly place: Wording;
}

/** A moment as the bytes say it, in the zone that they name. */
interface MomentWords {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly time: string | null;
  readonly zone: string | null;
}

/** 412900.00 as 412,900.00. Digits are grouped and never changed. */
export function grouped(digits: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(digits) ?? [];
  if (whole === '') return digits;
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(String(count))} ${count === 1 ? noun : plural}`;
}

const sqlVerbs: Readonly<Record<StatementWords['verb'], readonly [string, string]>> = {
  delete: ['Delete', ' from '],
  update: ['Update', ' '],
  insert: ['Insert', ' into '],
  drop: ['Drop', ' '],
  truncate: ['Empty', ' '],
  alter: ['Alter', ' '],
  create: ['Create', ' '],
  select: ['Read', ' from '],
  grant: ['Grant rights', ' to '],
  revoke: ['Revoke rights', ' from '],
};

const paying: Readonly<Record<Paying, string>> = {
  refund: 'Refund',
  wire: 'Wire',
  transfer: 'Transfer',
  charge: 'Charge',
  pay: 'Pay',
  invoice: 'Invoice',
  withdraw: 'Withdraw',
  buy: 'Buy for',
};
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const named = (text: string): Wording => ({ look: 'name', text });

function whichRows({ which, text }: StatementWords): Wording {
  switch (which) {
    case 'no_condition':
      return ', no condition';
    case 'every_row':
      return ', every row';
    case 'condition':
      return [' where ', text];
    case 'change':
      return [': ', text];
    default:
      return null;
  }
}

/** The sentences that say what an action does. English is their source: each other language has the same ones. */
export const english = {
  /** The digits of a count or an amount, with a dot before the decimals. */
  amount: grouped,
  /** The title of a request whose values the reader may not see. */
  unseen: (title: string): string => `${title}: you may not see the values of this request`,
  empty: '(empty)',
  /** The mark of a recipient that is new. A page counts them. */
  newRecipient: 'New: this agent has not written to this address before.',
  /** What a message seems to announce. */
  acts: {
    batch_delete: 'Batch delete',
    delete: 'Delete',
    shell_command: 'Shell command',
    schema_change: 'Schema change',
    overwrite: 'Overwrite',
    payment: 'Payment',
    bulk_message: 'Bulk message',
    message: 'Message',
    deployment: 'Deployment',
    permission_change: 'Permission change',
    data_export: 'Data export',
    infra_change: 'Infra change',
    config_change: 'Config change',
    unknown: 'Unknown',
  },
  /** Why a message was held, as the rules of the risk assessment say it. */
  held: {
    'deletes a stated number of things': 'deletes a stated number of things',
    'removes a whole tree': 'removes a whole tree',
    'drops or empties a table, a database or the like':
      'drops or empties a table, a database or the like',
    'asks whether to go ahead': 'asks whether to go ahead',
    'says what something it sets going will do': 'says what something it sets going will do',
    'asks leave for a named act': 'asks leave for a named act',
    'announces an act of its own': 'announces an act of its own',
    'names a command line that it will run': 'names a command line that it will run',
    'takes silence for a yes': 'takes silence for a yes',
    'is unsure and acts all the same': 'is unsure and acts all the same',
    'says that it will go around a control': 'says that it will go around a control',
    'is longer than what is looked at': 'is longer than what is looked at',
    'says so in its metadata': 'says so in its metadata',
    'has metadata that cannot be read': 'has metadata that cannot be read',
  },
  records: 'records',
  /** What a statement does, with a place for its table. */
  effects: {
    delete: 'Deletes rows of {table}',
    update: 'Changes rows of {table}',
    insert: 'Adds rows to {table}',
    drop: 'Removes {table}',
    truncate: 'Deletes every row of {table}',
    alter: 'Changes the structure of {table}',
    create: 'Creates {table}',
    select: 'Reads from {table}',
    grant: 'Gives rights to {table}',
    revoke: 'Takes rights from {table}',
  },
  moment: ({ year, month, day, time, zone }: MomentWords): string =>
    [`${day} ${months[month - 1] ?? ''} ${year}`, time, zone]
      .filter(part => part !== null)
      .join(' '),
  run: ({ said, more, machine, place }: RunWords): Wording => [
    'Run ',
    said,
    more > 0 && [` and ${more} more`],
    machine !== null && [' on ', machine],
    place !== null && [' in ', place],
  ],
  writeFile: (path: Wording, lines: number, isCell: boolean): Wording => [
    isCell ? 'Edit a cell of ' : 'Write ',
    path,
    `, ${counted(lines, 'line')}`,
  ],
  changeFiles: ({ state, path, others, added, removed }: FilesWords): Wording => [
    { changed: 'Edit ', new: 'Create ', removed: 'Remove ' }[state],
    path ?? 'a file',
    others > 0 && [` and ${counted(others, 'more file')}`],
    `, +${added} −${removed}`,
  ],
  runSql: (text: Wording, database: Wording, more: number): Wording => [
    'Run SQL ',
    text,
    database !== null && [' in ', database],
    more > 0 && [` and ${counted(more, 'more statement')}`],
  ],
  statement: (given: StatementWords): Wording => {
    const { verb, object, table, database, which, more } = given;
    const comma = which === 'no_condition' || which === 'every_row' ? ',' : '';
    return [
      `${sqlVerbs[verb][0]}${object === null ? '' : ` ${object}`}`,
      [sqlVerbs[verb][1]],
      table,
      database !== null && [' in ', database],
      whichRows(given),
      more > 0 && [`${comma} and ${counted(more, 'more statement')}`],
    ];
  },
  total: ({ act, name, phrase, count, totals }: TotalWords): Wording => {
    const all = named(totals.join(' and '));
    if (act !== null)
      return [
        `${paying[act]} `,
        named(counted(count, 'person', 'people')),
        ' ',
        all,
        [' in total'],
      ];
    return [phrase ?? name, ': ', named(counted(count, 'record')), ', ', all, [' in total']];
  },
  table: ({ name, phrase, count, noun, place }: TableWords): Wording => {
    // "Bulk update 60 users", where the tool names what the list holds.
    const isObject = phrase?.toLowerCase().endsWith(` ${noun.toLowerCase()}`) === true;
    return [
      phrase === null && 'Call ',
      phrase === null ? name : isObject ? phrase.slice(0, -noun.length).trimEnd() : phrase,
      [isObject ? ' ' : ' with '],
      named(`${grouped(String(count))} ${noun}`),
      place !== null && [' on ', place],
    ];
  },
  message: ({ act, title, to, hidden }: MessageWords): Wording => [
    { reply: 'Reply ', post: 'Post ', send: 'Send ' }[act],
    ...(title === null ? ['a message'] : ['“', title, '”']),
    [' to '],
    typeof to === 'number' ? named(counted(to, 'person', 'people')) : to,
    hidden > 0 && `, ${hidden} in blind copy`,
  ],
  payment: ({ act, amount, payee, kind, isFor, place }: PaymentWords): Wording => [
    `${paying[act]} `,
    amount,
    payee !== null && [isFor ? ' for ' : ' to '],
    payee !== null && kind !== '' && `${kind} `,
    payee,
    place !== null && [' on ', place],
  ],
  call: (given: CallWords): Wording => [
    ...(given.phrase === null ? ['Call ', given.name] : [given.phrase]),
    ...(given.amount === null ? [] : [' ', given.amount]),
    ...(given.kind === null ? [] : [' ', given.kind]),
    given.values.map((value, index) => [index === 0 ? ' ' : ', ', value]),
    given.people > 0 && [' with ', named(counted(given.people, 'person', 'people'))],
    given.time !== null && [', ', given.time],
    given.place !== null && [' in ', given.place],
    given.resource !== null && [' on ', given.resource],
  ],
  grant: ({ takes, person, rights, place }: GrantWords): Wording => [
    takes ? 'Take ' : 'Give ',
    ...(takes ? [rights, [' from '], person] : [person, ' ', rights]),
    place !== null && [' on ', place],
  ],
  runLine: (language: string | null, line: Wording): Wording => [
    `Run ${language ?? 'code'} `,
    line,
  ],
  runLines: (language: string | null, lines: number, first: Wording): Wording => [
    `Run ${counted(lines, 'line')} of ${language ?? 'code'}`,
    [', beginning with '],
    first,
  ],
  fetch: (place: Wording): Wording => ['Fetch ', place],
  request: (method: string, place: Wording): Wording => [
    method,
    [method === 'DELETE' ? ' ' : ' to '],
    place,
  ],
} as const;

/** The type of a text says nothing of its English words. */
type Said<Text> = Text extends string
  ? string
  : Text extends (...given: never[]) => unknown
    ? Text
    : { readonly [Name in keyof Text]: Said<Text[Name]> };

export type SentenceText = Said<typeof english>;

import { describeAction, type TitleTemplatePart } from '@countersign/protocol/action';
import type { Command } from './command.ts';
import { commandParts, folderName, leadingUnit, tellingStretches } from './command.ts';
import { countLines } from './diff/count-lines.ts';
import type { Edit } from './edit.ts';
import { genericSentence } from './generic-sentence.ts';
import { type Message, messageOf, recipientCount } from './message.ts';
import { amountKeys, type Money } from './money.ts';
import { type CardAction, membersOf, scalarUnder } from './parameters.ts';
import { type Records, totalText } from './records.ts';
import { type Shape, shapeOf } from './shape.ts';
import { databaseOf, leadingStatement, type Statement, statementsOf } from './sql.ts';
import { toolPhrase, toolWords } from './tool-words.ts';
import {
  code,
  counted,
  grouped,
  joining,
  name,
  type SentencePart,
  visible,
  words,
} from './visible.ts';
import type { WebCall } from './web.ts';

export interface Sentence {
  readonly parts: readonly SentencePart[];
  /** All parts on one line. */
  readonly text: string;
}

/**
 * What an action does, in one line: the sentence of the deciding rule where it has one, otherwise a sentence made from the
 * bound bytes. It stands outside the hashed view and decides nothing. Never throws.
 */
export function sentenceOf(
  action: CardAction,
  template: readonly TitleTemplatePart[] | null = null,
): Sentence {
  const parts =
    template !== null && template.length > 0
      ? ruleParts(action, template)
      : shapeParts(action, shapeOf(action));
  return { parts, text: parts.map(({ text }) => text).join('') };
}

const joiningWords = /^(?:as|at|by|for|from|in|into|on|through|to|via|with)$/i;

function ruleParts(action: CardAction, template: readonly TitleTemplatePart[]): SentencePart[] {
  return describeAction(template, action).parts.flatMap(
    ({ text, kind, pointer }): SentencePart[] => {
      if (kind === 'value' && amountKeys.test(pointer?.split('/').at(-1) ?? '')) {
        return [{ look: 'name', text: grouped(text) }];
      }
      if (kind === 'value') return [{ look: isProse(text) ? 'name' : 'code', text }];
      return text
        .split(/(\s+)/)
        .filter(word => word !== '')
        .map(word => ({ look: joiningWords.test(word) ? 'joining' : 'words', text: word }));
    },
  );
}

/** Whether a value reads as words: names and amounts do, identifiers and paths are set as bytes. */
function isProse(text: string): boolean {
  return /^(?:[\d.,]+|\p{Lu}[\p{L}\p{M}'’.,&()-]*(?: [\p{L}\p{M}\p{Nd}'’.,&()-]+)*)$/u.test(text);
}

function shapeParts(action: CardAction, shape: Shape): readonly SentencePart[] {
  switch (shape.kind) {
    case 'command':
      return commandSentence(action, shape.command);
    case 'edit':
      return editSentence(shape.edit);
    case 'sql':
      return sqlSentence(action, shape.sql.value);
    case 'records': {
      // A table of recipients is still a message.
      const message = messageOf(action);
      return message === null
        ? recordsSentence(action, shape.records)
        : messageSentence(action, message);
    }
    case 'message':
      return messageSentence(action, shape.message);
    case 'payment':
      return paymentSentence(action, shape.money);
    case 'code':
      return codeSentence(action, shape.code.value);
    case 'web':
      return webSentence(shape.call);
    default:
      return genericSentence(action);
  }
}

const saidMax = 120;
const headMax = 60;

function commandSentence(action: CardAction, command: Command): SentencePart[] {
  const text = command.inner?.value ?? command.text;
  const lines = text.split('\n').filter(line => line.trim() !== '' && !line.trim().startsWith('#'));
  const isScript = lines.length > 1;
  const units = isScript ? lines : commandParts(text).map(part => text.slice(part.from, part.end));
  const best = leadingUnit(units) ?? text;
  // A shell alone says nothing: what it is fed says it.
  const fed = /^\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node|perl|ruby)\s*-?\s*$/.test(best)
    ? units[units.indexOf(best) - 1]
    : undefined;
  const said = fed === undefined ? best : `${fed.trim()} | ${best.trim()}`;
  const more = units.length - (fed === undefined ? 1 : 2);
  const folder = command.directory?.value ?? null;
  const machine = scalarUnder(
    membersOf(action),
    /^(?:host|hostname|server|machine|container|pod)$/i,
  );
  const place = folder ?? (action.target.resource === null ? null : action.target.resource);
  return [
    words('Run '),
    ...tellingStretches(said, saidMax).flatMap((stretch, index) =>
      index === 0 ? code(stretch, saidMax) : [joining(' … '), ...code(stretch, headMax)],
    ),
    ...(more > 0 ? [joining(` and ${more} more`)] : []),
    ...(machine === null ? [] : [joining(' on '), ...name(String(machine.value))]),
    ...(place === null || machine !== null
      ? []
      : [joining(' in '), ...name(folderName(place) || place)]),
  ];
}

function editSentence(edit: Edit): SentencePart[] {
  if (edit.kind === 'write') {
    const lines = edit.content.value.split('\n').length;
    return [
      words(edit.cell ? 'Edit a cell of ' : 'Write '),
      ...code(edit.path.value),
      words(`, ${counted(lines, 'line')}`),
    ];
  }
  if (edit.kind === 'pairs') {
    let [added, removed] = [0, 0];
    for (const { before, after } of edit.pairs) {
      const count = countLines(before.value, after.value);
      added += count.added;
      removed += count.removed;
    }
    return [words('Edit '), ...code(edit.path.value), words(`, +${added} −${removed}`)];
  }
  const [first, ...others] = edit.files;
  const added = edit.files.reduce((sum, file) => sum + file.added, 0);
  const removed = edit.files.reduce((sum, file) => sum + file.removed, 0);
  const path = first?.path || edit.path?.value || '';
  const verbs = { changed: 'Edit ', new: 'Create ', removed: 'Remove ' } as const;
  return [
    words(others.length === 0 ? verbs[first?.state ?? 'changed'] : 'Edit '),
    ...(path === '' ? [words('a file')] : code(path)),
    ...(others.length === 0 ? [] : [joining(` and ${counted(others.length, 'more file')}`)]),
    words(`, +${added} −${removed}`),
  ];
}

function sqlSentence(action: CardAction, text: string): SentencePart[] {
  const statements = statementsOf(text);
  const lead = leadingStatement(statements);
  const database = databaseOf(action);
  const place = database === null ? [] : [joining(' in '), ...code(database)];
  const more = statements.length - 1;
  const which = lead === null ? [] : conditionWords(lead, text);
  const comma = which[0]?.text.startsWith(',') === true ? ',' : '';
  const others = more > 0 ? [joining(`${comma} and ${counted(more, 'more statement')}`)] : [];
  if (lead === null || lead.verb === null || lead.table === null) {
    return [
      words('Run SQL '),
      ...code(lead === null ? text : text.slice(lead.start, lead.end), 80),
      ...place,
      ...others,
    ];
  }
  return [...statementWords(lead), ...place, ...which, ...others];
}

const verbWords: Readonly<Record<NonNullable<Statement['verb']>, readonly [string, string]>> = {
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

function statementWords({ verb, table, object }: Statement): SentencePart[] {
  if (verb === null || table === null) return [];
  const [first, second] = verbWords[verb];
  const kind = object === null || (verb === 'alter' && object === 'table') ? '' : ` ${object}`;
  return [words(`${first}${kind}`), joining(second), ...code(table)];
}

function conditionWords({ verb, condition, rest }: Statement, text: string): SentencePart[] {
  if (verb === 'delete' || verb === 'update') {
    if (condition === null) return [words(', no condition')];
    const where = text.slice(condition.start + 'where'.length, condition.end);
    return [joining(' where '), ...code(where, 80)];
  }
  if (verb === 'truncate') return [words(', every row')];
  return verb === 'alter' && rest !== '' ? [joining(': '), ...code(rest, 80)] : [];
}

const paying =
  /^(?:pay|payout|payouts|payment|payments|payroll|wire|transfer|transfers|disburse|salary)$/;

function recordsSentence(action: CardAction, { list, count, amounts }: Records): SentencePart[] {
  const all = toolWords(action.target.tool_name);
  const [first] = amounts?.totals ?? [];
  if (amounts !== null && first !== undefined) {
    const verb = all.some(word => /refund/.test(word))
      ? 'Refund'
      : all.some(word => paying.test(word))
        ? 'Pay'
        : null;
    const totals = amounts.totals
      .map(({ total, currency }) => totalText(total, currency))
      .join(' and ');
    const noun = verb === null ? 'record' : 'person';
    const plural = verb === null ? 'records' : 'people';
    return [
      words(
        verb === null
          ? `${toolPhrase(action.target.tool_name) ?? visible(action.target.tool_name)}: `
          : `${verb} `,
      ),
      { look: 'name', text: counted(count, noun, plural) },
      words(verb === null ? ', ' : ' '),
      { look: 'name', text: totals },
      joining(' in total'),
    ];
  }
  const phrase = toolPhrase(action.target.tool_name);
  const noun = visible(list.key.slice(0, 60).replaceAll('_', ' '));
  // "Bulk update 60 users", where the tool names what the list holds.
  const isObject = phrase?.toLowerCase().endsWith(` ${noun.toLowerCase()}`) === true;
  return [
    ...(phrase === null
      ? [words('Call '), ...code(action.target.tool_name)]
      : [words(visible(isObject ? phrase.slice(0, -noun.length).trimEnd() : phrase))]),
    joining(isObject ? ' ' : ' with '),
    { look: 'name', text: `${grouped(String(count))} ${noun}` },
    ...(action.target.resource === null ? [] : [joining(' on '), ...name(action.target.resource)]),
  ];
}

function messageSentence(action: CardAction, message: Message): SentencePart[] {
  const { subject, body, channel, list, recipients } = message;
  const all = toolWords(action.target.tool_name);
  const verb = all.includes('reply')
    ? 'Reply '
    : channel !== null && recipients.length === 0
      ? 'Post '
      : 'Send ';
  const title = subject ?? body;
  const count = recipientCount(message);
  const hidden = recipients.filter(({ field }) => field === 'bcc').length;
  const to = ((): SentencePart[] => {
    if (recipients.length === 1) return name(recipients[0]?.address ?? '');
    if (count !== null) return [{ look: 'name', text: counted(count, 'person', 'people') }];
    return name((channel ?? list)?.value ?? '');
  })();
  return [
    words(verb),
    ...(title === null
      ? [words('a message')]
      : [words('“'), ...name(title.value, 60), words('”')].map(part => ({
          ...part,
          look: 'words' as const,
        }))),
    joining(' to '),
    ...to,
    ...(hidden > 0 && recipients.length > 1 ? [words(`, ${hidden} in blind copy`)] : []),
  ];
}

const moneyVerbs: readonly (readonly [RegExp, string])[] = [
  [/^refunds?$/, 'Refund'],
  [/^wires?$/, 'Wire'],
  [/^transfers?$/, 'Transfer'],
  [/^(?:charge|charges|capture)$/, 'Charge'],
  [/^(?:pay|payment|payments|payout|payouts|payroll|disburse|settle)$/, 'Pay'],
  [/^(?:invoice|invoices)$/, 'Invoice'],
  [/^(?:withdraw|withdrawal)$/, 'Withdraw'],
  [/^(?:buy|purchase|order)$/, 'Buy for'],
];
/** Tools that only ask about money move none. */
const asking = /^(?:quote|list|get|calculate|preview|search|lookup|estimate|forecast|read)$/;
const payeeKeys = [
  /^(?:payee|beneficiary|recipient|to|vendor|supplier|creditor)(?:_?name)?$/i,
  /^(?:customer|user|account|destination|iban|employee)(?:_?(?:id|name))?$/i,
  /^(?:charge|order|payment|invoice|subscription)(?:_?id)?$/i,
] as const;

function paymentSentence(action: CardAction, money: Money): SentencePart[] {
  const all = toolWords(action.target.tool_name);
  const verb = moneyVerbs.find(([pattern]) => all.some(word => pattern.test(word)))?.[1];
  const members = membersOf(action);
  if (verb === undefined || all.some(word => asking.test(word)))
    return genericSentence(action, money);
  const payee = scalarUnder(members, ...payeeKeys) ?? nestedPayee(members);
  const noun =
    payee === null
      ? ''
      : (/^(customer|user|account|charge|order|invoice|employee)/i.exec(payee.key)?.[1] ?? '');
  const preposition =
    verb === 'Charge' || verb === 'Invoice'
      ? ' for '
      : noun === 'charge' || noun === 'order'
        ? ' for '
        : ' to ';
  return [
    words(`${verb} `),
    { look: 'name', text: money.text },
    ...(payee === null
      ? placeOf(action)
      : [
          joining(preposition),
          ...(noun === '' ? [] : [words(`${noun.toLowerCase()} `)]),
          ...name(String(payee.value)),
        ]),
  ];
}

function placeOf({ target }: CardAction): SentencePart[] {
  return target.resource === null ? [] : [joining(' on '), ...name(target.resource)];
}

function nestedPayee(members: ReturnType<typeof membersOf>): ReturnType<typeof scalarUnder> {
  for (const { key, value } of members) {
    if (!/^(?:to|payee|beneficiary|recipient|destination|vendor)$/i.test(key)) continue;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const inner = Object.entries(value).map(([own, member]) => ({
      key: own,
      value: member,
      pointer: '',
    }));
    const found = scalarUnder(inner as never, /name/i, /iban|account|id/i);
    if (found !== null) return found;
  }
  return null;
}

const languageNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:python3?|py|jupyter|notebook|ipython)$/, 'Python'],
  [/^(?:node|js|javascript|typescript|ts|deno|bun)$/, 'JavaScript'],
];

function codeSentence(action: CardAction, text: string): SentencePart[] {
  const all = toolWords(action.target.tool_name);
  const language =
    languageNames.find(([pattern]) => all.some(word => pattern.test(word)))?.[1] ?? 'code';
  const lines = text.trim().split('\n');
  if (lines.length === 1) return [words(`Run ${language} `), ...code(text)];
  return [
    words(`Run ${counted(lines.length, 'line')} of ${language}`),
    joining(', beginning with '),
    ...code(lines[0] ?? '', 60),
  ];
}

function webSentence({ method, host, path }: WebCall): SentencePart[] {
  const place = code(`${host}${path}`);
  if (method === 'GET' || method === 'HEAD') return [words('Fetch '), ...place];
  return [
    words(visible(method.slice(0, 16))),
    joining(method === 'DELETE' ? ' ' : ' to '),
    ...place,
  ];
}

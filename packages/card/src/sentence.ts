import { describeAction, type TitleTemplatePart } from '@countersign/protocol/action';
import type { Command } from './command.ts';
import { commandParts, folderName, leadingUnit, tellingStretches } from './command.ts';
import { countLines } from './diff/count-lines.ts';
import type { Edit } from './edit.ts';
import { genericSentence } from './generic-sentence.ts';
import {
  english,
  grouped,
  type Paying,
  type SentenceText,
  type StatementWords,
} from './language/english.ts';
import { partsOf, type Wording } from './language/wording.ts';
import { type Message, messageOf, recipientCount } from './message.ts';
import { amountKeys, localMoney, type Money } from './money.ts';
import { type CardAction, membersOf, scalarUnder } from './parameters.ts';
import { type Records, totalText } from './records.ts';
import { type Shape, shapeOf } from './shape.ts';
import { databaseOf, leadingStatement, type Statement, statementsOf } from './sql.ts';
import { toolPhrase, toolWords } from './tool-words.ts';
import { code, emptyValue, joining, name, type SentencePart, visible } from './visible.ts';
import type { WebCall } from './web.ts';

export interface Sentence {
  readonly parts: readonly SentencePart[];
  /** All parts on one line. */
  readonly text: string;
}

/**
 * What an action does, in one line. If the deciding rule has a sentence, it is shown as the author wrote it. Otherwise
 * the sentence is made from the bound bytes, in the language of the reader. It is outside the hashed view and decides
 * nothing. Never throws.
 */
export function sentenceOf(
  action: CardAction,
  template: readonly TitleTemplatePart[] | null = null,
  text: SentenceText = english,
): Sentence {
  const parts =
    template !== null && template.length > 0
      ? ruleParts(action, template)
      : partsOf(shapeWords(action, shapeOf(action), text)).map(part =>
          part === emptyValue ? { ...part, text: text.empty } : part,
        );
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

function shapeWords(action: CardAction, shape: Shape, text: SentenceText): Wording {
  switch (shape.kind) {
    case 'command':
      return commandSentence(action, shape.command, text);
    case 'edit':
      return editSentence(shape.edit, text);
    case 'sql':
      return sqlSentence(action, shape.sql.value, text);
    case 'records': {
      // A table of recipients is still a message.
      const message = messageOf(action);
      return message === null
        ? recordsSentence(action, shape.records, text)
        : messageSentence(action, message, text);
    }
    case 'message':
      return messageSentence(action, shape.message, text);
    case 'payment':
      return paymentSentence(action, shape.money, text);
    case 'code':
      return codeSentence(action, shape.code.value, text);
    case 'web':
      return webSentence(shape.call, text);
    default:
      return genericSentence(action, text);
  }
}

const saidMax = 120;
const headMax = 60;

function commandSentence(action: CardAction, command: Command, text: SentenceText): Wording {
  const run = command.inner?.value ?? command.text;
  const lines = run.split('\n').filter(line => line.trim() !== '' && !line.trim().startsWith('#'));
  const isScript = lines.length > 1;
  const units = isScript ? lines : commandParts(run).map(part => run.slice(part.from, part.end));
  const best = leadingUnit(units) ?? run;
  // The name of a shell says nothing. The text that it is fed tells what runs.
  const fed = /^\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node|perl|ruby)\s*-?\s*$/.test(best)
    ? units[units.indexOf(best) - 1]
    : undefined;
  const said = fed === undefined ? best : `${fed.trim()} | ${best.trim()}`;
  const machine = scalarUnder(
    membersOf(action),
    /^(?:host|hostname|server|machine|container|pod)$/i,
  );
  const place = command.directory?.value ?? action.target.resource;
  return text.run({
    said: tellingStretches(said, saidMax).flatMap((stretch, index) =>
      index === 0 ? code(stretch, saidMax) : [joining(' … '), ...code(stretch, headMax)],
    ),
    more: units.length - (fed === undefined ? 1 : 2),
    machine: machine === null ? null : name(String(machine.value)),
    place: place === null || machine !== null ? null : name(folderName(place) || place),
  });
}

function editSentence(edit: Edit, text: SentenceText): Wording {
  if (edit.kind === 'write') {
    const lines = edit.content.value.split('\n').length;
    return text.writeFile(code(edit.path.value), lines, edit.cell);
  }
  if (edit.kind === 'pairs') {
    let [added, removed] = [0, 0];
    for (const { before, after } of edit.pairs) {
      const count = countLines(before.value, after.value);
      added += count.added;
      removed += count.removed;
    }
    const path = code(edit.path.value);
    return text.changeFiles({ state: 'changed', path, others: 0, added, removed });
  }
  const [first, ...others] = edit.files;
  const path = first?.path || edit.path?.value || '';
  return text.changeFiles({
    state: others.length === 0 ? (first?.state ?? 'changed') : 'changed',
    path: path === '' ? null : code(path),
    others: others.length,
    added: edit.files.reduce((sum, file) => sum + file.added, 0),
    removed: edit.files.reduce((sum, file) => sum + file.removed, 0),
  });
}

function sqlSentence(action: CardAction, sql: string, text: SentenceText): Wording {
  const statements = statementsOf(sql);
  const lead = leadingStatement(statements);
  const named = databaseOf(action);
  const database = named === null ? null : code(named);
  const more = statements.length - 1;
  if (lead === null || lead.verb === null || lead.table === null) {
    const said = lead === null ? sql : sql.slice(lead.start, lead.end);
    return text.runSql(code(said, 80), database, more);
  }
  const { verb, table, object } = lead;
  return text.statement({
    verb,
    object: verb === 'alter' && object === 'table' ? null : object,
    table: code(table),
    database,
    ...whichRows(lead, sql),
    more,
  });
}

function whichRows(
  { verb, condition, rest }: Statement,
  sql: string,
): Pick<StatementWords, 'which' | 'text'> {
  if (verb === 'delete' || verb === 'update') {
    if (condition === null) return { which: 'no_condition', text: null };
    const where = sql.slice(condition.start + 'where'.length, condition.end);
    return { which: 'condition', text: code(where, 80) };
  }
  if (verb === 'truncate') return { which: 'every_row', text: null };
  return verb === 'alter' && rest !== ''
    ? { which: 'change', text: code(rest, 80) }
    : { which: 'unknown', text: null };
}

/** A tool by its name, and by the words of that name. */
function toolOf({ target: { tool_name } }: CardAction) {
  const phrase = toolPhrase(tool_name);
  return { name: code(tool_name), phrase: phrase === null ? null : visible(phrase) };
}

const paying =
  /^(?:pay|payout|payouts|payment|payments|payroll|wire|transfer|transfers|disburse|salary)$/;

function recordsSentence(
  action: CardAction,
  { list, count, amounts }: Records,
  text: SentenceText,
): Wording {
  const all = toolWords(action.target.tool_name);
  const tool = toolOf(action);
  if (amounts !== null && amounts.totals.length > 0) {
    const act = all.some(word => /refund/.test(word))
      ? 'refund'
      : all.some(word => paying.test(word))
        ? 'pay'
        : null;
    const totals = amounts.totals.map(({ total, currency }) =>
      localMoney(totalText(total, currency), text),
    );
    return text.total({ ...tool, act, count, totals });
  }
  const noun = visible(list.key.slice(0, 60).replaceAll('_', ' '));
  return text.table({ ...tool, count, noun, place: placeOf(action) });
}

function messageSentence(action: CardAction, message: Message, text: SentenceText): Wording {
  const { subject, body, channel, list, recipients } = message;
  const title = subject ?? body;
  const hidden = recipients.filter(({ field }) => field === 'bcc').length;
  const only = recipients.length === 1 ? recipients[0]?.address : undefined;
  const count = only === undefined ? recipientCount(message) : null;
  return text.message({
    act: toolWords(action.target.tool_name).includes('reply')
      ? 'reply'
      : channel !== null && recipients.length === 0
        ? 'post'
        : 'send',
    title: title === null ? null : name(title.value, 60).map(part => ({ ...part, look: 'words' })),
    to: count ?? name(only ?? (channel ?? list)?.value ?? ''),
    hidden: recipients.length > 1 ? hidden : 0,
  });
}

const moneyVerbs: readonly (readonly [RegExp, Paying])[] = [
  [/^refunds?$/, 'refund'],
  [/^wires?$/, 'wire'],
  [/^transfers?$/, 'transfer'],
  [/^(?:charge|charges|capture)$/, 'charge'],
  [/^(?:pay|payment|payments|payout|payouts|payroll|disburse|settle)$/, 'pay'],
  [/^(?:invoice|invoices)$/, 'invoice'],
  [/^(?:withdraw|withdrawal)$/, 'withdraw'],
  [/^(?:buy|purchase|order)$/, 'buy'],
];
/** Tools that only ask about money move none. */
const asking = /^(?:quote|list|get|calculate|preview|search|lookup|estimate|forecast|read)$/;
const payeeKeys = [
  /^(?:payee|beneficiary|recipient|to|vendor|supplier|creditor)(?:_?name)?$/i,
  /^(?:customer|user|account|destination|iban|employee)(?:_?(?:id|name))?$/i,
  /^(?:charge|order|payment|invoice|subscription)(?:_?id)?$/i,
] as const;

function paymentSentence(action: CardAction, money: Money, text: SentenceText): Wording {
  const all = toolWords(action.target.tool_name);
  const act = moneyVerbs.find(([pattern]) => all.some(word => pattern.test(word)))?.[1];
  const members = membersOf(action);
  if (act === undefined || all.some(word => asking.test(word)))
    return genericSentence(action, text, money);
  const payee = scalarUnder(members, ...payeeKeys) ?? nestedPayee(members);
  const kind = (
    payee === null
      ? ''
      : (/^(customer|user|account|charge|order|invoice|employee)/i.exec(payee.key)?.[1] ?? '')
  ).toLowerCase();
  return text.payment({
    act,
    amount: { look: 'name', text: localMoney(money.text, text) },
    payee: payee === null ? null : name(String(payee.value)),
    kind,
    isFor: act === 'charge' || act === 'invoice' || kind === 'charge' || kind === 'order',
    place: payee === null ? placeOf(action) : null,
  });
}

function placeOf({ target }: CardAction): Wording {
  return target.resource === null ? null : name(target.resource);
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

function codeSentence(action: CardAction, run: string, text: SentenceText): Wording {
  const all = toolWords(action.target.tool_name);
  const language =
    languageNames.find(([pattern]) => all.some(word => pattern.test(word)))?.[1] ?? null;
  const lines = run.trim().split('\n');
  return lines.length === 1
    ? text.runLine(language, code(run))
    : text.runLines(language, lines.length, code(lines[0] ?? '', 60));
}

function webSentence({ method, host, path }: WebCall, text: SentenceText): Wording {
  const place = code(`${host}${path}`);
  return method === 'GET' || method === 'HEAD'
    ? text.fetch(place)
    : text.request(visible(method.slice(0, 16)), place);
}

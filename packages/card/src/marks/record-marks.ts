import { compareAmounts, readAmount, timesOf } from '../money.ts';
import type { Records } from '../records.ts';
import type { Mark } from './mark.ts';
import { type Add, countsOf, markFar, markOdd, type Rows } from './odd-rows.ts';

const nameKeys =
  /^(?:payee|(?:full_?)?name|beneficiary|recipient|employee|customer|to|supplier|vendor|person|contractor|merchant|creditor|seller|worker)(?:_?name)?$/i;
const accountKeys =
  /^(?:(?:creditor_?|beneficiary_?|payee_?)?(?:iban|account(?:_?(?:number|no|id|iban))?)|bank_?account|acct|wallet(?:_?address)?)$/i;
const outlierTimes = 10;
const largeTimes = 5;
const marksMax = 50;

/** Rows that differ from the others: amounts, accounts, names, and what this agent paid before. */
export function recordMarks({ list, amounts }: Records, earlier: readonly Rows[]): readonly Mark[] {
  const rows = list.value as Rows;
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const nameKey = payeeKeyOf(rows);
  const accountKey = keys.find(key => accountKeys.test(key)) ?? null;
  const at = (index: number, key: string) =>
    `${list.pointer}/${index}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const marks: Mark[] = [];
  const marked = new Set<string>();
  const add: Add = (index, key, level, words) => {
    const pointer = at(index, key);
    if (marks.length >= marksMax || marked.has(pointer)) return;
    marked.add(pointer);
    marks.push({ pointer, start: 0, end: 0, level, words });
  };
  if (amounts !== null) markAmounts(rows, amounts.key, amounts.totals[0], add);
  if (amounts !== null) markFar(rows, amounts.key, add);
  const read = new Set([accountKey, nameKey, amounts?.key ?? null]);
  for (const key of keys) if (!read.has(key)) markOdd(rows, key, add);
  if (accountKey !== null) markAccounts(rows, accountKey, nameKey, earlier, add);
  if (nameKey !== null) markNames(rows, nameKey, earlier, add);
  return marks;
}

/** The column that names who is paid, where the rows have one. */
export function payeeKeyOf(rows: Rows): string | null {
  return (
    [...new Set(rows.flatMap(row => Object.keys(row)))].find(key => nameKeys.test(key)) ?? null
  );
}

function markAmounts(
  rows: Rows,
  key: string,
  total: NonNullable<Records['amounts']>['totals'][number] | undefined,
  add: Add,
): void {
  if (total === undefined) return;
  for (const [index, row] of rows.entries()) {
    const amount = readAmount(row[key]);
    if (amount === null) continue;
    if (amount.units <= 0n) {
      add(index, key, 'high', 'Not more than zero.');
      continue;
    }
    const scaled = /cents|minor/i.test(key) ? { ...total.median, decimals: 0 } : total.median;
    const times = timesOf(amount, scaled);
    if (compareAmounts(amount, scaled) <= 0 || times < largeTimes) continue;
    add(index, key, times >= outlierTimes ? 'critical' : 'high', `${times} times the median.`);
  }
}

function markAccounts(
  rows: Rows,
  key: string,
  nameKey: string | null,
  earlier: readonly Rows[],
  add: Add,
): void {
  const countries = countsOf(rows.map(row => countryOf(row[key])));
  const accounts = countsOf(rows.map(row => writtenPlain(textOf(row[key]))));
  const before = accountsBefore(earlier, nameKey, key);
  for (const [index, row] of rows.entries()) {
    const account = textOf(row[key]);
    const country = countryOf(row[key]);
    const name = nameKey === null ? null : textOf(row[nameKey]);
    const known = name === null ? undefined : before.get(name);
    if (account === null) {
      if (Object.hasOwn(row, key) || name === null || nameKey === null) continue;
      add(index, nameKey, 'high', 'No account is given for this row.');
      continue;
    }
    const sharing = accounts.get(writtenPlain(account) ?? '') ?? 0;
    if (known !== undefined && !known.has(account)) {
      add(
        index,
        key,
        'critical',
        `New account for this payee. Before it was ${[...known][0] ?? ''}.`,
      );
    } else if (
      country !== null &&
      rows.length >= 5 &&
      (countries.get(country) ?? 0) * 10 <= rows.length
    ) {
      add(index, key, 'high', `One of few accounts in ${country}.`);
    } else if (sharing > 1 && rows.length > 2) {
      add(index, key, 'high', `${sharing} rows pay into this account.`);
    }
  }
}

function markNames(rows: Rows, key: string, earlier: readonly Rows[], add: Add): void {
  const before = new Set(earlier.flat().map(row => textOf(row[key])));
  if (before.size === 0) return;
  for (const [index, row] of rows.entries()) {
    const name = textOf(row[key]);
    if (name !== null && !before.has(name))
      add(index, key, 'high', 'New: this agent has not paid this payee before.');
  }
}

function accountsBefore(
  earlier: readonly Rows[],
  nameKey: string | null,
  key: string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const row of nameKey === null ? [] : earlier.flat()) {
    const [name, account] = [textOf(row[nameKey ?? '']), textOf(row[key])];
    if (name !== null && account !== null)
      found.set(name, (found.get(name) ?? new Set()).add(account));
  }
  return found;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : null;
}

/** An account without the blanks with which it may be written. */
function writtenPlain(account: string | null): string | null {
  return account === null ? null : account.replaceAll(/[\s-]/g, '').toUpperCase();
}

function countryOf(value: unknown): string | null {
  return /^([A-Z]{2})\d{2}/.exec(typeof value === 'string' ? value : '')?.[1] ?? null;
}

import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type Amount, compareAmounts, readAmount, timesOf } from '../money.ts';
import type { Mark } from './mark.ts';
import { plainName } from './value-flags.table.ts';

export type Rows = readonly JsonObject[];
/** Marks one value of one row. */
export type Add = (index: number, key: string, level: Mark['level'], words: string) => void;

const rowsMin = 5;
/** Numbers that only name something, or say when or where it is. */
const namingColumns =
  /(?:^|_)(?:id|ids|no|nr|number|num|code|zip|plz|postal(?:_?code)?|phone|fax|year|month|day|date|time|at|ts|timestamp|index|position|line|row|rank|version|port|lat|latitude|lng|lon|longitude|x|y|iban|bic|account|order|invoice|sku|ean|isbn|hash|offset|page|seq|sequence)$/;
const priced = /price|rate|cost|fee|charge|tariff/i;
const timesFar = 10;
const timesBeyond = 5;

/**
 * Numbers of a column that are far from all the others: ten times the median, and beyond what nearly all rows have. Columns
 * that only name something are not looked at.
 */
export function markFar(rows: Rows, key: string, add: Add): void {
  if (rows.length < rowsMin || namingColumns.test(plainName(key.split('/').at(-1) ?? ''))) return;
  const amounts = rows.map(row => readAmount(row[key]));
  const read = amounts.filter(each => each !== null);
  if (read.length !== rows.length) return;
  const sorted = read.toSorted(compareAmounts);
  const at = (share: number): Amount =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as Amount;
  const [low, median, high] = [at(0.1), at(0.5), at(0.85)];
  const isPositive = low.units > 0n;
  for (const [index, amount] of read.entries()) {
    if (amount.units < 0n && isPositive) add(index, key, 'high', 'Less than zero.');
    else if (timesOf(amount, median) >= timesFar && timesOf(amount, high) >= timesBeyond)
      add(index, key, 'high', `${timesOf(amount, median)} times the median.`);
    else if (priced.test(key) && isPositive && timesOf(low, amount) >= timesFar)
      add(index, key, 'high', 'A tenth of what the others have, or less.');
  }
}

const usualShare = 0.9;
const shownMax = 60;

/**
 * A text that nearly all rows share, such as a currency: the few others stand out. Of texts with numbers, such as `59.00 EUR`,
 * what stands beside the numbers is compared.
 */
export function markOdd(rows: Rows, key: string, add: Add): void {
  const texts = rows.map(row => (typeof row[key] === 'string' ? row[key] : null));
  const isOdd = [(text: string) => text, besideNumbers, networkOf].some(part => {
    const parts = texts.map(text => (text === null ? null : part(text)));
    const usual = usualOf(parts);
    if (usual === null) return false;
    for (const [index, each] of parts.entries())
      if (each !== usual)
        add(index, key, 'high', `The others have ${usual.trim().slice(0, shownMax)}.`);
    return true;
  });
  if (!isOdd) markFar(rows, key, add);
}

/** What stands beside the numbers of a text: a currency, a unit. */
function besideNumbers(text: string): string | null {
  const rest = text.replaceAll(/[\d.,\s+-]+/g, ' ').trim();
  return rest === '' || rest === text.trim() ? null : rest;
}

/** The network of an address, as far as its first two numbers say it. */
function networkOf(text: string): string | null {
  return /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(text)?.[1] ?? null;
}

/** The value that nearly all rows have, but not all of them. Null if there is none. */
function usualOf(values: readonly (string | null)[]): string | null {
  const [usual, count] = [...countsOf(values)].reduce(
    (most, each) => (each[1] > most[1] ? each : most),
    ['', 0],
  );
  const isUsual =
    values.length >= rowsMin && count < values.length && count >= usualShare * values.length;
  return isUsual ? usual : null;
}

export function countsOf(values: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const listsMax = 20;
const rowsMax = 2000;
const cellsMax = 24;
const marksMax = 50;

/** Rows of lists that no table shows, such as lists inside of others or with objects in their rows. */
export function oddRowMarks(parameters: JsonValue, shown: string | null): readonly Mark[] {
  const marks: Mark[] = [];
  const lists = listsIn(parameters, '', []).slice(0, listsMax);
  for (const { rows, pointer } of lists) {
    if (pointer === shown || rows.length < rowsMin || rows.length > rowsMax) continue;
    const flat = rows.map(row => cellsOf(row, '', {}));
    const add: Add = (index, key, level, words) => {
      if (marks.length < marksMax)
        marks.push({ pointer: `${pointer}/${index}${key}`, start: 0, end: 0, level, words });
    };
    for (const key of new Set(flat.flatMap(row => Object.keys(row)))) markOdd(flat, key, add);
  }
  return marks;
}

interface List {
  readonly rows: Rows;
  readonly pointer: string;
}

function listsIn(value: JsonValue, pointer: string, found: List[]): List[] {
  if (typeof value !== 'object' || value === null || found.length >= listsMax) return found;
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isRow)) found.push({ rows: value as Rows, pointer });
    return found;
  }
  for (const [key, member] of Object.entries(value))
    listsIn(member as JsonValue, `${pointer}/${escaped(key)}`, found);
  return found;
}

function isRow(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The plain values of a row by their pointers in it. */
function cellsOf(row: JsonObject, pointer: string, cells: Record<string, JsonValue>): JsonObject {
  for (const [key, value] of Object.entries(row)) {
    if (Object.keys(cells).length >= cellsMax) break;
    const at = `${pointer}/${escaped(key)}`;
    if (isRow(value as JsonValue)) cellsOf(value as JsonObject, at, cells);
    else if (!Array.isArray(value)) cells[at] = value as JsonValue;
  }
  return cells;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

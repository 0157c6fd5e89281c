import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import {
  type Amount,
  addAmounts,
  amountKeys,
  amountText,
  compareAmounts,
  decimalsOf,
  readAmount,
} from './money.ts';
import { type CardAction, type Found, isObject, membersOf } from './parameters.ts';

/** A list of alike objects. */
export interface Records {
  readonly list: Found<JsonValue[]>;
  readonly columns: readonly Column[];
  /** Columns with one and the same value in every row. */
  readonly same: readonly Column[];
  /** The column that adds up, where there is one. */
  readonly amounts: AmountColumn | null;
  readonly count: number;
}

interface Column {
  readonly key: string;
  readonly numeric: boolean;
}

interface AmountColumn {
  readonly key: string;
  /** One line for each currency. */
  readonly totals: readonly Total[];
}

interface Total {
  readonly currency: string | null;
  readonly count: number;
  readonly total: Amount;
  readonly smallest: Amount;
  readonly median: Amount;
  readonly largest: Amount;
}

const rowsMin = 2;
const columnsMax = 24;
/** Columns of money that are not called an amount. A `value` is money only where a currency stands beside it. */
const paidColumns =
  /^(?:gross|net|brutto|netto|cost|fee|charge|subtotal|wage|bonus|payout|refund|(?:gross|net|base)_?(?:pay|salary|wage|price|total|value|sum)|(?:total|unit|list|sale|new)_?(?:price|cost|value|sum))(?:_?(?:cents|minor))?$/i;

/** The records of an action: the longest list of objects with plain values; null where there is none. */
export function recordsOf(action: CardAction): Records | null {
  const lists = membersOf(action).filter(isRecordList);
  const list = lists.sort((a, b) => b.value.length - a.value.length)[0];
  if (list === undefined) return null;
  const rows = list.value as readonly JsonObject[];
  const keys = keysOf(rows);
  if (keys.length > columnsMax) return null;
  const same = rows.length > 2 ? keys.filter(key => isSame(rows, key)) : [];
  const columnOf = (key: string): Column => ({
    key,
    numeric: rows.every(row => !Object.hasOwn(row, key) || readAmount(row[key]) !== null),
  });
  return {
    list,
    columns: keys.filter(key => !same.includes(key)).map(columnOf),
    same: same.map(columnOf),
    amounts: amountsOf(rows, keys, membersOf(action)),
    count: rows.length,
  };
}

function isRecordList(found: Found): found is Found<JsonValue[]> {
  const { value } = found;
  return (
    Array.isArray(value) &&
    value.length >= rowsMin &&
    value.every(
      row => isObject(row) && Object.keys(row).length > 0 && Object.values(row).every(isCell),
    )
  );
}

/** What fits into a cell. */
function isCell(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

function keysOf(rows: readonly JsonObject[]): readonly string[] {
  const keys = new Set<string>();
  for (const row of rows) {
    for (const key of Object.keys(row)) keys.add(key);
    if (keys.size > columnsMax) break;
  }
  return [...keys].sort((a, b) => order(a) - order(b));
}

/** Who comes first, then where to, then how much: a table is read from the left. */
const orders = [
  /name|payee|customer|user|person|beneficiary|title|email/i,
  /iban|account|address|id$/i,
];
function order(key: string): number {
  const at = orders.findIndex(pattern => pattern.test(key));
  return at >= 0 ? at : amountKeys.test(key) ? 4 : 3;
}

function isSame(rows: readonly JsonObject[], key: string): boolean {
  const first = rows[0]?.[key];
  return rows.every(row => Object.hasOwn(row, key) && row[key] === first);
}

function amountsOf(
  rows: readonly JsonObject[],
  keys: readonly string[],
  beside: readonly Found[],
): AmountColumn | null {
  const currencyKey = keys.find(each => /^(?:currency|ccy)$/i.test(each));
  const shared = beside.find(
    ({ key: own, value }) => /^(?:currency|ccy)$/i.test(own) && typeof value === 'string',
  );
  const hasCurrency = currencyKey !== undefined || shared !== undefined;
  const named = [amountKeys, paidColumns, ...(hasCurrency ? [/^value$/i] : [])];
  const adds = keys.filter(each => rows.every(row => readAmount(row[each]) !== null));
  const key = named.flatMap(pattern => adds.find(each => pattern.test(each)) ?? []).at(0);
  if (key === undefined) return null;
  const minor = /cents|minor/i.test(key);
  const byCurrency = new Map<string | null, Amount[]>();
  for (const row of rows) {
    const own = currencyKey === undefined ? shared?.value : row[currencyKey];
    const currency = typeof own === 'string' ? own.toUpperCase() : null;
    const read = readAmount(row[key]);
    if (read === null) return null;
    const amount =
      minor && read.decimals === 0 ? { ...read, decimals: decimalsOf(currency ?? '') } : read;
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), amount]);
  }
  return { key, totals: [...byCurrency].map(([currency, all]) => totalOf(currency, all)) };
}

function totalOf(currency: string | null, all: readonly Amount[]): Total {
  const sorted = all.toSorted(compareAmounts);
  const zero: Amount = { units: 0n, decimals: 0 };
  return {
    currency,
    count: all.length,
    total: all.reduce(addAmounts, zero),
    smallest: sorted[0] ?? zero,
    median: sorted[sorted.length >> 1] ?? zero,
    largest: sorted.at(-1) ?? zero,
  };
}

/** An amount of a column with the decimals of its currency. */
export function totalText(amount: Amount, currency: string | null): string {
  const digits = amountText(amount, currency === null ? 0 : decimalsOf(currency));
  return currency === null ? digits : `${digits} ${currency}`;
}

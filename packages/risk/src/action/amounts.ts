import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { dollars, inDollars, minorUnits, parseAmount } from './money-text.ts';
import { role } from './parameter-key.ts';
import { isList, isObject, type Leaf, type Survey } from './survey.ts';
import { splitWords } from './words.ts';

const currencyKeys = [
  'currency',
  'currency_code',
  'currencyCode',
  'ccy',
  'cur',
  'iso_currency',
  'asset',
  'unit_currency',
  'coin',
  'denomination',
];

function currencyIn(object: JsonObject | null): string | null {
  if (object === null) return null;
  for (const key of currencyKeys) {
    const value = object[key];
    if (typeof value === 'string' && value.length <= 8) return value.toLowerCase();
  }
  return null;
}

const minorWords: ReadonlySet<string> = new Set(['cents', 'cent', 'minor', 'pence', 'pennies']);

/** What names the unit of an amount: its own name, or a neighbour such as `unit: "minor"` or `scale: 2`. */
function scaleOf(
  leaf: Leaf,
  currency: string | null,
  value: number,
  context: MoneyContext,
): number {
  const minor = currency === null ? 100 : (minorUnits.get(currency) ?? 100);
  const owner = leaf.owner;
  const stated = owner?.['scale'] ?? owner?.['exponent'] ?? owner?.['decimals'];
  if (leaf.key.words.some(word => minorWords.has(word))) {
    return typeof stated === 'number' && stated >= 0 && stated <= 18 ? 1 / 10 ** stated : 1 / minor;
  }
  const unit = owner?.['unit'] ?? owner?.['units'] ?? owner?.['amount_unit'];
  if (typeof unit === 'string' && splitWords(unit).some(word => minorWords.has(word)))
    return 1 / minor;
  if (typeof stated === 'number' && stated > 0 && stated <= 18 && Number.isInteger(value))
    return 1 / 10 ** stated;
  // `budget_usd` counts in dollars in every tool.
  const isMinor = context.minorByHabit && isWhole(leaf, value) && currencyOfKey(leaf) === null;
  return isMinor ? 1 / minor : 1;
}

/** `amountMicros` counts in millionths. */
function unitOf(leaf: Leaf, currency: string | null, value: number, context: MoneyContext): number {
  return leaf.key.words.includes('micros') ? 1e-6 : scaleOf(leaf, currency, value, context);
}

/** A service that counts in minor units has no use for a point, in a number or in a text. */
function isWhole({ value: written }: Leaf, value: number): boolean {
  return typeof written === 'string'
    ? /^-?[0-9]{1,15}$/u.test(written.trim())
    : Number.isInteger(value);
}

interface MoneyContext {
  /** The tool is known to count in minor units. */
  readonly minorByHabit: boolean;
}

interface Money {
  /** Dollars' worth in sum, or null if no amount is stated. */
  readonly total: number | null;
  readonly items: number;
  /** A currency stands beside one of them, so that they are certainly money. */
  readonly stated: boolean;
  /** The largest share of a whole that is stated without the whole. */
  readonly percent: number | null;
}

const notAmounts = role.identity | role.reference;
const wholeKeys: ReadonlySet<string> = new Set([
  'total',
  'order_total',
  'grand_total',
  'subtotal',
  'base',
  'principal',
  'of',
  'invoice_total',
  'charge_total',
  'original_amount',
  'payment_total',
  'order_amount',
  'balance',
]);
const eachWords: ReadonlySet<string> = new Set(['each', 'per', 'unit', 'apiece', 'individual']);
const percentWords: ReadonlySet<string> = new Set([
  'percent',
  'percentage',
  'pct',
  'percent_off',
  'share',
  'ratio',
  'fraction',
]);

/** What is added up while the parameters are read. */
interface Sum {
  plain: number;
  whole: number;
  each: number;
  items: number;
  percent: number | null;
  stated: boolean;
}

/** Adds up the money in the parameters: list members, per-item amounts times their number, percentages of a stated whole. */
export function sumMoney(parameters: JsonObject, seen: Survey, context: MoneyContext): Money {
  const rootCurrency = currencyIn(parameters) ?? anyCurrency(seen);
  const sum: Sum = {
    plain: 0,
    whole: 0,
    each: 0,
    items: 0,
    percent: null,
    stated: rootCurrency !== null,
  };
  for (const leaf of seen.leaves) {
    if (leaf.value === null || typeof leaf.value === 'boolean') continue;
    if (isPercent(leaf)) addShare(sum, percentOf(leaf.value, leaf.key.last));
    else addAmount(sum, leaf, writtenAmount(leaf), { parameters, context, rootCurrency });
  }
  if (sum.each > 0) {
    sum.plain += sum.each * numberOfItems(parameters);
    sum.items += 1;
  } else if (sum.items === 1) {
    // One amount beside a list of orders may well be meant for each of them.
    sum.plain *= longestListOfNames(seen);
  }
  const { items, whole, stated, percent } = sum;
  return {
    total: totalOf(sum, copies(parameters)),
    items: items + (whole > 0 ? 1 : 0),
    stated,
    percent,
  };
}

function totalOf({ plain, whole, items, percent }: Sum, times: number): number | null {
  if (percent !== null && whole > 0) return Math.max(plain, (whole * percent) / 100);
  if (items > 0) return plain * times;
  return whole > 0 ? whole : null;
}

function addShare(sum: Sum, share: number | null): void {
  if (share !== null) sum.percent = Math.max(sum.percent ?? 0, Math.abs(share));
}

interface Written {
  readonly value: number;
  readonly currency: string | null;
}

/** The number that a parameter states as money; null where it states none. */
function writtenAmount(leaf: Leaf): Written | null {
  const { key, parent, owner, value } = leaf;
  const own = (key.roles & role.amount) !== 0;
  const under = parent !== null && (parent.roles & role.amount) !== 0;
  const inside = under && owner !== null && (key.roles & notAmounts) === 0;
  if (!own && !inside && (under || !spellsMoney(leaf))) return null;
  if ((key.roles & role.bank) !== 0 && !own) return null;
  const written = typeof value === 'number' ? { value, currency: null } : parsedAmount(value);
  if (written === null || !Number.isFinite(written.value) || written.value === 0) return null;
  // A bare `value` is money only beside a currency or below an amount.
  const isBare = key.name === 'value' && written.currency === null && currencyIn(owner) === null;
  return isBare && !under ? null : written;
}

function parsedAmount(value: Leaf['value']): Written | null {
  return typeof value === 'string' ? parseAmount(value) : null;
}

interface Beside {
  readonly parameters: JsonObject;
  readonly context: MoneyContext;
  readonly rootCurrency: string | null;
}

function addAmount(sum: Sum, leaf: Leaf, written: Written | null, beside: Beside): void {
  if (written === null) return;
  const currency =
    written.currency ?? currencyIn(leaf.owner) ?? currencyOfKey(leaf) ?? beside.rootCurrency;
  if (currency !== null || leaf.key.words.includes('micros')) sum.stated = true;
  const worth =
    inDollars(written.value * unitOf(leaf, currency, written.value, beside.context), currency) *
    multiplier(leaf.owner) *
    periods(leaf, beside.parameters);
  if (wholeKeys.has(leaf.key.name) || (leaf.parent !== null && wholeKeys.has(leaf.parent.name)))
    sum.whole = Math.max(sum.whole, worth);
  else if (isEach(leaf)) sum.each = Math.max(sum.each, worth);
  else {
    sum.plain += worth;
    sum.items += 1;
  }
}

/** `amount_each: 5`, or `credit_each: { amount: 5 }`. */
function isEach(leaf: Leaf): boolean {
  return (
    leaf.key.words.some(word => eachWords.has(word)) ||
    (leaf.parent?.words.some(word => eachWords.has(word)) ?? false)
  );
}

/** "-5000.00 USD" is an amount whatever its parameter is called. */
function spellsMoney(leaf: Leaf): boolean {
  if (
    typeof leaf.value !== 'string' ||
    leaf.value.length > 32 ||
    (leaf.key.roles & role.prose) !== 0
  )
    return false;
  if (!/[0-9]/u.test(leaf.value)) return false;
  return (
    parseAmount(leaf.value)?.currency !== undefined && parseAmount(leaf.value)?.currency !== null
  );
}

function longestListOfNames(seen: Survey): number {
  let most = 1;
  for (const { key, value } of seen.branches) {
    if (!isList(value) || value.length <= most || isObject(value[0])) continue;
    if ((key.roles & (role.identity | role.recipient | role.bank)) !== 0) most = value.length;
  }
  return most;
}

/** `value: -100` beside `value_type: "percentage"`. */
function isStatedShare({ key, value, owner }: Leaf): boolean {
  if (typeof value !== 'number' || owner === null) return false;
  if (key.name !== 'value' && key.name !== 'amount') return false;
  return ['value_type', 'valueType', 'type', 'unit', 'discount_type', 'amount_type'].some(name =>
    /^percent(?:age)?$/iu.test(String(owner[name] ?? '')),
  );
}

function isPercent(leaf: Leaf): boolean {
  return (
    isStatedShare(leaf) ||
    leaf.key.words.some(word => percentWords.has(word)) ||
    (typeof leaf.value === 'string' &&
      /^[0-9]{1,3}(\.[0-9]{1,4})?\s?%$/u.test(leaf.value.trim().slice(0, 12)))
  );
}

function percentOf(value: string | number, word: string): number | null {
  const number =
    typeof value === 'number' ? value : Number(value.trim().slice(0, 12).replace('%', ''));
  if (!Number.isFinite(number)) return null;
  return word === 'ratio' || word === 'fraction' || (word === 'share' && number <= 1)
    ? number * 100
    : number;
}

function currencyOfKey(leaf: Leaf): string | null {
  for (const word of leaf.key.words) if (word.length >= 3 && dollars.has(word)) return word;
  return null;
}

function anyCurrency(seen: Survey): string | null {
  for (const leaf of seen.leaves) {
    if (
      typeof leaf.value === 'string' &&
      leaf.value.length <= 5 &&
      leaf.key.words.includes('currency')
    ) {
      return leaf.value.toLowerCase();
    }
  }
  return null;
}

/** A quantity beside an amount multiplies it. */
function multiplier(owner: JsonObject | null): number {
  const quantity = owner?.['qty'] ?? owner?.['quantity'];
  return typeof quantity === 'number' && quantity > 1 ? quantity : 1;
}

/** A daily amount over thirty days is thirty of them. */
function periods(leaf: Leaf, parameters: JsonObject): number {
  for (const [word, key] of rhythms) {
    const number = leaf.key.words.includes(word) ? parameters[key] : undefined;
    if (typeof number === 'number' && number > 1) return number;
  }
  return 1;
}

const rhythms: readonly (readonly [word: string, key: string])[] = [
  ['daily', 'days'],
  ['weekly', 'weeks'],
  ['monthly', 'months'],
  ['yearly', 'years'],
];

/** How often the whole call repeats itself: `count`, `repeat`, `times`, months of a standing order. */
function copies(parameters: JsonObject): number {
  let most = 1;
  for (const key of [
    'count',
    'repeat',
    'times',
    'occurrences',
    'installments',
    'n',
    'num_payments',
    'iterations',
    'number_of_payments',
  ]) {
    const value = parameters[key];
    if (typeof value === 'number' && value > most) most = value;
  }
  return most;
}

/** How many a per-item amount is for: the longest list, or a stated count. */
function numberOfItems(parameters: JsonObject): number {
  let most = 1;
  const look = (value: JsonValue | undefined, key: string): void => {
    if (isList(value)) most = Math.max(most, value.length);
    else if (
      typeof value === 'number' &&
      /count|qty|quantity|number|times|recipients|customers|orders|users|copies|units|seats|members|people|accounts|invoices|subscribers|employees|contacts|tickets|winners|patients|students|guests/iu.test(
        key,
      )
    ) {
      most = Math.max(most, value);
    } else if (typeof value === 'string' && value.includes(',') && value.length < 10_000) {
      most = Math.max(most, value.split(',').length);
    }
  };
  for (const key of Object.keys(parameters)) {
    const value = parameters[key];
    look(value, key);
    if (isObject(value))
      for (const inner of Object.keys(value).slice(0, 50)) look(value[inner], inner);
  }
  return most;
}

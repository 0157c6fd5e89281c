import type { JsonValue } from '@countersign/protocol/json';
import { grouped, type SentenceText } from './language/english.ts';
import { type Found, textUnder } from './parameters.ts';

/** An exact decimal: `units` times ten to the power of minus `decimals`. */
export interface Amount {
  readonly units: bigint;
  readonly decimals: number;
}

export const amountKeys =
  /^(?:(?:total_?|gross_?|net_?|wire_?|payment_?|refund_?|transfer_?|unit_?)?amount(?:_?(?:cents|minor|due|total|eur|usd|gbp))?|price|sum|value_?(?:eur|usd)|salary|pay|total)$/i;
const minorKeys = /cents|minor/i;
export const currencyKeys = /^(?:currency(?:_?code)?|ccy|cur|asset|token)$/i;

/** Currencies without cents, and those with three decimals. All others have two. */
const withoutCents = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
const withThree = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Reads 61.25, "61.25", "1,240.00" and nothing that could be meant in two ways. */
export function readAmount(value: JsonValue | undefined): Amount | null {
  const text =
    typeof value === 'number' ? plainNumber(value) : typeof value === 'string' ? value.trim() : '';
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  const [, whole = '', rest = ''] = /^([+-]?\d{1,30})(?:\.(\d{1,18}))?$/.exec(plain) ?? [];
  if (whole === '') return null;
  return { units: BigInt(`${whole}${rest}`), decimals: rest.length };
}

function plainNumber(value: number): string {
  const text = String(value);
  return /e/i.test(text) ? '' : text;
}

export function addAmounts(one: Amount, other: Amount): Amount {
  const decimals = Math.max(one.decimals, other.decimals);
  return { units: scaled(one, decimals) + scaled(other, decimals), decimals };
}

export function compareAmounts(one: Amount, other: Amount): number {
  const decimals = Math.max(one.decimals, other.decimals);
  const [left, right] = [scaled(one, decimals), scaled(other, decimals)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function scaled({ units, decimals }: Amount, to: number): bigint {
  return units * 10n ** BigInt(to - decimals);
}

/** How often the other amount fits into this one, in whole numbers. */
export function timesOf(one: Amount, other: Amount): number {
  const decimals = Math.max(one.decimals, other.decimals);
  const divisor = scaled(other, decimals);
  return divisor <= 0n ? 0 : Number(scaled(one, decimals) / divisor);
}

/** Grouped digits with at least this many decimals. No digit is left out. */
export function amountText({ units, decimals }: Amount, decimalsMin = 0): string {
  const shown = Math.max(decimals, decimalsMin);
  const digits = (units < 0n ? -units : units)
    .toString()
    .concat('0'.repeat(shown - decimals))
    .padStart(shown + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - shown));
  const rest = shown === 0 ? '' : `.${digits.slice(-shown)}`;
  return `${units < 0n ? '-' : ''}${whole}${rest}`;
}

/** An amount of these digits and this currency as a language writes it. No digit is left out or rounded. */
export function localMoney(text: string, { amount }: Pick<SentenceText, 'amount'>): string {
  return text.replace(/^-?[\d,]+(?:\.\d+)?/, digits => amount(digits.replaceAll(',', '')));
}

export function decimalsOf(currency: string): number {
  const code = currency.toUpperCase();
  return withoutCents.has(code) ? 0 : withThree.has(code) ? 3 : 2;
}

export interface Money {
  readonly pointer: string;
  readonly amount: Amount;
  readonly currency: string | null;
  readonly text: string;
}

/** An amount with its currency among the members of an object; null where there is none. */
export function moneyOf(members: readonly Found[]): Money | null {
  const found = members.find(
    ({ key, value }) => amountKeys.test(key) && readAmount(value) !== null,
  );
  const read = found === undefined ? null : readAmount(found.value);
  if (found === undefined || read === null) return nestedMoney(members);
  const currency = textUnder(members, currencyKeys)?.value ?? currencyInKey(found.key);
  return { pointer: found.pointer, ...moneyFrom(read, found.key, currency) };
}

/** `amount: { value: "61.25", currency: "EUR" }`. */
function nestedMoney(members: readonly Found[]): Money | null {
  for (const { key, value, pointer } of members) {
    if (!amountKeys.test(key) || typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) continue;
    const inner = Object.entries(value).map(([own, member]) => ({
      key: own,
      value: member as JsonValue,
      pointer: `${pointer}/${own}`,
    }));
    const amount = inner.find(({ key: own }) => /^(?:value|amount|units)$/i.test(own));
    const read = readAmount(amount?.value);
    if (amount === undefined || read === null) continue;
    const currency = textUnder(inner, currencyKeys)?.value ?? null;
    return { pointer: amount.pointer, ...moneyFrom(read, key, currency) };
  }
  return null;
}

function moneyFrom(read: Amount, key: string, currency: string | null): Omit<Money, 'pointer'> {
  const code =
    currency !== null && /^[A-Za-z]{3,5}$/.test(currency) ? currency.toUpperCase() : null;
  const minor = minorKeys.test(key) && read.decimals === 0;
  const amount = minor ? { units: read.units, decimals: decimalsOf(code ?? '') } : read;
  const least = amount.decimals > 0 && code !== null ? decimalsOf(code) : 0;
  const digits = amountText(amount, Math.min(least, 3));
  return { amount, currency: code, text: code === null ? digits : `${digits} ${code}` };
}

function currencyInKey(key: string): string | null {
  return /_(eur|usd|gbp)$/i.exec(key)?.[1]?.toUpperCase() ?? null;
}

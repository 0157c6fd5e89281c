import type { JsonValue } from '@countersign/protocol/json';
import { readAmount, timesOf } from '../money.ts';
import type { Found } from '../parameters.ts';
import { hostOf } from '../web.ts';
import type { Mark } from './mark.ts';
import { plainName } from './value-flags.table.ts';
import { isWiderPattern } from './widened-pattern.ts';

const accountKeys =
  /(?:^|_)(?:iban|bic|swift(?:_?code)?|sort_?code|routing(?:_?number)?|account(?:_?(?:number|no|id|iban))?|beneficiary_?id|destination|wallet(?:_?address)?|address)$/;
/** Addresses and accounts of people and machines: each call may name another one. */
const accountOf =
  /^(?:e_?mail|mail|user|ip|web|service|home|shipping|billing)_(?:address|account)$/;
const payeeKeys =
  /^(?:payee|name|beneficiary|recipient|vendor|customer|to|supplier|channel|room)(?:_?(?:name|id))?$/i;
const amountKeys =
  /amount|price|total|limit|quantity|(?<!ac)count|replicas|size|percent|budget|cost|fee|qty|quota|credit|discount|threshold|salary|ttl|timeout|duration|max_?age|expires?_?in|lifetime|(?:^|_)(?:days|hours|minutes|seconds|months)$|attempts|retries/i;
/** Values that steer an action without being its subject: the sender, the unit, the place and the time. */
const steeringKeys =
  /^(?:from|sender(?:_?(?:id|name))?|account_?sid|from_?(?:email|address)|reply_?to|currency|units?|uom|time_?zone|tz|zone|region|environment|env|stage|(?:default_?|base_?|target_?)?branch|base|host|hostname|server|database|db|cluster|namespace|bucket|project|tenant|visibility|schedule|cron|side|direction)$/i;
const patternKeys =
  /^(?:path|paths|glob|pattern|include|files?|key|prefix|match|selector|filter|resource)$/i;
const shownMax = 60;

/** Values that differ from what the same agent asked of the same tool before, where that tells something. */
export function comparedMarks(
  { key, value, pointer }: Found,
  before: readonly (readonly Found[])[],
): readonly Mark[] {
  // A value that moved within its list is no new one.
  const place = listPlace(pointer);
  const olds = before.flatMap(leaves =>
    leaves.filter(old => listPlace(old.pointer) === place).map(old => old.value),
  );
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  if (olds.length === 0) return [];
  if (amountKeys.test(key) || keptBy.test(key))
    if (readAmount(value) !== null) return grownAmount(key, value, olds, whole);
  if (typeof value !== 'string' || olds.includes(value)) return [];
  const was = `Before it was ${String(olds[0]).slice(0, shownMax)}.`;
  if (accountKeys.test(plainName(key)) && !accountOf.test(plainName(key)))
    return whole('critical', `New. ${was}`);
  if (isElsewhere(value, olds)) return whole('critical', `Another host. ${was}`);
  if (payeeKeys.test(key))
    return whole('high', 'New: this agent has not asked for this one before.');
  const isSteady = olds.every(old => old === olds[0]);
  if (steeringKeys.test(key) && isSteady) return whole('high', `Another ${wordsOf(key)}. ${was}`);
  const compared = comparedWords(key, value, olds, was);
  if (compared !== null) return whole(compared.level, compared.said);
  return movedZone(value, olds, pointer);
}

/** Numbers that protect something as long as they are above zero. */
const keptBy =
  /lockout|timeout|ttl|retention|(?:^|_)min_|cool_?down|grace|delay|expires|limit|quota/i;

const address = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-f:]{3,39}:[\da-f:]{0,39})$/i;

function isOtherPlace(value: string, old: JsonValue): boolean {
  return typeof old === 'string' && address.test(value) && address.test(old);
}

const versionForm = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?$/;

function isOlder(value: string, old: JsonValue): boolean {
  const [now, was] = [versionForm.exec(value), versionForm.exec(String(old))];
  if (now === null || was === null) return false;
  for (const part of [1, 2, 3]) {
    const step = Number(now[part] ?? 0) - Number(was[part] ?? 0);
    if (step !== 0) return step < 0;
  }
  return false;
}

const yearsFar = 5;

function isFarDate(value: string, old: JsonValue): boolean {
  const year = (text: string) => /^(\d{4})-\d\d-\d\d(?:T|$)/.exec(text)?.[1];
  const [now, was] = [year(value), typeof old === 'string' ? year(old) : undefined];
  return now !== undefined && was !== undefined && Math.abs(Number(now) - Number(was)) >= yearsFar;
}

interface Compared {
  readonly level: Mark['level'];
  readonly said: string;
}

/** Texts of one form, such as networks or versions, compared by what they mean. */
const forms: readonly (readonly [
  keys: RegExp,
  differs: (value: string, old: JsonValue) => boolean,
  level: Mark['level'],
  said: (was: string) => string,
])[] = [
  [patternKeys, isWider, 'high', was => `Matches more than before. ${was}`],
  [/(?:)/, isWiderNetwork, 'high', was => `Covers more addresses than before. ${was}`],
  [/(?:)/, isOtherUnit, 'critical', was => `Another unit. ${was}`],
  [/(?:)/, isOtherPlace, 'high', was => `Another address. ${was}`],
  [/version|tag|release/i, isOlder, 'high', was => `An older version. ${was}`],
  [/(?:)/, isFarDate, 'high', was => `Years away. ${was}`],
];

function comparedWords(
  key: string,
  value: string,
  olds: readonly JsonValue[],
  was: string,
): Compared | null {
  const form = forms.find(
    ([keys, differs]) => keys.test(key) && olds.every(old => differs(value, old)),
  );
  return form === undefined ? null : { level: form[2], said: form[3](was) };
}

function listPlace(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

const network = /^(?<address>[\da-f.:]{2,39})\/(?<bits>\d{1,3})$/i;

function isWiderNetwork(value: string, old: JsonValue): boolean {
  if (typeof old !== 'string') return false;
  const [now, was] = [network.exec(value)?.groups, network.exec(old)?.groups];
  if (now === undefined || was === undefined) return false;
  return Number(now['bits']) < Number(was['bits']);
}

const measured = /^[-+]?[\d.,]{1,20}\s{0,2}(?<unit>[\p{L}%°\u00b5]{1,12}(?:\/\p{L}{1,8})?)$/u;

/** A number with a unit, where it had another one: `5 g` after `5 mg`. */
function isOtherUnit(value: string, old: JsonValue): boolean {
  const unit = (text: JsonValue) =>
    typeof text === 'string' ? measured.exec(text)?.groups?.['unit'] : undefined;
  return unit(value) !== undefined && unit(old) !== undefined && unit(value) !== unit(old);
}

/** An address whose host none of the earlier ones has. */
function isElsewhere(value: string, olds: readonly JsonValue[]): boolean {
  const host = (url: JsonValue): string | null => {
    const place = typeof url === 'string' ? hostOf(url) : null;
    return place === null ? null : String(url).slice(place.start, place.end).toLowerCase();
  };
  const now = host(value);
  const known = olds.flatMap(old => host(old) ?? []);
  return now !== null && known.length > 0 && !known.includes(now);
}

function grownAmount(
  key: string,
  value: JsonValue,
  olds: readonly JsonValue[],
  whole: (level: Mark['level'], words: string) => Mark[],
): readonly Mark[] {
  const amount = readAmount(value);
  const known = olds.flatMap(old => readAmount(old) ?? []);
  if (amount === null || known.length === 0) return [];
  const most = known.reduce<number>(
    (least, old) => Math.min(least, timesOf(amount, old)),
    Number.POSITIVE_INFINITY,
  );
  if (amount.units === 0n && keptBy.test(key) && known.every(old => old.units > 0n))
    return whole('high', `None are left. Before it was ${String(olds[0]).slice(0, shownMax)}.`);
  return most >= 5
    ? whole('critical', `At least ${most} times what this agent asked for before.`)
    : [];
}

const plainWords: Readonly<Record<string, string>> = {
  from: 'sender',
  db: 'database',
  env: 'environment',
  tz: 'time zone',
  timezone: 'time zone',
  uom: 'unit',
  reply_to: 'address for answers',
};

function wordsOf(key: string): string {
  const known = plainWords[key.toLowerCase()];
  if (known !== undefined) return known;
  return key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** Whether a pattern covers the old one and more: its fixed beginning is shorter, and a star follows. */
function isWider(value: string, old: JsonValue): boolean {
  if (typeof old !== 'string') return false;
  if (isShortened(value, old)) return true;
  if (/[\\^$+[(]|\.\*/.test(old)) return isWiderPattern(value, old);
  const star = value.indexOf('*');
  if (star < 0) return false;
  const [head, was] = [value.slice(0, star), old.split('*')[0] ?? ''];
  const isShorter = was.startsWith(head) && head.length < was.length;
  return isShorter || (head === was && starsOf(value) > starsOf(old));
}

/** A filter from which a condition is gone: `a AND b` became `a`. */
function isShortened(value: string, old: string): boolean {
  const parts = old.split(/\s+(?:and|&&)\s+/i);
  const kept = value.split(/\s+(?:and|&&)\s+/i);
  return parts.length > kept.length && kept.every(part => parts.includes(part));
}

function starsOf(pattern: string): number {
  return pattern.split('*').length - 1;
}

const stamp = /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** A time in another zone than before: the same hour is another moment. */
function movedZone(value: string, olds: readonly JsonValue[], pointer: string): readonly Mark[] {
  const zone = stamp.exec(value)?.[1];
  const zones = olds.flatMap(old => (typeof old === 'string' ? (stamp.exec(old)?.[1] ?? []) : []));
  if (zone === undefined || zones.length === 0 || zones.includes(zone)) return [];
  const words = `Another time zone. Before it was ${zones[0]}.`;
  return [{ pointer, start: value.length - zone.length, end: value.length, level: 'high', words }];
}

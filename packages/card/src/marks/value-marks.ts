import type { JsonValue } from '@countersign/protocol/json';
import { readAmount, timesOf } from '../money.ts';
import { entriesOf, type Found, isObject } from '../parameters.ts';
import { hostOf } from '../web.ts';
import { pathMarks } from './edit-marks.ts';
import { findInText, type Mark, type TextRule } from './mark.ts';

const wide: readonly TextRule[] = [
  {
    pattern: /^(?:\*|all|any|everyone|public|0\.0\.0\.0\/0|::\/0)$/dgi,
    level: 'critical',
    words: 'Everything or everyone, without a limit.',
  },
  {
    pattern: /(?:^|[,\s])(?<at>admin|administrator|owner|root|superuser)(?:$|[,\s])/dgi,
    level: 'high',
    words: 'The highest rights.',
  },
];
const flags: readonly (readonly [RegExp, JsonValue, string])[] = [
  [
    /^(?:force|hard|overwrite|purge|permanent(?:ly)?|cascade|recursive)$/i,
    true,
    'Goes on where the tool would stop.',
  ],
  [
    /^(?:dry_?run|simulate|confirm|backup|verify|notify(?:_?customer)?|require_?mfa|enabled?)$/i,
    false,
    'Turned off.',
  ],
  [
    /^(?:skip_?\w+|no_?(?:backup|verify|confirm)|public|is_?public|disable_?\w+)$/i,
    true,
    'Leaves out a safeguard.',
  ],
];
const rightKeys =
  /(?:role|permission|scope|access|audience|visibility|cidr|principal|grantee|policy|target|filter|members?)/i;
const pathKeys = /(?:path|file|directory|folder|dir|key)$/i;
const accountKeys =
  /^(?:iban|account(?:_?(?:number|no|id))?|beneficiary_?id|destination|wallet|address)$/i;
const payeeKeys =
  /^(?:payee|name|beneficiary|recipient|vendor|customer|to|supplier)(?:_?(?:name|id))?$/i;
const amountKeys = /amount|price|total|limit|quantity|count|replicas|size|percent/i;
const depthMax = 4;

/** Values that stand out by themselves, or beside what the same agent and tool asked before. */
export function valueMarks(parameters: JsonValue, earlier: readonly JsonValue[]): readonly Mark[] {
  const before = earlier.map(each => leavesOf(each, '', 0));
  return leavesOf(parameters, '', 0).flatMap(leaf => leafMarks(leaf, before));
}

function leavesOf(value: JsonValue, pointer: string, depth: number): readonly Found[] {
  if (!isObject(value) || depth > depthMax) return [];
  return entriesOf(value, pointer).flatMap(found =>
    isObject(found.value) ? leavesOf(found.value, found.pointer, depth + 1) : [found],
  );
}

function leafMarks(leaf: Found, before: readonly (readonly Found[])[]): readonly Mark[] {
  const { key, value, pointer } = leaf;
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const flag = flags.find(([pattern, set]) => value === set && pattern.test(key));
  if (flag !== undefined) return whole('high', flag[2]);
  if (typeof value === 'string') {
    const host = hostMarks(value, pointer);
    if (host.length > 0) return host;
    // A search path names folders of the system in every environment.
    if (key !== 'PATH' && pathKeys.test(key)) return pathMarks(value, pointer);
    if (rightKeys.test(key)) {
      const found = findInText(value, pointer, wide);
      if (found.length > 0) return found;
    }
  }
  return comparedMarks(leaf, before);
}

function comparedMarks(
  { key, value, pointer }: Found,
  before: readonly (readonly Found[])[],
): readonly Mark[] {
  const olds = before.flatMap(leaves =>
    leaves.filter(old => old.pointer === pointer).map(old => old.value),
  );
  if (olds.length === 0) return [];
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const amount = amountKeys.test(key) ? readAmount(value) : null;
  if (amount !== null) {
    const known = olds.flatMap(old => readAmount(old) ?? []);
    const most = known.reduce<number>(
      (least, old) => Math.min(least, timesOf(amount, old)),
      Number.POSITIVE_INFINITY,
    );
    return known.length > 0 && most >= 5
      ? whole('critical', `At least ${most} times what this agent asked for before.`)
      : [];
  }
  if (typeof value !== 'string' || olds.includes(value)) return [];
  if (accountKeys.test(key))
    return whole('critical', `New: before it was ${String(olds[0]).slice(0, 60)}.`);
  return payeeKeys.test(key)
    ? whole('high', 'New: this agent has not asked for this one before.')
    : [];
}

function hostMarks(value: string, pointer: string): readonly Mark[] {
  const place = hostOf(value);
  if (place === null) return [];
  const host = value.slice(place.start, place.end);
  const mark = (level: Mark['level'], words: string): Mark[] => [
    { pointer, ...place, level, words },
  ];
  if (value.slice(0, place.start).includes('@'))
    return mark('critical', `Goes to ${host}. What stands before @ is only a user name.`);
  if (/^(?:0x[\da-f]+|\d+)(?:\.|:|$)/i.test(host))
    return mark('high', 'A number instead of a name.');
  if (/(?:^|\.)xn--/i.test(host))
    return mark('critical', 'A name in another script, which can look like a known one.');
  return /^http:/i.test(value) && !/^(?:localhost|127\.)/.test(host)
    ? mark('high', 'Sent without encryption.')
    : [];
}

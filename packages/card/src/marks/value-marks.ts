import type { JsonValue } from '@countersign/protocol/json';
import { decodedOf } from '../decoded.ts';
import { readAmount } from '../money.ts';
import { entriesOf, type Found, isObject } from '../parameters.ts';
import { hostOf } from '../web.ts';
import { commandRules } from './command-rules.table.ts';
import { comparedMarks } from './compared-marks.ts';
import { pathMarks } from './edit-marks.ts';
import { findInText, isForeign, type Mark, type TextRule } from './mark.ts';

const wide: readonly TextRule[] = [
  {
    pattern:
      /^(?:\*|all|any|everyone|public(?:-read(?:-write)?)?|allUsers|allAuthenticatedUsers|authenticated-read|\*:\*|0\.0\.0\.0\/[01]?|::\/0)$/dgi,
    level: 'critical',
    words: 'Everything or everyone, without a limit.',
  },
  {
    pattern:
      /(?:^|[,\s])(?<at>admin|administrator|owner|root|superuser)(?:$|[,\s])|(?<arn>AdministratorAccess|PowerUserAccess)/dgi,
    level: 'high',
    words: 'The highest rights.',
  },
];
const everyFile = /^(?:\.?\/)?\*{1,2}(?:\/\*{1,2})*$/;
const openMode =
  /^0?o?[0-7]{0,2}[0-7][2367]$|(?:^|,)(?:a|o|ugo)?[+=]r?w|^[r-][w-][xs-]{1}[r-]w|^[rwxst-]{7}w/;
const paidKeys = /^(?:amount|price|total|sum)$/i;
const flags: readonly (readonly [RegExp, JsonValue, string])[] = [
  [
    /^(?:force|hard|overwrite|purge|permanent(?:ly)?|cascade|recursive)$/i,
    true,
    'Goes on where the tool would stop.',
  ],
  [/^(?:dry_?run|simulate)$/i, false, 'Not a rehearsal: it happens.'],
  [
    /^(?:confirm|backup|verify|notify(?:_?customer)?|require_?mfa|enabled?)$/i,
    false,
    'Turned off.',
  ],
  [
    /^(?:protected|(?:branch|deletion|delete|termination)_?protection|encrypt(?:ed|ion)?|versioning|private|read_?only|mfa|audit(?:_?log(?:ging)?)?)$/i,
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
  /(?:role|permission|scope|access|audience|visibility|cidr|ranges?$|acl|principal|grantee|policy|target|filter|members?)/i;
const safeguards = /retention|backups?|min_?(?:replicas|instances|size)|^replicas$|snapshots?/i;
const pathKeys = /(?:path|file|directory|folder|dir|key)$/i;
const itemsMax = 200;
const globKeys = /^(?:path|glob|pattern|include|files?|key|match|selector)s?$/i;
const modeKeys = /^(?:mode|permissions?|chmod|umask)$/i;
const depthMax = 8;

/** Values that stand out by themselves, or beside what the same agent and tool asked before. */
export function valueMarks(parameters: JsonValue, earlier: readonly JsonValue[]): readonly Mark[] {
  const before = earlier.map(each => leavesOf(each, '', 0));
  return leavesOf(parameters, '', 0).flatMap(leaf => leafMarks(leaf, before));
}

function leavesOf(value: JsonValue, pointer: string, depth: number): readonly Found[] {
  if (!isObject(value) || depth > depthMax) return [];
  return entriesOf(value, pointer).flatMap(found => insideOf(found, depth));
}

/** A value of a list has the name of its list. */
function insideOf(found: Found, depth: number): readonly Found[] {
  const { value, pointer, key } = found;
  if (isObject(value)) return leavesOf(value, pointer, depth + 1);
  if (!Array.isArray(value) || depth > depthMax || value.length > itemsMax) return [found];
  return value.flatMap((item: JsonValue, index) =>
    insideOf({ key, value: item, pointer: `${pointer}/${index}` }, depth + 1),
  );
}

function leafMarks(leaf: Found, before: readonly (readonly Found[])[]): readonly Mark[] {
  const { key, value, pointer } = leaf;
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const said = value === 'true' || value === 'false' ? value === 'true' : value;
  const flag = flags.find(([pattern, set]) => said === set && pattern.test(key));
  if (value === 0 && safeguards.test(key)) return whole('high', 'None are left.');
  if (flag !== undefined) return whole('high', flag[2]);
  const amount = paidKeys.test(key) ? readAmount(value) : null;
  if (amount !== null && amount.units < 0n) return whole('high', 'Less than zero.');
  if (typeof value === 'string') {
    const own = textMarks(key, value, pointer);
    if (own.length > 0) return own;
  }
  return comparedMarks(leaf, before);
}

/** What a text under this key says by itself. */
function textMarks(key: string, value: string, pointer: string): readonly Mark[] {
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const host = hostMarks(value, pointer);
  if (host.length > 0) return host;
  const inside = decodedOf(value);
  if (inside?.kind === 'base64') {
    const found = findInText(inside.text, pointer, commandRules).find(
      ({ level }) => level === 'critical',
    );
    if (found !== undefined) return whole('critical', `Decoded: ${found.words}`);
  }
  if (inside?.kind === 'json' && /"(?:Action|Resource|Principal)": "\*"/.test(inside.text))
    return whole('critical', 'Everything or everyone, without a limit.');
  if (globKeys.test(key) && everyFile.test(value)) return whole('critical', 'Matches every file.');
  if (modeKeys.test(key) && openMode.test(value))
    return whole('high', 'Lets every user of the machine change it.');
  if (/^default_?branch$/i.test(key))
    return whole('high', 'Changes the branch that everyone starts from.');
  // A search path names folders of the system in every environment.
  if (key !== 'PATH' && pathKeys.test(key)) {
    const found = pathMarks(value, pointer);
    if (found.length > 0) return found;
  }
  return rightKeys.test(key) ? findInText(value, pointer, wide) : [];
}

/** A name alone, such as `api.example`, is looked at only for letters of another script. */
function bareHost(value: string): { readonly start: number; readonly end: number } | null {
  const isName = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(value) && /[a-z]/i.test(value);
  return isName && isForeign(value) ? { start: 0, end: value.length } : null;
}

function hostMarks(value: string, pointer: string): readonly Mark[] {
  const place = hostOf(value) ?? bareHost(value);
  if (place === null) return [];
  const host = value.slice(place.start, place.end);
  const mark = (level: Mark['level'], words: string): Mark[] => [
    { pointer, ...place, level, words },
  ];
  const after = value.slice(place.end);
  if (after.startsWith('\\') || /%(?:40|2f|5c)/i.test(host))
    return mark('critical', 'Programs do not agree on where the host of this address ends.');
  if (value.slice(0, place.start).includes('@'))
    return mark('critical', `Goes to ${host}. What stands before @ is only a user name.`);
  if (/^(?:0x[\da-f]+|\d+)(?:\.|:|$)/i.test(host))
    return mark('high', 'A number instead of a name.');
  if (isForeign(host))
    return mark('critical', 'Has letters of another script, which can look like a known name.');
  if (/(?:^|\.)xn--/i.test(host))
    return mark('critical', 'A name in another script, which can look like a known one.');
  return /^http:/i.test(value) && !/^(?:localhost|127\.)/.test(host)
    ? mark('high', 'Sent without encryption.')
    : [];
}

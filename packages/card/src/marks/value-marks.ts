import type { JsonValue } from '@countersign/protocol/json';
import { decodedOf } from '../decoded.ts';
import { amountKeys, readAmount } from '../money.ts';
import { entriesOf, type Found, isObject } from '../parameters.ts';
import { commandRules } from './command-rules.table.ts';
import { comparedMarks } from './compared-marks.ts';
import { pathMarks } from './edit-marks.ts';
import { secretTokens } from './edit-rules.table.ts';
import { isOpenMode } from './file-mode.ts';
import { headerMarks } from './header-marks.ts';
import { hostMarks } from './host-marks.ts';
import { findInText, isMixed, type Mark, type TextRule } from './mark.ts';
import { addressListMarks } from './message-marks.ts';
import { flagWords, isNoneLeft } from './value-flags.table.ts';

const everyone = 'Everything or everyone, without a limit.';
const everyAddress = /^(?:0\.0\.0\.0\/[01]?|::\/[01]?)$/;
const wide: readonly TextRule[] = [
  {
    pattern:
      /^(?:\*|all|any|anyone|everyone|public(?:-read(?:-write)?)?|allUsers|allAuthenticatedUsers|authenticated-read|\*:\*|0\.0\.0\.0)$/dgi,
    level: 'critical',
    words: everyone,
  },
  {
    pattern:
      /(?:^|[,\s])(?<at>admin|administrator|owner|root|superuser)(?:$|[,\s])|(?<arn>AdministratorAccess|PowerUserAccess)/dgi,
    level: 'high',
    words: 'The highest rights.',
  },
];
const everyFile = /^(?:\.?\/)?\*{1,2}(?:\/\*{1,2})*$/;
const rightKeys =
  /(?:role|permission|scope|access|audience|visibility|cidr|ranges?$|acl|principal|grantee|policy|target|filter|members?)|^(?:sources?|source_?(?:ips?|address(?:es)?)|destinations?|networks?|ips?|actions?|resources?|ids?|users?|groups?|origins?|allowed_?\w*|shared?_?with)$/i;
/** Keys under which only one word says that it is for everyone. */
const kindKeys = /^(?:type|share|sharing)$/i;
const listenKeys =
  /^(?:bind|listen|interface|host)(?:_?(?:address|addr|host|ip|on|to))?$|^(?:ip_?)?address$/i;
const everyInterface = /^(?:0\.0\.0\.0|\[?::\]?|\*)(?::\d{1,5})?$/;
const pathKeys = /(?:path|file|directory|folder|dir|key)s?$/i;
const placeKeys = /^(?:target|link|source|src|destination|dest|from|to)$/i;
const disguised =
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|txt|csv|zip|html?)\.(?:exe|scr|js|vbs|bat|cmd|com|ps1|jar|msi|hta|lnk|sh|app)$/i;
const itemsMax = 200;
const globKeys = /^(?:path|glob|pattern|include|files?|key|match|selector)s?$/i;
const depthMax = 8;

/** What is known about the action that a value belongs to. */
interface Around {
  readonly isReading: boolean;
  readonly isOfFile: boolean;
  /** Values whose own view looks for what their lines hold. */
  readonly viewed: ReadonlySet<string>;
}

const readingWords =
  /^(?:list|get|read|find|search|ls|watch|describe|show|count|stat|walk|tree|view|fetch|query|scan|inspect|export|glob)$/;
const fileWords = /^(?:fs|file|files|filesystem|folder|directory|chmod|mkdir|sftp)$/;

/** Whether a tool only reads, by its name. */
export function isReading(tool: readonly string[]): boolean {
  return tool.some(word => readingWords.test(word));
}

/** Values that stand out by themselves, or beside what the same agent and tool asked before. */
export function valueMarks(
  parameters: JsonValue,
  earlier: readonly JsonValue[],
  tool: readonly string[],
  viewed: readonly string[] = [],
): readonly Mark[] {
  const before = earlier.map(each => leavesOf(each, '', 0));
  const leaves = leavesOf(parameters, '', 0);
  const around: Around = {
    isReading: isReading(tool),
    isOfFile:
      tool.some(word => fileWords.test(word)) ||
      leaves.some(({ key, value }) => typeof value === 'string' && pathKeys.test(key)),
    viewed: new Set(viewed),
  };
  const lists = new Map<string, Found[]>();
  for (const leaf of leaves) {
    const list = /^(.*)\/\d+$/.exec(leaf.pointer)?.[1];
    if (list === undefined) continue;
    const known = lists.get(list);
    if (known === undefined) lists.set(list, [leaf]);
    else known.push(leaf);
  }
  return [...addressListMarks(lists), ...leaves.flatMap(leaf => leafMarks(leaf, before, around))];
}

function leavesOf(value: JsonValue, pointer: string, depth: number): readonly Found[] {
  if (!isObject(value) || depth > depthMax) return [];
  const entries = entriesOf(value, pointer);
  const named = entries.find(({ key }) => /^(?:name|key|header|field|setting)$/i.test(key))?.value;
  return entries.flatMap(found =>
    // `{ name: 'Bcc', value: … }` is a value with that name.
    insideOf(
      typeof named === 'string' && /^value$/i.test(found.key) ? { ...found, key: named } : found,
      depth,
    ),
  );
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

function leafMarks(
  leaf: Found,
  before: readonly (readonly Found[])[],
  around: Around,
): readonly Mark[] {
  const { key, value, pointer } = leaf;
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  if (isNoneLeft(key, value)) return whole('high', 'None are left.');
  const flag = flagWords(key, value, around.isReading);
  if (flag !== null) return whole('high', flag);
  if (isOpenMode(key, value, around.isOfFile))
    return whole('high', 'Lets every user of the machine change it.');
  const amount = amountKeys.test(key) ? readAmount(value) : null;
  if (amount !== null && amount.units < 0n) return whole('high', 'Less than zero.');
  if (typeof value === 'string') {
    const own = textMarks(leaf, value, around);
    if (own.length > 0) return own;
  }
  return comparedMarks(leaf, before);
}

const secrets: readonly TextRule[] = [
  { pattern: secretTokens, level: 'high', words: 'Contains a key or a password.' },
];

/** What a text under this key says by itself. */
function textMarks(leaf: Found, value: string, { viewed, isOfFile }: Around): readonly Mark[] {
  const { key, pointer } = leaf;
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const first = [
    () => hostMarks(value, pointer),
    () => headerMarks(leaf),
    () => decodedMarks(value, pointer),
    () => (everyAddress.test(value) ? whole('critical', everyone) : []),
    () =>
      listenKeys.test(key) && everyInterface.test(value)
        ? whole('high', 'Can be reached from every network.')
        : [],
    () =>
      globKeys.test(key) && everyFile.test(value) ? whole('critical', 'Matches every file.') : [],
    () =>
      /^default_?branch$/i.test(key)
        ? whole('high', 'Changes the branch that everyone starts from.')
        : [],
    // A search path names folders of the system in every environment.
    () =>
      key !== 'PATH' && (pathKeys.test(key) || (isOfFile && placeKeys.test(key)))
        ? pathMarks(value, pointer)
        : [],
    () =>
      disguised.test(value)
        ? whole('critical', 'A program whose name looks like that of a document.')
        : [],
    () =>
      rightKeys.test(key) || (kindKeys.test(key) && /^(?:anyone|everyone)$/i.test(value))
        ? findInText(value, pointer, wide)
        : [],
    () =>
      !/\s/.test(value) && isMixed(value)
        ? whole('critical', 'Mixes letters of two scripts, which look alike.')
        : [],
    () => (viewed.has(pointer) ? [] : findInText(value, pointer, secrets)),
  ];
  for (const read of first) {
    const marks = read();
    if (marks.length > 0) return marks;
  }
  return [];
}

/** What a text holds that stands in it as base64 or JSON. */
function decodedMarks(value: string, pointer: string): readonly Mark[] {
  const whole = (level: Mark['level'], words: string): Mark[] => [
    { pointer, start: 0, end: 0, level, words },
  ];
  const inside = decodedOf(value);
  if (inside?.kind === 'json' && /"(?:Action|Resource|Principal)": "\*"/.test(inside.text))
    return whole('critical', everyone);
  if (inside?.kind !== 'base64') return [];
  const found = findInText(inside.text, pointer, commandRules).find(
    ({ level }) => level === 'critical',
  );
  return found === undefined ? [] : whole('critical', `Decoded: ${found.words}`);
}

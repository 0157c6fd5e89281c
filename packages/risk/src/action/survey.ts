import type { JsonArray, JsonObject, JsonValue } from '@countersign/protocol/json';
import { isTask } from '../canonical/task-key.ts';
import { englishValueOf } from '../languages/english-name.ts';
import { type KeyReading, role } from './parameter-key.ts';

/** One value that is not a container, with the names it stands under. Elements of a list carry the name of the list. */
export interface Leaf {
  readonly key: KeyReading;
  readonly parent: KeyReading | null;
  readonly value: string | number | boolean | null;
  /** The object it is a member of, for what stands beside it (a currency, a unit). */
  readonly owner: JsonObject | null;
  readonly depth: number;
}

/** One list or object, with the name it stands under. */
interface Branch {
  readonly key: KeyReading;
  readonly parent: KeyReading | null;
  readonly value: JsonArray | JsonObject;
  readonly depth: number;
}

/** Everything in the parameters, flat, read once. */
export interface Survey {
  readonly leaves: readonly Leaf[];
  readonly branches: readonly Branch[];
  /** There was more than is looked at; what was not seen counts as found. */
  readonly truncated: boolean;
}

const mostNodes = 5000;
const deepest = 32;

/** Members that a list shows before the rest of it is only counted; enough that no real batch is cut. */
const longestList = 2000;

const carriers: ReadonlySet<string> = new Set(
  'body data payload arguments args input params parameters json variables request options headers raw form kwargs args_json policy policy_document assume_role_policy_document resource_policy'.split(
    ' ',
  ),
);
const longestBody = 65_536;

function parsed(text: string): JsonObject | JsonArray | null {
  const first = text.trimStart()[0];
  if (text.length > longestBody) return null;
  if (first !== '{' && first !== '[') return parsedForm(text);
  try {
    return JSON.parse(text) as JsonObject | JsonArray;
  } catch {
    return null;
  }
}

/** `amount=5000&currency=usd`, as forms are sent. */
function parsedForm(text: string): JsonObject | null {
  if (text.length > 4096 || !/^[\w.[\]%-]{1,64}=[^\s]*$/u.test(text)) return null;
  return Object.fromEntries(
    text.split('&', 100).map(pair => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      return at <= 0
        ? [pair, '']
        : [pair.slice(0, at), /^[0-9]{1,15}$/u.test(value) ? Number(value) : value];
    }),
  );
}

interface Pending {
  readonly key: KeyReading;
  readonly parent: KeyReading | null;
  readonly value: JsonValue;
  readonly owner: JsonObject | null;
  readonly depth: number;
}

/** Walks without recursion: depth and number of nodes are capped, so hostile parameters cost a bounded time. */
export function survey(parameters: JsonObject, readKey: (key: string) => KeyReading): Survey {
  const leaves: Leaf[] = [];
  const branches: Branch[] = [];
  const stack: Pending[] = [];
  let truncated = false;
  let room = mostNodes;

  const enter = (value: JsonArray | JsonObject, key: KeyReading | null, depth: number): void => {
    if (depth > deepest) {
      truncated = true;
      return;
    }
    if (Array.isArray(value)) {
      const list = value as JsonArray;
      if (list.length > longestList) truncated = true;
      const shown = Math.min(list.length, longestList);
      for (let at = shown - 1; at >= 0; at -= 1) {
        const member = list[at];
        if (member === undefined || key === null) continue;
        visit(member, key, key, null, depth);
      }
      return;
    }
    const object = value as JsonObject;
    for (const name in object) {
      if (!Object.hasOwn(object, name)) continue;
      if (room <= 0) {
        truncated = true;
        return;
      }
      const member = object[name];
      if (member !== undefined) visit(member, readKey(name), key, object, depth);
    }
    const named = key === null ? null : namedValue(object);
    if (named !== null) visit(named.value, readKey(named.name), key, null, depth);
  };

  const visit = (
    value: JsonValue,
    key: KeyReading,
    parent: KeyReading | null,
    owner: JsonObject | null,
    depth: number,
  ): void => {
    room -= 1;
    if (room < 0) {
      truncated = true;
      return;
    }
    if (typeof value === 'object' && value !== null) {
      branches.push({ key, parent, value, depth });
      stack.push({ key, parent, value, owner, depth });
    } else {
      leaves.push({ key, parent, value: inEnglish(key, value), owner, depth });
      // A body written as text is still a body.
      if (typeof value === 'string' && carriers.has(key.name)) {
        const inner = parsed(value);
        if (inner !== null) stack.push({ key, parent, value: inner, owner, depth });
      }
    }
  };

  enter(parameters, null, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    enter(next.value as JsonArray | JsonObject, next.key, next.depth + 1);
  }
  return { leaves, branches, truncated };
}

const subjectKeys = [
  'tag',
  'name',
  'key',
  'property',
  'setting',
  'parameter',
  'attribute',
  'flag',
  'id',
];

/** `{ tag: "Interlock.Bypass", value: true }` and `{ op: "replace", path: "/role", value: "admin" }` set what they name. */
function namedValue(object: JsonObject): { name: string; value: boolean | string | number } | null {
  const { value } = object;
  if (typeof value !== 'boolean' && typeof value !== 'string' && typeof value !== 'number')
    return null;
  const patched =
    typeof object['op'] === 'string' && object['op'] !== 'test' ? object['path'] : null;
  const name = patched ?? subjectKeys.map(key => object[key]).find(one => typeof one === 'string');
  if (typeof name !== 'string' || !/^[\w./ -]{1,64}$/u.test(name)) return null;
  return { name: name.replaceAll(/[./ ]+/gu, '_').replace(/^_/u, ''), value };
}

const verbatim = role.command | role.sql | role.code | role.content | role.prose | role.argv;

/** `umgebung: "Produktion"` is `production`. What an interpreter or a person reads stays as it is. */
function inEnglish(key: KeyReading, value: Leaf['value']): Leaf['value'] {
  const isWords = (key.roles & verbatim) !== 0 || isTask(key);
  return typeof value === 'string' && !isWords ? englishValueOf(value) : value;
}

export function isList(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for `true`, 1, "true", "yes", "on", and for any other text that is not a no. */
export function isYes(value: JsonValue): boolean {
  if (typeof value === 'string') return !noWords.has(value.trim().toLowerCase());
  if (typeof value === 'number') return value !== 0;
  return value === true;
}

/** True for `false`, 0, null, and for the words that mean it. */
export function isNo(value: JsonValue): boolean {
  if (typeof value === 'string') return noWords.has(value.trim().toLowerCase());
  return value === false || value === 0 || value === null;
}

const noWords: ReadonlySet<string> = new Set([
  '',
  'false',
  'no',
  '0',
  'off',
  'none',
  'n',
  'f',
  'never',
  'disabled',
  'null',
  'undefined',
  'nope',
]);

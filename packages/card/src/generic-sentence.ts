import { decodedOf } from './decoded.ts';
import type { SentenceText } from './language/english.ts';
import type { Wording } from './language/wording.ts';
import { currencyKeys, localMoney, type Money } from './money.ts';
import { type CardAction, type Found, membersOf } from './parameters.ts';
import { toolPhrase, toolWords } from './tool-words.ts';
import { code, name, visible } from './visible.ts';
import { hostOf } from './web.ts';

const who =
  /^(?:user|principal|member|grantee|username|login|person|employee|account|email|user_?(?:id|name|email)|assignee)$/i;
const right = /^(?:role|permission|permissions|scope|access|level|policy|group|roles)$/i;
const telling =
  /(?:^|_)(?:name|id|title|branch|tag|service|version|path|file|key|table|bucket|topic|queue|domain|record|resource|instance|cluster|repo|repository|issue|ticket|order|customer|email|user|device|door|patient|drug|symbol|side|region|environment|env|target|migration|flag|project|workspace|subject)$/i;
const quiet =
  /^(?:reason|note|notes|comment|description|idempotency_?key|request_?id|dry_?run|timeout|format|limit|page)$/i;
const places = /^(?:environment|env|stage|region|namespace)$/i;
/** What kind of thing it is: it stands before the name. */
const kinds = /^(?:kind|type|(?:resource|object|entity)_?(?:type|kind))$/i;
/** Names of programs and vendors. Next to a kind of thing they add no meaning. */
const programs =
  / (?:kubectl|k8s|kubernetes|helm|terraform|aws|gcloud|gcp|azure|az|docker|github|gitlab|api|client|service)$/i;
const begins =
  /^(?:starts?|starts?_?(?:at|time|date)|when|date|due(?:_?(?:at|date))?|(?:run|execute|scheduled?)_?(?:at|for|on))$/i;
const ends = /^(?:ends?|ends?_?(?:at|time|date)|until|location|url|link)$/i;
const people =
  /^(?:attendees|guests|members|participants|invitees|assignees|reviewers|users|emails)$/i;
const moment = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const valuesMax = 3;
const valueLengthMax = 60;

/** The verb of the tool and the values that tell most about it. */
export function genericSentence(
  action: CardAction,
  text: SentenceText,
  money: Money | null = null,
): Wording {
  const members = membersOf(action);
  const { tool_name, resource } = action.target;
  const granted = grantSentence(action, members, text);
  if (granted !== null) return granted;
  const phrase = toolPhrase(tool_name);
  const kind = members.filter(isShort).find(({ key }) => kinds.test(key));
  const time = momentOf(members, text);
  const guests = members.find(({ key, value }) => people.test(key) && Array.isArray(value));
  const said = kind === undefined ? phrase : (phrase?.replace(programs, '') ?? null);
  const short = members
    .filter(isShort)
    .filter(({ key }) => !quiet.test(key) && !places.test(key) && !kinds.test(key))
    .filter(({ key }) => time === null || !(begins.test(key) || ends.test(key)))
    .filter(({ key, pointer }) => money === null || !isPartOf(money, key, pointer));
  const named = short.filter(({ key }) => telling.test(key));
  // A number means nothing without its name. If there is a name, other texts are details.
  const others = short.filter(({ key, value }) => !telling.test(key) && typeof value === 'string');
  const chosen = kind === undefined || named.length === 0 ? [...named, ...others] : named;
  const values = chosen.slice(0, valuesMax);
  const place = members.filter(isShort).find(({ key }) => places.test(key));
  return text.call({
    name: code(tool_name),
    phrase: said === null ? null : visible(said),
    amount: money === null ? null : { look: 'name', text: localMoney(money.text, text) },
    kind: kind === undefined ? null : name(String(kind.value), valueLengthMax),
    values: values.map(({ value }) => name(plainAddress(String(value)), valueLengthMax)),
    people: guests === undefined || !Array.isArray(guests.value) ? 0 : guests.value.length,
    time: time === null ? null : { look: 'name', text: time },
    place: place === undefined ? null : name(String(place.value), valueLengthMax),
    resource:
      resource === null || values.some(({ value }) => value === resource)
        ? null
        : name(resource, valueLengthMax),
  });
}

/** An address by its host and path. What stands before the host or in the query can be a secret, and lists travel far. */
function plainAddress(value: string): string {
  const place = hostOf(value);
  return place === null ? value : value.slice(place.start).replace(/[?#].*$/s, '');
}

/** When it begins, as the bytes say it: in the zone that they name. */
function momentOf(members: readonly Found[], text: SentenceText): string | null {
  const found = members.find(({ key, value }) => begins.test(key) && typeof value === 'string');
  const [, year, month, day, time = null, zone = null] =
    moment.exec(String(found?.value ?? '')) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return text.moment({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    time,
    zone: zone === 'Z' ? 'UTC' : zone,
  });
}

function isPartOf({ pointer, currency }: Money, key: string, member: string): boolean {
  return member === pointer || (currency !== null && currencyKeys.test(key));
}

function isShort({ value }: Found): boolean {
  return (
    (typeof value === 'string' &&
      /^(?!\s*[{[])\s*\S/.test(value) &&
      value.length <= valueLengthMax &&
      decodedOf(value) === null) ||
    typeof value === 'number'
  );
}

/** "Give build-bot write access to web-shop", where a tool grants a right to a person or a program. */
function grantSentence(action: CardAction, members: readonly Found[], text: SentenceText): Wording {
  const verbs = toolWords(action.target.tool_name);
  const takes = verbs.some(word => word === 'revoke' || word === 'remove');
  if (!takes && !verbs.some(word => /^(?:grant|give|assign|add|invite|promote|share)$/.test(word)))
    return null;
  const person = members.filter(isShort).find(({ key }) => who.test(key));
  const role = members.find(
    ({ key, value }) => right.test(key) && (typeof value === 'string' || Array.isArray(value)),
  );
  if (person === undefined || role === undefined || person === role) return null;
  const rights = Array.isArray(role.value)
    ? role.value.filter(each => typeof each === 'string').join(', ')
    : String(role.value);
  if (rights === '') return null;
  const { resource } = action.target;
  return text.grant({
    takes,
    person: name(String(person.value)),
    rights: name(rights, valueLengthMax),
    place: resource === null ? null : name(resource),
  });
}

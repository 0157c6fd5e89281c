import type { CallFacts } from './call-facts.ts';
import { type Domain, domainsOfNoun } from './domains.ts';
import { type Effect, graver, isPassive } from './effects.ts';
import { isHttpMethod } from './http-call.ts';
import { role } from './parameter-key.ts';
import type { Leaf, Survey } from './survey.ts';
import { endsInView, type NameReading } from './tool-name.ts';
import { trifles } from './view-words.ts';
import { hasAny } from './words.ts';

/** Verbs that say only that something is done, not what. */
const generic: ReadonlySet<string> = new Set(
  'request call invoke execute exec run perform manage handle dispatch use batch query graphql api composite action http rpc multi bulk apply submit do tool computer browser editor'.split(
    ' ',
  ),
);

export function effectOfCall(
  tool: NameReading,
  seen: Survey,
  operations: readonly NameReading[],
  http: CallFacts['http'],
  hasCode: boolean,
  isBatch: boolean,
): Effect {
  const carried = carriedEffect(operations, http, seen);
  const open = leavesOpen(tool, http);
  if (carried === null) {
    const runsCode = hasCode && (open || tool.domains.has('code') || tool.effect === 'read');
    return runsCode || (isBatch && open) ? 'read' : effectAlone(tool, seen);
  }
  // The operation that a preview looks at does not happen. Only a word for doing it makes it real.
  if (tool.effect === 'simulate' || tool.effect === 'draft')
    return operations.some(({ words }) => hasAny(words, real))
      ? graver(carried, 'update')
      : tool.effect;
  return open && !(tool.effect === 'read' && isPassive(carried))
    ? carried
    : graver(tool.effect, carried);
}

/** The name leaves to the parameters what is done. */
function leavesOpen(tool: NameReading, http: CallFacts['http']): boolean {
  if (tool.effect === 'unknown' || (http !== null && tool.words.some(isHttpMethod))) return true;
  return (tool.effect === 'control' || tool.effect === 'read') && hasAny(tool.words, generic);
}

/**
 * The effect that the operations, the method of a request and flags such as `purge: true` name. Null if they name none.
 */
function carriedEffect(
  operations: readonly NameReading[],
  http: CallFacts['http'],
  seen: Survey,
): Effect | null {
  const named: readonly Effect[] = operations.flatMap(({ effect }) =>
    effect === 'unknown' ? [] : effect,
  );
  let carried: Effect | null = named.length === 0 ? null : named.reduce(graver);
  if (http !== null)
    carried = graver(
      http.effect,
      carried === null || isPassive(carried) ? (carried ?? 'read') : carried,
    );
  return seen.leaves.some(ordersRemoval) ? graver(carried ?? 'read', 'delete') : carried;
}

const removals: ReadonlySet<string> = new Set(
  'delete purge destroy prune wipe truncate'.split(' '),
);

function ordersRemoval({ key, value, depth }: Leaf): boolean {
  return value === true && depth <= 1 && removals.has(key.words[0] ?? '');
}

/** What the name says where nothing in the call says more. */
function effectAlone(tool: NameReading, seen: Survey): Effect {
  if (tool.effect !== 'unknown') return tool.effect;
  if (isLook(tool, seen)) return 'read';
  if (isTrifle(tool, seen)) return 'update';
  return notesThing(tool, seen) || booksPlace(tool, seen) ? 'create' : 'unknown';
}

const plain: ReadonlySet<Domain> = new Set<Domain>(['light', 'records', 'files', 'personal']);

/** Whatever the verb means, little is done to one remark, one layer or one timer. */
function isTrifle({ words, domains, bulk, irreversible }: NameReading, seen: Survey): boolean {
  return (
    hasAny(words, trifles) &&
    !bulk &&
    !irreversible &&
    [...domains].every(domain => plain.has(domain)) &&
    seen.leaves.length > 0 &&
    seen.leaves.length <= 8 &&
    seen.branches.length === 0
  );
}

const booked: ReadonlySet<string> = new Set('booking reservation appointment rsvp'.split(' '));

/** `room.booking` with a room and a time: a name without a verb, for what is booked. */
function booksPlace({ words, domains }: NameReading, { leaves, branches }: Survey): boolean {
  return (
    hasAny(words, booked) &&
    [...domains].every(domain => plain.has(domain)) &&
    branches.length === 0 &&
    leaves.length >= 2 &&
    leaves.every(({ key }) => (key.roles & (role.amount | role.command)) === 0)
  );
}

const noted: ReadonlySet<string> = new Set('ticket entry item'.split(' '));
const noting: ReadonlySet<string> = new Set(
  'note description reason comment summary title'.split(' '),
);

/** `maintenance.ticket` with a note: no verb, and what is written down about one thing. */
function notesThing({ words }: NameReading, { leaves, branches }: Survey): boolean {
  return (
    words.length >= 3 &&
    noted.has(words.at(-1) ?? '') &&
    branches.length === 0 &&
    leaves.length <= 6 &&
    leaves.some(({ key }) => noting.has(key.name)) &&
    leaves.every(({ key }) => (key.roles & (role.amount | role.command | role.recipient)) === 0)
  );
}

const selecting: ReadonlySet<string> = new Set(
  `line building year month week day date from to region team site floor room department office country language lang locale
  section topic question query q keyword search limit page format`.split(/\s+/),
);
const asking: ReadonlySet<string> = new Set(
  'topic question query q keyword search section language lang'.split(' '),
);
const rulebooks: ReadonlySet<string> = new Set('policy policies rules guidelines'.split(' '));

/** `fire_drill_calendar` of a year and `password_policy` about a topic: no verb, and nothing given but what to show. */
function isLook(tool: NameReading, { leaves, branches }: Survey): boolean {
  const given = (keys: ReadonlySet<string>): boolean =>
    leaves.length > 0 &&
    branches.every(({ depth }) => depth === 0) &&
    leaves.every(({ key, depth }) => depth === 0 && keys.has(key.name));
  if (endsInView(tool.words)) return given(selecting) || givenSubjects(leaves, tool);
  if (listsThings(tool.words) && givenSubjects(leaves, tool)) return true;
  if (/^(?:rates|fares)$/u.test(tool.words.at(-1) ?? ''))
    return leaves.every(({ key }) => selecting.has(key.name) || measures.test(key.name));
  return rulebooks.has(tool.words.at(-1) ?? '') && tool.words.length <= 3 && given(asking);
}

const measures =
  /^(?:weight|value|units?|origin|destination|dimensions|length|width|height|service)$/u;

const choosing: ReadonlySet<string> = new Set(
  `nearby nearest recent upcoming latest newest oldest top best trending popular available current overdue related similar
  frequent favourite favorite featured recommended past future eligible`.split(/\s+/),
);

/** `nearby_restaurants`: a word that chooses among things, and a word for several of them. */
function listsThings(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const chooses = choosing.has(words[0] ?? '') || choosing.has(words.at(-2) ?? '');
  return words.length >= 2 && chooses && /[^s]s$/u.test(last);
}

const subjects =
  /^(id|.{1,30}_id|patient|student|pupil|customer|client|class|course|url|lat|lon|lng|latitude|longitude|radius|city|symbol|ticker|sku|campaign|project|order|unit|building|name|principal)$/u;

/** Nothing is given but what to look at. */
function givenSubjects(leaves: Survey['leaves'], tool: NameReading): boolean {
  return (
    leaves.length <= 4 &&
    leaves.every(
      ({ key, value, depth }) =>
        depth <= 1 &&
        (subjects.test(key.name) || selecting.has(key.name) || isNamed(key.last, tool)) &&
        (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)),
    )
  );
}

/** The thing itself, by the word of the tool or by a word for a thing: `kafka.lag` of a `group`. */
function isNamed(key: string, { words }: NameReading): boolean {
  if (set.test(key)) return false;
  return words.includes(key) || words.includes(`${key}s`) || domainsOfNoun.has(key);
}

/** What is put into a thing, and not which thing. */
const set =
  /^(?:state|status|temperature|humidity|size|version|location|capacity|length|depth|window|rates?|map|price|fare|balance|plan|policy|title|description|comment|note|priority|assignee|tag|label|menu)$/u;

const real: ReadonlySet<string> = new Set(
  'apply execute commit run send publish live confirm deploy submit finalize'.split(' '),
);

import type { Call, Instruments } from './assess-call.ts';
import type { CallFacts } from './call-facts.ts';
import { type Domain, domainsOfNoun } from './domains.ts';
import { type Effect, graver, isPassive } from './effects.ts';
import { mutationsIn } from './graphql-document.ts';
import { isHttpMethod } from './http-call.ts';
import { role } from './parameter-key.ts';
import { isGraphQuery, isStoreTool, storeOperations } from './store-commands.ts';
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
  let carried: Effect | null = null;
  for (const operation of operations) {
    if (operation.effect !== 'unknown')
      carried = carried === null ? operation.effect : graver(carried, operation.effect);
  }
  if (http !== null)
    carried =
      carried === null || isPassive(carried)
        ? graver(http.effect, carried ?? 'read')
        : graver(http.effect, carried);
  for (const leaf of seen.leaves) {
    if (leaf.value !== true || leaf.depth > 1) continue;
    const first = leaf.key.words[0] ?? '';
    if (
      first === 'delete' ||
      first === 'purge' ||
      first === 'destroy' ||
      first === 'prune' ||
      first === 'wipe' ||
      first === 'truncate'
    )
      carried = graver(carried ?? 'read', 'delete');
  }
  const open =
    tool.effect === 'unknown' ||
    (http !== null && tool.words.some(isHttpMethod)) ||
    ((tool.effect === 'control' || tool.effect === 'read') &&
      tool.words.some(word => generic.has(word)));
  if (carried !== null) {
    // What a preview is told to look at is not what it does; only a word for doing it makes it real.
    if (tool.effect === 'simulate' || tool.effect === 'draft')
      return operations.some(operation => operation.words.some(word => real.has(word)))
        ? graver(carried, 'update')
        : tool.effect;
    return open && !(tool.effect === 'read' && isPassive(carried))
      ? carried
      : graver(tool.effect, carried);
  }
  if (hasCode && (open || tool.domains.has('code') || tool.effect === 'read')) return 'read';
  if (isBatch && open) return 'read';
  return effectAlone(tool, seen);
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

const filterLike: ReadonlySet<string> = new Set([
  'action',
  'event',
  'event_type',
  'type',
  'operation',
  'mode',
  'intent',
  'change_type',
  'actions',
  'method',
]);
const records: ReadonlySet<string> = new Set([
  'log',
  'logs',
  'event',
  'events',
  'activity',
  'history',
  'audit',
  'audits',
  'changes',
  'deletions',
  'transactions',
]);

/** The operations named inside the parameters: an action, a method, a mutation, the function of a remote call. */
export function carriedOperations(
  call: Call,
  seen: Survey,
  tool: NameReading,
  instruments: Instruments,
  hasCode: boolean,
): readonly NameReading[] {
  const found: NameReading[] = [];
  if (call.operation !== null && !plumbing.has(call.operation))
    found.push(instruments.readName(call.operation));
  if (isStoreTool(tool.words) || seen.leaves.some(isGraphQuery))
    for (const name of storeOperations(tool.words, call.parameters, seen))
      found.push(instruments.readName(name));
  const starts = hasAny(tool.words, starting) && !hasAny(tool.words, checking);
  const looksBack = tool.effect === 'read' && tool.words.some(word => records.has(word));
  for (const leaf of seen.leaves) {
    const { key, value } = leaf;
    if (typeof value !== 'string' || value === '') continue;
    if (leaf.depth <= 4 && value.includes('{') && mayBeGraph(leaf, tool)) {
      const fields = mutationsIn(value);
      for (const field of fields ?? []) found.push(instruments.readName(field));
      const asked = leaf.depth <= 2 && (key.roles & (role.sql | role.operation)) !== 0;
      if (fields?.length === 0 && asked) found.push(instruments.readName('query'));
      if (fields !== null && (asked || fields.length > 0)) continue;
    }
    if (starts && leaf.depth === 0 && startedKeys.has(key.name) && /^[\w.:-]{1,80}$/u.test(value)) {
      const named = instruments.readName(value);
      if (deeds.has(named.effect)) found.push(named);
    }
    const command =
      key.name === 'command' &&
      !hasCode &&
      !isStoreTool(tool.words) &&
      /^[\w.-]{1,60}$/u.test(value);
    if (((key.roles & role.operation) === 0 && !command) || leaf.depth > 1 || value.length > 96)
      continue;
    if (looksBack && filterLike.has(key.name)) continue;
    if (isHttpMethod(value) && (tool.domains.has('web') || key.name.includes('method'))) continue;
    if (leaf.depth === 1 && leaf.parent !== null && !holders.has(leaf.parent.name)) continue;
    // `s3:DeleteBucket` in a list of actions names a right, not a deed.
    if (leaf.owner === null && value.includes(':')) continue;
    if (key.name === 'type' && !/_|delete|purge/u.test(value)) continue;
    if (/\s/u.test(value.trim()) && value.split(' ').length > 4) continue;
    found.push(instruments.readName(value));
  }
  return found;
}

const graphKeys: ReadonlySet<string> = new Set(
  'document documents gql graphql mutation query doc operation'.split(' '),
);

/** Where a GraphQL document is sent to a server, and not written into a file. */
function mayBeGraph({ key }: Leaf, tool: NameReading): boolean {
  if ((key.roles & (role.sql | role.operation)) !== 0) return true;
  if (tool.domains.has('files') && !tool.domains.has('web')) return false;
  return tool.domains.has('web') || hasAny(key.words, graphKeys);
}

/** What is started by its name does what its name says: `run_query` with `name: "delete_inactive_users"`. */
const starting: ReadonlySet<string> = new Set([
  'run',
  'execute',
  'invoke',
  'trigger',
  'start',
  'call',
  'launch',
]);
const checking: ReadonlySet<string> = new Set(
  'test tests lint check checks eval benchmark report analysis typecheck'.split(' '),
);
const startedKeys: ReadonlySet<string> = new Set(
  'service service_name name query_name job job_name function function_name workflow workflow_name task task_name saved_query procedure automation flow playbook'.split(
    ' ',
  ),
);
const deeds: ReadonlySet<Effect> = new Set<Effect>([
  'delete',
  'pay',
  'refund',
  'charge',
  'grant',
  'weaken',
]);

/** Operations that say nothing about what a tool does. */
const plumbing: ReadonlySet<string> = new Set([
  'tool.invoke',
  'tools/call',
  'invoke',
  'call',
  'tool_call',
  'function_call',
  'execute',
  'tool.call',
  'tool.execute',
]);
const holders: ReadonlySet<string> = new Set([
  'body',
  'request',
  'params',
  'parameters',
  'arguments',
  'args',
  'input',
  'payload',
  'json',
  'data',
  'action',
  'operation',
  'command',
  'call',
  'options',
  'query',
  'variables',
  'actions',
]);

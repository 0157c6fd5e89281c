import type { JsonValue } from '@countersign/protocol/json';
import { domainsOfNoun } from './domains.ts';
import { type Effect, isPassive } from './effects.ts';
import { role } from './parameter-key.ts';
import { isList, isObject, isYes, type Leaf, type Survey } from './survey.ts';

/** How many records a call touches, as far as its parameters say. */
export interface Reach {
  /** The largest number found, or null. */
  readonly count: number | null;
  /** Nothing limits it: "all", "*", an empty filter, one that matches everything. */
  readonly unbounded: boolean;
  /** A filter picks them, so their number is unknown. */
  readonly open: boolean;
  /** One thing is named. */
  readonly single: boolean;
}

const everything: ReadonlySet<string> = new Set(
  '* all everything everyone any % .* ** /* ** all_records all_users all_customers unlimited inf infinity no_limit entire whole 1=1 true'.split(
    ' ',
  ),
);

const everythingKeys: ReadonlySet<string> = new Set(
  `all delete_all select_all everything apply_to_all all_records all_users all_contacts everyone recursive include_all match_all cascade
  all_matching select_all_matching all_customers all_items entire_list purge_all all_pages all_time all_versions`.split(
    /\s+/,
  ),
);

/** Parameters in which "all" chooses what is shown or told, not which records change. */
const choices: ReadonlySet<string> = new Set(
  `fields columns include events scopes select format output notify status types type origin origins view expand level verbosity
  allowed_origins permissions actions methods headers languages locale channels event send_updates`.split(
    /\s+/,
  ),
);

/** A longer list of identities in one text is counted up to here, which is more than any limit. */
const longestValue = 16_384;

const rangeEnds: ReadonlySet<string> = new Set([
  'before',
  'after',
  'older',
  'since',
  'until',
  'than',
]);

/** Texts that, on a write, choose what is written to. On a read, and beside an unknown verb, they are a question. */
const selections: ReadonlySet<string> = new Set(
  'query q search search_query soql jql formula lucene kql cql_filter filter_query search_filter filter_by_formula cohort'.split(
    ' ',
  ),
);

/** `older_than`, `inactive_for`: whatever has that age is meant. */
const ages: ReadonlySet<string> = new Set(['older', 'inactive', 'stale', 'idle', 'unused']);

/** @param raw the parameters are those of a request, whose `query` is the end of its address */
export function reachOf(seen: Survey, effect: Effect, raw: boolean): Reach {
  const deletes = effect === 'delete';
  const writes = !isPassive(effect) && effect !== 'create' && effect !== 'unknown';
  let selected = false;
  let count: number | null = null;
  let unbounded = false;
  let open = false;
  let single = false;
  const more = (value: number): void => {
    if (value > (count ?? 0)) count = value;
  };
  for (const branch of seen.branches) {
    const { key, value } = branch;
    if (key.name === 'match_all') unbounded = true;
    if (isAttribute(key.words)) continue;
    if (isList(value)) {
      if ((key.roles & (role.identity | role.calls)) !== 0 && (key.roles & role.attachment) === 0)
        more(value.length);
      else if (isObject(value[0])) more(value.length);
      else if ((key.roles & role.filter) !== 0 && value.length === 0) unbounded = true;
    } else if (
      (key.roles & role.filter) !== 0 ||
      (writes && key.name === 'query' && (branch.depth > 0 || !raw))
    ) {
      if (isObject(value) && matchesAll(value)) unbounded = true;
      else if (!filterIsNarrow(value)) open = true;
    }
  }
  for (const leaf of seen.leaves) {
    const { key, value } = leaf;
    if (isAttribute(key.words) || isOrdered(leaf)) continue;
    if (
      (key.roles & role.count) !== 0 &&
      (key.roles & role.reference) === 0 &&
      leaf.owner !== null
    ) {
      const number =
        typeof value === 'number' ? value : typeof value === 'string' ? countOf(value) : null;
      // On a read or an insert a limit is a page size; on a delete it is how much goes.
      if (number !== null && (key.last !== 'limit' || deletes)) more(number);
      if (number !== null && number < 0) unbounded = true;
    }
    // `customers: 800` says how many.
    if (
      typeof value === 'number' &&
      key.words.length === 1 &&
      key.last.endsWith('s') &&
      leaf.owner !== null
    ) {
      if (
        domainsOfNoun.get(key.last)?.some(domain => domain === 'records' || domain === 'personal')
      )
        more(value);
    }
    if (
      writes &&
      !raw &&
      leaf.depth <= 1 &&
      selections.has(key.name) &&
      typeof value === 'string'
    ) {
      if (value.trim() === '' || isEverything(value.trim().toLowerCase())) unbounded = true;
      else selected = true;
    }
    if (typeof value === 'string') {
      const text = (value.length > longestValue ? value.slice(0, longestValue) : value)
        .trim()
        .toLowerCase();
      if ((key.roles & role.filter) !== 0 && leaf.owner !== null) {
        if (text === '' || isEverything(text)) unbounded = true;
        else if (key.name !== 'scope' && key.name !== 'match' && key.name !== 'prefix') open = true;
      } else if (
        (text === 'all' ||
          text === '*' ||
          text === 'everything' ||
          text === 'everyone' ||
          /^all[ _-][a-z_]{3,20}$/u.test(text)) &&
        (key.roles & (role.prose | role.simulation)) === 0 &&
        !choices.has(key.name)
      ) {
        unbounded = true;
      } else if ((key.roles & (role.identity | role.count)) !== 0) {
        if (isEverything(text)) unbounded = true;
        else if ((key.roles & role.identity) !== 0) {
          if (key.last === 'ids' && text.includes(',')) more(text.split(',', 10_000).length);
          const range = /^([0-9]{1,12})\s?(?:-|\.\.|to|:)\s?([0-9]{1,12})$/u.exec(text);
          if (range !== null) more(Number(range[2]) - Number(range[1]) + 1);
          else single = true;
        }
      }
    } else if ((key.roles & role.identity) !== 0 && typeof value === 'number') single = true;
    if (
      everythingKeys.has(key.name) &&
      value !== null &&
      isYes(value) &&
      key.name !== 'recursive' &&
      key.name !== 'cascade'
    ) {
      unbounded = true;
    }
    if (
      value === true &&
      key.words.length > 1 &&
      key.words[0] === 'all' &&
      key.last.endsWith('s')
    ) {
      if (!choices.has(key.last)) unbounded = true;
    }
    if (deletes && rangeEnds.has(key.last)) open = true;
    if (writes && !single && key.words.some(word => ages.has(word))) open = true;
    if (deletes && (key.last === 'days' || key.words.includes('older')) && !single) open = true;
  }
  if (selected && !single) open = true;
  return { count, unbounded, open, single: single && !unbounded };
}

/** How many of one article are ordered is no number of records. */
function isOrdered({ key, owner }: Leaf): boolean {
  return (
    (key.last === 'quantity' || key.last === 'qty') &&
    owner !== null &&
    ('sku' in owner || 'price' in owner || 'product' in owner || 'description' in owner)
  );
}

/** `add_label_ids` says what is put on the records, not which records. */
function isAttribute(words: readonly string[]): boolean {
  const first = words[0] ?? '';
  return (
    words.length > 1 &&
    (first === 'add' ||
      first === 'remove' ||
      first === 'set' ||
      first === 'label' ||
      first === 'tag')
  );
}

function isEverything(text: string): boolean {
  return everything.has(text) || /^all[ _-]/u.test(text) || /^\(?\s?1\s?=\s?1\s?\)?$/u.test(text);
}

/** An empty object, or one whose every condition is empty or matches everything. */
function matchesAll(filter: JsonValue): boolean {
  if (!isObject(filter)) return false;
  for (const key of Object.keys(filter).slice(0, 50)) {
    const value = filter[key];
    if (key === 'match_all') return true;
    if (value === undefined) continue;
    if (typeof value === 'string' && (value === '' || isEverything(value.trim().toLowerCase())))
      continue;
    if (isList(value) && value.length === 0) continue;
    if (isObject(value) && matchesAll(value)) continue;
    if (
      isObject(value) &&
      ['$exists', '$ne', '$gte', '$gt', 'exists', 'ne', 'not'].some(op => op in value) &&
      Object.keys(value).length === 1
    )
      continue;
    if (value === null) continue;
    return false;
  }
  return true;
}

/** A filter by key picks one. */
function filterIsNarrow(filter: JsonValue): boolean {
  if (!isObject(filter)) return false;
  return Object.keys(filter)
    .slice(0, 20)
    .some(
      key =>
        /^(_?id|uuid|email|key|sku|number|.{1,40}_id|.{1,40}Id)$/u.test(key) &&
        typeof filter[key] !== 'object',
    );
}

function countOf(text: string): number | null {
  const match = /^\s{0,4}~?([0-9][0-9., _]{0,20})\s?(k|m|bn)?\b/iu.exec(text.slice(0, 40));
  if (match === null) return null;
  const base = Number((match[1] ?? '').replace(/[,_ ]/gu, '').replace(/\.(?=[0-9]{3}\b)/gu, ''));
  const unit = (match[2] ?? '').toLowerCase();
  return Number.isFinite(base)
    ? base * (unit === 'k' ? 1e3 : unit === 'm' ? 1e6 : unit === 'bn' ? 1e9 : 1)
    : null;
}

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
  const reader = new ReachReader(effect, raw);
  for (const branch of seen.branches) reader.readBranch(branch);
  for (const leaf of seen.leaves)
    if (!isAttribute(leaf.key.words) && !isOrdered(leaf)) reader.readLeaf(leaf);
  return reader.reach();
}

type Branch = Survey['branches'][number];

/** Collects what the parameters say about the records that are meant. */
class ReachReader {
  readonly #deletes: boolean;
  readonly #writes: boolean;
  readonly #raw: boolean;
  #count: number | null = null;
  #unbounded = false;
  #open = false;
  #single = false;
  #selected = false;

  constructor(effect: Effect, raw: boolean) {
    this.#deletes = effect === 'delete';
    this.#writes = !isPassive(effect) && effect !== 'create' && effect !== 'unknown';
    this.#raw = raw;
  }

  reach(): Reach {
    return {
      count: this.#count,
      unbounded: this.#unbounded,
      open: this.#open || (this.#selected && !this.#single),
      single: this.#single && !this.#unbounded,
    };
  }

  #more(value: number): void {
    if (value > (this.#count ?? 0)) this.#count = value;
  }

  readBranch({ key, value, depth }: Branch): void {
    if (key.name === 'match_all') this.#unbounded = true;
    if (isAttribute(key.words)) return;
    const filters = (key.roles & role.filter) !== 0;
    if (isList(value)) this.#readList(key.roles, value);
    else if (filters || (this.#writes && key.name === 'query' && (depth > 0 || !this.#raw))) {
      if (isObject(value) && matchesAll(value)) this.#unbounded = true;
      else if (!filterIsNarrow(value)) this.#open = true;
    }
  }

  #readList(roles: number, list: readonly JsonValue[]): void {
    const identities = (roles & (role.identity | role.calls)) !== 0;
    if (identities && (roles & role.attachment) === 0) this.#more(list.length);
    else if (isObject(list[0])) this.#more(list.length);
    else if ((roles & role.filter) !== 0 && list.length === 0) this.#unbounded = true;
  }

  readLeaf(leaf: Leaf): void {
    const { key, value } = leaf;
    this.#readCount(leaf);
    if (typeof value === 'string') {
      this.#readSelection(leaf, value.trim());
      this.#readText(leaf, value);
    } else if (typeof value === 'number' && (key.roles & role.identity) !== 0) this.#single = true;
    if (meansEverything(leaf)) this.#unbounded = true;
    this.#readAge(leaf);
  }

  #readCount({ key, value, owner }: Leaf): void {
    if (owner === null) return;
    if ((key.roles & role.count) !== 0 && (key.roles & role.reference) === 0) {
      const number = numberIn(value);
      // On a read or an insert a limit is a page size; on a delete it is how much goes.
      if (number !== null && (key.last !== 'limit' || this.#deletes)) this.#more(number);
      if (number !== null && number < 0) this.#unbounded = true;
    }
    // `customers: 800` says how many.
    if (typeof value === 'number' && key.words.length === 1 && countsRecords(key.last))
      this.#more(value);
  }

  #readSelection({ key, depth }: Leaf, text: string): void {
    if (!this.#writes || this.#raw || depth > 1 || !selections.has(key.name)) return;
    if (text === '' || isEverything(text.toLowerCase())) this.#unbounded = true;
    else this.#selected = true;
  }

  #readText({ key, owner }: Leaf, value: string): void {
    const text = value.slice(0, longestValue).trim().toLowerCase();
    if ((key.roles & role.filter) !== 0 && owner !== null) {
      if (text === '' || isEverything(text)) this.#unbounded = true;
      else if (!narrowFilters.has(key.name)) this.#open = true;
    } else if (
      saysAll(text) &&
      (key.roles & (role.prose | role.simulation)) === 0 &&
      !choices.has(key.name)
    )
      this.#unbounded = true;
    else if ((key.roles & (role.identity | role.count)) !== 0) {
      if (isEverything(text)) this.#unbounded = true;
      else if ((key.roles & role.identity) !== 0) this.#readIdentity(key.last, text);
    }
  }

  #readIdentity(key: string, text: string): void {
    if (key === 'ids' && text.includes(',')) this.#more(text.split(',', 10_000).length);
    const range = /^([0-9]{1,12})\s?(?:-|\.\.|to|:)\s?([0-9]{1,12})$/u.exec(text);
    if (range === null) this.#single = true;
    else this.#more(Number(range[2]) - Number(range[1]) + 1);
  }

  #readAge({ key }: Leaf): void {
    const isAge = key.last === 'days' || key.words.includes('older');
    if (this.#deletes && (rangeEnds.has(key.last) || (isAge && !this.#single))) this.#open = true;
    if (this.#writes && !this.#single && key.words.some(word => ages.has(word))) this.#open = true;
  }
}

const narrowFilters: ReadonlySet<string> = new Set(['scope', 'match', 'prefix']);

function numberIn(value: Leaf['value']): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? countOf(value) : null;
}

function countsRecords(word: string): boolean {
  const domains = word.endsWith('s') ? domainsOfNoun.get(word) : undefined;
  return domains?.some(domain => domain === 'records' || domain === 'personal') === true;
}

function saysAll(text: string): boolean {
  return /^(?:all|\*|everything|everyone)$/u.test(text) || /^all[ _-][a-z_]{3,20}$/u.test(text);
}

/** `apply_to_all: true`, `all_invoices: true`. */
function meansEverything({ key, value }: Leaf): boolean {
  const isEvery =
    everythingKeys.has(key.name) && key.name !== 'recursive' && key.name !== 'cascade';
  if (isEvery && value !== null && isYes(value)) return true;
  return (
    value === true &&
    key.words.length > 1 &&
    key.words[0] === 'all' &&
    key.last.endsWith('s') &&
    !choices.has(key.last)
  );
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

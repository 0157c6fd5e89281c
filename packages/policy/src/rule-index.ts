import { matchesPattern, type Pattern } from './document/pattern.ts';

/** What a rule can be found by. An environment and a signal have several values at once. */
export const dimensions = [
  'tool',
  'operation',
  'agent',
  'resource',
  'action_type',
  'risk',
  'environment',
  'signal',
  'reversibility',
] as const;
export type Dimension = (typeof dimensions)[number];

/** The values of one action, in the order of the dimensions: one, none, or several. */
export type Facts = readonly (string | null | readonly string[])[];

/** A demand of a rule: some value of the dimension matches some pattern. */
export interface Demand {
  readonly dimension: number;
  readonly patterns: readonly Pattern[];
}

export interface Indexed {
  readonly demands: readonly Demand[];
}

/** Where a search ends: these few rules are looked at one by one. */
interface Leaf<R> {
  readonly rules: readonly R[];
}

interface Branch<R> {
  readonly dimension: number;
  readonly exact: ReadonlyMap<string, Tree<R>>;
  /** By a literal that the name must hold, for patterns with wildcards. */
  readonly literals: readonly LiteralTable<R>[];
  /** Rules that this dimension does not separate. */
  readonly rest: Tree<R> | null;
}

/** Where a literal stands in a name: so far from its start or its end, or anywhere. */
interface Anchor {
  readonly from: 'start' | 'end' | 'any';
  readonly offset: number;
}

/** Literals of one length at one place, so that a lookup is one slice and one hash. */
interface LiteralTable<R> extends Anchor {
  readonly length: number;
  /** By the low byte of a character: whether any literal begins or ends with it. Saves most lookups. */
  readonly heads: Uint8Array;
  readonly tails: Uint8Array;
  readonly trees: ReadonlyMap<string, Tree<R>>;
}

type Tree<R> = Leaf<R> | Branch<R>;

const leafSize = 4;
// A rule with more alternatives would be copied too often below the first branch.
const copiesMax = 16;

/**
 * Finds the rules that match an action without looking at the others. Each level of the tree tells rules apart by
 * one dimension; a rule is reachable in exactly one way for one action, so none is found twice.
 */
export class RuleIndex<R extends Indexed> {
  readonly size: number;
  readonly #tree: Tree<R>;

  constructor(rules: readonly R[]) {
    this.size = rules.length;
    this.#tree = buildTree(rules, new Set(dimensions.keys()), true);
  }

  /** Adds the matching rules to the list. */
  collect(facts: Facts, found: R[]): void {
    search(this.#tree, facts, found);
  }
}

export function meetsDemands({ demands }: Indexed, facts: Facts): boolean {
  for (let i = 0; i < demands.length; i++) {
    const demand = demands[i];
    if (demand !== undefined && !meets(demand, facts)) return false;
  }
  return true;
}

function meets({ dimension, patterns }: Demand, facts: Facts): boolean {
  const value = facts[dimension] ?? null;
  if (value === null) return false;
  if (typeof value === 'string') return matchesAny(patterns, value);
  return value.some(each => matchesAny(patterns, each));
}

function matchesAny(patterns: readonly Pattern[], value: string): boolean {
  for (let i = 0; i < patterns.length; i++) {
    if (matchesPattern(patterns[i] as Pattern, value)) return true;
  }
  return false;
}

function search<R extends Indexed>(tree: Tree<R>, facts: Facts, found: R[]): void {
  if ('rules' in tree) {
    const { rules } = tree;
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i] as R;
      if (meetsDemands(rule, facts)) found.push(rule);
    }
    return;
  }
  if (tree.rest !== null) search(tree.rest, facts, found);
  const value = facts[tree.dimension] ?? null;
  if (value === null) return;
  if (typeof value === 'string') searchValue(tree, value, facts, found);
  else for (const each of value) searchValue(tree, each, facts, found);
}

function searchValue<R extends Indexed>(
  { exact, literals }: Branch<R>,
  value: string,
  facts: Facts,
  found: R[],
): void {
  const subtree = exact.get(value);
  if (subtree !== undefined) search(subtree, facts, found);
  for (let i = 0; i < literals.length; i++) {
    searchLiterals(literals[i] as LiteralTable<R>, value, facts, found);
  }
}

function searchLiterals<R extends Indexed>(
  table: LiteralTable<R>,
  value: string,
  facts: Facts,
  found: R[],
): void {
  const { from, offset, length } = table;
  if (from !== 'any') {
    const start = from === 'start' ? offset : value.length - offset - length;
    const subtree = lookUp(table, value, start);
    if (subtree !== undefined) search(subtree, facts, found);
    return;
  }
  // A literal may stand in a name twice, its rules must not be found twice.
  const seen = new Set<Tree<R>>();
  for (let i = 0; i + length <= value.length; i++) {
    const subtree = lookUp(table, value, i);
    if (subtree === undefined || seen.has(subtree)) continue;
    seen.add(subtree);
    search(subtree, facts, found);
  }
}

function lookUp<R>(
  { length, heads, tails, trees }: LiteralTable<R>,
  value: string,
  start: number,
): Tree<R> | undefined {
  const end = start + length;
  if (start < 0 || end > value.length) return undefined;
  if (heads[value.charCodeAt(start) & 0xff] === 0) return undefined;
  if (tails[value.charCodeAt(end - 1) & 0xff] === 0) return undefined;
  return trees.get(value.slice(start, end));
}

interface Key extends Anchor {
  readonly literal: string;
  readonly whole: boolean;
}

/**
 * Where a rule goes in a branch, or null for the rest. Several keys only where at most one of them can be met:
 * different exact values of a dimension that has one value.
 */
function keysOf(rule: Indexed, dimension: number, first: boolean): readonly Key[] | null {
  const patterns = rule.demands.find(demand => demand.dimension === dimension)?.patterns;
  if (patterns === undefined) return null;
  const [pattern] = patterns;
  // An action has several of these at once, and two of them may begin alike.
  const several = ['environment', 'signal'].includes(dimensions[dimension] ?? '');
  if (patterns.length === 1 && pattern !== undefined) {
    const key = several && pattern.kind !== 'exact' ? null : keyOf(pattern);
    return key === null ? null : [key];
  }
  if (several || (!first && patterns.length > copiesMax)) return null;
  if (patterns.some(({ kind }) => kind !== 'exact')) return null;
  return patterns.map(({ text }) => wholeKey(text));
}

function wholeKey(literal: string): Key {
  return { literal, whole: true, from: 'start', offset: 0 };
}

/** The longest literal tells most rules apart; at a fixed place it costs one lookup instead of one per character. */
function keyOf(pattern: Pattern): Key | null {
  if (pattern.kind === 'exact') return wholeKey(pattern.text);
  const pieces = pattern.kind === 'prefix' ? [pattern.start, ''] : pattern.pieces;
  const last = pieces.length - 1;
  let best: Key | null = null;
  let weight = 0;
  for (const [i, piece] of pieces.entries()) {
    let offset = 0;
    for (const literal of piece.split('?')) {
      const from = i === 0 ? 'start' : i === last ? 'end' : 'any';
      const value = from === 'any' ? literal.length : 2 * literal.length;
      if (value > weight) {
        weight = value;
        const behind = piece.length - offset - literal.length;
        best = {
          literal,
          whole: false,
          from,
          offset: from === 'end' ? behind : i === 0 ? offset : 0,
        };
      }
      offset += literal.length + 1;
    }
  }
  return best;
}

function buildTree<R extends Indexed>(
  rules: readonly R[],
  open: ReadonlySet<number>,
  first: boolean,
): Tree<R> {
  if (rules.length <= leafSize) return { rules };
  let best = -1;
  let most = 1;
  for (const dimension of open) {
    const literals = new Set(
      rules.flatMap(rule => keysOf(rule, dimension, first)?.map(({ literal }) => literal) ?? []),
    );
    if (literals.size > most) {
      most = literals.size;
      best = dimension;
    }
  }
  if (best < 0) return { rules };
  return buildBranch(rules, best, new Set([...open].filter(each => each !== best)), first);
}

function buildBranch<R extends Indexed>(
  rules: readonly R[],
  dimension: number,
  open: ReadonlySet<number>,
  first: boolean,
): Branch<R> {
  const exact = new Map<string, R[]>();
  const tables = new Map<string, { readonly key: Key; readonly group: Map<string, R[]> }>();
  const rest: R[] = [];
  for (const rule of rules) {
    const keys = keysOf(rule, dimension, first);
    if (keys === null) rest.push(rule);
    for (const key of keys ?? []) {
      const name = `${key.from} ${key.offset} ${key.literal.length}`;
      const table = tables.get(name) ?? { key, group: new Map<string, R[]>() };
      if (!key.whole) tables.set(name, table);
      const group = key.whole ? exact : table.group;
      const members = group.get(key.literal);
      if (members === undefined) group.set(key.literal, [rule]);
      else members.push(rule);
    }
  }
  const grow = (group: ReadonlyMap<string, readonly R[]>): Map<string, Tree<R>> =>
    new Map([...group].map(([literal, members]) => [literal, buildTree(members, open, false)]));
  return {
    dimension,
    exact: grow(exact),
    literals: [...tables.values()].map(({ key: { from, offset, literal }, group }) => ({
      from,
      offset,
      length: literal.length,
      heads: bytesAt(group.keys(), 0),
      tails: bytesAt(group.keys(), literal.length - 1),
      trees: grow(group),
    })),
    rest: rest.length === 0 ? null : buildTree(rest, open, false),
  };
}

function bytesAt(literals: Iterable<string>, place: number): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const literal of literals) bytes[literal.charCodeAt(place) & 0xff] = 1;
  return bytes;
}

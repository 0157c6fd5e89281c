import type { Timestamp } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import { readerFacets } from './index-entry.ts';
import type { IndexCondition, IndexPage } from './search-store.ts';
import { type FacetKind, facetOf, piecesOf } from './words.ts';

/** A question has no more words than this. */
const questionWordsMax = 16;
const countMax = 10_000;

export interface SearchQuestion {
  /** Every word of it has to be in a request. No sign in it has a meaning. */
  readonly text: string;
  readonly facets: Readonly<Partial<Record<Exclude<FacetKind, 'reader'>, string>>>;
  readonly from?: Timestamp;
  readonly before?: Timestamp;
  /** Whose requests are searched; null where the person sees the values of every request. */
  readonly reader: { readonly identity: string; readonly roles: readonly string[] } | null;
}

export interface FoundCount {
  readonly count: number;
  /** Whether there may be more. */
  readonly isMore: boolean;
}

/**
 * The question to the index. Each word also finds the longer words that begin with it. The question is made without a
 * look at the index: the number of words that begin alike would tell a person of values that they may not see. Throws a
 * RangeError where the text has too many words.
 */
export function prepareSearch({
  text,
  facets,
  reader,
  from,
  before,
}: SearchQuestion): IndexCondition {
  const pieces = piecesOf(text);
  if (pieces.length > questionWordsMax) {
    throw new RangeError(`expected at most ${questionWordsMax} words, found ${pieces.length}`);
  }
  const clauses = pieces.map(({ word, joined }) => (joined === null ? [word] : [word, joined]));
  const wanted = Object.entries(facets) as [FacetKind, string | undefined][];
  for (const [kind, value] of wanted) {
    if (value !== undefined) clauses.push([facetOf(kind, value)]);
  }
  if (reader !== null) {
    clauses.push(readerFacets({ identities: [reader.identity], roles: reader.roles }));
  }
  return {
    all: clauses,
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Throws a RangeError for a limit or a cursor that no page ended with. */
export function searchPage(
  { store }: Pick<Context, 'store'>,
  condition: IndexCondition,
  page: { readonly limit: number; readonly after?: string },
): Promise<IndexPage> {
  return store.searchIndex({ ...condition, ...page });
}

export async function countFound(
  { store }: Pick<Context, 'store'>,
  condition: IndexCondition,
): Promise<FoundCount> {
  const count = await store.countIndexed(condition, countMax + 1);
  return { count: Math.min(count, countMax), isMore: count > countMax };
}

/** Whether everything that was committed can be found by now. */
export async function isIndexed({ store }: Pick<Context, 'store'>): Promise<boolean> {
  const [place, log] = await Promise.all([store.readIndexed(), store.readLog()]);
  return place.epoch === log.epoch && place.index >= log.frontier.size;
}

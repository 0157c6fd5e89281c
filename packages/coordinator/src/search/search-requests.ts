import type { Timestamp } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import { readerFacets } from './index-entry.ts';
import type { IndexCondition, IndexPage } from './search-store.ts';
import { type FacetKind, facetOf, piecesOf } from './words.ts';

/** A word finds the longer words that begin with it while they are no more than this. */
const wordsBegunMax = 64;
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

export interface PreparedSearch extends IndexCondition {
  /** Words that more than `wordsBegunMax` words begin with: of these only the whole word is found. */
  readonly broad: readonly string[];
}

export interface FoundCount {
  readonly count: number;
  /** Whether there may be more. */
  readonly isMore: boolean;
}

/** Throws a RangeError where the text has too many words. */
export async function prepareSearch(
  { store }: Pick<Context, 'store'>,
  { text, facets, reader, from, before }: SearchQuestion,
): Promise<PreparedSearch> {
  const pieces = piecesOf(text);
  if (pieces.length > questionWordsMax) {
    throw new RangeError(`expected at most ${questionWordsMax} words, found ${pieces.length}`);
  }
  const broad = new Set<string>();
  const begun = async (word: string): Promise<string[]> => {
    const words = await store.listWords(word, wordsBegunMax + 1);
    if (words.length <= wordsBegunMax) return words.length === 0 ? [word] : words;
    broad.add(word);
    return [word];
  };
  const clauses: string[][] = [];
  for (const { word, joined } of pieces) {
    clauses.push([...(await begun(word)), ...(joined === null ? [] : await begun(joined))]);
  }
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
    broad: [...broad],
  };
}

/** Throws a RangeError for a limit or a cursor that no page ended with. */
export function searchPage(
  { store }: Pick<Context, 'store'>,
  { all, from, before }: PreparedSearch,
  page: { readonly limit: number; readonly after?: string },
): Promise<IndexPage> {
  return store.searchIndex({
    all,
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before }),
    ...page,
  });
}

export async function countFound(
  { store }: Pick<Context, 'store'>,
  prepared: PreparedSearch,
): Promise<FoundCount> {
  const count = await store.countIndexed(prepared, countMax + 1);
  return { count: Math.min(count, countMax), isMore: count > countMax };
}

/** Whether everything that was committed can be found by now. */
export async function isIndexed({ store }: Pick<Context, 'store'>): Promise<boolean> {
  const [place, log] = await Promise.all([store.readIndexed(), store.readLog()]);
  return place.epoch === log.epoch && place.index >= log.frontier.size;
}

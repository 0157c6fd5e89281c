import type { Timestamp } from '@countersign/protocol/value';
import type { IndexCondition, IndexEntry } from '../search/search-store.ts';
import type { Store } from '../store.ts';
import type { ModelData } from './model-data.ts';

type Call = <T>(name: keyof Store, change: (now: Timestamp) => T) => Promise<T>;

/** The index of the model store. */
export function modelSearch(
  data: ModelData,
  call: Call,
): Pick<Store, 'readIndexed' | 'addToIndex' | 'searchIndex' | 'countIndexed'> {
  return {
    readIndexed: () => call('readIndexed', () => data.indexed),
    addToIndex: ({ from, to, entries }) =>
      call('addToIndex', () => {
        if (data.indexed.epoch !== from.epoch || data.indexed.index !== from.index) return false;
        for (const entry of entries) {
          const isKept = data.actions.has(entry.action_digest);
          data.index.set(entry.approval_request_id, isKept ? entry : { ...entry, words: [] });
        }
        data.indexed = to;
        return true;
      }),
    searchIndex: query =>
      call('searchIndex', () => {
        const { limit, after } = query;
        if (!Number.isInteger(limit) || limit < 1 || limit > 200) {
          throw new RangeError('expected a limit of 1 to 200');
        }
        if (after !== undefined && !/^\d{4}-\S+Z /.test(after)) {
          throw new RangeError('expected the cursor of an earlier page');
        }
        const fitting = [...data.index.values()]
          .filter(entry => fits(entry, query))
          .filter(entry => after === undefined || keyOf(entry) < after)
          .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
        const page = fitting.slice(0, limit);
        const last = page.at(-1);
        return {
          ids: page.map(({ approval_request_id }) => approval_request_id),
          next: fitting.length > limit && last !== undefined ? keyOf(last) : null,
        };
      }),
    countIndexed: (query, limit) =>
      call('countIndexed', () =>
        Math.min(limit, [...data.index.values()].filter(entry => fits(entry, query)).length),
      ),
  };
}

export function eraseWords(data: ModelData, digest: string): void {
  for (const [id, entry] of data.index) {
    if (entry.action_digest === digest) data.index.set(id, { ...entry, words: [] });
  }
}

function fits(entry: IndexEntry, { all, from, before }: IndexCondition): boolean {
  return (
    all.every(any => any.some(term => isIn(entry, term))) &&
    (from === undefined || entry.requested_at >= from) &&
    (before === undefined || entry.requested_at < before)
  );
}

function isIn({ facets, words }: IndexEntry, term: string): boolean {
  return facets.includes(term) || words.some(word => word.startsWith(term));
}

function keyOf({ requested_at, approval_request_id }: IndexEntry): string {
  return `${requested_at} ${approval_request_id}`;
}

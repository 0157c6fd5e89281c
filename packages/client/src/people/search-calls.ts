import { FoundPage, type SearchQuery, type SearchQuestion } from '@countersign/wire/search';
import type { CallOptions, PersonCaller } from './person-caller.ts';

/** Finding requests by their values. Apart from the other calls, because few screens need them: `api.with(searchCalls)`. */
export function searchCalls(caller: PersonCaller) {
  return {
    search: (query: SearchQuery = {}, options?: CallOptions) =>
      caller.read(FoundPage, '/v1/search', { ...options, query: { ...query } }),
    /** Everything that fits, while it comes. */
    exportFound: (query: SearchQuestion, format: 'csv' | 'json', options: CallOptions = {}) =>
      caller.open(`/v1/search/${format}`, {
        ...options,
        query: { ...query },
        accept: format === 'csv' ? 'text/csv' : 'application/json',
      }),
  };
}

import type { RequestCounts } from '@countersign/client/people';
import { api } from '../data/api.ts';
import { onAnyChange, type UsedResource, useResource } from '../data/use-resource.ts';

/** How many requests have each status. */
export function useCounts(): UsedResource<RequestCounts> {
  return useResource('counts', signal => api.counts({ signal }), onAnyChange);
}

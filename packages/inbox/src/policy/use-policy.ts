import type { PolicyFacts } from '@countersign/client/people';
import { api } from '../data/api.ts';
import { type UsedResource, useResource } from '../data/use-resource.ts';

/** The policy in force. The server hints at everything when the policy or its files change. */
export function usePolicy(): UsedResource<PolicyFacts> {
  return useResource(
    'policy',
    signal => api.policy({ signal }),
    changed => changed === null,
  );
}

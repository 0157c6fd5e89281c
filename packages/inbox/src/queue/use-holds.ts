import type { HoldFacts } from '@countersign/client/people';
import { useEffect, useMemo } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, useResource } from '../data/use-resource.ts';

const holdsMilliseconds = 15_000;
const noHolds: readonly HoldFacts[] = [];

/** Holds that wait for an answer. */
export function useHolds(): readonly HoldFacts[] {
  const { data, reload } = useResource('holds', signal => api.listHolds({ signal }), onAnyChange);
  useEffect(() => {
    // The feed tells of requests only.
    const timer = setInterval(reload, holdsMilliseconds);
    return () => clearInterval(timer);
  }, [reload]);
  return useMemo(() => data?.holds.filter(({ status }) => status === 'placed') ?? noHolds, [data]);
}

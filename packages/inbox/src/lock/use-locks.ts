import type { LockFacts } from '@countersign/client/people';
import { useEffect, useRef } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { useNow } from '../frame/use-now.ts';

const key = 'locks';

/** The locks in force. A lock that ends nothing sends no hint, so the page also reads the locks at intervals. */
export function useLocks(): readonly LockFacts[] {
  const { data, reload } = useResource(key, signal => api.listLocks({ signal }), onAnyChange);
  const now = useNow();
  const readAt = useRef(now);
  useEffect(() => {
    if (now === readAt.current) return;
    readAt.current = now;
    reload();
  }, [now, reload]);
  return data?.locks ?? [];
}

export function reloadLocks(): void {
  resources.reload(key);
}

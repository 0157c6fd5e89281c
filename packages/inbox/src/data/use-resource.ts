import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Concerns, type Read, type Resource, ResourceStore } from './resource-store.ts';
import { loseSession, saysSignedOut } from './session.ts';

/** Everything that this page has read. A session that is over ends everything else too. */
export const resources = new ResourceStore(problem => {
  if (saysSignedOut(problem)) loseSession(problem);
});

/** Read again when anything changes. */
export const onAnyChange: Concerns = () => true;

/** Read again when something changes that is no request: people, keys, invitations, the policy. */
export const onOtherChange: Concerns = changed => changed === null;

/** Read again when this request changes. */
export function onChangeOf(requestId: string): Concerns {
  return changed => changed === null || changed === requestId;
}

const never: Concerns = () => false;

export interface UsedResource<T> extends Resource<T> {
  reload(): void;
}

/**
 * Reads something and keeps it up to date. The key says what it is: two users of one key share one reading, so `read`
 * must depend on nothing that the key does not name.
 */
export function useResource<T>(
  key: string,
  read: Read<T>,
  concerns: Concerns = never,
): UsedResource<T> {
  const latest = useRef({ read, concerns });
  latest.current = { read, concerns };
  const watch = useCallback(
    (listener: () => void) =>
      resources.watch<T>(
        key,
        signal => latest.current.read(signal),
        changed => latest.current.concerns(changed),
        listener,
      ),
    [key],
  );
  const resource = useSyncExternalStore(watch, () => resources.peek<T>(key));
  const reload = useCallback(() => resources.reload(key), [key]);
  return useMemo(() => ({ ...resource, reload }), [resource, reload]);
}

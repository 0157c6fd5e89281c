import type { FeedState } from '@countersign/client/people';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { loseSession, saysSignedOut } from './session.ts';
import { resources } from './use-resource.ts';

/** `offline`: the browser itself says there is no network. */
export type LiveState = FeedState | 'offline';

/** Hints that arrive close together lead to one reading. */
const gatherMilliseconds = 150;

let feed: FeedState = 'connecting';
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function readState(): LiveState {
  return navigator.onLine ? feed : 'offline';
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readState);
}

/** Follows what changes on the server until told to stop, and has it read again. */
export function followChanges(): () => void {
  const over = new AbortController();
  let connection = new AbortController();
  const connect = (): void => {
    connection.abort();
    connection = new AbortController();
    void follow(AbortSignal.any([over.signal, connection.signal]));
  };
  connect();
  addEventListener('offline', tell, { signal: over.signal });
  // An old connection may be dead without any sign of it.
  addEventListener('online', connect, { signal: over.signal });
  return () => over.abort();
}

async function follow(signal: AbortSignal): Promise<void> {
  const changed = gatherChanges();
  try {
    const changes = api.changes({ signal, onState: next => !signal.aborted && setFeed(next) });
    for await (const { approval_request_id } of changes) changed(approval_request_id);
  } catch (error) {
    if (signal.aborted) return;
    if (saysSignedOut(error)) loseSession(error);
    else setFeed('lost');
  }
}

function setFeed(next: FeedState): void {
  feed = next;
  tell();
}

function gatherChanges(): (requestId: string | null) => void {
  const gathered = new Set<string | null>();
  return requestId => {
    if (gathered.size === 0) {
      setTimeout(() => {
        const ids = gathered.has(null) ? [null] : [...gathered];
        gathered.clear();
        for (const id of ids) resources.changed(id);
      }, gatherMilliseconds);
    }
    gathered.add(requestId);
  };
}

import { ApiProblem, type SessionFacts } from '@countersign/client/people';
import { useSyncExternalStore } from 'react';

/** Null where no one is signed in; undefined until that is known. */
type Session = SessionFacts | null | undefined;

let session: Session;
let ranOut = false;
const listeners = new Set<() => void>();

export function setSession(next: SessionFacts | null): void {
  if (next === null && session != null) ranOut = true;
  session = next;
  for (const listener of listeners) listener();
}

/** The person signs out, so no notice is needed. */
export function endSession(): void {
  setSession(null);
  ranOut = false;
  for (const listener of listeners) listener();
}

/** Whether the session ended by itself, so that its end has to be explained. */
export function sessionRanOut(): boolean {
  return ranOut;
}

export function readSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, readSession);
}

function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an answer says that the session is over. */
export function saysSignedOut(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.status === 401;
}

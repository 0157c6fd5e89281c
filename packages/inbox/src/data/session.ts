import { ApiProblem, type SessionFacts } from '@countersign/client/people';
import { useSyncExternalStore } from 'react';

/** Null where no one is signed in; undefined until that is known. */
type Session = SessionFacts | null | undefined;

/** Why the session is over although the person did not sign out. */
type SessionLoss = 'ran_out' | 'key_lost';

let session: Session;
let loss: SessionLoss | null = null;
const listeners = new Set<() => void>();

export function setSession(next: SessionFacts): void {
  change(next, null);
}

/** An answer said that the session is over. */
export function loseSession(problem: unknown): void {
  const isKeyLost = problem instanceof ApiProblem && keyLosses.has(problem.code);
  change(null, isKeyLost ? 'key_lost' : session == null ? loss : 'ran_out');
}

/** The person signs out, so no notice is needed. */
export function endSession(): void {
  change(null, null);
}

/** Why the session ended by itself. The page has to explain that. Null if it did not end by itself. */
export function sessionLoss(): SessionLoss | null {
  return loss;
}

/** The cookie is still there, but the key is gone, or is that of another session. */
const keyLosses: ReadonlySet<string> = new Set([
  'session_key_missing',
  'session_proof_missing',
  'session_proof_mismatch',
]);

function change(next: SessionFacts | null, why: SessionLoss | null): void {
  session = next;
  loss = why;
  for (const listener of listeners) listener();
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

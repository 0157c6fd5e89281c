import { ApiProblem } from '@countersign/client/people';
import { useSyncExternalStore } from 'react';
import { wayInText } from '../language/english/way-in.ts';

/** A person was asked to prove their identity again, and did not. */
export class ProofDeclined extends Error {
  override readonly name = 'ProofDeclined';
  constructor() {
    super(wayInText.nothingChanged);
  }
}

interface ProofAsked {
  /** Proven: go on. */
  prove(): void;
  decline(): void;
}

let asked: ProofAsked | null = null;
const listeners = new Set<() => void>();

function setAsked(next: ProofAsked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function useProofAsked(): ProofAsked | null {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

function needsRecentProof(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 'step_up_missing';
}

/**
 * Does something that needs a recent proof of presence. If the last proof is too old, the person is asked for their
 * passkey, and the call is made again. If the person declines, this throws `ProofDeclined`, and nothing has happened.
 */
export async function withRecentProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!needsRecentProof(problem)) throw problem;
  }
  await askForProof();
  return work();
}

function askForProof(): Promise<void> {
  asked?.decline();
  return new Promise((proven, declined) => {
    const end = (settle: () => void) => (): void => {
      setAsked(null);
      settle();
    };
    setAsked({ prove: end(proven), decline: end(() => declined(new ProofDeclined())) });
  });
}

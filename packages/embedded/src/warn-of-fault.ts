import { emitWarning } from 'node:process';

/** A question without an answer looks like one that waits. So a decider that fails is told somewhere in any case. */
export function warnOfFault(error: unknown): void {
  emitWarning(error instanceof Error ? error : new Error(String(error)));
}

import { ProtocolError, type ReasonCode, type Refusal } from '@countersign/protocol/reason';
import { AnchorUnavailable } from './ports.ts';
import { StoreUnavailable, StoreUnusable } from './store.ts';

/** What a use case answers: a value, or the reason why not. It throws nothing that is expected. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refused<T>(code: ReasonCode, detail: string): Outcome<T> {
  return { ok: false, refusal: { code, detail } };
}

/**
 * Runs a use case so that every failure is a refusal with a code. Bad input keeps its own code; an unreachable store
 * or anchor has its own code; anything else is `internal_error`. A refusal never permits a start, but a commit before
 * the failure may have happened.
 */
export async function failClosed<T>(useCase: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await useCase();
  } catch (error) {
    if (error instanceof StoreUnavailable) return refused('store_unavailable', error.message);
    if (error instanceof StoreUnusable) return refused('store_unusable', error.message);
    if (error instanceof AnchorUnavailable) return refused('anchor_unavailable', error.message);
    if (error instanceof ProtocolError) return refused(error.code, error.message);
    return refused('internal_error', error instanceof Error ? error.message : 'an unknown failure');
  }
}

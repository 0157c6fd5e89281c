import type { Refusal } from './refusal.ts';

/**
 * The answer of `decide*`. A refusal may carry events too: they record the attempt for the audit, and never change
 * the state.
 */
export type Decision<Event> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly refusal: Refusal; readonly events: readonly Event[] };

export function emit<Event>(...events: Event[]): Decision<Event> {
  return { ok: true, events };
}

export function decline<Event>(refusal: Refusal, ...events: Event[]): Decision<Event> {
  return { ok: false, refusal, events };
}

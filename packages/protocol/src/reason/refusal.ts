import type { ReasonCode } from './reason-codes.ts';

/** A rule said no. `detail` says what was expected and what was found, without parameter values. */
export interface Refusal {
  readonly code: ReasonCode;
  readonly detail: string;
}

/** What a rule or a use case answers: a value, or the reason why not. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(code: ReasonCode, detail: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, detail } };
}

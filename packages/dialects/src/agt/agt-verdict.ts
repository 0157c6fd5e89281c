import type { ReasonCode, Refusal } from '@countersign/protocol/reason';
import type { AgtCode } from './reason-mapping.ts';

/** A refusal in both vocabularies: the code that AGT's callers know, and ours, which says more. */
export interface AgtRefusal extends Refusal {
  readonly agt_code: AgtCode;
}

export type AgtVerdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: AgtRefusal };

export function accepted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refused(
  agt_code: AgtCode,
  code: ReasonCode,
  detail: string,
): { readonly ok: false; readonly refusal: AgtRefusal } {
  return { ok: false, refusal: { agt_code, code, detail } };
}

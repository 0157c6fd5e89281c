import type { Refusal } from '@countersign/protocol/reason';
import type { Caller } from './caller.ts';

/** What of a call says who is calling. */
interface Credentials {
  /** The value of the authorization header, or null. */
  readonly authorization: string | null;
  /** The session token of the cookie, or null. */
  readonly session: string | null;
}

/**
 * Finds out who is calling. Whatever cannot be verified, for whatever reason, is a refusal: a verifier that
 * throws, times out or answers nothing has not verified (ID-2).
 */
export type Authenticator = (
  credentials: Credentials,
) => Promise<
  { readonly ok: true; readonly value: Caller } | { readonly ok: false; readonly refusal: Refusal }
>;

import type { ClaimTaken } from '@countersign/coordinator';
import type { Refusal } from '@countersign/protocol/reason';
import type { ProvenCall } from '@countersign/protocol/session';
import type { Caller } from './caller.ts';

/** What of a call says who is calling. */
interface Credentials {
  /** The value of the authorization header, or null. */
  readonly authorization: string | null;
  /** What a browser sends; null where there is no session cookie. */
  readonly browser: BrowserCredential | null;
}

export interface BrowserCredential {
  /** The session token of the cookie. */
  readonly session: string;
  /** How the browser proves that the session began in it, or null. */
  readonly proof: string | null;
  /** The call that the proof has to fit. */
  readonly call: Omit<ProvenCall, 'browser_key_id'>;
}

/** Who is calling. A write by a browser has a nonce, which the first commit of the call claims. */
export interface Authenticated {
  readonly caller: Caller;
  readonly nonce: ClaimTaken | null;
}

/**
 * Finds out who is calling. Whatever cannot be verified, for whatever reason, is a refusal: a verifier that
 * throws, times out or answers nothing has not verified (ID-2).
 */
export type Authenticator = (
  credentials: Credentials,
) => Promise<
  | { readonly ok: true; readonly value: Authenticated }
  | { readonly ok: false; readonly refusal: Refusal }
>;

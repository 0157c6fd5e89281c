import { Digest, WebAuthnResponse } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { BrowserKey } from '@countersign/protocol/session';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';
import { LinkableChannel } from './channels.ts';
import { PlainObject } from './sent.ts';

const Challenge = z.string().min(1).max(256);
const Base64url = z.string().regex(/^[A-Za-z0-9_-]*$/, 'expected unpadded base64url');
const { credential_id, authenticator_data, client_data_json, signature } = WebAuthnResponse.shape;

/** What a browser answers to navigator.credentials.create, as JSON. Browsers add members of their own. */
export const RegistrationResponse = z.object({
  id: Base64url.max(1364),
  rawId: Base64url.max(1364),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64url.max(16_384),
    attestationObject: Base64url.max(65_536),
    transports: z.array(z.string().min(1).max(64)).max(16).default([]),
  }),
});
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** What a browser answers to navigator.credentials.get, as JSON. Browsers add members of their own. */
export const AssertionResponse = z.object({
  id: credential_id,
  rawId: credential_id,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: authenticator_data,
    clientDataJSON: client_data_json,
    signature,
    userHandle: z.string().max(88).nullish(),
  }),
});
export type AssertionResponse = z.infer<typeof AssertionResponse>;

/** What the authenticator of a browser is asked with. `challenge` goes back with its answer. */
export const CeremonyStart = z.object({
  challenge: z.string(),
  /** For navigator.credentials, in its JSON form. */
  options: PlainObject,
});
export type CeremonyStart = z.infer<typeof CeremonyStart>;

/** The digest of the key that the browser made. The passkey is asked for a sign-in with that key alone. */
export const SignInStartBody = z.strictObject({ key_digest: Digest });

export const SignInBody = z.strictObject({
  challenge: Challenge,
  response: AssertionResponse,
  /** The public half of the key that each call of this browser proves from now on. */
  browser_key: BrowserKey,
});

/** The session continues, and with it the key of the browser. */
export const StepUpBody = z.strictObject({ challenge: Challenge, response: AssertionResponse });

export const PasskeyBody = z.strictObject({
  challenge: Challenge,
  response: RegistrationResponse,
  label: Name.default('passkey'),
});

/** Who is signed in. */
export const SessionFacts = z.object({
  session_id: z.string(),
  person_id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.string()),
  credential_id: z.string(),
  assurance: z.enum(['session', 'oidc']),
  proven_at: z.string(),
  /** Until then the last proof is fresh enough for what needs a fresh one. */
  recent_until: z.string(),
  is_recent: z.boolean(),
  expires_at: z.string(),
  /** Where the session lives: in the cookie of a browser, or in the bearer token of a terminal. */
  lives: z.enum(['browser', 'terminal']),
  /** What the proofs of the browser name; null for a terminal. */
  browser_key_id: z.string().nullable(),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

export const SignedOut = z.object({});

/** How people sign in here, and what else they can link. */
export const SignInWays = z.object({
  passkey: z.literal(true),
  oidc: z.boolean(),
  /** Where people can link an account of theirs. */
  channels: z.array(LinkableChannel),
});
export type SignInWays = z.infer<typeof SignInWays>;

const ReturnTo = z.string().max(1024).default('/');

/** `key_digest`: of the key that the browser made, and hands over when it comes back. */
export const ReturnQuery = z.strictObject({ return_to: ReturnTo, key_digest: Digest });
export const ReturnBody = z.strictObject({ return_to: ReturnTo, key_digest: Digest });

/** Where the browser goes next. */
export const Location = z.object({ location: z.string() });

export const ReturnedBody = z.strictObject({ browser_key: BrowserKey });

export const ReturnAnswer = z.object({ return_to: z.string(), browser_key_id: z.string() });

/** What an identity provider appends to the callback. Some add parameters of their own; none comes twice. */
export const ProviderAnswer = z.record(z.string(), z.string().max(8192));

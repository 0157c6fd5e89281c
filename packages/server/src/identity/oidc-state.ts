import type { ClaimTaken } from '@countersign/coordinator';
import { Digest, equalDigests, sha256OfText } from '@countersign/protocol/crypto';
import { encodeBase64url } from '@countersign/protocol/json';
import { addSeconds, millisecondsOf } from '@countersign/protocol/value';
import * as z from 'zod';
import type { App } from '../app.ts';
import { readCookie } from '../http/cookie.ts';

/** The errand on which a browser was sent to the identity provider. */
export interface OidcErrand {
  /** Where it goes afterwards: a path of this server. */
  readonly returnTo: string;
  /** To sign in, to link an account to the person of the session, or to prove again who is there. */
  readonly purpose: 'sign_in' | 'link' | 'step_up';
  /** The session that links or steps up, and that the new one replaces; null for a sign-in. */
  readonly session: string | null;
  /** Of the key that the browser made, so that no other browser ends the errand. */
  readonly keyDigest: Digest;
}

/** An errand as it is sealed. */
interface DatedErrand extends OidcErrand {
  /** In milliseconds. A proof that was requested again is not older. */
  readonly begunAt: number;
}

/** What the provider is asked with, and what its answer has to fit. The server computes all of it from the cookie. */
export interface OidcSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface StartedErrand extends OidcSecrets {
  readonly cookie: string;
}

export interface OpenErrand extends OidcSecrets, DatedErrand {
  /** To be used up in the commit that starts the session. */
  readonly claim: ClaimTaken;
}

const errandSeconds = 600;
/** Longer than an errand lasts, also where clocks differ. */
const spentSeconds = 86_400;
const cookieLengthMax = 4096;

const CookieWords = z.tuple([
  z.string(),
  z.enum(['sign_in', 'link', 'step_up']),
  z.string().nullable(),
  Digest,
  z.int(),
]);

/**
 * Begins an errand. Nothing is stored for it: the cookie carries it, sealed by the server. What the provider sees
 * follows from the seal and the secret of the server, so neither can be made from the other. An answer of the provider
 * without the cookie of that exact errand is worthless, and so is the cookie without the key of its browser: a page on
 * another port of localhost can read and plant cookies, and still neither ends nor plants a sign-in (SS-6).
 */
export function startErrand(
  { secrets, context, origin }: Pick<App, 'secrets' | 'context' | 'origin'>,
  errand: OidcErrand,
): StartedErrand {
  const begunAt = millisecondsOf(context.clock.now());
  const { returnTo, purpose, session, keyDigest } = errand;
  const bound = boundWords({ ...errand, begunAt });
  const token = secrets.issue('sign_in_state', bound, begunAt + errandSeconds * 1000);
  const words = Buffer.from(JSON.stringify([returnTo, purpose, session, keyDigest, begunAt]));
  const value = `${token}.${words.toString('base64url')}`;
  return { ...secretsOf(secrets, token), cookie: errandCookie(origin, value, errandSeconds) };
}

/** The errand that an answer with this state belongs to, or null where it belongs to none of this browser. */
export function openErrand(
  { secrets, context, origin }: Pick<App, 'secrets' | 'context' | 'origin'>,
  cookieHeader: string | undefined,
  state: string,
): OpenErrand | null {
  const value = readCookie(cookieHeader, cookieName(origin));
  if (value === null || value.length > cookieLengthMax) return null;
  const end = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(0, end));
  const errand = readWords(value.slice(end + 1));
  const now = context.clock.now();
  if (errand === null) return null;
  if (!secrets.holds('sign_in_state', boundWords(errand), token, millisecondsOf(now))) return null;
  const expected = secretsOf(secrets, token);
  // Compared by digest, so that the time it takes says nothing.
  if (!equalDigests(sha256OfText(expected.state), sha256OfText(state))) return null;
  return {
    ...expected,
    ...errand,
    claim: { scope: 'nonce', key: `oidc/${state}`, until: addSeconds(now, spentSeconds) },
  };
}

export function clearedErrandCookie(origin: string): string {
  return errandCookie(origin, '', 0);
}

/**
 * Whether a text is a path of this server and nothing else: a browser takes `//host` and `/\host` for another
 * server, and drops some control characters before it looks.
 */
export function isOwnPath(text: string, origin: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]{0,1023}$/.test(text) || text.includes('\\')) return false;
  return URL.canParse(text, origin) && new URL(text, origin).origin === new URL(origin).origin;
}

function boundWords(errand: DatedErrand): readonly string[] {
  const { returnTo, purpose, session, keyDigest, begunAt } = errand;
  return ['oidc', returnTo, purpose, session ?? '', keyDigest, String(begunAt)];
}

function readWords(text: string): DatedErrand | null {
  try {
    const [returnTo, purpose, session, keyDigest, begunAt] = CookieWords.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { returnTo, purpose, session, keyDigest, begunAt };
  } catch {
    return null;
  }
}

function secretsOf(secrets: App['secrets'], token: string): OidcSecrets {
  const derive = (use: string): string =>
    encodeBase64url(secrets.derive('sign_in_state', use, token));
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-countersign-oidc' : 'countersign-oidc';
}

/** Read only by calls of our own callback page, so no call of another site ever needs to carry it. */
function errandCookie(origin: string, value: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(origin)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

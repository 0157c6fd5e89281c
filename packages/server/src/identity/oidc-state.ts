import type { ClaimTaken } from '@countersign/coordinator';
import { equalDigests, sha256OfText } from '@countersign/protocol/crypto';
import { encodeBase64url } from '@countersign/protocol/json';
import { addSeconds, millisecondsOf, PersonId } from '@countersign/protocol/value';
import * as z from 'zod';
import type { App } from '../app.ts';
import { readCookie } from '../http/cookie.ts';

/** What a browser set out for when it was sent to the identity provider. */
export interface OidcErrand {
  /** Where it goes afterwards: a path of this server. */
  readonly returnTo: string;
  /** The signed-in person who links an account; null for a sign-in. */
  readonly linksTo: PersonId | null;
  /** The session whose person proves their presence again; null for a sign-in. */
  readonly renews: string | null;
}

/** An errand as it is sealed. */
interface DatedErrand extends OidcErrand {
  /** In milliseconds. A proof that was requested again is not older. */
  readonly begunAt: number;
}

/** What the provider is asked with, and what its answer has to fit. All of it follows from the cookie. */
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
/** Longer than any errand lasts, by whatever clock. */
const spentSeconds = 86_400;
const cookieLengthMax = 4096;

const CookieWords = z.tuple([z.string(), PersonId.nullable(), z.string().nullable(), z.int()]);

/**
 * Begins an errand. Nothing is stored for it: the cookie carries it, sealed by the server, and the provider sees
 * digests of the seal, from which the cookie cannot be made. An answer of the provider without the cookie of that
 * exact errand is worthless (no sign-in can be planted in another person's browser).
 */
export function startErrand(
  { secrets, context, origin }: Pick<App, 'secrets' | 'context' | 'origin'>,
  errand: OidcErrand,
): StartedErrand {
  const begunAt = millisecondsOf(context.clock.now());
  const { returnTo, linksTo, renews } = errand;
  const bound = boundWords({ ...errand, begunAt });
  const token = secrets.issue('sign_in_state', bound, begunAt + errandSeconds * 1000);
  const words = Buffer.from(JSON.stringify([returnTo, linksTo, renews, begunAt]));
  const value = `${token}.${words.toString('base64url')}`;
  return { ...secretsOf(token), cookie: errandCookie(origin, value, errandSeconds) };
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
  const expected = secretsOf(token);
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

function boundWords({ returnTo, linksTo, renews, begunAt }: DatedErrand): readonly string[] {
  return ['oidc', returnTo, linksTo ?? '', renews ?? '', String(begunAt)];
}

function readWords(text: string): DatedErrand | null {
  try {
    const [returnTo, linksTo, renews, begunAt] = CookieWords.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { returnTo, linksTo, renews, begunAt };
  } catch {
    return null;
  }
}

function secretsOf(token: string): OidcSecrets {
  const derive = (use: string): string => {
    const [, hex = ''] = sha256OfText(`${use} ${token}`).split(':');
    return encodeBase64url(Buffer.from(hex, 'hex'));
  };
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

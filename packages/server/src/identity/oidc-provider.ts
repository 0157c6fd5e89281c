import { domainToASCII } from 'node:url';
import type { Clock } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import * as client from 'openid-client';
import * as z from 'zod';
import type { App } from '../app.ts';
import type { OidcSettings } from '../start/server-settings.ts';
import { isPlainHttp } from '../start/setting-forms.ts';
import type { OidcSecrets } from './oidc-state.ts';

/** What an identity provider says of a person, verified, and only as far as it is used here. */
export interface VouchedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly groups: readonly string[];
  readonly name: string | null;
  /** Only where the provider says that it verified the address. */
  readonly email: string | null;
  /** When the person proved who they are to the provider, in seconds; null where it does not say. */
  readonly authenticatedAt: number | null;
}

/** A provider that has not answered by then has not vouched for any person (ID-2). */
const answerWithinMilliseconds = 10_000;
/** How long its addresses are kept; its keys are asked for again whenever one is new. */
const metadataMilliseconds = 600_000;

interface KnownProvider {
  readonly configuration: Promise<client.Configuration>;
  readonly until: number;
}

/** By the settings that name the provider; there is one of each for each server. */
const known = new WeakMap<OidcSettings, KnownProvider>();

/**
 * Where the browser is sent: an authorization code, bound by PKCE, state and nonce to the errand. A provider that is
 * asked for a `max_age` has to say when the person proved who they are; with 0 it has to make them prove it again.
 */
export async function authorizationUrl(
  app: Pick<App, 'context' | 'origin'>,
  settings: OidcSettings,
  { state, nonce, verifier }: OidcSecrets,
  maxAgeSeconds: number,
): Promise<string> {
  const configuration = await withinTime(
    app.context.clock,
    configurationOf(app.context.clock, settings),
  );
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(app.origin),
    response_type: 'code',
    scope: settings.scopes.join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    max_age: String(maxAgeSeconds),
    // Some providers take a `max_age` of 0 for none at all.
    ...(maxAgeSeconds === 0 ? { prompt: 'login' } : {}),
  });
  return url.href;
}

/**
 * Who came back from the provider. Its answer, the exchange of the code and the ID token with issuer, audience,
 * nonce, times and signature are checked by the client library; anything that does not fit throws.
 */
export function exchangeCode(
  app: Pick<App, 'context' | 'origin'>,
  settings: OidcSettings,
  { state, nonce, verifier }: OidcSecrets,
  answer: Readonly<Record<string, string>>,
): Promise<VouchedPerson> {
  const exchange = async (): Promise<VouchedPerson> => {
    const configuration = await configurationOf(app.context.clock, settings);
    const url = new URL(callbackUrl(app.origin));
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const more =
      configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // What was signed counts before what was only fetched, and how recent the proof is must have been signed.
    return readClaims({ ...more, auth_time: null, ...claims }, settings.groups_claim);
  };
  return withinTime(app.context.clock, exchange());
}

function callbackUrl(origin: string): string {
  return `${origin}/v1/oidc/callback`;
}

/**
 * Plain http is for a provider on this very machine, and for nothing else. The dispatcher that judges addresses is not
 * asked, because these addresses come from the operator's configuration and from the provider that it names.
 */
export function mayBeInsecure(issuer: string): boolean {
  return new URL(issuer).protocol === 'http:' && !isPlainHttp(issuer);
}

async function configurationOf(
  clock: Clock,
  settings: OidcSettings,
): Promise<client.Configuration> {
  const now = millisecondsOf(clock.now());
  const found = known.get(settings);
  if (found !== undefined && now < found.until) return found.configuration;
  const configuration = discover(settings);
  known.set(settings, { configuration, until: now + metadataMilliseconds });
  // What failed is not kept: the next sign-in asks again.
  configuration.catch(() => known.delete(settings));
  return configuration;
}

function discover(settings: OidcSettings): Promise<client.Configuration> {
  const { issuer, client_id, client_secret } = settings;
  return client.discovery(new URL(issuer), client_id, undefined, clientAuth(client_secret), {
    timeout: answerWithinMilliseconds / 1000,
    execute: [
      // The signature of the ID token is checked although it comes over the provider's own connection.
      client.enableNonRepudiationChecks,
      ...(mayBeInsecure(issuer) ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** By the form that the provider takes; `client_secret_basic` where it does not say, as its standard has it. */
function clientAuth(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, about, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return taken.includes('client_secret_basic')
      ? basic(server, about, body, headers)
      : post(server, about, body, headers);
  };
}

const Text = z.string().min(1).max(512);

function readClaims(claims: Readonly<Record<string, unknown>>, groupsClaim: string): VouchedPerson {
  const groups = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : [];
  const text = (name: string): string | null => Text.safeParse(claims[name]).data ?? null;
  return {
    issuer: z.string().parse(claims['iss']),
    subject: z.string().min(1).parse(claims['sub']),
    // Some providers send a single group as a text of its own.
    groups: z
      .array(z.string())
      .catch([])
      .parse(typeof groups === 'string' ? [groups] : groups),
    name: text('name') ?? text('preferred_username'),
    email: claims['email_verified'] === true ? withAsciiDomain(text('email')) : null,
    authenticatedAt: z
      .number()
      .nullable()
      .catch(null)
      .parse(claims['auth_time'] ?? null),
  };
}

async function withinTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeIsUp = async (): Promise<never> => {
    await clock.pause(answerWithinMilliseconds, over.signal);
    throw new Error(`the provider did not answer within ${answerWithinMilliseconds} ms`);
  };
  try {
    return await Promise.race([work, timeIsUp()]);
  } finally {
    over.abort();
  }
}

/** Providers write an international domain in either form; people are recognised by one. */
function withAsciiDomain(email: string | null): string | null {
  const at = email?.lastIndexOf('@') ?? -1;
  if (email === null || at < 1) return null;
  const domain = domainToASCII(email.slice(at + 1).normalize('NFKC'));
  return domain === '' ? null : `${email.slice(0, at)}@${domain}`;
}

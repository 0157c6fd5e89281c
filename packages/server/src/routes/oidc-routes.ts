import { equalDigests, importPublicKey } from '@countersign/protocol/crypto';
import { browserKeyDigest } from '@countersign/protocol/session';
import {
  Location,
  ProviderAnswer,
  ReturnAnswer,
  ReturnBody,
  ReturnedBody,
  ReturnQuery,
} from '@countersign/wire/sessions';
import type * as z from 'zod';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { sessionCookie } from '../http/cookie.ts';
import { ofBrowserKey, ofSignIn } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { callbackPage, callbackScript } from '../identity/oidc-callback-page.ts';
import { authorizationUrl } from '../identity/oidc-provider.ts';
import { signInWithOidc } from '../identity/oidc-sign-in.ts';
import {
  clearedErrandCookie,
  isOwnPath,
  type OidcErrand,
  openErrand,
  startErrand,
} from '../identity/oidc-state.ts';
import { findSessionById } from '../identity/session.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** People sign in through the identity provider of their company. */
export const oidcRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/oidc/start',
    id: 'startOidc',
    tag: 'session',
    summary: 'Go to the identity provider to sign in',
    access: ['anyone'],
    purpose: 'sign_in',
    problems: ['route_not_found', 'sign_in_failed'],
    cookie: true,
    query: ReturnQuery,
    answers: { 303: html },
    handle: async (app, { query }) => {
      const { return_to: returnTo, key_digest: keyDigest } = query;
      const errand = { returnTo, purpose: 'sign_in', session: null, keyDigest } as const;
      const started = await start(app, errand);
      if ('kind' in started) return started;
      const { location, cookie } = started;
      return { kind: 'redirect', location, headers: { 'set-cookie': cookie } };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/oidc/link',
    id: 'linkOidc',
    outside: true,
    tag: 'credentials',
    summary: 'The address where a person links an account of the identity provider to themselves',
    access: ['recent_browser'],
    problems: ['route_not_found', 'sign_in_failed'],
    cookie: true,
    body: ReturnBody,
    answers: { 200: Location },
    handle: async (app, { caller, body }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person may link an account');
      return answerLocation(await startFor(app, 'link', caller.session_id, body));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/oidc/step-up',
    id: 'stepUpOidc',
    stored: 'judged',
    outside: true,
    tag: 'session',
    summary: 'The address where a person signs in again at the identity provider',
    access: ['person'],
    problems: ['route_not_found', 'sign_in_failed'],
    cookie: true,
    body: ReturnBody,
    answers: { 200: Location },
    handle: async (app, { caller, body }) => {
      if (caller.kind !== 'person' || caller.lives !== 'browser') {
        return refuseCall('not_permitted', 'only a person in a browser steps up');
      }
      return answerLocation(await startFor(app, 'step_up', caller.session_id, body));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/oidc/callback',
    id: 'showOidcCallback',
    tag: 'session',
    summary: 'The page that the identity provider sends the browser back to',
    access: ['anyone'],
    purpose: 'sign_in',
    internal: true,
    query: ProviderAnswer,
    answers: { 200: html },
    handle: () => ({ kind: 'text', status: 200, mediaType: html, text: callbackPage }),
  }),
  route({
    method: 'GET',
    path: '/v1/oidc/callback.js',
    id: 'getOidcCallbackScript',
    tag: 'session',
    summary: 'The script of that page',
    access: ['anyone'],
    purpose: 'sign_in',
    internal: true,
    answers: { 200: javascript },
    handle: () => ({ kind: 'text', status: 200, mediaType: javascript, text: callbackScript }),
  }),
  route({
    method: 'POST',
    path: '/v1/oidc/callback',
    id: 'finishOidc',
    tag: 'session',
    summary: 'Sign in with what the identity provider answered',
    access: ['anyone'],
    purpose: 'sign_in',
    problems: [...ofSignIn, ...ofBrowserKey, 'route_not_found'],
    cookie: true,
    query: ProviderAnswer,
    body: ReturnedBody,
    answers: { 200: ReturnAnswer },
    handle: finish,
  }),
];

interface Started {
  readonly location: string;
  readonly cookie: string;
}

function startFor(
  app: App,
  purpose: 'link' | 'step_up',
  session: string,
  body: z.infer<typeof ReturnBody>,
): Promise<Started | Answer> {
  const { return_to: returnTo, key_digest: keyDigest } = body;
  return start(app, { returnTo, purpose, session, keyDigest });
}

async function start(app: App, errand: OidcErrand): Promise<Started | Answer> {
  const { oidc } = app.settings;
  if (oidc === null) return notConfigured();
  if (!isOwnPath(errand.returnTo, app.origin)) {
    return refuseCall('parameter_malformed', 'return_to: expected a path of this server');
  }
  const started = startErrand(app, errand);
  // A person need not have signed in there more recently than a session here lasts, unless they step up.
  const maxAgeSeconds = errand.purpose === 'step_up' ? 0 : app.settings.session_seconds;
  try {
    const location = await authorizationUrl(app, oidc, started, maxAgeSeconds);
    return { location, cookie: started.cookie };
  } catch (error) {
    const { name = 'unknown', code = 'unknown' } = error as { name?: string; code?: string };
    app.log.warn({ name, code }, 'the identity provider did not answer');
    return refuseCall('sign_in_failed', 'the identity provider could not be reached');
  }
}

function answerLocation(started: Started | Answer): Answer {
  if ('kind' in started) return started;
  const { location, cookie } = started;
  return json({ location }, 200, { 'set-cookie': cookie });
}

async function finish(
  app: App,
  {
    query,
    headers,
    body: { browser_key },
  }: Call<unknown, Record<string, string>, z.infer<typeof ReturnedBody>>,
): Promise<Answer> {
  const { context } = app;
  const { oidc } = app.settings;
  if (oidc === null) return notConfigured();
  const cookies = typeof headers['cookie'] === 'string' ? headers['cookie'] : undefined;
  const errand = openErrand(app, cookies, query['state'] ?? '');
  if (errand === null) {
    return refuseCall(
      'sign_in_failed',
      'this browser did not start this sign-in, or started it too long ago',
    );
  }
  importPublicKey(browser_key);
  if (!equalDigests(errand.keyDigest, browserKeyDigest(browser_key))) {
    return refuseCall('sign_in_failed', 'another browser started this sign-in');
  }
  const acting = errand.session === null ? null : await findSessionById(context, errand.session);
  if (errand.session !== null && acting === null) {
    return refuseCall('sign_in_failed', 'the session that started this is over');
  }
  const browser = { acting: acting?.session ?? null, browserKey: browser_key };
  const signedIn = await signInWithOidc(app, oidc, errand, query, browser);
  return answerTo(signedIn, ({ token, session }) =>
    json(
      {
        return_to: errand.returnTo,
        browser_key_id: session.browser_key?.browser_key_id ?? '',
      },
      200,
      { 'set-cookie': [sessionCookie(app.origin, token), clearedErrandCookie(app.origin)] },
    ),
  );
}

function notConfigured(): Answer {
  return refuseCall('route_not_found', 'no identity provider is configured here');
}

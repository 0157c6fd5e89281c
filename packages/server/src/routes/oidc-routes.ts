import {
  Location,
  ProviderAnswer,
  ReturnAnswer,
  ReturnBody,
  ReturnQuery,
} from '@countersign/wire/sessions';
import type { App } from '../app.ts';
import { type Answer, json, refuseCall, refusedWith } from '../http/answer.ts';
import { sessionCookie } from '../http/cookie.ts';
import { ofSignIn } from '../http/problem-codes.ts';
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
      const errand = { returnTo: query.return_to, linksTo: null, renews: null };
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
      const errand = { returnTo: body.return_to, linksTo: caller.person_id, renews: null };
      return answerLocation(await start(app, errand));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/oidc/step-up',
    id: 'stepUpOidc',
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
      const errand = { returnTo: body.return_to, linksTo: null, renews: caller.session_id };
      return answerLocation(await start(app, errand));
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
    // A browser names the origin of a form only where the page lets it name where it comes from.
    handle: () => ({
      kind: 'text',
      status: 200,
      mediaType: html,
      text: callbackPage,
      headers: { 'referrer-policy': 'same-origin' },
    }),
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
    problems: [...ofSignIn, 'route_not_found'],
    cookie: true,
    query: ProviderAnswer,
    answers: { 200: ReturnAnswer, 303: html },
    handle: finish,
  }),
];

interface Started {
  readonly location: string;
  readonly cookie: string;
}

async function start(app: App, errand: OidcErrand): Promise<Started | Answer> {
  const { oidc } = app.settings;
  if (oidc === null) return notConfigured();
  if (!isOwnPath(errand.returnTo, app.origin)) {
    return refuseCall('parameter_malformed', 'return_to: expected a path of this server');
  }
  const started = startErrand(app, errand);
  // A person need not have signed in there more recently than a session here lasts, unless they step up.
  const maxAgeSeconds = errand.renews === null ? app.settings.session_seconds : 0;
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
  { caller, query, headers }: Call<unknown, Record<string, string>>,
): Promise<Answer> {
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
  const person = caller.kind === 'person' ? caller : null;
  if (errand.linksTo !== null && errand.linksTo !== person?.person_id) {
    return refuseCall('sign_in_failed', 'another person started to link this account');
  }
  if (errand.renews !== null && errand.renews !== person?.session_id) {
    return refuseCall('sign_in_failed', 'another session started this step-up');
  }
  const signedIn = await signInWithOidc(app, oidc, errand, query, person?.session_id ?? null);
  if (!signedIn.ok) return refusedWith(signedIn.refusal);
  const { returnTo } = errand;
  const cookie = [sessionCookie(app.origin, signedIn.value.token), clearedErrandCookie(app.origin)];
  // The page asks for JSON; a form, where scripts do not run, wants to be sent on.
  return headers['accept'] === 'application/json'
    ? json({ return_to: returnTo }, 200, { 'set-cookie': cookie })
    : { kind: 'redirect', location: returnTo, headers: { 'set-cookie': cookie } };
}

function notConfigured(): Answer {
  return refuseCall('route_not_found', 'no identity provider is configured here');
}

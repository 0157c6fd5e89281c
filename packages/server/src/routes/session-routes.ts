import { loadDirectory, readProfile } from '@countersign/coordinator';
import { type Digest, importPublicKey } from '@countersign/protocol/crypto';
import { activePerson } from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { browserKeyDigest } from '@countersign/protocol/session';
import { actorOf, addSeconds, isDue } from '@countersign/protocol/value';
import {
  CeremonyStart,
  SessionFacts,
  SignedOut,
  SignInBody,
  SignInStartBody,
  StepUpBody,
} from '@countersign/wire/sessions';
import type * as z from 'zod';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { clearedSessionCookie, sessionCookie } from '../http/cookie.ts';
import { ofBrowserKey, ofSignIn } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { startAssertion, startOwnAssertion, verifyPasskey } from '../identity/passkey-sign-in.ts';
import { endSession, readSession, type StartedSession, startSession } from '../identity/session.ts';

/** People sign in, prove again who they are, and sign out. */
export const sessionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/session/options',
    id: 'startSignIn',
    tag: 'session',
    summary: 'What a browser needs to sign in with a passkey',
    access: ['anyone'],
    purpose: 'sign_in',
    body: SignInStartBody,
    answers: { 200: CeremonyStart },
    handle: async (app, { body }) => json(await startAssertion(app, ['sign_in', body.key_digest])),
  }),
  route({
    method: 'POST',
    path: '/v1/session',
    id: 'signIn',
    tag: 'session',
    summary: 'Sign in with a passkey',
    access: ['anyone'],
    purpose: 'sign_in',
    problems: [...ofSignIn, ...ofBrowserKey],
    cookie: true,
    body: SignInBody,
    answers: { 201: SessionFacts },
    handle: async (app, { caller, context, body }) => {
      const { browser_key } = body;
      importPublicKey(browser_key);
      const use = ['sign_in', browserKeyDigest(browser_key)] as const;
      return answerTo(await verifyPasskey(app, use, body), async ({ passkey, answered }) => {
        const started = await startSession(context, {
          personId: passkey.person_id,
          credentialId: passkey.credential_id,
          assurance: 'session',
          seconds: app.settings.session_seconds,
          spends: [answered.claim],
          replaces: caller.kind === 'person' ? caller.session_id : null,
          browserKey: browser_key,
        });
        return answerStarted(app, started);
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/session',
    id: 'getSession',
    tag: 'session',
    summary: 'Who is signed in',
    access: ['person'],
    purpose: 'sign_in',
    problems: ofSignIn,
    answers: { 200: SessionFacts },
    handle: async (app, { caller, context }) => {
      if (caller.kind !== 'person') return notPerson();
      const session = await readSession(context, caller.session_id);
      return session === null
        ? refuseCall('session_expired', 'there is no such session')
        : json(await representSession(app, session));
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/session',
    id: 'signOut',
    stored: 'repeats',
    tag: 'session',
    summary: 'Sign out',
    access: ['person'],
    problems: ofSignIn,
    cookie: true,
    answers: { 200: SignedOut },
    handle: async (app, { caller, context }) => {
      if (caller.kind !== 'person') return notPerson();
      const by = actorOf(caller.principal);
      const ended = await endSession(context, caller.session_id, { reason: 'signed_out', by });
      return answerTo(ended, () =>
        json({}, 200, { 'set-cookie': clearedSessionCookie(app.origin) }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/session/step-up/options',
    id: 'startStepUp',
    stored: 'repeats',
    tag: 'session',
    summary: 'What a browser needs to verify the person again',
    access: ['person'],
    problems: ofSignIn,
    answers: { 200: CeremonyStart },
    handle: async (app, { caller }) => {
      if (caller.kind !== 'person') return notPerson();
      const use = ['step_up', caller.session_id] as const;
      return answerTo(await startOwnAssertion(app, use, caller.person_id), json);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/session/step-up',
    id: 'stepUp',
    stored: 'repeats',
    tag: 'session',
    summary: 'Verify the person again; the session continues under a new cookie',
    access: ['person'],
    problems: ofSignIn,
    cookie: true,
    body: StepUpBody,
    answers: { 201: SessionFacts },
    handle: stepUp,
  }),
];

async function stepUp(
  app: App,
  {
    caller,
    context,
    body,
  }: Pick<Call<unknown, unknown, z.infer<typeof StepUpBody>>, 'caller' | 'context' | 'body'>,
): Promise<Answer> {
  if (caller.kind !== 'person') return notPerson();
  const before = await readSession(context, caller.session_id);
  if (before === null) return refuseCall('session_expired', 'there is no such session');
  if (before.browser_key === null) {
    return refuseCall('not_permitted', 'a terminal is signed in again from a browser');
  }
  const proven = await verifyPasskey(app, ['step_up', caller.session_id], body);
  return answerTo(proven, async ({ passkey, answered }) => {
    if (passkey.person_id !== caller.person_id) {
      return refuseCall('sign_in_failed', 'the passkey could not be verified');
    }
    // What an identity provider vouched for stays vouched for; a passkey on top takes nothing away.
    const byProvider = before.assurance === 'oidc';
    const started = await startSession(context, {
      personId: caller.person_id,
      credentialId: byProvider ? before.credential_id : passkey.credential_id,
      assurance: before.assurance,
      seconds: app.settings.session_seconds,
      // It proves who is there, and lengthens nothing.
      expiresAt: before.expires_at,
      spends: [answered.claim],
      replaces: caller.session_id,
      browserKey: before.browser_key,
    });
    return answerStarted(app, started);
  });
}

/** The answer to a sign-in: the session, and the cookie that is the only way to it. */
export function answerStarted(app: App, started: Result<StartedSession>): Promise<Answer> {
  return answerTo(started, async ({ token, session }) =>
    json(await representSession(app, session), 201, {
      'set-cookie': sessionCookie(app.origin, token),
    }),
  );
}

export async function representSession(
  { context, settings }: App,
  session: StartedSession['session'],
): Promise<SessionFacts> {
  const { state } = await loadDirectory(context);
  const person = activePerson(state, session.person_id);
  const digest = person?.profile_digest ?? null;
  const profile = digest === null ? null : await readProfile(context, digest as Digest);
  const recent_until = addSeconds(session.proven_at, settings.recent_seconds);
  return {
    session_id: session.session_id,
    person_id: session.person_id,
    name: profile?.name ?? null,
    email: profile?.email ?? null,
    roles: [...(person?.roles ?? [])],
    credential_id: session.credential_id,
    assurance: session.assurance,
    proven_at: session.proven_at,
    recent_until,
    is_recent: !isDue(recent_until, context.clock.now()),
    expires_at: session.expires_at,
    lives: session.lives,
    browser_key_id: session.browser_key?.browser_key_id ?? null,
  };
}

function notPerson(): Answer {
  return refuseCall('not_permitted', 'only a person has a session');
}

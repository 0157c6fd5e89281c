import { millisecondsOf } from '@countersign/protocol/value';
import { renderPlain, segmentText } from '@countersign/protocol/view';
import {
  TerminalAnswerBody,
  TerminalParams,
  TerminalSignedIn,
  TerminalSignInBody,
  TerminalSignInFacts,
  TerminalSignInStart,
  TerminalTokenBody,
  TerminalWaiting,
} from '@countersign/wire/terminal-sign-ins';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import { type CallLimit, createCallLimit } from '../http/call-limit.ts';
import type { Caller } from '../http/caller.ts';
import { ofTerminal } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readSession } from '../identity/session.ts';
import { fetchSession } from '../identity/terminal-session.ts';
import {
  answerSignIn,
  askSignIn,
  findSignIn,
  type ShownSignIn,
  showSignIn,
} from '../identity/terminal-sign-in.ts';
import { representSession } from './session-routes.ts';

const pollSeconds = 2;
/** How often a person may name a code: often enough to look and to mistype, too seldom to guess. */
const codesPerMinute = 60;

/** A person signs a terminal in from a browser, as in RFC 8628: the terminal asks, the person compares and confirms. */
export const terminalRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/terminal-sign-ins',
    id: 'startTerminalSignIn',
    tag: 'session',
    summary: 'A terminal asks to be signed in by a person',
    access: ['anyone'],
    purpose: 'terminal',
    problems: ofTerminal,
    body: TerminalSignInBody,
    answers: { 201: TerminalSignInStart },
    handle: async ({ origin }, { context, body }) => {
      const answer = await answerTo(await askSignIn(context, body.label, body.use), asked =>
        json(
          {
            ...asked,
            verification_url: `${origin}/terminal?code=${asked.user_code}`,
            interval_seconds: pollSeconds,
          },
          201,
        ),
      );
      return waitWhereTooMany(answer, 60);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/terminal-sign-ins/token',
    id: 'fetchTerminalToken',
    tag: 'session',
    summary: 'The session of a terminal, once, after a person has confirmed',
    access: ['anyone'],
    purpose: 'terminal',
    problems: ofTerminal,
    body: TerminalTokenBody,
    answers: {
      200: TerminalWaiting,
      201: TerminalSignedIn,
    },
    handle: async (app, { context, body }) => {
      const { terminal_session_seconds, recent_seconds } = app.settings;
      const lasts = {
        stay: terminal_session_seconds,
        change: recent_seconds,
        chat: terminal_session_seconds,
      };
      const fetched = await fetchSession(context, body.device_code, lasts);
      return answerTo(fetched, async started => {
        if (started === null) return json({ status: 'waiting' });
        const { token, session } = started;
        const shown = await representSession(app, session);
        return json({ status: 'signed_in', token, session: shown }, 201);
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/terminal-sign-ins/:user_code',
    id: 'getTerminalSignIn',
    tag: 'session',
    summary: 'The terminal that shows a given code',
    access: ['person'],
    problems: ofTerminal,
    params: TerminalParams,
    answers: { 200: TerminalSignInFacts },
    handle: async (app, { context, caller, params }) => {
      const limited = limitGuesses(app, caller);
      if (limited !== null) return limited;
      return answerTo(await findSignIn(context, params.user_code), represent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/terminal-sign-ins/:user_code/answer',
    id: 'answerTerminalSignIn',
    tag: 'session',
    summary: 'Confirm or refuse to sign in the terminal that shows a code',
    access: ['recent_browser'],
    problems: ofTerminal,
    params: TerminalParams,
    body: TerminalAnswerBody,
    answers: { 200: TerminalSignInFacts },
    effects: ['terminal_sign_in.answered'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may answer');
      const limited = limitGuesses(app, caller);
      if (limited !== null) return limited;
      const session = await readSession(context, caller.session_id);
      // Otherwise a holder of the token of one terminal could sign in another.
      if (session?.lives !== 'browser') {
        return refuseCall('not_permitted', 'a terminal is signed in from a browser');
      }
      const { person_id, proven_at } = caller;
      const { credential_id } = session;
      const said = { answer: body.answer, person_id, credential_id, proven_at };
      return answerTo(await findSignIn(context, params.user_code), async signIn =>
        answerTo(await answerSignIn(context, signIn, said), async () =>
          answerTo(await findSignIn(context, params.user_code), represent),
        ),
      );
    },
    replay: async ({ context }, _call, stream) =>
      answerTo(await showSignIn(context, stream), represent),
  }),
];

/** Any caller may have written the label, so nothing in it stays invisible or reverses the text. */
function represent({ sign_in_id: _, label, ...shown }: ShownSignIn): Answer {
  return json({ ...shown, label: renderPlain(segmentText(label)) });
}

const guesses = new WeakMap<App, CallLimit>();

function limitGuesses(app: App, caller: Caller): Answer | null {
  if (caller.kind !== 'person') return null;
  const limit = guesses.get(app) ?? createCallLimit();
  guesses.set(app, limit);
  const now = millisecondsOf(app.context.clock.now());
  const seconds = limit.take(caller.person_id, codesPerMinute, now);
  if (seconds === 0) return null;
  return waitWhereTooMany(refuseCall('too_many_calls', 'too many codes were tried'), seconds);
}

function waitWhereTooMany(answer: Answer, seconds: number): Answer {
  if (answer.kind !== 'refused' || answer.refusal.code !== 'too_many_calls') return answer;
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}

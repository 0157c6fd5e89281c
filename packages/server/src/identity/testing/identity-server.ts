import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, directoryPeople } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import { openSqliteStore } from '@countersign/store-sqlite';
import type { CredentialFacts } from '@countersign/wire/credentials';
import pino from 'pino';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { type Answer, json } from '../../http/answer.ts';
import { sessionCookieName } from '../../http/cookie.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { rights } from '../../http/right.ts';
import { type Route, route } from '../../http/route.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { credentialRoutes } from '../../routes/credential-routes.ts';
import { peopleRoutes } from '../../routes/people-routes.ts';
import { sessionRoutes } from '../../routes/session-routes.ts';
import { createServerSecrets } from '../../start/server-secrets.ts';
import { ServerSettings } from '../../start/server-settings.ts';
import { wrongAnswer } from '../../testing/check-answer.ts';
import { freePort } from '../../testing/free-port.ts';
import { recordExample } from '../../testing/record-example.ts';
import {
  browserHeaders,
  provenHeaders,
  type SentCall,
  testBrowser,
} from '../../testing/test-browser.ts';
import { createManualClock, type ManualClock } from '../../webhooks/testing/manual-clock.ts';
import { createAuthenticator } from '../authenticate-caller.ts';
import { firstRunLink } from '../first-run.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './software-authenticator.ts';

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The session token of the browser that sends it; it then says where its page is from. */
  readonly session?: string | null;
  readonly bearer?: string;
}

interface Received {
  readonly status: number;
  readonly body: ReceivedBody;
  readonly headers: Headers;
  /** The session token that it sets; empty where it takes the cookie away. */
  readonly session: string | null;
}

/** The members of answers that tests look at, each there where the route has it. */
export interface ReceivedBody {
  readonly code: string;
  readonly detail: string;
  readonly challenge: string;
  readonly options: unknown;
  readonly link: string;
  readonly secret: string | null;
  readonly invitation_id: string;
  readonly credential: CredentialFacts;
  readonly credentials: readonly CredentialFacts[];
  readonly credential_id: string;
  readonly people: readonly { readonly person_id: string; readonly email: string | null }[];
  readonly person_id: string;
  readonly session_id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly assurance: string;
  readonly is_recent: boolean;
  readonly expires_at: string;
  readonly next: string | null;
  readonly lives: string;
  readonly browser_key_id?: string;
  readonly proven_at: string;
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly status: string;
  readonly label: string;
  readonly token: string;
  readonly session: {
    readonly session_id: string;
    readonly person_id: string;
    readonly lives: string;
    readonly expires_at: string;
  };
  readonly kind: string;
  readonly agent_ids: readonly string[];
  readonly executor: string | null;
  readonly verbs: readonly string[];
  readonly principal: {
    readonly kind: string;
    readonly principal_id: string;
    readonly assurance?: string;
  };
}

/** A browser with a passkey, signed in. */
export interface Somebody {
  readonly authenticator: SoftwareAuthenticator;
  readonly session: string;
  readonly person_id: string;
}

export interface IdentityServer {
  readonly app: App;
  readonly origin: string;
  readonly clock: ManualClock;
  /** Every line that was logged. */
  readonly logged: readonly string[];
  call(method: string, path: string, sent?: Sent): Promise<Received>;
  /** The first person, through the first link. */
  firstPerson(): Promise<Somebody>;
  /** Another one, whom an operator invites. */
  invite(operator: Somebody, roles: readonly string[], name?: string): Promise<Somebody>;
  redeem(link: string, authenticator?: SoftwareAuthenticator, name?: string): Promise<Received>;
  signIn(authenticator: SoftwareAuthenticator, session?: string): Promise<Received>;
  stepUp(session: string, authenticator: SoftwareAuthenticator): Promise<Received>;
  close(): Promise<void>;
}

/** One route for each right, which answers who is calling. */
const probes: readonly Route[] = (Object.keys(rights) as (keyof typeof rights)[]).map(right =>
  route({
    method: 'POST',
    path: `/probe/${right}`,
    id: `probe_${right}`,
    tag: 'probe',
    summary: 'Who is calling',
    access: [right],
    stored: 'reads',
    answers: { 200: z.unknown() },
    handle: (_app, { caller }) => json(caller),
  }),
);

/** Whatever a route answers has to have the form that it declares, or the call fails. */
function answeringAsDeclared(declared: Route): Route {
  const check = (answer: Answer, sent: unknown): Answer => {
    if (answer.kind !== 'json') return answer;
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    const wrong = declared.tag === 'probe' ? null : wrongAnswer(declared, answer.status, body);
    if (wrong !== null) throw new Error(wrong);
    recordExample(declared, answer.status, sent, body);
    return answer;
  };
  return {
    ...declared,
    handle: async (app, call) => check(await declared.handle(app, call), call.body),
    replay: async (app, call, stream) => check(await declared.replay(app, call, stream), call.body),
  };
}

/** Everything about who is calling, on loopback, with a real store and a clock that tests move. */
export async function startIdentityServer(
  settings: Record<string, unknown> = {},
  moreRoutes: readonly Route[] = [],
): Promise<IdentityServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-identity-'));
  const clock = createManualClock();
  const ids = { uuid: () => randomUUID() };
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const logged: string[] = [];
  const store = await openSqliteStore({
    path: join(folder, 'countersign.db'),
    clock,
    ids,
    turn: () => new Promise(done => setImmediate(done)),
  });
  const parsed = ServerSettings.parse({
    calls_per_minute: 1_000_000,
    anonymous_calls_per_minute: 1_000_000,
    ...settings,
  });
  const context = createContext({
    store,
    people: directoryPeople({ store }, { origin, rpId: 'localhost' }),
    clock,
    ids,
    notifier: { committed: () => undefined },
    anchor: null,
    policies: {} as never,
    signer: {} as never,
  });
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const app: App = {
    settings: parsed,
    origin,
    context,
    policies: { policy: { roles: ['controller', 'finance'] } } as never,
    policyFiles: () => [],
    signer: {} as never,
    logName: 'countersign',
    secrets: createServerSecrets(Buffer.alloc(32, 7)),
    authenticate: createAuthenticator({ context, settings: parsed, log }),
    dispatcher: {} as never,
    metrics: createMetrics(() => 0),
    log,
    stopping: new AbortController().signal,
  } as Partial<App> as App;
  const http = createHttpServer(app, [
    ...[...sessionRoutes, ...peopleRoutes, ...credentialRoutes].map(answeringAsDeclared),
    ...probes,
    ...moreRoutes,
  ]);
  await http.listen({ host: '127.0.0.1', port });
  /** By the token of the session. */
  const keyIds = new Map<string, string>();
  const server: IdentityServer = {
    app,
    origin,
    clock,
    logged,
    call: async (method, path, sent = {}) => {
      const { session = null } = sent;
      const cookie = `${sessionCookieName(origin)}=${session}`;
      const isBrowser = session !== null;
      const browser = isBrowser ? browserHeaders(origin, cookie, keyIds.get(session) ?? '') : {};
      const now = millisecondsOf(clock.now());
      const received = await call({ origin, method, path, now }, sent, browser);
      if (received.session !== null && received.body.browser_key_id !== undefined) {
        keyIds.set(received.session, received.body.browser_key_id);
      }
      return received;
    },
    firstPerson: async () => {
      const link = await firstRunLink(app);
      if (!link.ok || link.value === null) throw new Error('there is a person already');
      return somebody(softwareAuthenticator(), found => server.redeem(link.value ?? '', found));
    },
    invite: async (operator, roles, name = 'Somebody') => {
      const body = { name, roles };
      const made = await server.call('POST', '/v1/invitations', {
        body,
        session: operator.session,
      });
      if (made.status !== 201) throw new Error(`no invitation: ${JSON.stringify(made.body)}`);
      return somebody(softwareAuthenticator(), found => server.redeem(made.body.link, found));
    },
    redeem: async (link, authenticator = softwareAuthenticator(), name) => {
      const token = link.split('#')[1] ?? '';
      const asked = await server.call('POST', '/v1/invitations/redeem/options', {
        body: { token, key_digest: testBrowser.key_digest },
      });
      if (asked.status !== 200) return asked;
      const { challenge, options } = asked.body;
      const response = authenticator.create(options, origin);
      const { browser_key } = testBrowser;
      const named = name === undefined ? {} : { name };
      const body = { token, challenge, response, browser_key, ...named };
      return server.call('POST', '/v1/invitations/redeem', { body });
    },
    signIn: async (authenticator, session) => {
      const { key_digest, browser_key } = testBrowser;
      const { body: asked } = await server.call('POST', '/v1/session/options', {
        body: { key_digest },
      });
      const response = authenticator.get(asked.options, origin);
      const body = { challenge: asked.challenge, response, browser_key };
      return server.call('POST', '/v1/session', { body, session: session ?? null });
    },
    stepUp: async (session, authenticator) => {
      const asked = await server.call('POST', '/v1/session/step-up/options', { session });
      if (asked.status !== 200) return asked;
      const response = authenticator.get(asked.body.options, origin);
      const body = { challenge: asked.body.challenge, response };
      return server.call('POST', '/v1/session/step-up', { body, session });
    },
    close: async () => {
      await http.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

async function somebody(
  authenticator: SoftwareAuthenticator,
  redeem: (authenticator: SoftwareAuthenticator) => Promise<Received>,
): Promise<Somebody> {
  const { status, body, session } = await redeem(authenticator);
  if (status !== 201 || session === null) throw new Error(`not let in: ${JSON.stringify(body)}`);
  return { authenticator, session, person_id: body.person_id };
}

async function call(
  { origin, method, path, now }: SentCall & { readonly now: number },
  { body: sent, headers = {}, bearer }: Sent,
  browser: Readonly<Record<string, string>>,
): Promise<Received> {
  const name = sessionCookieName(origin);
  const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const response = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...provenHeaders({ origin, method, path, body }, browser, now),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const [cookie] = response.headers.getSetCookie();
  const set = cookie === undefined ? null : (cookie.split(';')[0]?.slice(name.length + 1) ?? null);
  return {
    status: response.status,
    body: JSON.parse(text),
    headers: response.headers,
    session: set,
  };
}

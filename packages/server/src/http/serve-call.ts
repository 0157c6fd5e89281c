import { type ClaimTaken, failClosed } from '@countersign/coordinator';
import { sha256OfBytes } from '@countersign/protocol/crypto';
import { ProtocolError, type Refusal } from '@countersign/protocol/reason';
import { browserProofHeader, serverTimeHeader } from '@countersign/protocol/session';
import { millisecondsOf, type Trace } from '@countersign/protocol/value';
import { Language, languageHeader } from '@countersign/wire/language';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { App } from '../app.ts';
import { claimChange, proofUsed } from '../identity/session.ts';
import { judgeOrigin } from './allowed-origin.ts';
import { type Answer, refuseCall, refusedWith } from './answer.ts';
import type { Authenticator, BrowserCredential } from './authenticate.ts';
import type { CallLimit } from './call-limit.ts';
import type { CallTurn } from './call-turn.ts';
import { type Caller, callerName, nobody, rightsOf } from './caller.ts';
import { addressGroup, clientAddress, type ProxyRules } from './client-address.ts';
import { readCookie, sessionCookieName } from './cookie.ts';
import { findCall, type KeyedAsk, keyedCall, type MadeCall } from './idempotent-store.ts';
import { type LargeTurn, largeBodyBytes } from './large-turn.ts';
import { namedAddress } from './loopback-name.ts';
import { provenCall } from './proven-call.ts';
import { readJson, readParameters } from './read-body.ts';
import type { Call, Route } from './route.ts';
import { judgeStoredCall } from './stored-sign-in.ts';

/** What every call shares besides the server itself. */
export interface CallSurroundings {
  readonly hosts: ReadonlySet<string>;
  readonly limit: CallLimit;
  readonly proxies: ProxyRules;
  readonly turn: CallTurn;
  readonly largeTurn: LargeTurn;
}

/** What is known of a call once it has been answered, for logs and metrics. */
interface ServedCall {
  readonly answer: Answer;
  readonly caller: Caller;
}

const emptyParameters = z.strictObject({});

const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * One call, in the order in which it can be refused: where it comes from, who sends it, how often, whether they
 * may, what they send. The route runs only after all of that, and an answer always follows.
 */
export async function serveCall(
  app: App,
  surroundings: CallSurroundings,
  route: Route,
  request: FastifyRequest,
  ended: () => AbortSignal,
  trace: Trace | null,
): Promise<ServedCall> {
  const { headers } = request;
  const named = route.page ? namedAddress(app.origin, headers.host, request.url) : null;
  if (named !== null) return { answer: redirectTo(named), caller: nobody };
  const session = readCookie(headers.cookie, sessionCookieName(app.origin));
  const authorization = headers.authorization ?? null;
  const isSafe = route.method === 'GET';
  const byCookie = session !== null && authorization === null;
  const foreign = judgeOrigin(
    headers,
    { origin: app.origin, hosts: hostsFor(app, surroundings, request, authorization), isSafe },
    byCookie,
  );
  if (foreign !== null) return { answer: refusedWith(foreign), caller: nobody };
  if (route.page) {
    const made = { caller: nobody, nonce: null, ended, trace };
    return { answer: await answerCall(app, route, request, made), caller: nobody };
  }

  const now = millisecondsOf(app.context.clock.now());
  const browser = byCookie ? browserOf(app, session, request) : null;
  const { nonce, refusal, ...found } = await identify(app, { authorization, browser });
  const caller = inLanguage(found.caller, headers[languageHeader]);
  const name = callerName(caller) ?? addressName(surroundings, route, request);
  const seconds = surroundings.limit.take(name, callsPerMinute(app, route, caller), now);
  if (seconds > 0) return { answer: tooMany(seconds), caller };

  const denial = judgeRights(route, caller, refusal) ?? judgeStoredCall(route, caller);
  if (denial !== null) return { answer: refusedNow(denial, now), caller };
  if (isLarge(request)) {
    // The body is not even read for a caller whose evaluation time is used up.
    const account = accountOf(caller);
    const pause = account === null ? 0 : app.evaluations.pauseOf(account);
    if (pause > 0) return { answer: tooMany(Math.ceil(pause / 1000)), caller };
    await surroundings.largeTurn(name);
  }
  const answer = await answerCall(app, route, request, { caller, nonce, ended, trace });
  return { answer, caller };
}

/**
 * A program that sends its key may call a loopback server by the number of its address too. A page cannot: it has no
 * key, and sessions and passkeys belong to the name.
 */
function hostsFor(
  { origin }: App,
  { hosts }: CallSurroundings,
  { headers: { host } }: FastifyRequest,
  authorization: string | null,
): ReadonlySet<string> {
  if (authorization === null || host === undefined) return hosts;
  return namedAddress(origin, host, '/') === null ? hosts : new Set([...hosts, host.toLowerCase()]);
}

/** A browser whose clock is wrong learns the time of the server, and tries again (SS-3). */
function refusedNow(refusal: Refusal, now: number): Answer {
  const answer = refusedWith(refusal);
  if (refusal.code !== 'session_proof_expired') return answer;
  return { ...answer, headers: { [serverTimeHeader]: String(now) } };
}

function browserOf(app: App, session: string, request: FastifyRequest): BrowserCredential {
  const proof = request.headers[browserProofHeader];
  return {
    session,
    proof: typeof proof === 'string' ? proof : null,
    call: {
      origin: app.origin,
      method: request.method,
      target: request.url,
      body_digest: sha256OfBytes(bodyOf(request)),
    },
  };
}

function isLarge(request: FastifyRequest): boolean {
  return bodyOf(request).length > largeBodyBytes;
}

/** The account that pays for the evaluations of this caller. Unknown callers have none, so that they do not share one. */
function accountOf(caller: Caller): string | null {
  return 'principal' in caller ? caller.principal.principal_id : callerName(caller);
}

/** Reading a large body takes time as an evaluation does, and counts as one (HI-3). */
function readBody<S extends z.ZodType>(
  { evaluations }: App,
  caller: Caller,
  schema: S,
  raw: Uint8Array,
): z.output<S> {
  const account = raw.length > largeBodyBytes ? accountOf(caller) : null;
  return account === null
    ? readJson(schema, raw)
    : evaluations.inline(account, () => readJson(schema, raw));
}

function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

function addressName(
  { proxies }: CallSurroundings,
  { purpose }: Route,
  { raw, headers }: FastifyRequest,
): string {
  const address = clientAddress(raw.socket.remoteAddress, headers, proxies);
  return `${purpose ?? 'call'} of ${addressGroup(address)}`;
}

/** Answers of channels are signed, and a channel sends the answers of all its people from one address. */
function callsPerMinute({ settings }: App, { purpose }: Route, caller: Caller): number {
  return caller.kind === 'nobody' && purpose !== 'answer'
    ? settings.anonymous_calls_per_minute
    : settings.calls_per_minute;
}

function redirectTo(location: string): Answer {
  return { kind: 'redirect', status: 307, location };
}

function tooMany(seconds: number): Answer {
  const answer = refuseCall('too_many_calls', `wait ${seconds} s`);
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}

/** An unknown language counts as none: the page is newer than this server, and gets English. */
function inLanguage(caller: Caller, given: unknown): Caller {
  const language = caller.kind === 'person' ? Language.safeParse(given).data : undefined;
  return caller.kind === 'person' && language !== undefined ? { ...caller, language } : caller;
}

/** A credential that cannot be verified authenticates no caller. The reason is given where the call needs a caller. */
async function identify(
  app: App,
  credentials: Parameters<Authenticator>[0],
): Promise<Pick<MadeBy, 'caller' | 'nonce'> & { readonly refusal: Refusal | null }> {
  if (credentials.authorization === null && credentials.browser === null) {
    return { caller: nobody, nonce: null, refusal: null };
  }
  const found = await failClosed(() => app.authenticate(credentials));
  return found.ok
    ? { ...found.value, refusal: null }
    : { caller: nobody, nonce: null, refusal: found.refusal };
}

function judgeRights(route: Route, caller: Caller, unverified: Refusal | null): Refusal | null {
  const held = rightsOf(caller);
  if (route.access.some(right => held.has(right))) return null;
  if (caller.kind === 'nobody') {
    return unverified ?? { code: 'not_authenticated', detail: `${route.id} needs a credential` };
  }
  const needsRecent = route.access.some(
    right =>
      (right === 'recent_person' && held.has('person')) ||
      (right === 'recent_browser' && caller.kind === 'person' && caller.lives === 'browser') ||
      (right === 'recent_operator' && held.has('operator')),
  );
  return needsRecent
    ? { code: 'step_up_missing', detail: 'the last sign-in is too old for this' }
    : { code: 'not_permitted', detail: `${route.id} is for: ${route.access.join(', ')}` };
}

/** Who makes a call, and what goes with it. */
interface MadeBy {
  readonly caller: Caller;
  /** Of the proof of a browser that writes. */
  readonly nonce: ClaimTaken | null;
  readonly ended: () => AbortSignal;
  readonly trace: Trace | null;
}

async function answerCall(
  app: App,
  route: Route,
  request: FastifyRequest,
  { caller, nonce, ended, trace }: MadeBy,
): Promise<Answer> {
  try {
    const params = readParameters(route.params ?? emptyParameters, request.params ?? {});
    if (!params.ok) return refusedWith(params.refusal);
    const query = readParameters(route.query ?? emptyParameters, request.query ?? {});
    if (!query.ok) return refusedWith(query.refusal);
    const raw = bodyOf(request);
    const isJson = (route.bodyForm ?? 'json') === 'json';
    if (route.body !== null && isJson && !isJsonType(request.headers['content-type'])) {
      return refuseCall('content_type_unsupported', 'expected application/json');
    }
    if (route.body === null && isJson && raw.length > 0) {
      return refuseCall('object_malformed', `${route.id} takes no body`);
    }
    const key = readKey(request);
    if (key === 'malformed') {
      return refuseCall('parameter_malformed', 'idempotency-key: expected 1 to 255 characters');
    }
    return await answerProven(app, route, nonce, {
      id: request.id,
      params: params.value,
      query: query.value,
      body: route.body === null || !isJson ? undefined : readBody(app, caller, route.body, raw),
      raw,
      headers: request.headers,
      caller,
      context: app.context,
      ended,
      trace,
      idempotencyKey: key,
    });
  } catch (error) {
    if (error instanceof ProtocolError) return refuseCall(error.code, error.message);
    app.log.error({ err: error, call_id: request.id, route: route.id }, 'a call failed');
    return refuseCall(
      'internal_error',
      'the call failed and may have had its effect; the log has the cause',
    );
  }
}

/** A write of a browser happens once with each proof, also where it has no key. */
async function answerProven(
  app: App,
  route: Route,
  nonce: ClaimTaken | null,
  call: Call,
): Promise<Answer> {
  if (nonce === null) return answerKeyed(app, route, call);
  const { context } = app;
  if (route.outside && call.caller.kind === 'person') {
    const claimed = await claimChange(context, call.caller.session_id, nonce, route.id);
    return claimed.ok ? answerKeyed(app, route, call) : refusedWith(claimed.refusal);
  }
  const proven = provenCall(context.store, nonce);
  const answer = await answerKeyed(app, route, {
    ...call,
    context: { ...context, store: proven.store },
  });
  return (await proven.isRepeated()) ? refusedWith(proofUsed.refusal) : answer;
}

/**
 * With a key the effect happens once: the claim in its commit decides. A repetition is answered from the effect of the
 * first call. That call is found before this one runs, or when this one commits too late.
 */
async function answerKeyed(app: App, route: Route, call: Call): Promise<Answer> {
  const { idempotencyKey: key, caller } = call;
  const name = callerName(caller);
  if (key === null || name === null || route.effects === undefined) return route.handle(app, call);
  const path = `${route.method} ${route.path} ${JSON.stringify(call.params)}`;
  const asked = { caller: name, key, route: path, body: sha256OfBytes(call.raw) };
  const made =
    (await findCall(app.context.store, asked)) ?? (await handleKeyed(app, route, call, asked));
  if ('kind' in made) return made;
  if (!made.isSame) {
    return refuseCall('idempotency_key_reused', 'the key was used for another call');
  }
  const replayed = await route.replay(app, call, made.stream);
  return { ...replayed, headers: { ...replayed.headers, 'idempotent-replayed': 'true' } };
}

async function handleKeyed(
  app: App,
  route: Route,
  call: Call,
  asked: KeyedAsk,
): Promise<Answer | MadeCall> {
  const { context } = call;
  const keyed = keyedCall(context.store, asked, route.effects ?? []);
  const answer = await route.handle(app, { ...call, context: { ...context, store: keyed.store } });
  if (keyed.repeated() || answer.kind === 'refused') {
    return (await findCall(context.store, asked)) ?? answer;
  }
  return answer;
}

function readKey(request: FastifyRequest): string | null | 'malformed' {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  return typeof key === 'string' && idempotencyKeyForm.test(key) ? key : 'malformed';
}

function isJsonType(header: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(header ?? '');
}

import { type Clock, type Context, loadDirectory } from '@countersign/coordinator';
import {
  activePerson,
  type DirectoryState,
  findApiKey,
  findService,
  type Lock,
  lockedBy,
  lockOn,
  lockOnSecret,
  ownerOf,
  secretDigest,
  tokenPrefix,
} from '@countersign/protocol/directory';
import { accept, type Refusal, type Result } from '@countersign/protocol/reason';
import { addSeconds, authenticated, isDue, type PersonId } from '@countersign/protocol/value';
import type { Logger } from 'pino';
import { callerOfHost, isHostAssertion } from '../channels/host-signature.ts';
import type { Authenticated, Authenticator, BrowserCredential } from '../http/authenticate.ts';
import type { Caller } from '../http/caller.ts';
import type { ServerSettings } from '../start/server-settings.ts';
import { agentTokenVerifier, type VerifyAgentToken } from './agent-token.ts';
import { kindOfSecret } from './api-key.ts';
import { type BrowserProofs, createBrowserProofs } from './browser-proof.ts';
import { type FoundSession, findSession, isTerminalToken, type OpenSession } from './session.ts';

interface AuthenticatorParts {
  readonly context: Context;
  readonly settings: Pick<ServerSettings, 'agent_tokens' | 'recent_seconds'>;
  /** Gets a warning where a token could not be checked at all. The operator must repair that. */
  readonly log?: Pick<Logger, 'warn'>;
}

const verifyWithinMilliseconds = 5000;

/** Every fault of a credential gets the same words, so a caller learns nothing about others by trying. */
const notValid = no({ code: 'not_authenticated', detail: 'the credential is not valid' });
const sessionOver = no({ code: 'session_expired', detail: 'there is no such session' });

function no(refusal: Refusal): Result<never> {
  return { ok: false, refusal };
}

/**
 * Finds out who is calling. The form of a credential decides what it can be, and each form can be one thing only. An
 * API key or a token of an agent makes its holder an agent, whatever the token says. A person comes from a session
 * alone. The session of a browser needs its cookie and a proof of its key (SS-1). The session of a terminal needs its
 * bearer token. Neither is accepted in the form of the other. Where there is an authorization header, the cookie does
 * not count.
 */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { context, settings } = parts;
  const verify =
    settings.agent_tokens === null
      ? null
      : withinTime(agentTokenVerifier(settings.agent_tokens, context.clock), parts);
  const needsOwner = settings.agent_tokens?.require_owner === true;
  const proofs = createBrowserProofs(context);
  return async ({ authorization, browser }) => {
    if (authorization === null) return callerOfBrowser(parts, proofs, browser);
    const token = bearerOf(authorization);
    if (token !== null && isTerminalToken(token)) {
      const found = await findSession(context, token, 'terminal');
      return found === null ? sessionOver : callerOfFound(parts, found, null);
    }
    const caller = token === null ? null : await callerOfBearer(context, token, verify, needsOwner);
    if (caller === null) return notValid;
    return 'lock_id' in caller ? no(lockedBy(caller)) : accept({ caller, nonce: null });
  };
}

/** Where a lock ended the session, the refusal says so, unless the person only has to sign in again. */
function callerOfFound(
  parts: AuthenticatorParts,
  found: FoundSession,
  nonce: Authenticated['nonce'],
): Result<Authenticated> {
  if (found.lock === undefined) return accept({ caller: callerOfSession(parts, found), nonce });
  return isOver(found.lock) ? sessionOver : no(lockedBy(found.lock));
}

/** The cookie finds the session, and decides nothing: the proof does (SS-1). */
async function callerOfBrowser(
  parts: AuthenticatorParts,
  proofs: BrowserProofs,
  browser: BrowserCredential | null,
): Promise<Result<Authenticated>> {
  const found = browser && (await findSession(parts.context, browser.session, 'browser'));
  if (browser === null || found === null) return sessionOver;
  const proven = await proofs.verify(found.session, browser);
  if (!proven.ok) return proven;
  return callerOfFound(parts, found, proven.value);
}

function bearerOf(header: string): string | null {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? null;
}

async function callerOfBearer(
  context: Context,
  token: string,
  verify: VerifyAgentToken | null,
  needsOwner: boolean,
): Promise<Caller | Lock | null> {
  const kind = kindOfSecret(token);
  if (kind !== null) return callerOfSecret(context, kind, token);
  if (isHostAssertion(token)) return callerOfHost(context, token);
  return verify === null || token.split('.').length !== 3
    ? null
    : callerOfToken(context, verify, token, needsOwner);
}

async function callerOfSecret(
  context: Context,
  kind: 'api_key' | 'service',
  secret: string,
): Promise<Caller | Lock | null> {
  const { state } = await loadDirectory(context);
  const digest = secretDigest(secret);
  if (kind === 'service') {
    const service = findService(state, digest);
    if (service === null) return lockOnSecret(state, digest);
    const { service_id } = service;
    const principal = authenticated({
      kind: 'service',
      principal_id: service_id,
      roles: [],
      assurance: 'service_key',
    });
    return { kind: 'service', principal, service_id };
  }
  const key = findApiKey(state, digest, context.clock.now());
  if (key === null) return lockOnSecret(state, digest);
  const lock = lockOfAgents(state, key.credential_id, key.agent_ids);
  if (lock !== null) return lock;
  const {
    credential_id,
    verbs,
    agent_ids,
    executor,
    owner,
    subject_ids = [],
    tool_server = null,
    edge_key = null,
  } = key;
  const subjects = owner === null ? subject_ids : [owner, ...subject_ids];
  const principal = authenticated({ kind: 'agent', principal_id: credential_id, roles: [] });
  const rights = { verbs, agent_ids, executor, subject_ids: subjects, tool_server, edge_key };
  return { kind: 'agent', principal, ...rights, owner: null };
}

/** The lock on a key, or on all of its agents. A key with one unlocked agent still speaks for that agent. */
function lockOfAgents(
  state: DirectoryState,
  credential_id: string,
  agent_ids: readonly string[],
): Lock | null {
  const key = lockOn(state, [{ kind: 'key', credential_id }]);
  if (key !== null || agent_ids.length === 0) return key;
  const locks = agent_ids.map(agent_id => lockOn(state, [{ kind: 'agent', agent_id }]));
  return locks.every(lock => lock !== null) ? (locks[0] ?? null) : null;
}

/** After the lift, and under a lock on everything, the person signs in again. */
function isOver({ target, lifted_at }: Lock): boolean {
  return lifted_at !== null || target.kind === 'everything';
}

async function callerOfToken(
  context: Context,
  verify: VerifyAgentToken,
  token: string,
  needsOwner: boolean,
): Promise<Caller | Lock | null> {
  const found = await verify(token);
  if (found === null) return null;
  const { subject, owner, ...rights } = found;
  // Its own space of names: the issuer could otherwise name a registered credential, or a person.
  const principal_id = `${tokenPrefix}${subject}`;
  const { state } = await loadDirectory(context);
  const lock =
    lockOfAgents(state, principal_id, rights.agent_ids) ??
    (owner === null ? null : lockOn(state, [{ kind: 'person', person_id: owner }]));
  if (lock !== null) return lock;
  if (owner === null ? needsOwner : !mayOwn(state, owner, rights.agent_ids)) return null;
  const principal = authenticated({ kind: 'agent', principal_id, roles: [] });
  const subject_ids = owner === null ? rights.subject_ids : [owner, ...rights.subject_ids];
  return { kind: 'agent', principal, ...rights, subject_ids, owner, edge_key: null };
}

/** A token names an active person, the same one as the directory: an agent has one owner (ID-5, ID-16). */
function mayOwn(state: DirectoryState, owner: PersonId, agent_ids: readonly string[]): boolean {
  const isOther = (known: PersonId | null): boolean => known !== null && known !== owner;
  return (
    activePerson(state, owner) !== null &&
    !agent_ids.some(agent_id => isOther(ownerOf(state, agent_id)))
  );
}

function callerOfSession(
  { context, settings }: AuthenticatorParts,
  { session, person, lent }: OpenSession,
): Caller {
  const { session_id, credential_id, person_id, assurance, proven_at, lives, use } = session;
  const { roles } = person;
  return {
    kind: 'person',
    principal: authenticated({
      kind: 'human',
      principal_id: credential_id,
      person_id,
      roles,
      assurance,
    }),
    person_id,
    roles,
    lent,
    session_id,
    proven_at,
    lives,
    use,
    is_recent: !isDue(addSeconds(proven_at, settings.recent_seconds), context.clock.now()),
  };
}

/** A verifier that throws, or has not answered in time, has not verified (ID-2). */
function withinTime(
  verify: VerifyAgentToken,
  { context, log }: AuthenticatorParts,
): VerifyAgentToken {
  return async token => {
    const over = new AbortController();
    try {
      return await Promise.race([verify(token), timeIsUp(context.clock, over.signal)]);
    } catch (error) {
      // The error itself may carry what the token says, so only its name is written down.
      const { code = 'unknown' } = error as { readonly code?: unknown };
      if (!isFaultOfToken(code)) log?.warn({ code }, 'an agent token could not be checked');
      return null;
    } finally {
      over.abort('ended');
    }
  };
}

/** Anything else is about the keys of the issuer. */
function isFaultOfToken(code: unknown): boolean {
  return /^ERR_(JWT|JWS|JWE|JWKS_NO_MATCHING|JWKS_MULTIPLE|JOSE_ALG|JOSE_NOT)/.test(String(code));
}

async function timeIsUp(clock: Clock, signal: AbortSignal): Promise<never> {
  await clock.pause(verifyWithinMilliseconds, signal);
  throw new Error(`the keys of the issuer did not come within ${verifyWithinMilliseconds} ms`);
}

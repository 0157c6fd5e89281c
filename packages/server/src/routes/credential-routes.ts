import { changeDirectory, loadDirectory } from '@countersign/coordinator';
import {
  type Credential,
  type DirectoryState,
  lockedBy,
  lockOn,
  type CredentialFacts as RegisteredFacts,
} from '@countersign/protocol/directory';
import { actorOf, isDue, operatorRole } from '@countersign/protocol/value';
import { OwnCredential } from '@countersign/wire/agent-answers';
import {
  CredentialFacts,
  CredentialPage,
  CredentialParams,
  CredentialQuery,
  CredentialRotation,
  NewApiKey,
  NewHost,
  NewService,
  RegisteredCredential,
} from '@countersign/wire/credentials';
import { ReasonBody } from '@countersign/wire/requests';
import type { HouseChange } from '../house/describe-changes.ts';
import { governed } from '../house/governed-route.ts';
import { answerChange, changeOrAsk } from '../house/open-change.ts';
import { type Answer, answerTo, json, refuseCall, refusedWith } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofDirectory } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type MadeSecret, makeSecret, type SecretKind } from '../identity/api-key.ts';
import { uuidFor } from '../identity/call-uuid.ts';
import { representCredential } from './credential-representation.ts';
import { passkeyRoutes } from './passkey-routes.ts';

type Calling = Pick<Call, 'caller' | 'context' | 'idempotencyKey'>;

/** How credentials of programs are made, and how any credential is revoked. */
export const credentialRoutes: readonly Route[] = [
  ...passkeyRoutes,
  route({
    method: 'GET',
    path: '/v1/credentials',
    id: 'listCredentials',
    tag: 'credentials',
    summary:
      'Credentials by id, in pages: all of them for an operator, their own for everyone else',
    access: ['person'],
    query: CredentialQuery,
    answers: { 200: CredentialPage },
    handle: async (_app, { caller, context, query }) => {
      const { state } = await loadDirectory(context);
      const seen = [...state.credentials.values()]
        .filter(credential => isWithinSight(caller, credential))
        .filter(({ credential_id }) => credential_id > (query.after ?? ''))
        .sort((a, b) => (a.credential_id < b.credential_id ? -1 : 1));
      const page = seen.slice(0, query.limit);
      return json({
        credentials: page.map(representCredential),
        next: seen.length > page.length ? (page.at(-1)?.credential_id ?? null) : null,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/credential',
    id: 'getOwnCredential',
    tag: 'credentials',
    summary: 'What the credential of the caller may do, and the time of the server',
    access: ['propose', 'consume', 'observe'],
    answers: { 200: OwnCredential },
    handle: async (_app, { caller, context }) => {
      if (caller.kind !== 'agent') return refuseCall('not_permitted', 'expected an agent');
      const { principal, verbs, agent_ids, executor } = caller;
      const { principal_id } = principal;
      return json({
        principal_id,
        verbs: [...verbs],
        agent_ids: [...agent_ids],
        executor,
        now: context.clock.now(),
      });
    },
  }),
  governed(
    route({
      method: 'POST',
      path: '/v1/credentials/api-keys',
      id: 'makeApiKey',
      stored: 'judged',
      tag: 'credentials',
      summary: 'Make an API key for agents or an executor; it is shown once',
      access: ['recent_operator'],
      problems: ofDirectory,
      body: NewApiKey,
      answers: { 201: RegisteredCredential },
      effects: ['credential.registered'],
      handle: async (_app, call) => {
        const { body, caller, context } = call;
        if (caller.kind !== 'person') return notOperator();
        const { owner = caller.person_id, expires_at, ...facts } = body;
        if (expires_at !== null && isDue(expires_at, context.clock.now())) return tooEarly();
        const { secret, ...made } = makeSecret('api_key', uuidFor(call));
        const noPerson = { person_id: null, public_key: null };
        const key = { kind: 'api_key', ...made, ...noPerson, ...facts, owner, expires_at } as const;
        return register(call, [{ type: 'register_credential', credential: key }], secret);
      },
      replay: (_app, call) => answerRegistered(call, 'api_key'),
    }),
  ),
  governed(
    route({
      method: 'POST',
      path: '/v1/credentials/hosts',
      id: 'registerHost',
      stored: 'judged',
      tag: 'credentials',
      summary: 'Register the key of a host that signs what people confirm in its conversations',
      access: ['recent_operator'],
      problems: ofDirectory,
      body: NewHost,
      answers: { 201: RegisteredCredential },
      effects: ['credential.registered'],
      handle: async (_app, call) => {
        const credential_id = hostId(call);
        const host = { kind: 'host', credential_id, person_id: null, ...call.body } as const;
        return register(call, [{ type: 'register_credential', credential: host }], null);
      },
      replay: (_app, call) => answerCredential(call, hostId(call)),
    }),
  ),
  governed(
    route({
      method: 'POST',
      path: '/v1/credentials/services',
      id: 'registerService',
      stored: 'judged',
      tag: 'credentials',
      summary: 'Register a service that decides where a stage lists it; its secret is shown once',
      access: ['recent_operator'],
      problems: ofDirectory,
      body: NewService,
      answers: { 201: RegisteredCredential },
      effects: ['credential.registered'],
      handle: async (_app, call) => {
        const { label, service_id, public_key = null } = call.body;
        const { secret, secret_digest, credential_id } = makeSecret('service', uuidFor(call));
        const service = {
          kind: 'service',
          credential_id,
          person_id: null,
          public_key,
          secret_digest: public_key === null ? secret_digest : null,
          service_id,
          label,
        } as const;
        const told = public_key === null ? secret : null;
        return register(call, [{ type: 'register_credential', credential: service }], told);
      },
      replay: (_app, call) => answerRegistered(call, 'service'),
    }),
  ),
  route({
    method: 'POST',
    path: '/v1/credentials/:credential_id/revoke',
    id: 'revokeCredential',
    stored: 'stops',
    tag: 'credentials',
    summary:
      'Revoke a credential immediately and permanently: any for an operator, their own passkey for everyone else',
    access: ['recent_person'],
    problems: ofDirectory,
    params: CredentialParams,
    body: ReasonBody,
    answers: { 200: CredentialFacts },
    effects: ['credential.revoked'],
    handle: async (_app, { caller, context, params, body }) => {
      const { credential_id } = params;
      const { state } = await loadDirectory(context);
      const found = state.credentials.get(credential_id);
      if (caller.kind !== 'person' || found === undefined || !mayRevoke(caller, found)) {
        return notFound();
      }
      const change = { type: 'revoke_credential', credential_id, reason: body.reason } as const;
      const revoked = await changeDirectory(context, change, actorOf(caller.principal));
      return answerTo(revoked, after =>
        answerFound(after, credential_id, representCredential, 200),
      );
    },
    replay: async (_app, { context, params }) => {
      const { state } = await loadDirectory(context);
      return answerFound(state, params.credential_id, representCredential, 200);
    },
  }),
  governed(
    route({
      method: 'POST',
      path: '/v1/credentials/:credential_id/rotate',
      id: 'rotateCredential',
      stored: 'judged',
      tag: 'credentials',
      summary: 'Make a new API key or service secret with the same rights, and revoke this one',
      access: ['recent_operator'],
      problems: ofDirectory,
      params: CredentialParams,
      body: CredentialRotation,
      answers: { 201: RegisteredCredential },
      effects: ['credential.registered'],
      handle: async (_app, call) => {
        const { context, params, body } = call;
        const { state } = await loadDirectory(context);
        const old = state.credentials.get(params.credential_id);
        if (old === undefined || old.revoked_at !== null) return notFound();
        const isSecret =
          old.kind === 'api_key' || (old.kind === 'service' && old.secret_digest !== null);
        const lock = lockOn(state, [{ kind: 'key', credential_id: params.credential_id }]);
        if (lock !== null) return refusedWith(lockedBy(lock));
        if (!isSecret)
          return refuseCall('credential_not_permitted', 'the credential has no secret to replace');
        const { secret, ...made } = makeSecret(old.kind, uuidFor(call));
        const { by: _by, registered_at: _at, revoked_at: _gone, ...facts } = old;
        const credential: RegisteredFacts = { ...facts, ...made };
        if (credential.kind === 'api_key') {
          const expires_at = body.expires_at ?? credential.expires_at;
          if (expires_at !== null && isDue(expires_at, context.clock.now())) return tooEarly();
          credential.expires_at = expires_at;
        }
        const { credential_id } = old;
        const revoke = { type: 'revoke_credential', credential_id, reason: 'rotated' } as const;
        const changes: HouseChange[] = [{ type: 'register_credential', credential }];
        return register(call, body.keep ? changes : [...changes, revoke], secret);
      },
      replay: async (_app, call) => {
        const { state } = await loadDirectory(call.context);
        const old = state.credentials.get(call.params.credential_id);
        return answerRegistered(call, old?.kind === 'service' ? 'service' : 'api_key');
      },
    }),
  ),
];

async function register(
  { caller, context }: Calling,
  changes: readonly HouseChange[],
  secret: string | null,
): Promise<Answer> {
  if (caller.kind !== 'person') return notOperator();
  const registered = await changeOrAsk(context, changes, caller);
  const [first] = changes;
  const id = first?.type === 'register_credential' ? first.credential.credential_id : '';
  return answerChange(
    registered,
    state =>
      answerFound(state, id, found => ({ credential: representCredential(found), secret }), 201),
    { secret },
  );
}

/** For a repeated call: the credential exists, and its secret was told before. */
function answerRegistered(call: Calling, kind: SecretKind): Promise<Answer> {
  const { credential_id }: MadeSecret = makeSecret(kind, uuidFor(call));
  return answerCredential(call, credential_id);
}

async function answerCredential({ context }: Calling, credentialId: string): Promise<Answer> {
  const { state } = await loadDirectory(context);
  const represent = (found: Credential) => ({
    credential: representCredential(found),
    secret: null,
  });
  return answerFound(state, credentialId, represent, 201);
}

function answerFound(
  state: DirectoryState,
  credentialId: string,
  represent: (found: Credential) => unknown,
  status: number,
): Answer {
  const found = state.credentials.get(credentialId);
  return found === undefined ? notFound() : json(represent(found), status);
}

function hostId(call: Calling): string {
  return `host_${uuidFor(call).replaceAll('-', '')}`;
}

function isOperator(caller: Caller): boolean {
  return caller.kind === 'person' && caller.roles.includes(operatorRole);
}

function isWithinSight(caller: Caller, credential: Credential): boolean {
  if (caller.kind !== 'person') return false;
  const isOwn = credential.person_id === caller.person_id;
  const isOfOwnAgents = credential.kind === 'api_key' && credential.owner === caller.person_id;
  return isOperator(caller) || isOwn || isOfOwnAgents;
}

function mayRevoke(caller: Caller, { kind, person_id }: Credential): boolean {
  const isOwn = caller.kind === 'person' && person_id === caller.person_id;
  return isOperator(caller) || (isOwn && kind === 'passkey');
}

function notOperator(): Answer {
  return refuseCall('not_permitted', 'only an operator may do this');
}

/** A credential of another person is answered like one that does not exist. */
function notFound(): Answer {
  return refuseCall('credential_not_found', 'there is no such credential in use');
}

function tooEarly(): Answer {
  return refuseCall('parameter_malformed', 'expires_at: expected a time in the future');
}

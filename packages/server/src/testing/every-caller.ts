import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { changeDirectory } from '@countersign/coordinator';
import { assembleJws, jwsSigningInput, PublicKey } from '@countersign/protocol/crypto';
import type { CredentialFacts } from '@countersign/protocol/directory';
import type { JsonObject } from '@countersign/protocol/json';
import { addSeconds, systemActor } from '@countersign/protocol/value';
import { hostAssertionType } from '../channels/host-signature.ts';
import { sessionCookieName } from '../http/cookie.ts';
import type { Right } from '../http/right.ts';
import { makeSecret } from '../identity/api-key.ts';
import { type StartedSession, startSession } from '../identity/session.ts';
import type { SignedIn, StartedServer } from './started-server.ts';
import { browserHeaders, testBrowser } from './test-browser.ts';

/** A kind of caller: what they send, and what they may, said here a second time and by hand. */
export interface KindOfCaller {
  readonly name: string;
  /** Asked for at each call, since what a host signs is soon too old. */
  headers(): Readonly<Record<string, string>>;
  readonly rights: ReadonlySet<Right>;
  /** Whether the server can know them at all. */
  readonly known: boolean;
}

/** An agent host, which can sign anything with its key. */
interface TestHost {
  readonly credential_id: string;
  jws(typ: string, payload: JsonObject): string;
}

const agentId = 'billing-bot';
const recentPerson = ['person', 'recent_person', 'recent_browser'] as const;

/** All kinds of callers, each of them real. */
export async function everyCaller(server: StartedServer): Promise<readonly KindOfCaller[]> {
  const stranger = makeSecret('api_key', randomUUID()).secret;
  const all = ['propose', 'consume', 'observe'] as const;
  const executor = 'billing-executor';
  const key = (verb: (typeof all)[number]) =>
    server.apiKey({ verbs: [verb], agent_ids: [agentId], executor });
  const host = await registerHost(server);
  const { storeId } = await server.app.context.store.readState();
  const knownTo = (rights: readonly Right[], name: string, made: Headers): KindOfCaller => ({
    name,
    headers: () => made,
    rights: new Set<Right>(['anyone', ...rights]),
    known: true,
  });
  const unknown = (name: string, made: Headers): KindOfCaller => ({
    ...knownTo([], name, made),
    known: false,
  });
  const person = async (roles: readonly string[]) => (await server.person(roles)).headers;
  // First, since the last operator cannot be removed.
  const operator = await person(['operator']);
  const terminal = await terminalOf(server);
  const cookie = sessionCookieName(server.origin);
  return [
    unknown('nobody', {}),
    unknown('a wrong bearer', { authorization: `Bearer ${stranger}` }),
    unknown('a deactivated person', await deactivated(server)),
    unknown('an expired session', await expired(server)),
    unknown('a cookie that is sent as a bearer', {
      authorization: `Bearer ${(operator['cookie'] ?? '').slice(cookie.length + 1)}`,
    }),
    unknown('a stolen cookie', {
      origin: server.origin,
      cookie: operator['cookie'] ?? '',
    }),
    unknown('a token of a terminal that is sent as a cookie', {
      ...operator,
      cookie: `${cookie}=${await terminalOf(server)}`,
    }),
    knownTo(['propose'], 'a propose key', await key('propose')),
    knownTo(['consume'], 'a consume key', await key('consume')),
    knownTo(['observe'], 'an observe key', await key('observe')),
    knownTo(
      all,
      'a key with every verb',
      await server.apiKey({ verbs: all, agent_ids: [agentId], executor }),
    ),
    knownTo(
      all,
      'the key of another agent',
      await server.apiKey({ verbs: all, agent_ids: ['other-bot'], executor: 'other-executor' }),
    ),
    knownTo(
      ['propose', 'edge'],
      'an edge',
      await server.apiKey({
        verbs: ['edge', 'propose'],
        agent_ids: [agentId],
        edge_key: edgeKey(),
      }),
    ),
    knownTo(['service'], 'a service', await registerService(server)),
    {
      ...knownTo(['host'], 'a host', {}),
      headers: () => {
        const payload = {
          type: 'countersign/host/v1',
          store_id: storeId,
          issued_at: server.app.context.clock.now(),
        };
        return { authorization: `Bearer ${host.jws(hostAssertionType, payload)}` };
      },
    },
    knownTo(recentPerson, 'a person without a role', await person([])),
    knownTo([...recentPerson, 'role'], 'a reviewer', await person(['reviewer'])),
    knownTo(['person', 'role', 'recent_person', 'operator', 'recent_operator'], 'a terminal', {
      authorization: `Bearer ${terminal}`,
    }),
    knownTo(['person', 'role', 'operator'], 'an operator from before', await notRecent(server)),
    knownTo(
      [...recentPerson, 'role', 'operator', 'recent_operator'],
      'a recent operator',
      operator,
    ),
  ];
}

type Headers = Readonly<Record<string, string>>;

export async function registerHost(server: StartedServer): Promise<TestHost> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const credential_id = `host_${randomUUID().replaceAll('-', '')}`;
  await register(server, {
    kind: 'host',
    credential_id,
    person_id: null,
    public_key: PublicKey.parse({ kty, crv, x }),
    agent_ids: [agentId],
    label: 'a test',
  });
  return {
    credential_id,
    jws: (typ, payload) => {
      const input = jwsSigningInput({ kid: credential_id, typ, payload });
      return assembleJws(input, sign(null, Buffer.from(input), privateKey));
    },
  };
}

/** A service that no stage lists. */
async function registerService(server: StartedServer): Promise<Headers> {
  const { secret, secret_digest, credential_id } = makeSecret('service', randomUUID());
  await register(server, {
    kind: 'service',
    credential_id,
    person_id: null,
    public_key: null,
    secret_digest,
    service_id: `service-${randomUUID()}`,
    label: 'a test',
  });
  return { authorization: `Bearer ${secret}` };
}

async function register(server: StartedServer, credential: CredentialFacts): Promise<void> {
  const { context } = server.app;
  const change = { type: 'register_credential', credential } as const;
  const changed = await changeDirectory(context, change, systemActor);
  if (!changed.ok) throw new Error(changed.refusal.detail);
}

async function deactivated(server: StartedServer): Promise<Headers> {
  const { person_id, headers } = await server.person(['operator', 'reviewer']);
  const change = { type: 'change_person', person_id, active: false } as const;
  const changed = await changeDirectory(server.app.context, change, systemActor);
  if (!changed.ok) throw new Error(changed.refusal.detail);
  return headers;
}

/** A session that ended a second ago: its cookie is valid except for the time. */
function expired(server: StartedServer): Promise<Headers> {
  return sessionOf(server, ({ now }) => ({ seconds: 1, expiresAt: addSeconds(now, -1) }));
}

function notRecent(server: StartedServer): Promise<Headers> {
  const { recent_seconds } = server.app.settings;
  return sessionOf(server, ({ now }) => ({
    seconds: 3600,
    provenAt: addSeconds(now, -recent_seconds - 1),
  }));
}

/** The bearer token of a terminal that an operator signed in. */
async function terminalOf(server: StartedServer): Promise<string> {
  return (await started(server, () => ({ seconds: 3600, browserKey: null }))).token;
}

type Start = Parameters<typeof startSession>[1];
type Lasting = (at: {
  now: ReturnType<StartedServer['app']['context']['clock']['now']>;
}) => Pick<Start, 'seconds' | 'expiresAt' | 'provenAt'> & Partial<Pick<Start, 'browserKey'>>;

async function sessionOf(server: StartedServer, lasting: Lasting): Promise<Headers> {
  const { token, session } = await started(server, lasting);
  const cookie = `${sessionCookieName(server.origin)}=${token}`;
  return browserHeaders(server.origin, cookie, session.browser_key?.browser_key_id ?? null);
}

async function started(server: StartedServer, lasting: Lasting): Promise<StartedSession> {
  const { context } = server.app;
  const { person_id: personId }: SignedIn = await server.person(['operator', 'reviewer']);
  const credentialId = await accountOf(server, personId);
  const begun = await startSession(context, {
    personId,
    credentialId,
    assurance: 'session',
    browserKey: testBrowser.browser_key,
    ...lasting({ now: context.clock.now() }),
  });
  if (!begun.ok) throw new Error(begun.refusal.detail);
  return begun.value;
}

async function accountOf(server: StartedServer, person_id: SignedIn['person_id']): Promise<string> {
  const credential_id = `account-${randomUUID()}`;
  await register(server, {
    kind: 'oidc',
    credential_id,
    person_id,
    public_key: null,
    subject_digest: `sha256:${randomUUID().replaceAll('-', '').repeat(2)}` as never,
  });
  return credential_id;
}

function edgeKey(): PublicKey {
  const { kty, crv, x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return { kty, crv, x } as PublicKey;
}

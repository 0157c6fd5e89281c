import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckpointSink, type Clock, changeDirectory } from '@countersign/coordinator';
import { openFileSigner } from '@countersign/keys';
import { fileCheckpoints, openFileAnchor } from '@countersign/outside';
import type { PublicKey } from '@countersign/protocol/crypto';
import {
  type ApiKeyVerb,
  type CredentialFacts,
  secretDigest,
} from '@countersign/protocol/directory';
import { idFromUuid, PersonId, systemActor } from '@countersign/protocol/value';
import type { OwnPlaces } from '@countersign/risk';
import { openPostgresStore } from '@countersign/store-postgres';
import { openSqliteStore } from '@countersign/store-sqlite';
import { sessionCookieName } from '../http/cookie.ts';
import type { Route } from '../http/route.ts';
import { makeSecret } from '../identity/api-key.ts';
import { startSession } from '../identity/session.ts';
import { createLogger } from '../observability/logger.ts';
import { readSite } from '../pages/read-site.ts';
import { processClock } from '../start/process-clock.ts';
import { type RunningServer, startServer } from '../start/start-server.ts';
import type { PublishedWebhookSigner } from '../webhooks/webhook-signature.ts';
import { type Called, type CallOptions, callServer } from './call-server.ts';
import { freePort } from './free-port.ts';
import { browserHeaders, testBrowser } from './test-browser.ts';

export interface StartedOptions {
  readonly policy?: string | (() => string);
  readonly settings?: Record<string, unknown>;
  /** A Postgres connection string; SQLite in a folder of its own where none is given. */
  readonly database?: string;
  /** Share the folder of another one: a second replica, or a restart. */
  readonly folder?: string;
  readonly clock?: Clock;
  /** What the process at this origin says about its own files. */
  readonly own?: (origin: string) => OwnPlaces;
  readonly sink?: CheckpointSink;
  /** Where checkpoints are kept and compared, instead of a sink. */
  readonly checkpointFile?: string;
  readonly moreRoutes?: readonly Route[];
  /** The folder of the built pages. */
  readonly site?: URL;
  readonly port?: number;
  /** The address that people use, where it is that of another replica; it is then called as that host. */
  readonly origin?: string;
  /** The second clock, where a test wants the first one judged. */
  readonly elapsedSeconds?: () => number;
  /** Where log lines go; nowhere by default. */
  readonly logTo?: (line: string) => void;
}

/** A whole server on loopback, with everything real but the clock where a test brings one. */
export interface StartedServer extends RunningServer {
  readonly folder: string;
  readonly port: number;
  /** Makes a person with these roles, signed in; the headers are those of their browser. */
  person(roles: readonly string[]): Promise<SignedIn>;
  /** A further session of a person, with a credential that they have. */
  signIn(personId: PersonId, credentialId: string): Promise<SignedIn>;
  /** Makes an API key; answers the headers that carry it. */
  apiKey(facts: {
    readonly verbs: readonly ApiKeyVerb[];
    readonly edge_key?: PublicKey;
    readonly agent_ids?: readonly string[];
    readonly subject_ids?: readonly PersonId[];
    readonly tool_server?: string;
    readonly executor?: string;
    readonly owner?: PersonId;
  }): Promise<Readonly<Record<string, string>>>;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface SignedIn {
  readonly person_id: PersonId;
  readonly headers: Readonly<Record<string, string>>;
}

export const samplePolicy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
rules:
  - id: reading
    match: { tool: "read.*" }
    outcome: allow
  - id: never
    match: { tool: "forbidden.*" }
    outcome: deny
`;

export async function startedServer(options: StartedOptions = {}): Promise<StartedServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'countersign-server-'));
  const clock = options.clock ?? processClock;
  const ids = { uuid: () => randomUUID() };
  const port = options.port ?? (await freePort());
  const address = `http://localhost:${port}`;
  const origin = options.origin ?? address;
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  const store =
    options.database === undefined
      ? await openSqliteStore({
          path: join(folder, 'data', 'countersign.db'),
          clock,
          ids,
          turn: () => new Promise(done => setImmediate(done)),
        })
      : await openPostgresStore({ connection: options.database, clock, ids });
  const destination = { write: (line: string) => options.logTo?.(line) };
  const server = await startServer({
    store,
    signer: await openFileSigner({ issuer: 'countersign', folder: join(folder, 'keys'), clock }),
    anchor: openFileAnchor({
      file: join(folder, 'anchor', `${options.database === undefined ? 'one' : port}.mark`),
      dataFolder: join(folder, 'data'),
    }),
    webhookSigner: createWebhookSigner(),
    sink: options.sink ?? sinkTo(options.checkpointFile),
    ...(options.checkpointFile === undefined ? {} : { checkpointFile: options.checkpointFile }),
    clock,
    ids,
    log: createLogger({ level: options.logTo === undefined ? 'silent' : 'info', destination }),
    monotonicSeconds: () => performance.now() / 1000,
    ...(options.elapsedSeconds === undefined ? {} : { elapsedSeconds: options.elapsedSeconds }),
    readPolicy: async () => [{ name: 'policy.yaml', text: policyText(options), layer: 'operator' }],
    ...(options.own === undefined ? {} : { own: options.own(origin) }),
    secret: Buffer.alloc(32, 7),
    settings: {
      calls_per_minute: 600_000,
      anonymous_calls_per_minute: 600_000,
      hosts: options.origin === undefined ? [] : [`localhost:${port}`],
      ...options.settings,
    },
    origin,
    host: '127.0.0.1',
    port,
    site: options.site === undefined ? null : readSite(options.site),
    ...(options.moreRoutes === undefined ? {} : { moreRoutes: options.moreRoutes }),
  });
  return {
    ...server,
    folder,
    port,
    person: roles => addAndSignIn(server, roles),
    signIn: (personId, credentialId) => signIn(server, personId, credentialId),
    apiKey: async facts => {
      const { secret, secret_digest, credential_id } = makeSecret('api_key', randomUUID());
      await register(server, {
        kind: 'api_key',
        credential_id,
        person_id: null,
        public_key: null,
        secret_digest,
        agent_ids: [...(facts.agent_ids ?? [])],
        ...(facts.subject_ids === undefined ? {} : { subject_ids: [...facts.subject_ids] }),
        ...(facts.tool_server === undefined ? {} : { tool_server: facts.tool_server }),
        ...(facts.edge_key === undefined ? {} : { edge_key: facts.edge_key }),
        executor: facts.executor ?? null,
        verbs: [...facts.verbs],
        owner: facts.owner ?? null,
        label: 'a test',
        expires_at: null,
      });
      return { authorization: `Bearer ${secret}` };
    },
    call: (method, path, options) => callServer(address, method, path, options),
    remove: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function policyText({ policy = samplePolicy }: StartedOptions): string {
  return typeof policy === 'string' ? policy : policy();
}

/** The sample policy with every change of the house under one chain. */
export const governedPolicy = `${samplePolicy}governance: { default: reviewer }\n`;

/**
 * A server whose policy has governance. The people come first: a policy that no one could change again does not come
 * into force.
 */
export async function startedWithGovernance(
  people: readonly (readonly string[])[],
  options: StartedOptions = {},
): Promise<{ readonly server: StartedServer; readonly people: readonly SignedIn[] }> {
  const first = await startedServer({ ...options, policy: samplePolicy });
  const { folder, port } = first;
  const signedIn: SignedIn[] = [];
  for (const roles of people) signedIn.push(await first.person(roles));
  await first.close();
  const server = await startedServer({ policy: governedPolicy, ...options, folder, port });
  return { server, people: signedIn };
}

function sinkTo(file: string | undefined): CheckpointSink {
  return file === undefined ? { publish: async () => undefined } : fileCheckpoints({ file });
}

function createWebhookSigner(): PublishedWebhookSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
    signBytes: async message => sign(null, message, privateKey),
  };
}

async function register(server: RunningServer, credential: CredentialFacts): Promise<void> {
  await must(
    changeDirectory(server.app.context, { type: 'register_credential', credential }, systemActor),
  );
}

async function addAndSignIn(server: RunningServer, roles: readonly string[]): Promise<SignedIn> {
  const { context } = server.app;
  const person_id = idFromUuid(PersonId, 'person', randomUUID());
  const credential_id = `account-${randomUUID()}`;
  const profile = { name: 'Test Person', email: null };
  await must(
    changeDirectory(context, { type: 'add_person', person_id, roles, profile }, systemActor),
  );
  await register(server, {
    kind: 'oidc',
    credential_id,
    person_id,
    public_key: null,
    subject_digest: secretDigest(credential_id),
  });
  return signIn(server, person_id, credential_id);
}

async function signIn(
  server: RunningServer,
  person_id: PersonId,
  credentialId: string,
): Promise<SignedIn> {
  const { token, session } = await must(
    startSession(server.app.context, {
      personId: person_id,
      credentialId,
      assurance: 'session',
      seconds: 3600,
      browserKey: testBrowser.browser_key,
    }),
  );
  const cookie = `${sessionCookieName(server.origin)}=${token}`;
  const keyId = session.browser_key?.browser_key_id ?? '';
  return { person_id, headers: browserHeaders(server.origin, cookie, keyId) };
}

async function must<T>(
  outcome: Promise<
    { ok: true; value: T } | { ok: false; refusal: { code: string; detail: string } }
  >,
): Promise<T> {
  const settled = await outcome;
  if (settled.ok) return settled.value;
  throw new Error(`${settled.refusal.code}: ${settled.refusal.detail}`);
}

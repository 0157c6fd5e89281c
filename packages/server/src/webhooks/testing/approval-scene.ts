import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { changeDirectoryAtOnce, readHistory, readRequest } from '@countersign/coordinator';
import { type DirectoryChange, subjectDigest } from '@countersign/protocol/directory';
import type { OpenedRequest } from '@countersign/protocol/request';
import { idFromUuid, PersonId, systemActor } from '@countersign/protocol/value';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { propose, sampleAction } from '../../testing/sample-call.ts';
import { type StartedServer, startedServer } from '../../testing/started-server.ts';
import { bindingOf } from '../send-approval.ts';
import { importWebhookSecret, signWebhook } from '../webhook-signature.ts';
import { createSettableClock, type SettableClock } from './settable-clock.ts';

export const issuer = 'https://people.example';
export const audience = 'countersign';

export function secretText(byte: number): string {
  return `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
}

type Claims = Readonly<Record<string, unknown>>;

/** An issuer that vouches for people: the key, and what it signs. */
export interface TestIssuer {
  readonly jwk: JWK;
  /** A sound assertion, with these claims changed; one that is undefined is left out. */
  sign(claims: Claims, options?: { readonly header?: Claims }): Promise<string>;
}

export async function createIssuer(alg = 'EdDSA'): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg },
    sign: (claims, { header = {} } = {}) =>
      new SignJWT(definedOf(claims))
        .setProtectedHeader({ alg, kid, ...header } as { alg: string })
        .sign(privateKey),
  };
}

interface ScenePolicy {
  /** The stages of the one chain, as YAML in flow style. */
  readonly stages?: string;
  readonly route?: string;
  readonly expiresIn?: string;
  readonly executeWithin?: string;
}

/** Every action is asked, with this chain and this route. */
function scenePolicy(facts: ScenePolicy = {}): string {
  const { stages = reviewer, route = '{ kind: webhook, name: desk }' } = facts;
  return `version: "1"
default: require_approval
default_chain: chain
chain_by_risk: { low: chain, medium: chain, high: chain, critical: chain }
fatigue: { requests: 1000, window: 10m }
chains:
  - id: chain
    stages: [${stages}]
rules:
  - id: all
    match: { tool: "*" }
    outcome: require_approval
    chain: chain
    route: ${route}
    expires_in: ${facts.expiresIn ?? '15m'}
    execute_within: ${facts.executeWithin ?? '15m'}
`;
}

export const reviewer = '{ name: reviewer, approvers: { roles: [reviewer] }, min_assurance: oidc }';

interface Answered {
  readonly status: number;
  readonly body: { readonly code?: string; readonly entry_digest?: string };
}

/** A server, an approval service called desk, an issuer that vouches for people, and an agent that asks. */
export interface ApprovalScene {
  readonly server: StartedServer;
  readonly clock: SettableClock;
  readonly issuer: TestIssuer;
  readonly agent: Readonly<Record<string, string>>;
  /** Adds a person who has this account of the issuer. */
  addPerson(subject: string, roles: readonly string[]): Promise<PersonId>;
  change(...changes: DirectoryChange[]): Promise<void>;
  ask(): Promise<OpenedRequest>;
  state(approvalRequestId: string): Promise<OpenedRequest>;
  history(approvalRequestId: string): Promise<readonly string[]>;
  /** The claims of an assertion about an allow of this person. */
  claims(state: OpenedRequest, subject: string, change?: Claims): Claims;
  /** A sound answer, with these members changed. */
  answer(state: OpenedRequest, change?: Claims): Record<string, unknown>;
  /** An answer with an assertion of this person. */
  answerOf(
    state: OpenedRequest,
    subject: string,
    change?: Claims,
  ): Promise<Record<string, unknown>>;
  send(
    body: unknown,
    options?: {
      readonly id?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly endpoint?: string;
      readonly secret?: string;
    },
  ): Promise<Answered>;
}

export async function approvalScene(
  context: TestContext,
  options: ScenePolicy & {
    readonly endpoint?: Record<string, unknown>;
    readonly endpoints?: readonly Record<string, unknown>[];
    readonly allow?: readonly string[];
    readonly logTo?: (line: string) => void;
  } = {},
): Promise<ApprovalScene> {
  const clock = createSettableClock();
  const person = await createIssuer();
  const desk = {
    name: 'desk',
    kind: 'approval',
    url: 'https://desk.example/hook',
    secrets: [secretText(1)],
    person_issuer: { issuer, audience, jwks: { keys: [person.jwk] } },
    ...options.endpoint,
  };
  const server = await startedServer({
    clock,
    policy: scenePolicy(options),
    settings: {
      endpoints: [desk, ...(options.endpoints ?? [])],
      allow_addresses: options.allow ?? [],
      anonymous_calls_per_minute: 1_000_000_000,
      calls_per_minute: 1_000_000_000,
    },
    ...(options.logTo === undefined ? {} : { logTo: options.logTo }),
  });
  context.after(() => server.remove());
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const read = async (id: string): Promise<OpenedRequest> => {
    const found = await readRequest(server.app.context, id);
    if (!found.ok) throw new Error(found.refusal.detail);
    return found.value.state;
  };
  const scene: ApprovalScene = {
    server,
    clock,
    issuer: person,
    agent,
    addPerson: async (subject, roles) => {
      const person_id = idFromUuid(PersonId, 'person', randomUUID());
      const credential = {
        kind: 'oidc',
        credential_id: `account-${subject}`,
        person_id,
        public_key: null,
        subject_digest: subjectDigest({ issuer, subject }),
      } as const;
      await scene.change(
        { type: 'add_person', person_id, roles, profile: null },
        { type: 'register_credential', credential },
      );
      return person_id;
    },
    change: async (...changes) => {
      const done = await changeDirectoryAtOnce(server.app.context, changes, systemActor);
      if (!done.ok) throw new Error(done.refusal.detail);
    },
    ask: async () => {
      const asked = await propose(server, agent, sampleAction());
      return read(asked.approval_request_id);
    },
    state: read,
    history: async id => {
      const events = await readHistory(server.app.context, id);
      if (!events.ok) throw new Error(events.refusal.detail);
      return events.value.map(({ type }) => type);
    },
    claims: (state, sub, change = {}) => {
      const { approval_request_id, input_digest } = bindingOf(state);
      const iat = Date.parse(clock.now()) / 1000;
      return {
        iss: issuer,
        aud: audience,
        sub,
        jti: randomUUID(),
        iat,
        exp: iat + 300,
        approval_request_id,
        input_digest,
        decision: 'allow',
        ...change,
      };
    },
    answer: (state, change = {}) => ({
      schema_version: '1.0',
      type: 'approval_answer',
      binding: bindingOf(state),
      stage_index: 0,
      decision: 'allow',
      reason_code: 'reviewed',
      reason: '',
      summary: null,
      person_assertion: null,
      ...change,
    }),
    answerOf: async (state, subject, change = {}) => {
      const { decision = 'allow' } = change as { decision?: string };
      const person_assertion = await person.sign(scene.claims(state, subject, { decision }));
      return scene.answer(state, { person_assertion, ...change });
    },
    send: async (body, { id = randomUUID(), headers = {}, endpoint = 'desk', secret } = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const signed = await signWebhook({
        id,
        timestamp: clock.now(),
        body: text,
        secrets: [importWebhookSecret(secret ?? secretText(1))],
      });
      const path = `/v1/webhooks/${encodeURIComponent(endpoint)}/answers`;
      const answered = await server.call('POST', path, {
        headers: { ...signed, ...headers },
        body: text,
      });
      return answered as Answered;
    },
  };
  return scene;
}

function definedOf(claims: Claims): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AgtRecords, toAgtCode, toAgtRecords } from '@countersign/dialects/agt';
import type { ReasonCode } from '@countersign/protocol/reason';
import { parseRequestEvent, type RequestEvent } from '@countersign/protocol/request';
import {
  type Called,
  entryFor,
  grantOf,
  type RequestRepresentation,
  type SignedIn,
  type StartedOptions,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

export const agtPolicy = `version: "2026.06.11"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
fatigue: { requests: 1000, window: 10m }
chains:
  - id: one
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
  - id: two
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
      - { name: manager, approvers: { roles: [manager] } }
  - id: handler
    stages:
      - { name: handler, approvers: { identities: [legacy-handler] }, approver_kinds: [service] }
rules:
  - { id: twice, match: { tool: "twice.*" }, outcome: require_approval, chain: two }
  - { id: handled, match: { tool: "handled.*" }, outcome: require_approval, chain: handler }
  - { id: reading, match: { tool: "read.*" }, outcome: allow }
  - { id: never, match: { tool: "never.*" }, outcome: deny }
`;

/** A server with all participants of AGT's ADR 0030, each with their own credential. */
export class AgtSite {
  readonly server: StartedServer;
  readonly agent: Headers;
  readonly adviser: Headers;
  readonly reviewer: SignedIn;
  readonly manager: SignedIn;
  readonly operator: SignedIn;

  private constructor(
    server: StartedServer,
    cast: Pick<AgtSite, 'agent' | 'adviser' | 'reviewer' | 'manager' | 'operator'>,
  ) {
    this.server = server;
    this.agent = cast.agent;
    this.adviser = cast.adviser;
    this.reviewer = cast.reviewer;
    this.manager = cast.manager;
    this.operator = cast.operator;
  }

  static async open(options: StartedOptions = {}): Promise<AgtSite> {
    const server = await startedServer({ policy: agtPolicy, ...options });
    const agent_ids = ['billing-bot'];
    return new AgtSite(server, {
      operator: await server.person(['operator']),
      agent: await server.apiKey({
        verbs: ['propose', 'consume'],
        agent_ids,
        executor: 'billing-executor',
      }),
      adviser: await server.apiKey({ verbs: ['observe'], agent_ids }),
      reviewer: await server.person(['reviewer']),
      manager: await server.person(['manager']),
    });
  }

  /** The same people and keys at another server over the same data. */
  at(server: StartedServer): AgtSite {
    return new AgtSite(server, this);
  }

  call(headers: Headers, method: string, path: string, body?: unknown): Promise<Called> {
    return this.server.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  }

  /** An action that was not requested before. */
  action(tool_name = 'wire_transfer'): Record<string, unknown> {
    return {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'billing-bot',
      subject_id: null,
      target: { tool_name, tool_schema_version: '2', resource: 'acct-42' },
      parameters: { amount: 4200, note: randomUUID() },
    };
  }

  async ask(action: Record<string, unknown> = this.action()): Promise<RequestRepresentation> {
    const asked = await this.call(this.agent, 'POST', '/v1/requests', {
      action,
      audience: 'billing-executor',
      trace: { trace_id: 'run-7' },
    });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    return asked.body;
  }

  async vote(
    { headers }: SignedIn,
    id: string,
    decision: 'allow' | 'deny',
    stage = 0,
  ): Promise<Called> {
    const body = await entryFor(this.server, headers, id, decision, stage);
    return this.call(headers, 'POST', `/v1/requests/${id}/entries`, body);
  }

  async read(id: string): Promise<RequestRepresentation> {
    return (await this.call(this.agent, 'GET', `/v1/requests/${id}`)).body;
  }

  grant(id: string): Promise<string> {
    return grantOf(this.server, this.agent, id);
  }

  consume(id: string, action: unknown, grant: string): Promise<Called> {
    const attempt = randomUUID();
    return this.call(this.agent, 'POST', `/v1/requests/${id}/consume`, { action, grant, attempt });
  }

  async events(id: string): Promise<readonly RequestEvent[]> {
    const called = await this.call(this.agent, 'GET', `/v1/requests/${id}/history`);
    const { events } = called.body as { events: { type: string; at: string; data: unknown }[] };
    return events.map(({ type, at, data }) => parseRequestEvent({ type, at, data }));
  }

  async records(id: string): Promise<AgtRecords> {
    const exported = toAgtRecords(await this.events(id));
    assert.ok(exported.ok);
    return exported.value;
  }
}

export const codeOf = ({ body }: Called): string | undefined => (body as { code?: string }).code;

/** What AGT calls a refusal. Anything else than a refusal fails. */
export function agtCodeOf(called: Called): string {
  const code = codeOf(called);
  assert.ok(code !== undefined, `expected a refusal, found ${JSON.stringify(called)}`);
  return toAgtCode(code as ReasonCode);
}

import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { betweenLooks } from '@countersign/testing';

/** A policy in which the command decides: `ls` passes, `rm` is denied, and everything else asks a reviewer. */
const guardedPolicy = `version: "1"
default: require_approval
fatigue: { requests: 10000, window: 1m }
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
rules:
  - id: reading
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("touch allowed")
    outcome: allow
  - id: reads
    match: { tool: "file.read" }
    outcome: allow
  - id: destroying
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("touch denied")
    outcome: deny
    reason: This file is not yours.
  - id: changing
    match: { tool: shell.exec }
    when: has(parameters.command) && parameters.command.startsWith("touch change")
    outcome: require_approval
    amend: any
`;

/** A server that guards one agent, and a person who decides. */
export class GuardedSite {
  readonly server: StartedServer;
  readonly reviewer: SignedIn;
  readonly key: string;
  readonly agent: string;

  private constructor(server: StartedServer, reviewer: SignedIn, key: string, agent: string) {
    this.server = server;
    this.reviewer = reviewer;
    this.key = key;
    this.agent = agent;
  }

  static async start(agent: string, policy: string = guardedPolicy): Promise<GuardedSite> {
    const server = await startedServer({ policy });
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: [agent],
      executor: agent,
    });
    const reviewer = await server.person(['reviewer', 'developer', 'operator']);
    return new GuardedSite(server, reviewer, authorization.slice('Bearer '.length), agent);
  }

  /** Sends what an agent would send. */
  async hook(
    path: string,
    body: object | string,
    { hold = 0, headers = {} as Record<string, string> } = {},
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    const response = await fetch(`${this.server.origin}/hooks/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.key}`,
        'countersign-agent': this.agent,
        'countersign-hold': String(hold),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }

  /** The request that waits, as soon as there is one. */
  async waiting(): Promise<string> {
    for (;;) {
      const [first] = await this.requests('pending');
      if (first !== undefined) return first.approval_request_id;
      await betweenLooks();
    }
  }

  /** One person changes the request that waits, and another one approves the changed request. Gives its id. */
  async amendAndApprove(parameters: object): Promise<string> {
    const { headers } = this.reviewer;
    const another = await this.server.person(['reviewer']);
    const id = await this.waiting();
    const read = await this.server.call('GET', `/v1/requests/${id}`, { headers });
    const { request } = read.body as { request: { action_digest: string } };
    const body = { action_digest: request.action_digest, parameters, reason: 'less is enough' };
    const path = `/v1/requests/${id}/amendments`;
    const amended = await this.server.call('POST', path, { headers, body });
    const { approval_request_id } = amended.body as { approval_request_id?: string };
    if (approval_request_id === undefined) throw new Error(JSON.stringify(amended.body));
    await decide(this.server, another.headers, approval_request_id, 'allow');
    return approval_request_id;
  }

  /** How the run of an approved call ended. The report is sent while the agent goes on. */
  async lastReceipt(id: string): Promise<{ outcome: string; isAsApproved: boolean }> {
    for (;;) {
      const { headers } = this.reviewer;
      const { body } = await this.server.call('GET', `/v1/requests/${id}`, { headers });
      const { receipts, request } = body as {
        receipts: { outcome: string; final_action_digest: string }[];
        request: { action_digest: string };
      };
      const { outcome = 'started', final_action_digest } = receipts.at(-1) ?? {};
      if (outcome !== 'started') {
        return { outcome, isAsApproved: final_action_digest === request.action_digest };
      }
      await betweenLooks();
    }
  }

  async requests(status: string): Promise<readonly { approval_request_id: string }[]> {
    const { headers } = this.reviewer;
    const { body } = await this.server.call('GET', `/v1/requests?status=${status}`, { headers });
    return (body as { rows: { approval_request_id: string }[] }).rows;
  }
}

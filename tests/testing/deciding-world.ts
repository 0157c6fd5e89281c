import {
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { SignedInTerminal } from './signed-in-terminal.ts';
import { TerminalScreen } from './terminal-screen.ts';

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: owner, medium: owner, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
  - id: passkey
    stages:
      - name: key holders
        approvers: { roles: [reviewer] }
        min_assurance: webauthn
  - id: pair
    stages:
      - name: two reviewers
        approvers: { roles: [reviewer] }
        quorum: 2
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [reviewer] }
        separation: self_confirm
rules:
  - id: wires
    match: { tool: "payments.*" }
    outcome: require_approval
    chain: reviewer
    display: "Wire {/amount} {/currency} to {/beneficiary/name}"
    reason: Money moves to another party.
  - id: refunds
    match: { tool: "drafts.*" }
    outcome: require_approval
    chain: reviewer
    amend: { lower: [/amount], subset: [/lines] }
  - id: vault
    match: { tool: "vault.*" }
    outcome: require_approval
    chain: passkey
  - id: both
    match: { tool: "pair.*" }
    outcome: require_approval
    chain: pair
  - id: own
    match: { tool: "own.*" }
    outcome: require_approval
    chain: owner
`;

interface Question {
  readonly tool?: string;
  readonly agent?: string;
  readonly parameters?: object;
  readonly said?: string;
  readonly amendable?: boolean;
}

/** A server whose policy asks about everything, an agent that asks, and a person at a terminal who decides. */
export class DecidingWorld {
  readonly server: StartedServer;
  readonly person: SignedIn;
  readonly agent: Readonly<Record<string, string>>;
  readonly terminal: SignedInTerminal;
  #asked = 0;

  private constructor(
    server: StartedServer,
    person: SignedIn,
    agent: Readonly<Record<string, string>>,
    terminal: SignedInTerminal,
  ) {
    this.server = server;
    this.person = person;
    this.agent = agent;
    this.terminal = terminal;
  }

  static async open(): Promise<DecidingWorld> {
    const server = await startedServer({ policy });
    const person = await server.person(['reviewer', 'operator']);
    await server.person(['reviewer']);
    const agent = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['billing-bot', 'own-bot'],
      executor: 'billing-executor',
    });
    return new DecidingWorld(server, person, agent, await SignedInTerminal.at(server, person));
  }

  async close(): Promise<void> {
    TerminalScreen.endAll();
    await this.server.remove();
    this.terminal.remove();
  }

  /** Opens a request, different from every other one; answers its id. */
  async ask(question: Question = {}, headers = this.agent): Promise<string> {
    this.#asked += 1;
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: question.agent ?? 'billing-bot',
      subject_id: null,
      target: {
        tool_name: question.tool ?? 'payments.draft_wire',
        tool_schema_version: '3',
        resource: 'operating-usd',
      },
      parameters: question.parameters ?? {
        amount: 4200,
        currency: 'USD',
        beneficiary: { name: 'Nordvik Paper AB' },
        number: this.#asked,
      },
    };
    const body = {
      action,
      audience: 'billing-executor',
      ...(question.said === undefined ? {} : { agent_reasoning: question.said }),
      ...(question.amendable === undefined ? {} : { amendable: question.amendable }),
    };
    const asked = await this.server.call('POST', '/v1/requests', { headers, body });
    if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
    return (asked.body as RequestRepresentation).approval_request_id;
  }

  async read(id: string): Promise<RequestRepresentation> {
    const { headers } = this.person;
    return (await this.server.call('GET', `/v1/requests/${id}`, { headers })).body;
  }

  async codeOf(id: string): Promise<string> {
    const { headers } = this.person;
    const view = await this.server.call('GET', `/v1/requests/${id}/view`, { headers });
    return (view.body as { short_code: string }).short_code;
  }
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type Called,
  decide,
  entryFor,
  grantOf,
  propose,
  type RequestRepresentation,
  type SignedIn,
  sampleAction,
} from '@countersign/server/testing';
import type { Site } from './server-site.ts';

type Credential = Readonly<Record<string, string>>;
type Action = Record<string, unknown>;

export const codeOf = ({ body }: Called): string | undefined => (body as { code?: string }).code;

/** An action on this tool that was not proposed before. */
export function actionOn(tool_name: string): Action {
  return {
    ...sampleAction(),
    target: { tool_name, tool_schema_version: '1', resource: 'acct-42' },
  };
}

interface Players {
  readonly agent: Credential;
  readonly executor: Credential;
  readonly adviser: Credential;
  readonly reviewer: SignedIn;
  readonly manager: SignedIn;
}

/** All participants of an approval, and what they do at a site. */
export class Cast {
  readonly site: Site;
  readonly players: Players;

  constructor(site: Site, players: Players) {
    this.site = site;
    this.players = players;
  }

  static async at(site: Site): Promise<Cast> {
    const agents = site.agents();
    const people = site.people();
    const agent_ids = ['billing-bot'];
    return new Cast(site, {
      agent: await agents.apiKey({ verbs: ['propose'], agent_ids }),
      executor: await agents.apiKey({ verbs: ['consume'], executor: 'billing-executor' }),
      adviser: await agents.apiKey({ verbs: ['observe'], agent_ids }),
      reviewer: await people.person(['reviewer']),
      manager: await people.person(['manager']),
    });
  }

  /** Proposes it; the id of the request that was opened. */
  async ask(action: Action = sampleAction()): Promise<string> {
    return (await propose(this.site.agents(), this.players.agent, action)).approval_request_id;
  }

  async allow(id: string): Promise<RequestRepresentation> {
    return decide(this.site.people(), this.players.reviewer.headers, id, 'allow');
  }

  /** Proposes and allows it; the permission. */
  async allowed(action: Action): Promise<{ readonly id: string; readonly grant: string }> {
    const id = await this.ask(action);
    assert.equal((await this.allow(id)).status, 'allowed');
    return { id, grant: await this.grant(id) };
  }

  grant(id: string): Promise<string> {
    return grantOf(this.site.agents(), this.players.executor, id);
  }

  entry(by: SignedIn, id: string, decision: 'allow' | 'deny', stage = 0): Promise<Action> {
    return entryFor(this.site.people(), by.headers, id, decision, stage);
  }

  send(headers: Credential, id: string, entry: Action): Promise<Called> {
    return this.site.people().call('POST', `/v1/requests/${id}/entries`, { headers, body: entry });
  }

  async vote(by: SignedIn, id: string, decision: 'allow' | 'deny', stage = 0): Promise<Called> {
    return this.send(by.headers, id, await this.entry(by, id, decision, stage));
  }

  consume(
    { id, grant }: { readonly id: string; readonly grant: string },
    action: Action,
    server = this.site.agents(),
  ): Promise<Called> {
    const body = { action, grant, attempt: randomUUID() };
    return server.call('POST', `/v1/requests/${id}/consume`, {
      headers: this.players.executor,
      body,
    });
  }

  /** The request as it is, asked of the replica that the agents use. */
  async read(id: string, query = ''): Promise<RequestRepresentation> {
    const path = `/v1/requests/${id}${query}`;
    const answer = await this.site.agents().call('GET', path, { headers: this.players.agent });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  /** As it is once it has a status, waiting for every change until then. */
  async until(id: string, status: RequestRepresentation['status']): Promise<RequestRepresentation> {
    for (let tries = 0; tries < 20; tries++) {
      const now = await this.read(id);
      if (now.status === status) return now;
      await this.read(id, `?wait=10&after=${now.version}`);
    }
    assert.fail(`waited in vain for ${status}`);
  }
}

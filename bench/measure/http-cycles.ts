// The full cycle as an agent, a person and an executor make it over HTTP: propose, decide, fetch the grant, consume,
// report. Five calls, of which four change something.

import { type ApprovalRequest, inputDigest } from '@countersign/protocol/request';
import { provenHeaders } from '@countersign/server/testing';
import { agentIds, audience, type ServerAccess } from './http-access.ts';
import type { HttpAnswer, HttpConnection } from './http-connection.ts';
import { kilobyteAction } from './kilobyte-action.ts';
import { randomIds } from './system-ports.ts';

/** A call that changed something, as it was made and answered. */
interface ChangingCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: unknown;
}

interface Opened {
  readonly id: string;
  readonly version: number;
  readonly action: object;
  readonly input_digest: string;
}

const readBackMax = 200;

export class HttpCycles {
  readonly #access: ServerAccess;
  readonly #run = randomIds.uuid().slice(0, 8);
  readonly #finished: string[] = [];
  #asked = 0;
  #ended = 0;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  /** One full cycle; answers its four calls that change something. Throws where any of them is refused. */
  async run(connection: HttpConnection): Promise<ChangingCall[]> {
    const calls: ChangingCall[] = [];
    const opened = await this.propose(connection, calls);
    await this.decide(connection, opened, calls);
    const grant = await this.#grantOf(connection, opened);
    const attempt = randomIds.uuid();
    const { executor } = this.#access;
    const path = `/v1/requests/${opened.id}`;
    const consumption = { action: opened.action, grant, attempt };
    await post(connection, `${path}/consume`, executor, consumption, calls);
    await post(connection, `${path}/report`, executor, { attempt, outcome: 'succeeded' }, calls);
    this.#finished[this.#ended++ % readBackMax] = opened.id;
    return calls;
  }

  async propose(connection: HttpConnection, calls: ChangingCall[] = []): Promise<Opened> {
    const agent = agentIds[this.#asked % agentIds.length] ?? '';
    const action = {
      ...kilobyteAction(agent, this.#asked++),
      subject_id: this.#run,
    };
    const { agent: headers } = this.#access;
    const answer = await post(connection, '/v1/requests', headers, { action, audience }, calls);
    const { approval_request_id: id, version, request, existing } = answer;
    if (existing !== false) throw new Error('expected a new request');
    return { id, version, action, input_digest: inputDigest(request) };
  }

  decide(
    connection: HttpConnection,
    { id, input_digest }: Opened,
    calls: ChangingCall[] = [],
  ): Promise<unknown> {
    const chain_entry_id = `ace_${randomIds.uuid().replaceAll('-', '')}`;
    const decided = { stage_index: 0, decision: 'allow', reason_code: 'reviewed' };
    const entry = { chain_entry_id, input_digest, ...decided };
    const path = `/v1/requests/${id}/entries`;
    const headers = this.#personFor('POST', path, JSON.stringify(entry));
    return post(connection, path, headers, entry, calls);
  }

  /** How often the tool runs where four resume one approved request at the same time. */
  async runsOfFourResumes(connections: readonly HttpConnection[]): Promise<number> {
    const [first, ...others] = connections.slice(0, 4);
    if (first === undefined || others.length < 3) throw new Error('expected four connections');
    const opened = await this.propose(first);
    await this.decide(first, opened);
    const grant = await this.#grantOf(first, opened);
    const path = `/v1/requests/${opened.id}/consume`;
    const answers = await Promise.all(
      [first, ...others].map(connection => {
        const body = JSON.stringify({ action: opened.action, grant, attempt: randomIds.uuid() });
        return connection.ask('POST', path, this.#access.executor, body);
      }),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  /** Has the server check some of the finished requests from their kept bytes, and says how many were sound. */
  async readBack(connection: HttpConnection): Promise<number> {
    for (const id of this.#finished) {
      const path = `/v1/requests/${id}/history`;
      const { events } = read(await connection.ask('GET', path, this.#personFor('GET', path)));
      const last = events?.at(-1)?.type;
      if (last !== 'execution.reported') throw new Error(`expected a whole cycle, found ${last}`);
    }
    return this.#finished.length;
  }

  /** The browser of the person signs each call. That work is of this process, not of the server. */
  #personFor(method: string, path: string, body?: string): Readonly<Record<string, string>> {
    const { person } = this.#access;
    return provenHeaders({ origin: person['origin'] ?? '', method, path, body }, person);
  }

  async #grantOf(connection: HttpConnection, { id }: Opened): Promise<string> {
    const path = `/v1/requests/${id}/grant`;
    return read(await connection.ask('GET', path, this.#access.executor)).grant;
  }
}

interface Answered {
  readonly approval_request_id: string;
  readonly version: number;
  readonly request: ApprovalRequest;
  readonly existing?: boolean;
  readonly grant: string;
  readonly events?: readonly { readonly type: string }[];
}

async function post(
  connection: HttpConnection,
  path: string,
  headers: Readonly<Record<string, string>>,
  content: object,
  calls: ChangingCall[],
): Promise<Answered> {
  const body = JSON.stringify(content);
  const answer = read(await connection.ask('POST', path, headers, body));
  calls.push({ headers, body, answer });
  return answer;
}

function read({ status, text }: HttpAnswer): Answered {
  if (status !== 200 && status !== 201) throw new Error(`${status} ${text}`);
  return JSON.parse(text) as Answered;
}

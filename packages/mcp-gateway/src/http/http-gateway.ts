import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fetch } from '@countersign/client';
import { isSessionName, sessionNameExpected } from '../call/bound-session.ts';
import { serverIdentity } from '../call/server-identity.ts';
import type { DefinitionMode } from '../definition/tool-records.ts';
import { readClientMessage } from '../message/client-message.ts';
import { errorMessage, type RpcId, rpcErrors } from '../message/rpc.ts';
import { type Caller, Callers } from './callers.ts';
import { headersFitCall, headersHide } from './http-headers.ts';
import { HttpSession } from './http-session.ts';
import { SessionMarks } from './session-marks.ts';
import { type Headers, readWhole } from './upstream-call.ts';

/** One server of tools behind the gateway. */
export interface GatewayUpstream {
  readonly name: string;
  readonly url: URL;
  /** The credential of the gateway for this server. Callers never see it. */
  readonly headers: () => Promise<Headers>;
  /** The agent in whose name calls are proposed, where the caller names none. */
  readonly agent: string;
  readonly definitions: DefinitionMode;
  readonly hold?: number | undefined;
  /** Whether clients are offered tools to ask about their own requests. */
  readonly offersApprovalTools?: boolean | undefined;
  /** Whether clients may ask their person to open the page of a request. */
  readonly showsPages?: boolean | undefined;
  /** Arguments that only the gateway and the server of tools see: JSON Pointers, by tool. */
  readonly sealed?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Members of `_meta` that the server of tools acts on. They are bound like arguments; unknown ones do not pass. */
  readonly boundMeta?: readonly string[] | undefined;
}

interface HttpGatewayOptions {
  /** The address of the Countersign server. */
  readonly countersign: string;
  /** How the gateway calls the server for one call of a client, if not over the network. */
  readonly fetchFor?: (call: IncomingMessage) => Fetch;
  readonly upstreams: readonly GatewayUpstream[];
  /** The address under which clients reach the gateway. */
  readonly origin: string;
  /** Other names under which it may be reached. A name that is not listed is refused: it may be a rebound one. */
  readonly hosts: readonly string[];
  /** Pages that may call it. None by default. */
  readonly origins: readonly string[];
  /** Who issues tokens that the Countersign server accepts, for clients that look for them. */
  readonly authorizationServers: readonly string[];
  readonly bytesMax: number;
  /** How soon a lock or a revoked key ends what passes unjudged: messages that are no calls, and streams. */
  readonly recheckMilliseconds?: number | undefined;
  /** Marks the sessions of callers. Gateways behind one address share it; by default each has its own. */
  readonly sessionKey?: Uint8Array | undefined;
  readonly log: (words: string) => void;
}

const callersMax = 1000;
const recheckUsual = 30_000;

/** Many clients and many servers of tools behind one address: `/mcp/<name>`. */
export class HttpGateway {
  readonly #options: HttpGatewayOptions;
  readonly #callers: Callers;
  readonly #hosts: ReadonlySet<string>;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sessionKey: Uint8Array;
  readonly #recheckMilliseconds: number;

  constructor(options: HttpGatewayOptions) {
    this.#options = options;
    this.#sessionKey = options.sessionKey ?? randomBytes(32);
    // An invalid name fails at the start, and not at the first call.
    for (const { name, url } of options.upstreams) serverIdentity(name, { url: url.href });
    this.#recheckMilliseconds = options.recheckMilliseconds ?? recheckUsual;
    this.#callers = new Callers(options.countersign, this.#recheckMilliseconds, options.fetchFor);
    const { host } = new URL(options.origin);
    this.#hosts = new Set([host, ...options.hosts].map(name => name.toLowerCase()));
  }

  async handle(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      await this.#handle(call, answer);
    } catch (error) {
      this.#options.log(
        `a call failed in the gateway: ${error instanceof Error ? error.name : ''}`,
      );
      if (answer.headersSent) answer.destroy();
      else refuse(answer, 502, 'The call failed in the gateway.');
    }
  }

  /** Answers the calls that wait, and waits until every approved call has been reported. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(session => session.close()));
  }

  async #handle(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { host = '', origin } = call.headers;
    if (!this.#hosts.has(host.toLowerCase())) return refuse(answer, 421, 'Unknown host.');
    if (origin !== undefined && !this.#options.origins.includes(origin)) {
      return refuse(answer, 403, 'The origin is not permitted.');
    }
    // The path is used as it came. A proxy in front of the gateway may have judged this very path.
    const [path = ''] = (call.url ?? '').split('?', 1);
    const described = /^\/\.well-known\/oauth-protected-resource\/mcp\/([^/]+)$/u.exec(path)?.[1];
    if (described !== undefined) return this.#describe(described, answer);
    const name = /^\/mcp\/([^/]+)$/u.exec(path)?.[1];
    const upstream = this.#options.upstreams.find(each => each.name === name);
    if (upstream === undefined) return refuse(answer, 404, 'There is no such MCP server.');
    const { 'countersign-agent': named, 'countersign-session': staying } = call.headers;
    if (staying !== undefined && !isSessionName(String(staying))) {
      return refuse(answer, 400, sessionNameExpected);
    }
    const agent = typeof named === 'string' ? named : upstream.agent;
    const verdict = await this.#callers.identify(call, agent);
    if (verdict.kind === 'unavailable') {
      return refuse(answer, 503, 'The Countersign server cannot be reached.');
    }
    if (verdict.kind === 'locked') return refuse(answer, 403, 'The key or its agent is locked.');
    if (verdict.kind === 'foreign') {
      return refuse(answer, 403, 'Expected a key that asks for the agent of this MCP server.');
    }
    if (verdict.kind === 'unknown') {
      const { origin: own } = this.#options;
      const where = `${own}/.well-known/oauth-protected-resource/mcp/${upstream.name}`;
      answer.setHeader('www-authenticate', `Bearer resource_metadata="${where}"`);
      return refuse(answer, 401, 'Expected a key or a token that the Countersign server knows.');
    }
    const session = this.#sessionOf(upstream, verdict.caller);
    if (!session.admits(call)) return refuse(answer, 404, 'There is no such session.');
    if (call.method === 'GET' || call.method === 'DELETE') {
      call.resume();
      return this.#passStream(call, answer, session, agent);
    }
    return this.#pass(call, answer, session);
  }

  /** A stream ends when its caller loses the right to open it (LK-3). */
  async #passStream(
    call: IncomingMessage,
    answer: ServerResponse,
    session: HttpSession,
    agent: string,
  ): Promise<void> {
    const again = setInterval(async () => {
      const { kind } = await this.#callers
        .identify(call, agent)
        .catch(() => ({ kind: 'unavailable' }));
      if (kind !== 'known') answer.destroy();
    }, this.#recheckMilliseconds);
    try {
      await session.passStream(call, answer);
    } finally {
      clearInterval(again);
    }
  }

  async #pass(call: IncomingMessage, answer: ServerResponse, session: HttpSession): Promise<void> {
    if (call.method !== 'POST') return refuse(answer, 405, 'Expected POST, GET or DELETE.');
    const { 'content-type': type = '', 'content-encoding': encoding } = call.headers;
    if (encoding !== undefined || !/^application\/json\s*(;|$)/iu.test(type)) {
      return refuse(answer, 415, 'Expected application/json without an encoding.');
    }
    const body = await readWhole(call, this.#options.bytesMax);
    if (body === null)
      return refuse(answer, 413, `The message is larger than ${this.#options.bytesMax} bytes.`);
    const message = readClientMessage(body, this.#options.bytesMax);
    if (message.kind === 'refused') {
      this.#options.log(`a message of a client was refused: ${message.problem}`);
      return refuse(answer, 400, message.problem, message.code);
    }
    if (message.kind === 'call') {
      const { call: told } = message;
      if (headersFitCall(call.headers, told)) return session.passCall(call, answer, told);
      return refuse(answer, 400, mismatch, headerMismatch, told.id);
    }
    const method = message.kind === 'response' ? null : message.method;
    if (headersHide(call.headers, method)) {
      const id = message.kind === 'request' ? message.id : null;
      return refuse(answer, 400, mismatch, headerMismatch, id);
    }
    if (message.kind === 'response') return session.passResponse(call, answer, message);
    const { params, text } = message;
    const id = message.kind === 'request' ? message.id : null;
    return session.passMessage(call, answer, { id, method, params, text });
  }

  #sessionOf(upstream: GatewayUpstream, caller: Caller): HttpSession {
    const key = `${upstream.name} ${caller.id}`;
    const found = this.#sessions.get(key);
    if (found !== undefined) return found;
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= callersMax && oldest !== undefined) this.#sessions.delete(oldest);
    const server = serverIdentity(upstream.name, { url: upstream.url.href });
    const { bytesMax, countersign, log } = this.#options;
    const marks = new SessionMarks(this.#sessionKey, [upstream.name, caller.owner]);
    const session = new HttpSession({
      upstream,
      caller,
      server,
      marks,
      bytesMax,
      countersign,
      log,
    });
    this.#sessions.set(key, session);
    return session;
  }

  /** RFC 9728: where a client gets a token for this server. */
  #describe(name: string, answer: ServerResponse): void {
    const { origin, authorizationServers, upstreams } = this.#options;
    if (!upstreams.some(each => each.name === name)) {
      refuse(answer, 404, 'There is no such MCP server.');
      return;
    }
    const metadata = {
      resource: `${origin}/mcp/${name}`,
      authorization_servers: authorizationServers,
      bearer_methods_supported: ['header'],
    };
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
  }
}

const mismatch = 'The headers of the call do not fit the message.';
/** The name that MCP uses since 2026-07-28. */
const headerMismatch = -32_020;

function refuse(
  answer: ServerResponse,
  status: number,
  problem: string,
  code: number = rpcErrors.invalid,
  id: RpcId | null = null,
): void {
  answer
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(errorMessage(id, code, problem)));
}

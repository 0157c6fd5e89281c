import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/protocol/json';
import { passingSession } from '../call/bound-session.ts';
import { type Answer, UpstreamLost } from '../call/call-judge.ts';
import { type ClientFacts, clientOf, isModern, unknownClient } from '../call/client-facts.ts';
import { GatedServer, type OwnRequest } from '../call/gated-server.ts';
import { ownResult, plainAnswer } from '../call/own-answer.ts';
import { RequestStates } from '../call/request-state.ts';
import { Seals } from '../call/seals.ts';
import type { ServerIdentity } from '../call/server-identity.ts';
import { ToolDefinitions } from '../definition/tool-definitions.ts';
import { serverRecords } from '../definition/tool-records.ts';
import type { ToolCall } from '../message/client-message.ts';
import { idKey, isRpcId, lineOf, plainText, type RpcId } from '../message/rpc.ts';
import { readUpstream } from '../message/upstream-message.ts';
import type { Caller } from './callers.ts';
import type { GatewayUpstream } from './http-gateway.ts';
import { passedHeaders } from './http-headers.ts';
import type { SessionMarks } from './session-marks.ts';
import { SseReader } from './sse-reader.ts';
import { callUpstream, type Headers, isEventStream, readWhole } from './upstream-call.ts';

interface SessionOptions {
  readonly upstream: GatewayUpstream;
  readonly caller: Caller;
  readonly server: ServerIdentity;
  readonly marks: SessionMarks;
  readonly bytesMax: number;
  readonly countersign: string;
  readonly log: (words: string) => void;
}

interface PassedMessage {
  readonly method: string | null;
  readonly params: JsonObject;
  readonly text: Buffer;
}

const heldMax = 256;
const clientsMax = 1000;
const stopped = 'the gateway stops';

/** One caller and one server of tools, over any number of connections. */
export class HttpSession {
  readonly #options: SessionOptions;
  readonly #gated: GatedServer;
  /** What clients said of themselves, by the id of their MCP session. */
  readonly #clients = new Map<string, ClientFacts>();
  readonly #held = new Map<string, AbortController>();

  constructor(options: SessionOptions) {
    this.#options = options;
    const { upstream, caller, server, log, countersign } = options;
    this.#gated = new GatedServer({
      gate: caller.gate,
      server,
      states: new RequestStates(caller.key),
      hold: upstream.hold,
      offersApprovalTools: upstream.offersApprovalTools,
      showsPages: upstream.showsPages,
      seals: upstream.sealed && new Seals(upstream.sealed, caller.key),
      requestUrl: id => `${countersign}/requests/${id}`,
      log,
      definitions: new ToolDefinitions({
        server: server.name,
        mode: upstream.definitions,
        records: serverRecords({ report: caller.report, agent: caller.agent, server, log }),
        log,
      }),
    });
  }

  /** What waits is told to call again; what was forwarded may end and be reported. */
  async close(): Promise<void> {
    for (const held of this.#held.values()) held.abort(new Error(stopped));
    this.#gated.clientGone();
    await this.#gated.reported();
  }

  /** True where the call names no session, or one that this caller began. The id of the MCP server takes its place. */
  admits({ headers }: IncomingMessage): boolean {
    const named = headers['mcp-session-id'];
    if (named === undefined) return true;
    const session = typeof named === 'string' ? this.#options.marks.plain(named) : null;
    if (session === null) return false;
    headers['mcp-session-id'] = session;
    return true;
  }

  /** The headers of the MCP server, as the caller gets them. */
  #shown(headers: IncomingMessage['headers']): Headers {
    const session = headers['mcp-session-id'];
    const passed = passedHeaders(headers);
    return typeof session === 'string'
      ? { ...passed, 'mcp-session-id': this.#options.marks.marked(session) }
      : passed;
  }

  /** GET and DELETE: a stream of the server, or the end of a session. */
  async passStream(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const gone = goneSignal(answer);
    const method = call.method === 'GET' ? 'GET' : 'DELETE';
    const heard = await this.#send(call.headers, { method, signal: gone });
    answer.writeHead(heard.statusCode ?? 502, this.#shown(heard.headers));
    const reader = new SseReader(this.#options.bytesMax);
    for await (const chunk of heard as AsyncIterable<Buffer>) {
      if (isEventStream(heard.headers['content-type'])) {
        for (const { data } of reader.read(chunk)) {
          if (data?.includes('notifications/tools/list_changed')) this.#gated.expectChange();
        }
      }
      await write(answer, chunk);
    }
    answer.end();
  }

  /** Everything but calls of tools: as it came. Only lists of tools are read. */
  async passMessage(
    call: IncomingMessage,
    answer: ServerResponse,
    { method, params, text }: PassedMessage,
  ): Promise<void> {
    if (method === 'notifications/cancelled' && this.#cancel(call, params)) {
      return void answer.writeHead(202).end();
    }
    const heard = await this.#send(call.headers, {
      method: 'POST',
      body: text,
      signal: goneSignal(answer),
    });
    if (method === 'initialize') this.#meet(heard, params);
    const headers = this.#shown(heard.headers);
    if (method !== 'tools/list') {
      answer.writeHead(heard.statusCode ?? 502, headers);
      for await (const chunk of heard as AsyncIterable<Buffer>) await write(answer, chunk);
      return void answer.end();
    }
    if (!isEventStream(heard.headers['content-type'])) {
      const body = await readWhole(heard, this.#options.bytesMax);
      if (body === null) return void answer.writeHead(502).end();
      const shown = await this.#observed(params, body);
      answer.writeHead(heard.statusCode ?? 502, headers).end(shown);
      return;
    }
    answer.writeHead(heard.statusCode ?? 502, headers);
    for await (const { raw, data, id } of this.#events(heard)) {
      const shown = data === null ? null : await this.#observed(params, Buffer.from(data));
      const isSame = shown === null || shown.equals(Buffer.from(data ?? ''));
      await write(answer, isSame ? raw : event(shown, id));
    }
    answer.end();
  }

  async passCall(call: IncomingMessage, answer: ServerResponse, told: ToolCall): Promise<void> {
    if (this.#held.size >= heldMax) {
      return void answer.writeHead(503, { 'retry-after': '5' }).end();
    }
    const gone = new AbortController();
    const key = this.#heldKey(call, told.id) ?? randomUUID();
    this.#held.set(key, gone);
    const leave = () => gone.abort(new Error('the client is gone'));
    answer.on('close', leave);
    const stream = new AnswerStream(answer, headers => this.#shown(headers));
    try {
      const text = await this.#gated.answer({
        call: told,
        client: clientOf({ _meta: told.meta ?? {} }) ?? this.#clientOf(call),
        ...sessionOf(call),
        signal: gone.signal,
        ask: request => this.#ask(call, request),
        forward: message => {
          this.#held.delete(key);
          return this.#forward(call, message, told.id, stream);
        },
        onWaiting: url =>
          this.#options.log(
            `a call of ${JSON.stringify(told.name)} waits for approval${url === null ? '' : ` at ${url}`}`,
          ),
      });
      const isStopped = gone.signal.aborted && gone.signal.reason?.message === stopped;
      await stream.end(text === null && isStopped ? stoppedAnswer(told) : text);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    } finally {
      answer.off('close', leave);
      this.#held.delete(key);
    }
  }

  /** Sends an approved or allowed call. What comes before its answer is passed on as it comes. */
  async #forward(
    call: IncomingMessage,
    message: object,
    id: RpcId,
    stream: AnswerStream,
  ): Promise<Answer> {
    const never = new AbortController();
    const heard = await this.#send(call.headers, {
      method: 'POST',
      body: plainText(message),
      signal: never.signal,
    }).catch(() => {
      throw new UpstreamLost('the server of tools cannot be reached');
    });
    stream.begin(heard);
    const status = heard.statusCode ?? 0;
    if (isEventStream(heard.headers['content-type'])) {
      for await (const { raw, data, id: eventId } of this.#events(heard)) {
        const found = data === null ? null : answerIn(Buffer.from(data), id);
        if (found !== null) {
          stream.eventId = eventId;
          return found;
        }
        await stream.pass(raw);
      }
      stream.isCut = true;
      throw new UpstreamLost('the server of tools ended the stream without an answer');
    }
    const body = await readWhole(heard, this.#options.bytesMax).catch(() => null);
    const found = body === null ? null : answerIn(body, id);
    if (found !== null) return found;
    if (status >= 400 && status < 500 && body !== null) {
      return { message: { error: { code: status } }, text: body };
    }
    throw new UpstreamLost(`the server of tools gave no answer (HTTP status ${status})`);
  }

  /** The result of a request of the gateway itself. */
  async #ask({ headers: given }: IncomingMessage, request: OwnRequest): Promise<unknown> {
    const { id, method } = request;
    const { 'mcp-name': _, 'mcp-method': named, ...rest } = given;
    const headers = { ...rest, ...(named === undefined ? {} : { 'mcp-method': method }) };
    const signal = AbortSignal.timeout(30_000);
    const heard = await this.#send(headers, { method: 'POST', body: plainText(request), signal });
    if (!isEventStream(heard.headers['content-type'])) {
      const body = await readWhole(heard, this.#options.bytesMax);
      return body === null ? undefined : answerIn(body, id)?.message['result'];
    }
    for await (const { data } of this.#events(heard)) {
      const found = data === null ? null : answerIn(Buffer.from(data), id);
      if (found !== null) return found.message['result'];
    }
    return undefined;
  }

  async #send(
    headers: IncomingMessage['headers'],
    sent: { method: 'POST' | 'GET' | 'DELETE'; body?: Buffer; signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const { url, headers: own } = this.#options.upstream;
    const all: Headers = { ...passedHeaders(headers), ...(await own()) };
    return callUpstream({ url, headers: all, ...sent });
  }

  async *#events(heard: AsyncIterable<Buffer>) {
    const reader = new SseReader(this.#options.bytesMax);
    for await (const chunk of heard) yield* reader.read(chunk);
  }

  /** The body that the client is shown. */
  async #observed(params: JsonObject, body: Buffer): Promise<Buffer> {
    const [message] = readUpstream(body);
    if (message?.kind !== 'response') return body;
    const shown = await this.#gated.observe(params, message.value['result']);
    return shown === null ? body : Buffer.from(JSON.stringify({ ...message.value, result: shown }));
  }

  #meet(heard: IncomingMessage, params: JsonObject): void {
    const session = heard.headers['mcp-session-id'];
    const client = clientOf(params);
    if (typeof session !== 'string' || client === null) return;
    this.#clients.set(session, client);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > clientsMax && oldest !== undefined) this.#clients.delete(oldest);
  }

  #clientOf({ headers }: IncomingMessage): ClientFacts {
    return this.#clients.get(String(headers['mcp-session-id'])) ?? unknownClient;
  }

  /** Without a session, ids of several clients of one caller are the same. */
  #heldKey({ headers }: IncomingMessage, id: RpcId): string | null {
    const session = headers['mcp-session-id'];
    return typeof session === 'string' ? `${session} ${idKey(id)}` : null;
  }

  /** Whether it was about a call that was not forwarded. The server of tools does not know that call. */
  #cancel(call: IncomingMessage, params: JsonObject): boolean {
    const { requestId } = params;
    const key = isRpcId(requestId) ? this.#heldKey(call, requestId) : null;
    const held = key === null ? undefined : this.#held.get(key);
    held?.abort(new Error('the client cancelled the call'));
    return held !== undefined;
  }
}

/** The answer of one call: a document, or a stream of events where the server of tools chose one. */
class AnswerStream {
  readonly #answer: ServerResponse;
  readonly #shown: (headers: IncomingMessage['headers']) => Headers;
  #head: IncomingMessage | null = null;
  #isStream = false;
  eventId: string | null = null;
  /** The server ended its stream early. A client that can resume it does so itself. */
  isCut = false;

  constructor(answer: ServerResponse, shown: (headers: IncomingMessage['headers']) => Headers) {
    this.#answer = answer;
    this.#shown = shown;
  }

  begin(head: IncomingMessage): void {
    this.#head = head;
    this.#isStream = isEventStream(head.headers['content-type']);
    if (this.#isStream && !this.#answer.headersSent) {
      this.#answer.writeHead(head.statusCode ?? 502, this.#shown(head.headers));
    }
  }

  pass(raw: Buffer): Promise<void> {
    return write(this.#answer, raw);
  }

  async end(text: Buffer | null): Promise<void> {
    const answer = this.#answer;
    if (text === null || this.isCut) {
      if (!answer.headersSent) answer.writeHead(202);
      return void answer.end();
    }
    const body = text.subarray(0, text.at(-1) === 0x0a ? -1 : undefined);
    if (this.#isStream) return void answer.end(event(body, this.eventId));
    const headers = this.#head === null ? {} : this.#shown(this.#head.headers);
    answer
      .writeHead(this.#head?.statusCode ?? 200, { ...headers, 'content-type': 'application/json' })
      .end(body);
  }
}

/** The session that the caller names, or that of MCP, which ends with the client. */
function sessionOf({ headers }: IncomingMessage) {
  const { 'countersign-session': named, 'mcp-session-id': passing } = headers;
  const occasion = typeof named === 'string' ? named : null;
  const recorded = typeof passing === 'string' ? passingSession(passing) : null;
  return { session: occasion ?? recorded, occasion };
}

function stoppedAnswer({ id, meta }: ToolCall): Buffer {
  const words = 'The call has not run: the gateway stops. Make the same call again later.';
  return lineOf(ownResult(id, isModern(meta), plainAnswer('server_stopping', words)));
}

function event(data: Buffer, id: string | null): Buffer {
  const head = id === null ? '' : `id: ${id}\n`;
  const lines = data.toString('utf8').split('\n');
  return Buffer.from(`event: message\n${head}${lines.map(line => `data: ${line}\n`).join('')}\n`);
}

function answerIn(body: Buffer, id: RpcId): Answer | null {
  for (const message of readUpstream(body)) {
    if (message.kind === 'response' && message.id === id) {
      return { message: message.value, text: message.text };
    }
  }
  return null;
}

function goneSignal(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.on('close', () => gone.abort());
  return gone.signal;
}

/** Resolves when there is room for more. */
function write(answer: ServerResponse, bytes: Buffer): Promise<void> {
  if (answer.destroyed || answer.write(bytes)) return Promise.resolve();
  return new Promise(resolve => {
    const done = () => {
      answer.off('drain', done);
      answer.off('close', done);
      resolve();
    };
    answer.on('drain', done);
    answer.on('close', done);
  });
}

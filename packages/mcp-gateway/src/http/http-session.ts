import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/protocol/json';
import { passingSession } from '../call/bound-session.ts';
import {
  type ClientFacts,
  clientOf,
  isModern,
  knowsTasks,
  unknownClient,
} from '../call/client-facts.ts';
import { type Answer, UpstreamLost } from '../call/forwarded.ts';
import { GatedServer, type OwnRequest } from '../call/gated-server.ts';
import { ownResult, plainAnswer } from '../call/own-answer.ts';
import { RequestStates } from '../call/request-state.ts';
import { Seals } from '../call/seals.ts';
import type { ServerIdentity } from '../call/server-identity.ts';
import { ToolDefinitions } from '../definition/tool-definitions.ts';
import { serverRecords } from '../definition/tool-records.ts';
import type { ToolCall } from '../message/client-message.ts';
import {
  errorMessage,
  isObject,
  lineOf,
  plainText,
  type RpcId,
  rpcErrors,
  tooLarge,
} from '../message/rpc.ts';
import { AnswerStream, event, statusOf } from './answer-stream.ts';
import type { Caller } from './callers.ts';
import type { GatewayUpstream } from './http-gateway.ts';
import { paramHeaders } from './http-headers.ts';
import type { OwnAnswers, Passing } from './own-answers.ts';
import { type PassedMessage, PassedMessages } from './passed-messages.ts';
import type { SessionMarks } from './session-marks.ts';
import { withId } from './sse-reader.ts';
import { Underway } from './underway.ts';
import { isEventStream, readWhole } from './upstream-call.ts';
import { UpstreamLink } from './upstream-link.ts';

interface SessionOptions {
  readonly upstream: GatewayUpstream;
  readonly caller: Caller;
  readonly server: ServerIdentity;
  readonly marks: SessionMarks;
  readonly bytesMax: number;
  readonly countersign: string;
  readonly log: (words: string) => void;
}

const clientsMax = 1000;
const stopped = 'the gateway stops';

/** One caller and one server of tools, over any number of connections. */
export class HttpSession {
  readonly #options: SessionOptions;
  readonly #gated: GatedServer;
  /** What clients said of themselves, by the id of their MCP session. */
  readonly #clients = new Map<string, ClientFacts>();
  readonly #link: UpstreamLink;
  readonly #underway: Underway;
  readonly #passed: PassedMessages;

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
      boundMeta: upstream.boundMeta,
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
    this.#link = new UpstreamLink(options);
    this.#underway = new Underway(log);
    this.#passed = new PassedMessages({
      link: this.#link,
      underway: this.#underway,
      gated: this.#gated,
      bytesMax: options.bytesMax,
      log,
      onMet: (heard, params) => this.#meet(heard, params),
    });
  }

  /** Clients of waiting calls are told to call again. Forwarded calls may end and be reported. */
  async close(): Promise<void> {
    this.#underway.stop(stopped);
    this.#gated.clientGone();
    await this.#gated.reported();
  }

  /** False where the call names a session of another caller. */
  admits(call: IncomingMessage): boolean {
    return this.#link.admits(call);
  }

  passStream(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    return this.#passed.passStream(call, answer);
  }

  passMessage(call: IncomingMessage, answer: ServerResponse, passed: PassedMessage): Promise<void> {
    return this.#passed.passMessage(call, answer, passed);
  }

  passResponse(
    call: IncomingMessage,
    answer: ServerResponse,
    response: { readonly id: RpcId; readonly text: Buffer },
  ): Promise<void> {
    return this.#passed.passResponse(call, answer, response);
  }

  async passCall(call: IncomingMessage, answer: ServerResponse, told: ToolCall): Promise<void> {
    const done = this.#underway.enter(call, answer, told.id);
    if (done === null) return;
    const gone = new AbortController();
    const release = this.#underway.hold(call, told.id, gone);
    const leave = () => gone.abort(new Error('the client is gone'));
    answer.on('close', leave);
    const stream = new AnswerStream(answer, headers => this.#link.shown(headers));
    try {
      const text = await this.#gated.answer({
        call: told,
        client: clientOf({ _meta: told.meta ?? {} }) ?? this.#clientOf(call),
        ...sessionOf(call),
        signal: gone.signal,
        ask: request => this.#ask(call, request),
        forward: (message, { over, isRead }) => {
          release();
          return this.#forward(call, message, told, { stream, over, isRead });
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
      release();
      done();
    }
  }

  /** Sends an approved or allowed call. What comes before its answer is passed on as it comes. */
  async #forward(
    call: IncomingMessage,
    message: { readonly params: JsonObject },
    told: ToolCall,
    {
      stream,
      over,
      isRead,
    }: {
      readonly stream: AnswerStream;
      readonly over: AbortSignal;
      readonly isRead: boolean;
    },
  ): Promise<Answer | null> {
    const body = plainText(message);
    const given = message.params['arguments'];
    const schema = () => this.#gated.schemaOf(told.name);
    const more = paramHeaders(call.headers, schema, isObject(given) ? given : {});
    const heard = await this.#link
      .send(call.headers, { method: 'POST', body, signal: over, more })
      .catch(() => {
        throw new UpstreamLost('the server of tools cannot be reached');
      });
    stream.begin(heard);
    const { id } = told;
    const beginsTask = mayBeginTask(told);
    const own = this.#link.answersOf(call, id, { method: 'tools/call', beginsTask });
    if (isEventStream(heard.headers['content-type'])) {
      const found = await this.#streamed(call, heard, { own, stream });
      if (found !== null) return found;
      stream.isCut = true;
      throw new UpstreamLost('the server of tools ended the stream without an answer');
    }
    if (!isRead && !beginsTask && statusOf(heard) < 300) {
      if (await stream.passDocument(heard, id)) return null;
      throw new UpstreamLost('the server of tools gave no answer to this request');
    }
    const text = await readWhole(heard, this.#options.bytesMax).catch(() => undefined);
    if (text === null) throw new UpstreamLost(tooLarge(this.#options.bytesMax));
    return this.#documented(heard, id, text === undefined ? null : own.take(text));
  }

  #documented(
    { statusCode: status = 0 }: IncomingMessage,
    id: RpcId,
    read: Passing | null,
  ): Answer {
    if (read?.answer != null) return { message: read.answer.value, text: read.answer.text };
    if (status < 400 || status >= 500 || read === null) {
      throw new UpstreamLost(`the server of tools gave no answer (HTTP status ${status})`);
    }
    const words = `The MCP server refused the call with HTTP status ${status}.`;
    const refused = errorMessage(id, rpcErrors.internal, words);
    return { message: refused, text: read.bytes ?? Buffer.from(JSON.stringify(refused)) };
  }

  /** Passes what comes before the answer of a call. Null where the stream ends without it. */
  async #streamed(
    call: IncomingMessage,
    heard: IncomingMessage,
    { own, stream }: { readonly own: OwnAnswers; readonly stream: AnswerStream },
  ): Promise<Answer | null> {
    const marks = this.#link.eventMarks(call);
    const mark = (id: string) => marks.marked(id);
    try {
      for await (const each of this.#link.events(heard)) {
        const { data, id } = each;
        const given = data === null || data === '' ? null : Buffer.from(data);
        const passing = given === null ? null : own.take(given);
        if (passing !== null && passing.answer !== null) {
          stream.eventId = id === null || id === '' ? id : mark(id);
          return { message: passing.answer.value, text: passing.answer.text };
        }
        if (passing === null || passing.bytes === given) await stream.pass(withId(each, mark));
        else if (passing.bytes !== null) {
          await stream.pass(event(passing.bytes, id === null || id === '' ? id : mark(id)));
        }
      }
    } catch (error) {
      // A stream that breaks off has no answer.
      if (error instanceof RangeError) throw new UpstreamLost(tooLarge(this.#options.bytesMax));
    }
    return null;
  }

  /** The result of a request of the gateway itself. */
  async #ask(call: IncomingMessage, request: OwnRequest): Promise<unknown> {
    const { headers: given } = call;
    const { id, method } = request;
    const { 'mcp-name': _, 'mcp-method': named, ...rest } = given;
    const headers = { ...rest, ...(named === undefined ? {} : { 'mcp-method': method }) };
    const signal = AbortSignal.timeout(30_000);
    const own = this.#link.answersOf(call, id, { method, beginsTask: false });
    const heard = await this.#link.send(headers, {
      method: 'POST',
      body: plainText(request),
      signal,
    });
    if (!isEventStream(heard.headers['content-type'])) {
      const body = await readWhole(heard, this.#options.bytesMax);
      return body === null ? undefined : own.take(body).answer?.value['result'];
    }
    for await (const { data } of this.#link.events(heard)) {
      const found = data === null ? null : own.take(Buffer.from(data)).answer;
      if (found !== null) return found.value['result'];
    }
    return undefined;
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
}

/** The session that the caller names, or that of MCP, which ends with the client. */
function sessionOf({ headers }: IncomingMessage) {
  const { 'countersign-session': named, 'mcp-session-id': passing } = headers;
  const occasion = typeof named === 'string' ? named : null;
  const recorded = typeof passing === 'string' ? passingSession(passing) : null;
  return { session: occasion ?? recorded, occasion };
}

/** Whether a call asks for a task, or leaves it to the server of tools to begin one. */
function mayBeginTask({ more, meta }: ToolCall): boolean {
  return more['task'] !== undefined || knowsTasks(meta);
}

function stoppedAnswer({ id, meta }: ToolCall): Buffer {
  const words = 'The call has not run: the gateway stops. Make the same call again later.';
  return lineOf(ownResult(id, isModern(meta), plainAnswer('server_stopping', words)));
}

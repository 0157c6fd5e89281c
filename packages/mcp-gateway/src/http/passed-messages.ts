import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/protocol/json';
import type { GatedServer } from '../call/gated-server.ts';
import { errorMessage, plainText, type RpcId, rpcErrors, tooLarge } from '../message/rpc.ts';
import { event, passDocument, statusOf, write } from './answer-stream.ts';
import { decoded, headerText } from './http-headers.ts';
import type { OwnAnswers, Passing } from './own-answers.ts';
import type { SessionMarks } from './session-marks.ts';
import { withId } from './sse-reader.ts';
import { refuseWith, type Underway } from './underway.ts';
import { isEventStream, readWhole } from './upstream-call.ts';
import { hasSession, type UpstreamLink } from './upstream-link.ts';

interface PassingOptions {
  readonly link: UpstreamLink;
  readonly underway: Underway;
  readonly gated: GatedServer;
  readonly bytesMax: number;
  readonly log: (words: string) => void;
  /** A client said what it is, and the MCP server answered. */
  readonly onMet: (heard: IncomingMessage, params: JsonObject) => void;
}

export interface PassedMessage {
  /** Null where it expects no answer. */
  readonly id: RpcId | null;
  readonly method: string | null;
  readonly params: JsonObject;
  readonly text: Buffer;
}

/** Made once: an abort without a reason makes an error with its stack each time. */
const closed = new Error('the answer is closed');
const foreignEvent = 'The event id is not one of this caller and session.';
const foreignWords = 'The MCP server gave no answer to this request.';
const foreignAnswer = 'The answer belongs to no request that this caller was sent.';
const foreignTask = 'There is no such task of this caller.';

/** Everything between a caller and a server of tools but calls of tools: it passes as it came. */
export class PassedMessages {
  readonly #options: PassingOptions;

  constructor(options: PassingOptions) {
    this.#options = options;
  }

  /** GET and DELETE: a stream of the server, or the end of a session. */
  async passStream(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { link, underway } = this.#options;
    const marks = link.eventMarks(call);
    const { 'last-event-id': named, ...headers } = call.headers;
    // The MCP server sees one credential for all callers. It would resume the stream of another one.
    const last = typeof named === 'string' ? marks.plain(named) : null;
    if (named !== undefined && last === null) return refuseWith(answer, 400, foreignEvent);
    const leave = underway.enter(call, answer, null);
    if (leave === null) return;
    try {
      const heard = await link.send(headers, {
        method: call.method === 'GET' ? 'GET' : 'DELETE',
        signal: goneSignal(answer),
        ...(last === null ? {} : { more: { 'last-event-id': last } }),
      });
      if (!isEventStream(heard.headers['content-type'])) {
        heard.resume();
        return void answer.writeHead(statusOf(heard), link.shown(heard.headers)).end();
      }
      answer.writeHead(statusOf(heard), link.shown(heard.headers));
      // Only a resumed stream brings answers, and never to a call that was not forwarded.
      const mayBring = (id: RpcId) => last !== null && !underway.holds(call, id);
      const own = link.answersOf(call, mayBring, { method: null, beginsTask: last !== null });
      await this.#passEvents(heard, answer, { marks, own, listed: {} });
      answer.end();
    } finally {
      leave();
    }
  }

  /** Passes what belongs on this way, and reads the lists of tools in it. */
  async #passEvents(
    heard: IncomingMessage,
    answer: ServerResponse,
    way: {
      readonly marks: SessionMarks;
      readonly own: OwnAnswers;
      readonly listed: JsonObject | null;
    },
  ): Promise<void> {
    const { marks, own, listed } = way;
    const { link, gated } = this.#options;
    for await (const each of link.events(heard)) {
      const { data } = each;
      if (data === null || data === '') {
        await write(
          answer,
          withId(each, id => marks.marked(id)),
        );
        continue;
      }
      const given = Buffer.from(data);
      const passing = own.take(given);
      if (data.includes('notifications/tools/list_changed')) gated.expectChange();
      const bytes = await this.#shownBytes(passing, listed);
      if (bytes === null) continue;
      const isSame = bytes === given;
      const id = each.id === null || each.id === '' ? each.id : marks.marked(each.id);
      await write(answer, isSame ? withId(each, own => marks.marked(own)) : event(bytes, id));
    }
  }

  /** What a client answers to a question of the server of tools. Another caller may not answer it. */
  async passResponse(
    call: IncomingMessage,
    answer: ServerResponse,
    { id, text: given }: { readonly id: RpcId; readonly text: Buffer },
  ): Promise<void> {
    const text = this.#options.link.names.answered(id, given, hasSession(call.headers));
    if (text === null) return refuseWith(answer, 400, foreignAnswer);
    return this.passMessage(call, answer, { id: null, method: null, params: {}, text });
  }

  /** Everything but calls of tools: as it came. Only lists of tools and the names of tasks are read. */
  async passMessage(
    call: IncomingMessage,
    answer: ServerResponse,
    given: PassedMessage,
  ): Promise<void> {
    const { id, method, params } = given;
    const { underway } = this.#options;
    const passed = this.#withPlainTasks(call, given);
    if (passed === null) {
      this.#options.log(`a caller was refused: ${foreignTask}`);
      const refused = errorMessage(id, rpcErrors.params, foreignTask);
      const head = { 'content-type': 'application/json' };
      return void answer.writeHead(id === null ? 400 : 200, head).end(JSON.stringify(refused));
    }
    if (method === 'notifications/cancelled') {
      // Without a session, the MCP server could only guess whose request is meant.
      const isTold =
        underway.cancel(call, params['requestId']) || call.headers['mcp-session-id'] === undefined;
      if (isTold) return void answer.writeHead(202).end();
    }
    const leave = underway.enter(call, answer, id);
    if (leave === null) return;
    try {
      await this.#passAnswer(call, answer, passed);
    } finally {
      leave();
    }
  }

  /** With tasks under the names of the server of tools. Null where one is not of this caller. */
  #withPlainTasks(call: IncomingMessage, passed: PassedMessage): PassedMessage | null {
    const { id, method, params } = passed;
    if (method === null || !namesTasks(method)) return passed;
    const { link } = this.#options;
    const { 'mcp-name': named } = call.headers;
    const task = link.names.taskOf(params);
    if (named !== undefined) {
      // A server may go by the header.
      if (task === null || decoded(String(named)) !== task.marked) return null;
      call.headers['mcp-name'] = headerText(task.plain);
    }
    const plain = link.names.plainTasks(method, params);
    if (plain === null) return null;
    const message = { jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params: plain };
    return { ...passed, params: plain, text: plainText(message) };
  }

  async #passAnswer(
    call: IncomingMessage,
    answer: ServerResponse,
    { id, method, params, text }: PassedMessage,
  ): Promise<void> {
    const { link, bytesMax, log, onMet } = this.#options;
    const signal = goneSignal(answer);
    const heard = await link.send(call.headers, { method: 'POST', body: text, signal });
    if (method === 'initialize') onMet(heard, params);
    const headers = link.shown(heard.headers);
    const own = link.answersOf(call, id, { method, beginsTask: false });
    const isList = method === 'tools/list';
    const isRead = isList || (method !== null && namesTasks(method));
    if (isEventStream(heard.headers['content-type'])) {
      answer.writeHead(statusOf(heard), headers);
      const marks = link.eventMarks(call);
      const way = { marks, own, listed: isList ? params : null };
      await this.#passEvents(heard, answer, way).catch(error => this.#endLarge(answer, id, error));
      return void answer.end();
    }
    const isGood = statusOf(heard) < 300 && id !== null;
    if (isGood && !isRead) {
      if (await passDocument(heard, answer, { id, headers, needsId: false })) return;
      log('the server of tools answered a request that it does not have');
      if (!answer.headersSent) refuseWith(answer, 502, foreignWords);
      return;
    }
    const body = await readWhole(heard, bytesMax);
    if (body === null) return refuseWith(answer, 502, `Refused: ${tooLarge(bytesMax)}.`);
    const passing = body.length === 0 ? null : own.take(body);
    const bytes = await this.#shownBytes(passing, isList ? params : null);
    if (bytes === null && isGood) return refuseWith(answer, 502, foreignWords);
    answer.writeHead(statusOf(heard), headers).end(bytes ?? undefined);
  }

  /** A stream with a message that is too large ends with words about it. */
  async #endLarge(answer: ServerResponse, id: RpcId | null, error: unknown): Promise<void> {
    if (!(error instanceof RangeError)) throw error;
    const words = tooLarge(this.#options.bytesMax);
    this.#options.log(`a message of the server of tools was refused: ${words}`);
    const refused = errorMessage(id, rpcErrors.internal, `Refused: ${words}.`);
    if (id !== null) await write(answer, event(Buffer.from(JSON.stringify(refused)), null));
  }

  /** What the client receives of a document that was read. Of a list of tools, it receives only what it may see. */
  async #shownBytes(passing: Passing | null, listed: JsonObject | null): Promise<Buffer | null> {
    if (passing === null) return null;
    const { answer, bytes } = passing;
    const shown = listed === null || answer === null ? null : await this.#observed(listed, answer);
    return shown ?? bytes;
  }

  /** A list of tools as the client is shown it. Null where it is shown as it came. */
  async #observed(
    params: JsonObject,
    { value }: { readonly value: Record<string, unknown> },
  ): Promise<Buffer | null> {
    const shown = await this.#options.gated.observe(params, value['result']);
    return shown === null ? null : Buffer.from(JSON.stringify({ ...value, result: shown }));
  }
}

function goneSignal(answer: ServerResponse): AbortSignal {
  const gone = new AbortController();
  answer.on('close', () => gone.abort(closed));
  return gone.signal;
}

/** Methods that name tasks, in any spelling that a server might accept. */
function namesTasks(method: string): boolean {
  const folded = method.normalize('NFKC').toLowerCase().trim();
  return folded.startsWith('tasks/') || folded === 'subscriptions/listen';
}

import type { IncomingMessage } from 'node:http';
import { systemClock } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import { errorMessage, isObject, type RpcId, rpcErrors, tooLarge } from '../message/rpc.ts';
import { readUpstream } from '../message/upstream-message.ts';
import type { SentMessage, Upstream, UpstreamListener } from '../stdio/upstream.ts';
import { headerText } from './http-headers.ts';
import { SseReader } from './sse-reader.ts';
import { callUpstream, type Headers, isEventStream, readWhole } from './upstream-call.ts';

interface HttpUpstreamOptions {
  readonly url: URL;
  /** Sent with every call: credentials, among others. Read for each call, because a credential may be renewed. */
  readonly headers: () => Promise<Headers>;
  readonly bytesMax: number;
  readonly log: (words: string) => void;
}

const versionMember = 'io.modelcontextprotocol/protocolVersion';
const retryMillisecondsDefault = 1000;
const reopeningsMax = 5;

/** A server of tools that is reached over streamable HTTP, for a client that speaks in lines. */
export class HttpUpstream implements Upstream {
  readonly #options: HttpUpstreamOptions;
  readonly #closed = new AbortController();
  #listener: UpstreamListener | null = null;
  #session: string | null = null;
  #version: string | null = null;
  #initializing: RpcId | null = null;

  constructor(options: HttpUpstreamOptions) {
    this.#options = options;
  }

  start(listener: UpstreamListener): void {
    this.#listener = listener;
  }

  async send(text: Buffer, about: SentMessage): Promise<void> {
    const id = about.kind === 'request' ? (about.message?.id ?? null) : null;
    if (about.method === 'initialize') this.#initializing = id;
    const posted = this.#post(text, about).then(
      answer => this.#read(answer, id, about),
      () => {
        if (id !== null) this.#listener?.lost(id, 'the server of tools cannot be reached');
      },
    );
    // The next message does not wait for the result of a request, only for the delivery of anything else.
    if (id === null) await posted;
    if (about.method === 'notifications/initialized') void this.#listen();
  }

  async close(): Promise<void> {
    const session = this.#session;
    if (session !== null) {
      const headers = await this.#headers({});
      const over = AbortSignal.timeout(2000);
      const { url } = this.#options;
      const answer = await callUpstream({ url, method: 'DELETE', headers, signal: over }).catch(
        () => null,
      );
      answer?.resume();
    }
    this.#closed.abort();
  }

  async #post(text: Buffer, { method, message }: SentMessage): Promise<IncomingMessage> {
    const params = message?.params ?? {};
    const headers = await this.#headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernHeaders(method, params),
    });
    const { url } = this.#options;
    return callUpstream({ url, method: 'POST', headers, body: text, signal: this.#closed.signal });
  }

  async #headers(more: Headers): Promise<Headers> {
    return {
      ...(await this.#options.headers()),
      ...(this.#session === null ? {} : { 'mcp-session-id': this.#session }),
      ...(this.#version === null ? {} : { 'mcp-protocol-version': this.#version }),
      ...more,
    };
  }

  async #read(answer: IncomingMessage, id: RpcId | null, about: SentMessage): Promise<void> {
    const { statusCode: status = 0, headers } = answer;
    if (about.method === 'initialize') {
      const session = headers['mcp-session-id'];
      this.#session = typeof session === 'string' ? session : null;
    }
    if (status === 404 && this.#session !== null) {
      answer.resume();
      this.#listener?.ended('the server of tools has forgotten the session');
      return;
    }
    try {
      if (isEventStream(headers['content-type'])) return await this.#readEvents(answer, id);
      await this.#readBody(answer, id, status);
    } catch (error) {
      const isLarge = error instanceof RangeError;
      const broken = 'the connection to the server of tools broke';
      const why = isLarge ? tooLarge(this.#options.bytesMax) : broken;
      if (id !== null) this.#listener?.lost(id, why);
    }
  }

  async #readBody(answer: IncomingMessage, id: RpcId | null, status: number): Promise<void> {
    const { bytesMax } = this.#options;
    const body = await readWhole(answer, bytesMax);
    if (id === null) return;
    if (body === null) return this.#listener?.lost(id, tooLarge(bytesMax));
    const isAnswer = readUpstream(body).some(
      message => message.kind === 'response' && message.id === id,
    );
    if (isAnswer) return this.#take(body);
    if (status >= 400 && status < 500) {
      const words = `The MCP server refused the call with HTTP status ${status}.`;
      const refused = errorMessage(id, rpcErrors.internal, words);
      return this.#take(Buffer.from(JSON.stringify(refused)));
    }
    this.#listener?.lost(id, `the server of tools answered with HTTP status ${status}`);
  }

  /** Reads a stream to the answer of a request. A stream that ends before is opened again where it left off. */
  async #readEvents(first: IncomingMessage, id: RpcId | null): Promise<void> {
    let stream: IncomingMessage | null = first;
    let last: string | null = null;
    let retry = retryMillisecondsDefault;
    for (let opened = 0; opened < reopeningsMax && stream !== null; opened++) {
      const reader = new SseReader(this.#options.bytesMax);
      for await (const chunk of stream) {
        for (const event of reader.read(chunk)) {
          last = event.id ?? last;
          retry = event.retry ?? retry;
          if (event.data === null || event.data === '') continue;
          const text = Buffer.from(event.data);
          await this.#take(text);
          if (id !== null && answers(text, id)) return;
        }
      }
      if (last === null) break;
      await systemClock.pause(retry, this.#closed.signal);
      if (this.#closed.signal.aborted) break;
      stream = await this.#open(last);
    }
    if (id !== null)
      this.#listener?.lost(id, 'the server of tools ended the stream without an answer');
  }

  /** What a server sends by itself. A server that offers no such stream says so with 405. */
  async #listen(): Promise<void> {
    try {
      const stream = await this.#open(null);
      if (stream !== null) await this.#readEvents(stream, null);
    } catch {
      if (!this.#closed.signal.aborted)
        this.#options.log('the stream of the server of tools ended');
    }
  }

  async #open(last: string | null): Promise<IncomingMessage | null> {
    const headers = await this.#headers({
      accept: 'text/event-stream',
      ...(last === null ? {} : { 'last-event-id': last }),
    });
    const { url } = this.#options;
    const answer = await callUpstream({ url, method: 'GET', headers, signal: this.#closed.signal });
    if (answer.statusCode === 200 && isEventStream(answer.headers['content-type'])) return answer;
    answer.resume();
    return null;
  }

  async #take(text: Buffer): Promise<void> {
    if (this.#initializing !== null) this.#hearVersion(text);
    await this.#listener?.message({ kind: 'line', bytes: oneLine(text) });
  }

  #hearVersion(text: Buffer): void {
    for (const message of readUpstream(text)) {
      if (message.kind !== 'response' || message.id !== this.#initializing) continue;
      const { result } = message.value;
      const version = isObject(result) ? result['protocolVersion'] : undefined;
      if (typeof version === 'string') this.#version = version;
      this.#initializing = null;
    }
  }
}

/** A message over HTTP may have several lines; for a client that reads lines it must not. */
function oneLine(text: Buffer): Buffer {
  if (!text.includes(0x0a) && !text.includes(0x0d)) return text;
  try {
    return Buffer.from(JSON.stringify(JSON.parse(text.toString('utf8'))));
  } catch {
    return Buffer.from(text.toString('utf8').replace(/[\r\n]/gu, ' '));
  }
}

function answers(text: Buffer, id: RpcId): boolean {
  return readUpstream(text).some(message => message.kind === 'response' && message.id === id);
}

/** Since 2026-07-28 the method and the name stand in headers too. */
function modernHeaders(method: string | null, params: JsonObject): Headers {
  const meta = params['_meta'];
  const version = meta !== undefined && isObject(meta) ? meta[versionMember] : undefined;
  if (typeof version !== 'string' || method === null) return {};
  const named = params['name'] ?? params['uri'];
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof named === 'string' ? { 'mcp-name': headerText(named) } : {}),
  };
}

import type { IncomingMessage } from 'node:http';
import type { RpcId } from '../message/rpc.ts';
import { CallerNames, type Way } from './caller-names.ts';
import type { GatewayUpstream } from './http-gateway.ts';
import { headersForClient, headersForServer } from './http-headers.ts';
import { OwnAnswers } from './own-answers.ts';
import type { SessionMarks } from './session-marks.ts';
import { type SseEvent, SseReader } from './sse-reader.ts';
import { callUpstream, type Headers } from './upstream-call.ts';

interface LinkOptions {
  readonly upstream: GatewayUpstream;
  readonly marks: SessionMarks;
  readonly bytesMax: number;
  readonly log: (words: string) => void;
}

interface SentCall {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly body?: Buffer;
  readonly signal: AbortSignal;
  readonly more?: Headers;
}

/** The way between one caller and one server of tools: what of headers, sessions and events passes on it. */
export class UpstreamLink {
  readonly #options: LinkOptions;
  readonly names: CallerNames;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.names = new CallerNames(options.marks);
  }

  /** What belongs on the way of a call, under the names that the caller knows. */
  answersOf(
    { headers }: IncomingMessage,
    own: RpcId | null | ((id: RpcId) => boolean),
    way: Omit<Way, 'hasSession'>,
  ): OwnAnswers {
    const all = { ...way, hasSession: hasSession(headers) };
    return new OwnAnswers(own, message => this.names.shown(message, all), this.#options.log);
  }

  async send(
    headers: IncomingMessage['headers'],
    { more, ...sent }: SentCall,
  ): Promise<IncomingMessage> {
    const { url, headers: own } = this.#options.upstream;
    const all: Headers = { ...headersForServer(headers), ...more, ...(await own()) };
    return callUpstream({ url, headers: all, ...sent });
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
  shown(headers: IncomingMessage['headers']): Headers {
    const session = headers['mcp-session-id'];
    const passed = headersForClient(headers);
    return typeof session === 'string'
      ? { ...passed, 'mcp-session-id': this.#options.marks.marked(session) }
      : passed;
  }

  /** The marks of the events that a call hears, or began to hear. */
  eventMarks({ headers }: IncomingMessage): SessionMarks {
    const session = headers['mcp-session-id'];
    return this.#options.marks.ofEvents(typeof session === 'string' ? session : null);
  }

  async *events(heard: AsyncIterable<Buffer>): AsyncGenerator<SseEvent> {
    const reader = new SseReader(this.#options.bytesMax);
    for await (const chunk of heard) yield* reader.read(chunk);
  }
}

export function hasSession(headers: IncomingMessage['headers']): boolean {
  return headers['mcp-session-id'] !== undefined;
}

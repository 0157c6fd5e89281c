import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RpcId } from '../message/rpc.ts';
import { AnswerScan } from './answer-scan.ts';
import { type Headers, isEventStream } from './upstream-call.ts';

/** The answer of one call: a document, or a stream of events where the server of tools chose one. */
export class AnswerStream {
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
      this.#answer.writeHead(statusOf(head), this.#shown(head.headers));
    }
  }

  pass(raw: Buffer): Promise<void> {
    return write(this.#answer, raw);
  }

  /** Passes a document as it comes. False where the client did not get the answer to its request. */
  async passDocument(heard: IncomingMessage, id: RpcId): Promise<boolean> {
    const headers = this.#shown(heard.headers);
    return passDocument(heard, this.#answer, { id, headers, needsId: true });
  }

  async end(text: Buffer | null): Promise<void> {
    const answer = this.#answer;
    // A document that passed is whole, and one that was cut off has no end.
    if (answer.writableEnded || answer.destroyed) return;
    if (text === null || this.isCut) {
      if (!answer.headersSent) answer.writeHead(202);
      return void answer.end();
    }
    const body = text.subarray(0, text.at(-1) === 0x0a ? -1 : undefined);
    if (this.#isStream) return void answer.end(event(body, this.eventId));
    const headers = this.#head === null ? {} : this.#shown(this.#head.headers);
    const status = this.#head === null ? 200 : statusOf(this.#head);
    answer.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(body);
  }
}

/** The MCP server refused the credential of the gateway. That says nothing about the credential of the caller. */
const ofCredentials: ReadonlySet<number> = new Set([401, 403, 407]);

export function statusOf({ statusCode = 502 }: IncomingMessage): number {
  return ofCredentials.has(statusCode) ? 502 : statusCode;
}

export function event(data: Buffer, id: string | null): Buffer {
  const head = id === null ? '' : `id: ${id}\n`;
  const lines = data.toString('utf8').split('\n');
  return Buffer.from(`event: message\n${head}${lines.map(line => `data: ${line}\n`).join('')}\n`);
}

/** Resolves when there is room for more. */
export function write(answer: ServerResponse, bytes: Buffer): Promise<void> {
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

interface PassedDocument {
  readonly id: RpcId;
  readonly headers: Headers;
  /** Whether a document without an id is no answer. */
  readonly needsId: boolean;
}

/**
 * Passes a document as it comes, so its size does not matter. The last bytes are held until the id shows that the
 * document answers this request. If it does not, this returns false, and the client is left with an incomplete
 * document.
 */
export async function passDocument(
  heard: IncomingMessage,
  answer: ServerResponse,
  { id, headers, needsId }: PassedDocument,
): Promise<boolean> {
  const scan = new AnswerScan(id);
  const begin = () => answer.headersSent || answer.writeHead(statusOf(heard), headers);
  let held: Buffer | null = null;
  try {
    for await (const chunk of heard as AsyncIterable<Buffer>) {
      if (!scan.read(chunk)) break;
      if (held !== null) {
        begin();
        await write(answer, held);
      }
      held = chunk;
    }
    if (scan.isOwn && (scan.hasId || !needsId)) {
      begin();
      answer.end(held ?? undefined);
      return true;
    }
  } catch {
    // A document that breaks off is not complete.
  }
  if (answer.headersSent) answer.destroy();
  return false;
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage, idKey, isRpcId, type RpcId, rpcErrors } from '../message/rpc.ts';

/** The most open requests, and the most open streams, of one caller at one MCP server. */
const underwayMax = 256;
const twinWords = 'The id of the message belongs to a request that is not answered yet.';

/** The requests of one caller that are not answered yet. */
export class Underway {
  readonly #log: (words: string) => void;
  readonly #entered = new Set<string>();
  /** Calls that were not forwarded yet. */
  readonly #held = new Map<string, AbortController>();

  constructor(log: (words: string) => void) {
    this.#log = log;
  }

  /** Reserves a place for a request until it is answered. Null if all places are taken. The caller was then told. */
  enter(call: IncomingMessage, answer: ServerResponse, id: RpcId | null): (() => void) | null {
    const named = id === null ? null : keyOf(call, id);
    if (named !== null && this.#entered.has(named)) {
      this.#log('a message of a client was refused: its id is in use');
      refuseWith(answer, 400, twinWords);
      return null;
    }
    if (this.#entered.size >= underwayMax) {
      this.#log(`a caller was refused: ${underwayMax} of its requests are under way`);
      answer.writeHead(503, { 'retry-after': '5' }).end();
      return null;
    }
    const key = named ?? randomUUID();
    this.#entered.add(key);
    return () => this.#entered.delete(key);
  }

  /** Holds a call until it is forwarded or given up. */
  hold(call: IncomingMessage, id: RpcId, gone: AbortController): () => void {
    const key = keyOf(call, id) ?? randomUUID();
    this.#held.set(key, gone);
    return () => this.#held.delete(key);
  }

  holds(call: IncomingMessage, id: RpcId): boolean {
    const key = keyOf(call, id);
    return key !== null && this.#held.has(key);
  }

  /** Whether the cancelled call was not forwarded yet. The MCP server does not know such a call. */
  cancel(call: IncomingMessage, id: unknown): boolean {
    const key = isRpcId(id) ? keyOf(call, id) : null;
    const held = key === null ? undefined : this.#held.get(key);
    held?.abort(new Error('the client cancelled the call'));
    return held !== undefined;
  }

  /** Gives up every call that was not forwarded. */
  stop(why: string): void {
    for (const held of this.#held.values()) held.abort(new Error(why));
  }
}

/** Without a session, several clients of one caller can use the same ids. */
function keyOf({ headers }: IncomingMessage, id: RpcId): string | null {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' ? `${session} ${idKey(id)}` : null;
}

export function refuseWith(answer: ServerResponse, status: number, words: string): void {
  const message = errorMessage(null, rpcErrors.invalid, words);
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}

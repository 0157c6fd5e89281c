import { idKey, type RpcId } from '../message/rpc.ts';
import { readUpstream, type UpstreamMessage } from '../message/upstream-message.ts';

export interface Passing {
  /** What the client gets. Null where nothing is left. */
  readonly bytes: Buffer | null;
  /** The answer that was waited for, where it is in it. */
  readonly answer: Extract<UpstreamMessage, { kind: 'response' }> | null;
}

/**
 * Which messages of a server of tools belong on the way of one request. A client takes an answer by its id, wherever it
 * comes: an answer to another request would stand for that one, also where that one waits for approval or is a list that
 * has to be read. So each way carries its own answer, once, and no other.
 */
export class OwnAnswers {
  /** Null where the way carries no answer, and a test where it may carry answers of requests that were cut off. */
  readonly #own: RpcId | null | ((id: RpcId) => boolean);
  readonly #log: (words: string) => void;
  #isAnswered = false;

  constructor(own: RpcId | null | ((id: RpcId) => boolean), log: (words: string) => void) {
    this.#own = own;
    this.#log = log;
  }

  take(bytes: Buffer): Passing {
    const messages = readUpstream(bytes);
    const kept = messages.filter(message => this.#keeps(message));
    const answer = kept.find(message => message.kind === 'response') ?? null;
    if (kept.length === messages.length) {
      return { bytes: messages.length === 0 ? null : bytes, answer };
    }
    const texts = kept.map(({ text }) => text.toString('utf8'));
    return { bytes: kept.length === 0 ? null : Buffer.from(`[${texts.join(',')}]`), answer };
  }

  #keeps(message: UpstreamMessage): boolean {
    if (message.kind === 'unreadable') {
      this.#log('the server of tools sent something that is not a message');
      return false;
    }
    if (message.kind !== 'response') return true;
    const own = this.#own;
    if (typeof own === 'function' ? own(message.id) : this.#isFirst(own, message.id)) return true;
    this.#log('the server of tools answered a request that it does not have');
    return false;
  }

  #isFirst(own: RpcId | null, id: RpcId): boolean {
    if (own === null || idKey(own) !== idKey(id) || this.#isAnswered) return false;
    this.#isAnswered = true;
    return true;
  }
}

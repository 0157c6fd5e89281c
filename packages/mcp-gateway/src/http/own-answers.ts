import { idKey, type RpcId } from '../message/rpc.ts';
import { readUpstream, type UpstreamMessage } from '../message/upstream-message.ts';

export interface Passing {
  /** What the client receives. Null if nothing is left. */
  readonly bytes: Buffer | null;
  /** The answer that was waited for, where it is in it. */
  readonly answer: Extract<UpstreamMessage, { kind: 'response' }> | null;
}

/**
 * Decides which messages of an MCP server belong on the way of one request. A client accepts an answer by its id on any
 * way. So an answer on the wrong way could stand in for a request that waits for approval, or for a list that the
 * gateway must read. Each way therefore carries only its own answer, and only once.
 */
export class OwnAnswers {
  /** Null where the way carries no answer, and a test where it may carry answers of requests that were cut off. */
  readonly #own: RpcId | null | ((id: RpcId) => boolean);
  readonly #named: (message: UpstreamMessage) => UpstreamMessage | null;
  readonly #log: (words: string) => void;
  #isAnswered = false;

  /** `named` gives a message the names that this caller knows; null where it is not for this caller. */
  constructor(
    own: RpcId | null | ((id: RpcId) => boolean),
    named: (message: UpstreamMessage) => UpstreamMessage | null,
    log: (words: string) => void,
  ) {
    this.#own = own;
    this.#named = named;
    this.#log = log;
  }

  take(bytes: Buffer): Passing {
    const messages = readUpstream(bytes);
    const kept = messages.filter(message => this.#keeps(message));
    const shown = kept.flatMap(message => this.#named(message) ?? []);
    const answer = shown.find(message => message.kind === 'response') ?? null;
    if (shown.length === messages.length && shown.every((each, at) => each === messages[at])) {
      return { bytes: messages.length === 0 ? null : bytes, answer };
    }
    const texts = shown.map(({ text }) => text.toString('utf8'));
    if (texts.length === 0) return { bytes: null, answer };
    const isOne = messages.length === 1;
    return { bytes: Buffer.from(isOne ? texts.join('') : `[${texts.join(',')}]`), answer };
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

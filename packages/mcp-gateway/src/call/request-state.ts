import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BoundQuestion } from '@countersign/client';
import { isObject } from '../message/rpc.ts';

/**
 * What a client carries for the gateway between two legs of one call. The client can read it and cannot change it.
 * It permits nothing: the server of Countersign is asked again on every leg.
 */
type RequestState =
  /** The call waits for a decision. */
  | {
      readonly kind: 'waiting';
      readonly digest: string;
      readonly session: string | null;
      readonly leg: number;
      /** What the client was asked to show its person, where the answer decides. */
      readonly question: BoundQuestion | null;
    }
  /** The call runs, and the server of tools asked for more. `turn` is used once. */
  | {
      readonly kind: 'running';
      readonly digest: string;
      readonly session: string | null;
      readonly execution: string;
      readonly turn: number;
      readonly upstream: string | null;
    };

const prefix = 'cs1.';
const stateBytesMax = 1_048_576;

export class RequestStates {
  readonly #key: Buffer;

  /**
   * The key is derived from a secret that all gateways of one caller share. So each of them can read the states of the
   * others.
   */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('countersign mcp request state 1').digest();
  }

  mint(state: RequestState): string {
    const body = Buffer.from(JSON.stringify(state)).toString('base64url');
    return `${prefix}${body}.${this.#mark(body)}`;
  }

  /** Null if the text is not a state of a gateway. It then belongs to the MCP server. */
  open(text: unknown): RequestState | 'forged' | null {
    if (typeof text !== 'string' || !text.startsWith(prefix)) return null;
    const [body = '', mark = '', ...rest] = text.slice(prefix.length).split('.');
    const expected = Buffer.from(this.#mark(body));
    const found = Buffer.from(mark);
    if (text.length > stateBytesMax || rest.length > 0 || found.length !== expected.length)
      return 'forged';
    if (!timingSafeEqual(found, expected)) return 'forged';
    const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    return isObject(value) ? (value as unknown as RequestState) : 'forged';
  }

  /** A mark that only a holder of the secret can make. */
  markOf(text: string): string {
    return this.#mark(`mark ${text}`);
  }

  #mark(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}

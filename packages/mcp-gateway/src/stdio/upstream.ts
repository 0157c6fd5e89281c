import type { JsonObject } from '@countersign/protocol/json';
import type { ReadLine } from '../message/line-reader.ts';
import type { RpcId } from '../message/rpc.ts';

/** Hears what a server of tools sends. */
export interface UpstreamListener {
  /** The next message is read when this one has been taken. */
  message(line: ReadLine): Promise<void>;
  /** This request will get no answer. The server may have acted on it anyway. */
  lost(id: RpcId, why: string): void;
  /** It has ended, or cannot be reached any more. Called once. */
  ended(why: string): void;
}

/** A server of tools, however it is reached: as a process, or over HTTP. */
export interface Upstream {
  start(listener: UpstreamListener): void;
  /** Resolves when there is room for the next message. Rejects if the message was certainly not sent in full. */
  send(text: Buffer, about: SentMessage): Promise<void>;
  close(): Promise<void>;
}

/** The facts about a message that a transport may need. */
export interface SentMessage {
  readonly kind: 'request' | 'notification' | 'response';
  readonly method: string | null;
  readonly message: { readonly id?: RpcId; readonly params?: JsonObject } | null;
}

import type { JsonObject } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import type { RpcId } from '../message/rpc.ts';

/** What an answer of the server of tools is. */
export interface Answer {
  readonly message: Record<string, unknown>;
  readonly text: Buffer;
}

/** The message of a leg, made from what was approved. */
export interface ForwardedCall {
  readonly id: RpcId;
  readonly params: JsonObject;
}

/** How a leg of a call is sent. */
export interface Forwarded {
  readonly call: ToolCall;
  /** Aborts when no answer is heard any more. */
  readonly over: AbortSignal;
  /** Whether the answer is read: its digest is reported, or it may ask for more. */
  readonly isRead: boolean;
}

/** The message was sent, or may have been sent. No answer will come. */
export class UpstreamLost extends Error {
  override readonly name = 'UpstreamLost';
}

import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isObject, isRpcId, type RpcId } from './rpc.ts';

/** What a server of tools sent, as far as the gateway has to know it. */
type Classified =
  | { readonly kind: 'response'; readonly id: RpcId; readonly value: JsonObject }
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly value: JsonObject;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: JsonValue | undefined;
      readonly value: JsonObject;
    }
  | { readonly kind: 'unreadable' };
export type UpstreamMessage = Classified & { readonly text: Buffer };

const envelopeNames: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'result', 'error']);

/** A batch is split into its messages. Anything that is not a message is dropped. */
export function readUpstream(bytes: Buffer): readonly UpstreamMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return [{ kind: 'unreadable', text: bytes }];
  }
  if (!Array.isArray(value)) return [{ ...classify(value), text: bytes }];
  return value.map(each => ({ ...classify(each), text: Buffer.from(JSON.stringify(each)) }));
}

function classify(value: unknown): Classified {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return { kind: 'unreadable' };
  const { id, method } = value;
  // Two readers could read the text as different messages.
  const isAnswer = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  if ((method !== undefined && isAnswer) || Object.keys(value).some(isTwin)) {
    return { kind: 'unreadable' };
  }
  if (typeof method === 'string') {
    return isRpcId(id)
      ? { kind: 'request', id, method, value }
      : { kind: 'notification', method, params: value['params'], value };
  }
  if (isRpcId(id) && isAnswer) return { kind: 'response', id, value };
  // An error without an id tells the client that something could not be read.
  if (id === null && Object.hasOwn(value, 'error')) {
    return { kind: 'notification', method: '', params: undefined, value };
  }
  return { kind: 'unreadable' };
}

function isTwin(name: string): boolean {
  return !envelopeNames.has(name) && envelopeNames.has(name.toLowerCase());
}

/** The id of an answer that was too long to be read, where one of its ends says it. */
export function idInEnds(head: Buffer, tail: Buffer): RpcId | null {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("[^"\\]*"|-?\d+)\s*,/u;
  const last = /,\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u;
  const found = first.exec(head.toString('latin1'))?.[1] ?? last.exec(tail.toString('latin1'))?.[1];
  if (found === undefined) return null;
  const id: unknown = JSON.parse(found);
  return isRpcId(id) ? id : null;
}

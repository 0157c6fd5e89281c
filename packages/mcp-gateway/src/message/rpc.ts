import type { JsonObject, JsonValue } from '@countersign/protocol/json';

/** The id of a request in JSON-RPC. Null is not an id: no answer could be matched with it. */
export type RpcId = string | number;

/** The codes of JSON-RPC that the gateway answers with. */
export const rpcErrors = {
  parse: -32_700,
  invalid: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const;

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 1 and "1" are different ids. */
export function idKey(id: RpcId): string {
  return typeof id === 'string' ? `s${id}` : `n${id}`;
}

/** One message as a line. JSON.stringify writes no raw line end. */
export function lineOf(message: object): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

/**
 * The text of a message for an MCP server. Some servers, such as those that use the readline of Node, also end a line
 * at these characters. So these characters are written as escapes.
 */
export function plainText(message: object): Buffer {
  const escaped = JSON.stringify(message).replace(
    /[\u0085\u2028\u2029]/gu,
    found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped);
}

/** Why a message of a server of tools is not passed on. */
export function tooLarge(bytesMax: number): string {
  return `the answer is larger than ${bytesMax} bytes`;
}

export function errorMessage(id: RpcId | null, code: number, message: string, data?: JsonValue) {
  return {
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  } as const;
}

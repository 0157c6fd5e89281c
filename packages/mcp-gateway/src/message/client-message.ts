import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { isObject, isRpcId, type RpcId, rpcErrors } from './rpc.ts';

/** A call of a tool, read once. What is forwarded is written from this, never from the bytes that came in. */
export interface ToolCall {
  readonly id: RpcId;
  readonly name: string;
  readonly arguments: JsonObject;
  /** False where the caller sent none: then none are forwarded. */
  readonly hasArguments: boolean;
  readonly meta: JsonObject | null;
  /** Members besides name, arguments and `_meta`: a task, a state, answers. They are bound like arguments. */
  readonly more: JsonObject;
}

/** What a client sent, as far as the gateway has to know it. */
type ClientMessage =
  | { readonly kind: 'call'; readonly call: ToolCall }
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly params: JsonObject;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'response'; readonly id: RpcId; readonly result: JsonValue | undefined }
  | {
      readonly kind: 'refused';
      readonly id: RpcId | null;
      readonly code: number;
      readonly problem: string;
    };

/** Every message, with the text to pass on. The text is one line for every reader, however that reader splits lines. */
export type ReadMessage = ClientMessage & { readonly text: Buffer };

const depthMax = 512;
const envelopeNames: ReadonlySet<string> = new Set([
  'jsonrpc',
  'id',
  'method',
  'params',
  'result',
  'error',
]);
const callNames: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  '_meta',
  'task',
  'requeststate',
  'inputresponses',
]);
const callSpellings: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  '_meta',
  'task',
  'requestState',
  'inputResponses',
]);

/**
 * Reads what a client sends. Two readers must not read one text as two different messages. Otherwise a text that looks
 * harmless to the gateway could be a tool call for the server. So duplicate members, names that differ only in case,
 * batches and raw line ends inside a message are refused or rewritten.
 */
export function readClientMessage(bytes: Buffer, bytesMax: number): ReadMessage {
  let value: JsonValue;
  try {
    value = parseStrict(bytes, { bytesMax, depthMax });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused(null, rpcErrors.parse, `The message is not readable JSON (${error.code}).`);
  }
  const message = classify(value);
  if (message.kind === 'refused') return { ...message, text: Buffer.alloc(0) };
  return { ...message, text: oneLine(bytes, value) };
}

function classify(value: JsonValue): ClientMessage {
  if (Array.isArray(value)) {
    return refused(
      null,
      rpcErrors.invalid,
      'Batches are not accepted. Send one message at a time.',
    );
  }
  if (!isObject(value)) return refused(null, rpcErrors.invalid, 'Expected a JSON-RPC message.');
  const id = isRpcId(value['id']) ? value['id'] : null;
  const twin = Object.keys(value).find(
    key => envelopeNames.has(folded(key)) && !envelopeNames.has(key),
  );
  if (twin !== undefined || value['jsonrpc'] !== '2.0') {
    return refused(
      id,
      rpcErrors.invalid,
      'Expected the members of JSON-RPC 2.0 in their own spelling.',
    );
  }
  if (Object.hasOwn(value, 'id') && id === null) {
    return refused(null, rpcErrors.invalid, 'Expected the id to be a string or an integer.');
  }
  const { method } = value;
  const answers = Number(Object.hasOwn(value, 'result')) + Number(Object.hasOwn(value, 'error'));
  if (method === undefined && answers === 1 && id !== null) {
    return { kind: 'response', id, result: value['result'] };
  }
  if (typeof method !== 'string' || answers > 0) {
    return refused(id, rpcErrors.invalid, 'Expected either a method or an answer.');
  }
  return classifyMethod(method, id, value['params'] ?? {});
}

function classifyMethod(method: string, id: RpcId | null, params: JsonValue): ClientMessage {
  if (!isObject(params)) {
    return refused(id, rpcErrors.params, 'Expected the params to be an object.');
  }
  if (folded(method) !== 'tools/call') {
    // A server with a method of its own could run tools by it. A server that ignores case in names could list tools
    // unread.
    if (folded(method).startsWith('tools/') && method !== 'tools/list') {
      return refused(
        id,
        rpcErrors.method,
        'Expected tools/list or tools/call. No other is judged.',
      );
    }
    return id === null
      ? { kind: 'notification', method, params }
      : { kind: 'request', id, method, params };
  }
  if (method !== 'tools/call' || id === null) {
    return refused(id, rpcErrors.invalid, 'Expected tools/call in this spelling, with an id.');
  }
  return classifyCall(id, params);
}

function classifyCall(id: RpcId, params: JsonObject): ClientMessage {
  const { name, arguments: given, _meta: meta, ...more } = params;
  const twin = Object.keys(params).find(
    key => callNames.has(folded(key)) && !callSpellings.has(key),
  );
  if (twin !== undefined || typeof name !== 'string' || name === '') {
    return refused(id, rpcErrors.params, 'Expected a tool call with the name of a tool.');
  }
  if (given !== undefined && !isObject(given)) {
    return refused(id, rpcErrors.params, 'Expected the arguments of a tool call to be an object.');
  }
  if (meta !== undefined && !isObject(meta)) {
    return refused(id, rpcErrors.params, 'Expected the _meta of a tool call to be an object.');
  }
  const call = {
    id,
    name,
    arguments: given ?? {},
    hasArguments: given !== undefined,
    meta: meta ?? null,
    more,
  };
  return { kind: 'call', call };
}

function refused(id: RpcId | null, code: number, problem: string) {
  return { kind: 'refused', id, code, problem, text: Buffer.alloc(0) } as const;
}

/** Some decoders match names in any case, fold `ſ` and `K` as well, or cut off blanks. */
function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}

/**
 * The bytes themselves, except where they contain a carriage return. Some servers take that for the end of a line, and
 * would read a part of the message as a message of its own.
 */
function oneLine(bytes: Buffer, value: JsonValue): Buffer {
  return bytes.includes(0x0d) || bytes.includes(0x0a) ? Buffer.from(JSON.stringify(value)) : bytes;
}

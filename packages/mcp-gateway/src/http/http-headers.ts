import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import { isObject } from '../message/rpc.ts';
import type { Headers } from './upstream-call.ts';

/**
 * The headers that are passed on, in each direction. Any other header could change what an MCP server does, and no
 * approver would have seen it, because the approved action does not contain headers. Nor may an MCP server decide what
 * a browser or a client does with the address of the gateway.
 */
const requestNames: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'baggage',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'traceparent',
  'tracestate',
  'user-agent',
]);
const answerNames: ReadonlySet<string> = new Set([
  'allow',
  'cache-control',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'retry-after',
]);

/** The headers of a client, for a server of tools. */
export function headersForServer(headers: IncomingHttpHeaders): Headers {
  return only(headers, name => requestNames.has(name));
}

const paramPrefix = 'mcp-param-';

/**
 * The headers that repeat arguments of a call, as far as the client sent them. Each header is one that the tool
 * declares, and its value is the argument of the call. So no header can differ from the arguments that were judged.
 */
export function paramHeaders(
  headers: IncomingHttpHeaders,
  schema: () => JsonObject | null,
  given: JsonObject,
): Headers {
  const names = Object.keys(headers).filter(name => name.startsWith(paramPrefix));
  if (names.length === 0) return {};
  const declared = new Map<string, string | null>();
  readDeclared(schema() ?? {}, given, declared);
  const sent = names.flatMap(name => {
    const value = declared.get(name.slice(paramPrefix.length)) ?? null;
    return value === null ? [] : [[name, headerText(value)] as const];
  });
  return Object.fromEntries(sent);
}

/** The values of the arguments that a schema declares for headers, by the name of the header. A name that is declared twice has none. */
function readDeclared(
  schema: JsonObject,
  given: JsonValue | undefined,
  declared: Map<string, string | null>,
): void {
  const { properties, 'x-mcp-header': named } = schema;
  if (typeof named === 'string') {
    const name = named.toLowerCase();
    const isValue = ['string', 'number', 'boolean'].includes(typeof given);
    declared.set(name, isValue && !declared.has(name) ? String(given) : null);
  }
  if (properties === undefined || !isObject(properties)) return;
  for (const [name, each] of Object.entries(properties)) {
    const isThere = given !== undefined && isObject(given) && Object.hasOwn(given, name);
    if (isObject(each)) readDeclared(each, isThere ? given[name] : undefined, declared);
  }
}

/** The headers of a server of tools, for a client. */
export function headersForClient(headers: IncomingHttpHeaders): Headers {
  return only(headers, name => answerNames.has(name));
}

function only(headers: IncomingHttpHeaders, passes: (name: string) => boolean): Headers {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || !passes(name) ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(kept);
}

/**
 * Whether the headers say the same as a call of a tool. Since 2026-07-28 the method, the name and some arguments stand
 * in both, and a server, or a machine on the way to it, may go by either.
 */
export function headersFitCall(headers: IncomingHttpHeaders, call: ToolCall): boolean {
  const { 'mcp-method': method, 'mcp-name': name } = headers;
  if (method !== undefined && method !== 'tools/call') return false;
  if (name !== undefined && decoded(String(name)) !== call.name) return false;
  const values = new Set(leavesOf(call.arguments));
  return Object.entries(headers).every(
    ([header, value]) => !header.startsWith('mcp-param-') || values.has(decoded(String(value))),
  );
}

/** Whether the headers say that a message is of a kind that is read more closely, while the message is not. */
export function headersHide(
  { 'mcp-method': named }: IncomingHttpHeaders,
  method: string | null,
): boolean {
  const folded = String(named ?? '')
    .trim()
    .toLowerCase();
  const isRead = folded === 'tools/call' || /^(tasks\/|subscriptions\/listen$)/u.test(folded);
  return isRead && named !== method;
}

/** A text as a header says it. */
export function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function leavesOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

/** What a header says, where it may be written in base64. */
export function decoded(text: string): string {
  const [, inner] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/u.exec(text) ?? [];
  return inner === undefined ? text : Buffer.from(inner, 'base64').toString('utf8');
}

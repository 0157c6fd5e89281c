import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import type { Headers } from './upstream-call.ts';

/** Headers that belong to one connection, to the caller's own credential, or to the length of a body that may change. */
const notPassed: ReadonlySet<string> = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'countersign-agent',
  'countersign-session',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** What is passed on of the headers of either side. */
export function passedHeaders(headers: IncomingHttpHeaders): Headers {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || notPassed.has(name) ? [] : [[name, String(value)] as const],
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

/** Whether the headers call something a call of a tool that is none. */
export function headersHideCall({ 'mcp-method': method }: IncomingHttpHeaders): boolean {
  return (
    String(method ?? '')
      .trim()
      .toLowerCase() === 'tools/call'
  );
}

function leavesOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

function decoded(text: string): string {
  const [, inner] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/u.exec(text) ?? [];
  return inner === undefined ? text : Buffer.from(inner, 'base64').toString('utf8');
}

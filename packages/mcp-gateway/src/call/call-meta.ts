import type { JsonObject } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';

/** Members of `_meta` that say how a call travels, and not what it does. They pass without a question. */
const travelling: ReadonlySet<string> = new Set([
  'progressToken',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientInfo',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/logLevel',
  'traceparent',
  'tracestate',
  'baggage',
]);

/**
 * The call with only those members of `_meta` that are known. A server could act on any other one, and no one would have
 * seen it. Members that the operator names are bound like arguments, so that policy and approvers see them.
 */
export function withKnownMeta(
  call: ToolCall,
  named: ReadonlySet<string>,
): { readonly call: ToolCall; readonly leftOut: readonly string[] } {
  const { meta, more } = call;
  if (meta === null) return { call, leftOut: [] };
  const members = Object.entries(meta);
  const bound = members.filter(([name]) => named.has(name));
  const passed = members.filter(([name]) => !named.has(name) && travelling.has(name));
  const leftOut = members
    .map(([name]) => name)
    .filter(name => !named.has(name) && !travelling.has(name));
  const known = {
    ...call,
    meta: passed.length === 0 ? null : Object.fromEntries(passed),
    more: bound.length === 0 ? more : { ...more, _meta: Object.fromEntries(bound) },
  };
  return { call: known, leftOut };
}

/** The `_meta` of the message that is forwarded: what was approved, and how this leg of the call travels. */
export function forwardedMeta(approved: JsonObject | null, meta: JsonObject | null) {
  return approved === null && meta === null ? {} : { _meta: { ...meta, ...approved } };
}

import type { ActionInput } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import { isObject } from '../message/rpc.ts';
import { forwardedMeta } from './call-meta.ts';
import type { ServerIdentity } from './server-identity.ts';

/**
 * The action that stands for a call of a tool. The name of the tool says which server, its version says how that server
 * is reached, and the parameters are the arguments. Anything else that could change what the server does is a parameter
 * too.
 */
export function actionOf(call: ToolCall, server: ServerIdentity): ActionInput {
  const isPlain = Object.keys(call.more).length === 0;
  return {
    target: {
      tool_name: `mcp__${server.name}__${call.name}`,
      tool_schema_version: server.digest,
      resource: null,
    },
    parameters: isPlain ? call.arguments : { arguments: call.arguments, more: call.more },
  };
}

/**
 * The message that is forwarded. The gateway makes it from the approved parameters, not from the text of the client.
 * `meta` is the `_meta` of this leg.
 */
export function forwardedCall(
  call: ToolCall,
  approved: JsonObject,
  meta: JsonObject | null,
): { readonly params: JsonObject } {
  const isPlain = Object.keys(call.more).length === 0;
  const { arguments: given, more } = isPlain ? { arguments: approved, more: {} } : approved;
  const { _meta: bound, ...rest } = more !== undefined && isObject(more) ? more : {};
  return {
    params: {
      name: call.name,
      ...(call.hasArguments && given !== undefined ? { arguments: given } : {}),
      ...rest,
      ...forwardedMeta(bound !== undefined && isObject(bound) ? bound : null, meta),
    },
  };
}

import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { Call } from '../action/assess-call.ts';
import { isHttpMethod } from '../action/http-call.ts';
import { role } from '../action/parameter-key.ts';
import { isList, isObject, type Survey } from '../action/survey.ts';
import type { NameReading } from '../action/tool-name.ts';

/** Requests inside the request: the members of a batch, or a call handed on to another tool. */
export function innerCalls(
  seen: Survey,
  isRequest: (value: JsonValue) => boolean,
): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (const branch of seen.branches) {
    if (branch.depth > 3) continue;
    if (isList(branch.value)) {
      if ((branch.key.roles & (role.calls | role.follower)) === 0) continue;
      for (const member of branch.value) {
        if (isObject(member) && isRequest(member)) found.push(member);
        if (found.length > mostInnerCalls) return found;
      }
    } else if (
      isObject(branch.value) &&
      (branch.key.name === 'call' ||
        branch.key.name === 'request' ||
        branch.key.name === 'tool_call' ||
        branch.key.name === 'function_call' ||
        (branch.key.roles & role.follower) !== 0) &&
      isRequest(branch.value)
    ) {
      found.push(branch.value);
    }
  }
  return found;
}

/** A tool that only hands a call on: `{ name, args }`. */
export function wrappedCall(parameters: JsonObject, tool: NameReading): boolean {
  if (tool.effect !== 'unknown' && tool.effect !== 'control') return false;
  const named = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action_name'].some(
    key => typeof parameters[key] === 'string',
  );
  return (
    named &&
    ['args', 'arguments', 'input', 'params', 'parameters'].some(key => isObject(parameters[key]))
  );
}

/** A batch with more requests than this is not looked through. */
export const mostInnerCalls = 200;

/** The call that one request of a batch stands for. */
export function innerCall(request: JsonObject, outer: Call): Call {
  const name = [
    'tool',
    'tool_name',
    'function',
    'function_name',
    'action_name',
    'name',
    'op',
    'operation',
    'method',
    'action',
    'type',
  ]
    .map(key => request[key])
    .find(value => typeof value === 'string' && value.length < 200 && !isHttpMethod(value));
  const inner = ['arguments', 'params', 'parameters', 'input', 'args']
    .map(key => request[key])
    .find(isObject);
  const method = request['method'];
  const base = outer.parameters['base'] ?? outer.parameters['base_url'];
  const web = typeof method === 'string' && isHttpMethod(method);
  return {
    ...outer,
    tool: web ? 'http.request' : typeof name === 'string' ? name : outer.tool,
    operation: null,
    parameters:
      inner !== undefined && !web
        ? inner
        : typeof base === 'string'
          ? { base, ...request }
          : request,
  };
}

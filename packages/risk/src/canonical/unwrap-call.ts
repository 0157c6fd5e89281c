import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { Call } from '../action/assess-call.ts';
import { type KeyReading, role } from '../action/parameter-key.ts';
import { isList, isObject } from '../action/survey.ts';
import { splitWords } from '../action/words.ts';

/** A call that another call only hands on: the name of a tool and what it is given. */
interface HandedOn {
  readonly name: string;
  readonly parameters: JsonObject;
  /** The keys that say so; all others belong to the call around it. */
  readonly keys: readonly string[];
}

const nameKeys = [
  'tool_name',
  'toolName',
  'tool',
  'recipient_name',
  'function_name',
  'functionName',
  'tool_id',
  'target_tool',
  'mcp_tool',
  'action_name',
  'tool_slug',
  'name',
  'function',
  'command_name',
  'uses',
] as const;
const argumentKeys = [
  'arguments',
  'args',
  'input',
  'params',
  'parameters',
  'tool_input',
  'toolInput',
  'tool_args',
  'tool_arguments',
  'toolArguments',
  'tool_params',
  'kwargs',
  'arguments_json',
  'args_json',
  'payload',
  'inputs',
  'with',
] as const;
const serverKeys = ['server_name', 'serverName', 'server', 'mcp_server', 'server_id', 'provider'];
/** Members that hold a whole call: `{ function: { name, arguments } }` and the like. */
const holders = ['function', 'call', 'tool_call', 'function_call', 'functionCall', 'toolCall'];
const lists = [
  'tool_calls',
  'toolCalls',
  'tool_uses',
  'calls',
  'invocations',
  'requests',
  'operations',
  'actions',
  'steps',
  'tools',
  'batch',
  'tasks',
  'commands',
  'function_calls',
];

/** Words of tools that do nothing themselves: `use_mcp_tool`, `multi_tool_use.parallel`, `batch`. */
const plumbing: ReadonlySet<string> = new Set(
  `use mcp call calls tool tools invoke execute run function functions exec dispatch proxy forward gateway remote plugin plugins
  composio zapier batch multi parallel perform client session invocation invoker router bridge rpc jsonrpc uses many bulk
  sequence concurrent wrapper meta action actions request requests server servers`.split(/\s+/),
);

const longestText = 262_144;
const deepestWrapping = 4;
const nameShape = /^[\p{L}\p{N}_.:/ -]{1,128}$/u;

/** What clients put before the name of every tool. */
const clientPrefix = /^(functions|default_api|multi_tool_use)\.(?=[^.])/u;

/** The inner call, without any wrapper that only passes it on. A call without a wrapper is returned as it is. */
export function unwrapCall(call: Call, readKey: (key: string) => KeyReading): Call {
  let current = { ...call, tool: call.tool.replace(clientPrefix, '') };
  for (let depth = 0; depth < deepestWrapping; depth += 1) {
    const next = unwrapOnce(current, readKey);
    if (next === null) return current;
    current = next;
  }
  return current;
}

function unwrapOnce(call: Call, readKey: (key: string) => KeyReading): Call | null {
  if (isPlumbing(call.tool)) {
    const handed = handedOn(call.parameters, 0);
    if (handed !== null) return callOf(handed, call, readKey);
  }
  const written = writtenParameters(call.parameters);
  return written === null ? null : { ...call, parameters: written };
}

/** `{ arguments: "{\"path\": …}" }`: all parameters of the call as one text. */
function writtenParameters(parameters: JsonObject): JsonObject | null {
  const [only, second] = Object.keys(parameters);
  if (only === undefined || second !== undefined) return null;
  if (!(argumentKeys as readonly string[]).includes(only)) return null;
  return objectIn(parameters[only]);
}

function isPlumbing(tool: string): boolean {
  // `mcp__srv__invoke_tool`: what stands before is the server.
  const words = splitWords(tool.replace(/^mcp__\w{1,60}?__/u, ''));
  return words.length > 0 && words.every(word => plumbing.has(word));
}

function callOf(handed: HandedOn, outer: Call, readKey: (key: string) => KeyReading): Call {
  const server = serverKeys.map(key => outer.parameters[key]).find(isName);
  const own = /[.:/]|__/u.test(handed.name) || server === undefined;
  const parameters: Record<string, JsonValue> = { ...handed.parameters };
  for (const [key, value] of Object.entries(outer.parameters)) {
    if (handed.keys.includes(key) || serverKeys.includes(key) || Object.hasOwn(parameters, key))
      continue;
    // The outer call may name a place or a next step. It may not declare the inner call a rehearsal.
    if ((readKey(key).roles & role.simulation) === 0) parameters[key] = value;
  }
  return {
    ...outer,
    tool: own ? handed.name.replace(clientPrefix, '') : `mcp__${server}__${handed.name}`,
    parameters,
  };
}

function handedOn(value: JsonObject, depth: number): HandedOn | null {
  if (depth < 3)
    for (const key of value['method'] === 'tools/call' ? ['params'] : holders) {
      const inside = value[key];
      const found = isObject(inside) ? handedOn(inside, depth + 1) : null;
      if (found !== null)
        return { ...found, keys: [key, 'method', 'jsonrpc', 'id', 'type', 'index'] };
    }
  const named = nameKeys.find(key => isName(value[key]));
  const given = argumentKeys.find(key => objectIn(value[key]) !== null);
  // A step of a workflow may need nothing: `{ uses: "unit" }`.
  if (named === 'uses' && given === undefined && typeof value['uses'] === 'string')
    return { name: value['uses'], parameters: {}, keys: ['uses', 'name', 'id'] };
  if (named === undefined || given === undefined) return null;
  const parameters = objectIn(value[given]);
  const name = value[named];
  if (parameters === null || typeof name !== 'string') return null;
  return { name, parameters, keys: [named, given, 'id', 'type', 'index'] };
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && nameShape.test(value);
}

/** An object, or one that is written as text. */
function objectIn(value: JsonValue | undefined): JsonObject | null {
  if (value === undefined) return null;
  if (isObject(value)) return value;
  if (typeof value !== 'string' || value.length > longestText || !/^\s{0,64}\{/u.test(value))
    return null;
  try {
    const parsed = JSON.parse(value) as JsonValue;
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** The calls that a batch hands on, and what else the batch says. Null if it is no batch of calls. */
export function unwrapBatch(
  call: Call,
  readKey: (key: string) => KeyReading,
): { readonly rest: JsonObject; readonly calls: readonly Call[] } | null {
  for (const key of lists) {
    const list = call.parameters[key];
    if (list === undefined || !isList(list) || list.length === 0) continue;
    const handed = list.map(member => (isObject(member) ? handedOn(member, 0) : null));
    if (handed.some(found => found === null)) continue;
    const { [key]: _, ...rest } = call.parameters;
    const outer = { ...call, parameters: rest };
    return {
      rest,
      // What is said of the whole batch is said of none of its calls.
      calls: handed.flatMap(found =>
        found === null ? [] : [{ ...callOf(found, outer, readKey), operation: null }],
      ),
    };
  }
  return null;
}

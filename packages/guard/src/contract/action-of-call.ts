import type { ActionInput } from '@countersign/client';
import { canonicalize, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import type { Contract } from './contract.ts';
import { ContractBroken, type HookCall } from './hook-call.ts';
import type { ToolRow } from './tool-table.ts';

/** Canonical actions that happen in a folder. */
const inFolder = /^(?:shell|code|file)\./u;

/**
 * The action that a call is. Its name is canonical, such as `shell.exec`, so that one policy fits every agent. Its version
 * is the contract, the agent's own tool and the agent's own names of members. Its parameters are all members of the call,
 * some under their canonical name. So the original call can be made from the action again, and two calls that differ are
 * never the same action.
 */
export function actionOfCall(
  contract: Contract,
  call: HookCall,
): ActionInput & { readonly parameters: JsonObject } {
  const { agent, version, tools, title } = contract;
  const { tool, input, mcp, cwd } = call;
  const own = `${agent}/${version}/${tool}`;
  if (mcp !== null) {
    const tool_name = `mcp__${mcp.server}__${mcp.tool}`;
    return { target: { tool_name, tool_schema_version: own, resource: null }, parameters: input };
  }
  const row = tools.get(tool);
  if (row === undefined) {
    throw new ContractBroken(
      `Countersign does not know this tool of ${title}. Update Countersign, or do it with another tool`,
    );
  }
  const [parameters, members] = renamed(row, input);
  const spelt = members.length === 0 ? own : `${own}[${members.join(',')}]`;
  const tool_name = row.as ?? tool;
  for (const need of row.needs) {
    if (
      typeof parameters[need] !== 'string' &&
      !(need === 'command' && isWords(parameters['argv']))
    ) {
      throw new ContractBroken(`expected a text for ${need} in the input of the tool`);
    }
  }
  const target = { tool_name, tool_schema_version: spelt, resource: null };
  if (!inFolder.test(tool_name)) return { target, parameters };
  if ('cwd' in parameters)
    throw new ContractBroken('expected no member cwd in the input of the tool');
  return { target, parameters: { ...parameters, cwd } };
}

/**
 * The input in the agent's own words that is the action with these parameters. A reviewer changed them. Throws where the
 * agent cannot be given such an input: what it makes of it must be exactly what was approved.
 */
export function inputOfAction(
  contract: Contract,
  call: HookCall,
  parameters: JsonObject,
): JsonObject {
  const { target, parameters: asked } = actionOfCall(contract, call);
  const members = Object.entries(parameters).filter(
    ([name]) => !('cwd' in asked) || name !== 'cwd',
  );
  const own = ownNames(contract, call);
  const input = Object.fromEntries(members.map(([name, value]) => [own.get(name) ?? name, value]));
  const made = actionOfCall(contract, { ...call, input });
  const isSame =
    made.target.tool_schema_version === target.tool_schema_version &&
    canonicalize(made.parameters) === canonicalize(parameters);
  if (!isSame) {
    throw new ContractBroken(
      `a reviewer changed it to what ${contract.title} cannot be given. Make another call`,
    );
  }
  return input;
}

/** The agent's own names of the members of a call, by their canonical names. */
function ownNames({ tools }: Contract, { tool, input, mcp }: HookCall): Map<string, string> {
  const row = mcp === null ? tools.get(tool) : undefined;
  return new Map(
    Object.entries(input).map(([key, value]) => [
      row === undefined ? key : canonicalName(row, key, value),
      key,
    ]),
  );
}

function canonicalName({ parts }: ToolRow, key: string, value: JsonValue): string {
  const plain = Object.hasOwn(parts, key) ? (parts[key] ?? key) : key;
  // A command that comes as words is not read by a shell.
  return plain === 'command' && Array.isArray(value) ? 'argv' : plain;
}

function isWords(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(word => typeof word === 'string');
}

/** The members under their canonical names, and which of them were renamed. */
function renamed(row: ToolRow, input: JsonObject): readonly [JsonObject, readonly string[]] {
  const members = new Map<string, JsonValue>();
  const own: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    const name = canonicalName(row, key, value);
    if (members.has(name)) {
      throw new ContractBroken(`expected one member for ${name} in the input of the tool`);
    }
    if (name !== key) own.push(key);
    members.set(name, value);
  }
  return [Object.fromEntries(members), own.toSorted()];
}

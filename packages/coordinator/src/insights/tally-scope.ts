import { sha256, sha256OfText } from '@countersign/protocol/crypto';

/** Everything that agents did. */
export const everything = 'all';

export function agentScope(agentId: string): string {
  return `agent/${tallyName(agentId)}`;
}

export function toolScope(toolName: string): string {
  return `tool/${tallyName(toolName)}`;
}

export function agentToolScope(agentId: string, toolName: string): string {
  return `both/${sha256({ agent_id: agentId, tool_name: toolName })}`;
}

/** The decisions of one person. Only that person reads them. */
export function personScope(identity: string): string {
  return `person/${tallyName(identity)}`;
}

/** The scope of a view that may be narrowed to an agent, a tool or both. */
export function scopeOf(agentId: string | undefined, toolName: string | undefined): string {
  if (agentId === undefined) return toolName === undefined ? everything : toolScope(toolName);
  return toolName === undefined ? agentScope(agentId) : agentToolScope(agentId, toolName);
}

/** An index of Postgres takes no key of more than 2,700 bytes, and agents choose the names of tools. */
const nameMax = 120;

/** A long name is cut, and told from others like it by its digest. */
export function tallyName(name: string): string {
  if (name.length <= nameMax) return name;
  const digest = sha256OfText(name).slice('sha256:'.length, 'sha256:'.length + 12);
  return `${[...name].slice(0, nameMax - 16).join('')}… ${digest}`;
}

import type { DirectoryState } from './directory-state.ts';
import type { ToolServer } from './tool-server.ts';

/** The servers of tools that an agent has listed. */
export function serversOfAgent(state: DirectoryState, agentId: string): readonly ToolServer[] {
  const digests = state.index.agent_tool_servers.get(agentId) ?? [];
  return digests.flatMap(digest => state.tool_servers.get(digest) ?? []);
}

/**
 * The names of tools that an agent also has from a server with another name: a client that shows both may call the wrong
 * one. The same server at another place is no other server.
 */
export function namesElsewhere(
  state: DirectoryState,
  agentId: string,
  server: { readonly name: string },
): ReadonlySet<string> {
  const others = serversOfAgent(state, agentId).filter(({ name }) => name !== server.name);
  return new Set(others.flatMap(({ tools }) => [...tools.keys()]));
}

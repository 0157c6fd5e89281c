import { InvariantViolation } from '../reason/protocol-error.ts';
import type { DirectoryState } from './directory-state.ts';
import type { StoreEvent, StoreEventOf } from './store-event.ts';
import type { ToolServer } from './tool-server.ts';

export type ToolsEvent = StoreEventOf<'tools.recorded' | 'tools.agent_added' | 'tools.accepted'>;

export function isToolsEvent(event: StoreEvent): event is ToolsEvent {
  return event.type.startsWith('tools.');
}

/** What the store knows of tools after an event about them. */
export function evolveTools(state: DirectoryState, event: ToolsEvent): DirectoryState {
  switch (event.type) {
    case 'tools.recorded': {
      const { server, tools, agent_id } = event.data;
      if (state.tool_servers.has(server.digest)) throw misplaced(event);
      const known = tools.map(({ name, definition_digest }) => [name, definition_digest] as const);
      return withAgent(
        state,
        { ...server, tools: new Map(known), agents: new Set(), recorded_at: event.at },
        agent_id,
      );
    }
    case 'tools.agent_added': {
      const { server_digest, agent_id } = event.data;
      const server = state.tool_servers.get(server_digest);
      if (server === undefined || server.agents.has(agent_id)) throw misplaced(event);
      return withAgent(state, server, agent_id);
    }
    case 'tools.accepted': {
      const server = state.tool_servers.get(event.data.server_digest);
      if (server === undefined) throw misplaced(event);
      const tools = new Map(server.tools);
      for (const { name, from, to } of event.data.tools) {
        if ((tools.get(name) ?? null) !== from) throw misplaced(event);
        if (to === null) tools.delete(name);
        else tools.set(name, to);
      }
      const tool_servers = state.tool_servers.set(server.digest, { ...server, tools });
      return { ...state, tool_servers };
    }
  }
}

function withAgent(state: DirectoryState, server: ToolServer, agentId: string): DirectoryState {
  const { agent_tool_servers } = state.index;
  const digests = [...(agent_tool_servers.get(agentId) ?? []), server.digest];
  const agents = new Set([...server.agents, agentId]);
  return {
    ...state,
    tool_servers: state.tool_servers.set(server.digest, { ...server, agents }),
    index: { ...state.index, agent_tool_servers: agent_tool_servers.set(agentId, digests) },
  };
}

function misplaced({ type }: StoreEvent): InvariantViolation {
  return new InvariantViolation('EV-6', `${type} cannot follow in this store`);
}

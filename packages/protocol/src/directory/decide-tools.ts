import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { AcceptTools, DirectoryCommand, RecordTools } from './directory-command.ts';
import type { DirectoryState } from './directory-state.ts';
import { serversOfAgent } from './read-tools.ts';
import { parseStoreEvent, type StoreEvent } from './store-event.ts';
import { serversPerAgentMax } from './tool-server.ts';

type Asked<Command> = Command & Pick<DirectoryCommand, 'by' | 'approved'>;

/**
 * The first complete list of a server is recorded as it is (TD-1). For every later agent only that it uses the server is
 * recorded, since from then on operators say which definition counts.
 */
export function recordTools(
  state: DirectoryState,
  { server, tools, agent_id, by }: Asked<RecordTools>,
  now: Timestamp,
): Decision<StoreEvent> {
  const known = state.tool_servers.get(server.digest);
  if (known !== undefined && known.name !== server.name) {
    return no('parameter_malformed', 'the digest belongs to a server of tools with another name');
  }
  if (known?.agents.has(agent_id)) return emit();
  if (serversOfAgent(state, agent_id).length >= serversPerAgentMax) {
    return no('rate_limited', `an agent has at most ${serversPerAgentMax} servers of tools`);
  }
  if (known !== undefined) {
    return emit(event('tools.agent_added', now, { server_digest: server.digest, agent_id, by }));
  }
  return emit(event('tools.recorded', now, { server, tools: sorted(tools), agent_id, by }));
}

/** Other definitions count from now on. Only an approved house request makes them count (TD-3). */
export function acceptTools(
  state: DirectoryState,
  { server_digest, tools, approval_request_id, by, approved }: Asked<AcceptTools>,
  now: Timestamp,
): Decision<StoreEvent> {
  const known = state.tool_servers.get(server_digest);
  if (known === undefined) {
    return no('house_change_outdated', 'no tools of this server are recorded');
  }
  if (approved !== 'tools') {
    return no('house_request_required', 'a definition is accepted by an approved house request');
  }
  const isOutdated = tools.some(({ name, from }) => (known.tools.get(name) ?? null) !== from);
  if (isOutdated) return no('house_change_outdated', 'another definition counts by now');
  const data = { server_digest, tools: sorted(tools), approval_request_id, by };
  return emit(event('tools.accepted', now, data));
}

function sorted<Tool extends { readonly name: string }>(tools: readonly Tool[]): readonly Tool[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function event(type: StoreEvent['type'], at: Timestamp, data: object): StoreEvent {
  return parseStoreEvent({ type, at, data });
}

function no(code: ReasonCode, detail: string): Decision<StoreEvent> {
  return decline({ code, detail });
}

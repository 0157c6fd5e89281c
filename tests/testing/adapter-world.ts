import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Gate, systemClock } from '@countersign/client';
import { gatePolicy } from '@countersign/client/testing';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { entryFor, startedServer } from '@countersign/server/testing';
import { shareInLane } from '@countersign/testing';

/** What another process needs to be the same agent. */
export interface AgentAccess {
  readonly url: string;
  readonly key: string;
  readonly agent: string;
  /** How far the clock of the server is ahead, in milliseconds. */
  readonly ahead: number;
}

/** One server for the adapters of all frameworks, with a reviewer and a clock that the tests move. */
export interface AdapterWorld {
  /** An agent of its own. */
  newAgent(): Promise<AgentAccess>;
  decide(id: string, decision: 'allow' | 'deny', more?: Record<string, unknown>): Promise<void>;
  /** Waits until the request has this status. */
  until(id: string, status: string): Promise<void>;
  /** Lets every open request expire. */
  expireAll(): Promise<void>;
  /** The request as the reviewer reads it, and the name of its tool. */
  read(id: string): Promise<{ readonly status: string; readonly tool: string }>;
  /** Whether an executor reported another action than the approved one. */
  receipts(id: string): Promise<{ readonly diverged: boolean }>;
  close(): Promise<void>;
}

export function openGate({ url, key, agent, ahead }: AgentAccess): Promise<Gate> {
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  return connect({ url, key, agent, clock });
}

/** Frameworks rename tools with a dot in their names, and some put the name of a server before them. */
const adapterPolicy = `${gatePolicy('session').replaceAll('.*"', '_*"')}
  - { id: served-reading, match: { tool: "mcp__bank__read_*" }, outcome: allow }
  - { id: served-never, match: { tool: "mcp__bank__forbidden_*" }, outcome: deny }
  - { id: delegating, match: { tool: ["Agent", "Task"] }, outcome: allow }
`;

export async function adapterWorld(): Promise<AdapterWorld> {
  const { resource, release } = await shareInLane('adapter-world', start);
  return { ...resource, close: release };
}

async function start(): Promise<{
  readonly resource: Omit<AdapterWorld, 'close'>;
  readonly close: () => Promise<void>;
}> {
  let ahead = 0;
  const server = await startedServer({
    policy: adapterPolicy,
    clock: {
      now: () => timestampFromMilliseconds(Date.now() + ahead),
      pause: (milliseconds, signal) =>
        sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    },
  });
  let { headers } = await server.person(['reviewer']);
  const resource: Omit<AdapterWorld, 'close'> = {
    newAgent: async () => {
      const agent = `agent-${randomUUID()}`;
      const { authorization = '' } = await server.apiKey({
        verbs: ['propose', 'consume'],
        agent_ids: [agent],
        executor: agent,
      });
      return { url: server.origin, key: authorization.slice('Bearer '.length), agent, ahead };
    },
    decide: async (id, decision, more = {}) => {
      const body = { ...(await entryFor(server, headers, id, decision)), ...more };
      const path = `/v1/requests/${id}/entries`;
      const { status, body: said } = await server.call('POST', path, { headers, body });
      if (status !== 200) throw new Error(JSON.stringify(said));
    },
    receipts: async id => {
      const { body } = await server.call('GET', `/v1/requests/${id}`, { headers });
      const { request, receipts } = body as {
        readonly request: { readonly action_digest: string };
        readonly receipts: readonly { readonly final_action_digest: string | null }[];
      };
      const isOther = ({ final_action_digest: ran }: (typeof receipts)[number]) =>
        ran !== null && ran !== request.action_digest;
      return { diverged: receipts.some(isOther) };
    },
    until: async (id, wanted) => {
      for (;;) {
        const { status } = await resource.read(id);
        if (status === wanted) return;
        await sleep(20);
      }
    },
    expireAll: async () => {
      ahead += 20 * 60_000;
      // The session of the reviewer expired as well.
      ({ headers } = await server.person(['reviewer']));
    },
    read: async id => {
      const path = `/v1/requests/${id}`;
      const { body } = await server.call('GET', path, { headers });
      const view = await server.call('GET', `${path}/view`, { headers });
      const { action_text } = view.body as { action_text: string };
      const { target } = JSON.parse(action_text) as { target: { tool_name: string } };
      return { status: (body as { status: string }).status, tool: target.tool_name };
    },
  };
  return { resource, close: () => server.remove() };
}

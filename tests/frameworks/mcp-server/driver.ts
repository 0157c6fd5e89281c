import { type GatedToolOptions, registerGatedTool, type ToolServer } from '@countersign/mcp-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Driver, ScriptedCall, TurnEnd, TurnSetup } from '../driver.ts';

const info = { name: 'bank', version: '1' };

/** More than a client makes before a person in a test decides. */
export const manyRounds = 100_000;

/** Both generations of the SDK register the tools of an application in the same way. */
export function registerTools(
  server: ToolServer<unknown>,
  setup: TurnSetup,
  more: GatedToolOptions = {},
): void {
  const { gate, session, effect } = setup;
  for (const name of new Set(setup.calls.map(call => call.tool))) {
    registerGatedTool(
      server,
      gate,
      name,
      { description: 'Pays.', inputSchema: z.object({ amount: z.number() }) },
      async input => ({ content: [{ type: 'text', text: String(await effect(name, input)) }] }),
      {
        session,
        secret: 'a secret that all processes have in common',
        onAsked: ({ approval_request_id }) => setup.onAsked?.(approval_request_id),
        ...more,
      },
    );
  }
}

/** A client of 2026-07-28, connected to a server that is made for each of its calls. */
export async function newClient(
  register: (server: McpServer) => void,
  responseMode: 'auto' | 'sse' = 'auto',
): Promise<Client> {
  const factory = () => {
    const server = new McpServer(info);
    register(server);
    return server;
  };
  const handler = createMcpHandler(factory, { responseMode });
  const client = new Client(info, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    inputRequired: { maxRounds: manyRounds },
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  );
  return client;
}

/** A client and a server of the protocol of 2025. */
export async function oldClient(register: (server: OldServer) => void): Promise<OldClient> {
  const server = new OldServer(info);
  register(server);
  const client = new OldClient(info);
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return client;
}

/** A call that waits, as a client keeps it. */
interface Waiting {
  readonly call: ScriptedCall;
  readonly requestState: string;
}

interface State {
  readonly told: Readonly<Record<string, string>>;
  readonly waiting: readonly Waiting[];
}

/** The client takes the place of a model: it makes the calls, and reads what the server says of each. */
async function suspending(setup: TurnSetup, { told, waiting }: State): Promise<TurnEnd> {
  const tickets: string[] = [];
  const onAsked = ({ approval_request_id: id }: { readonly approval_request_id: string }) => {
    tickets.push(id);
    setup.onAsked?.(id);
  };
  const client = await newClient(
    server => registerTools(server, setup, { hold: 0, onAsked }),
    setup.way === 'streamed' ? 'sse' : 'auto',
  );
  const said: Record<string, string> = { ...told };
  const still: Waiting[] = [];
  for (const { call, requestState } of waiting) {
    const { tool: name, input, id } = call;
    const state = requestState === '' ? {} : { requestState };
    const params = { name, arguments: { ...input }, ...state };
    const options = { allowInputRequired: true, ...signalOf(setup) };
    const result: object = await client.callTool(params, options);
    if ('requestState' in result) still.push({ call, requestState: String(result.requestState) });
    else said[id] = JSON.stringify(result);
  }
  await client.close();
  const state = still.length === 0 ? null : JSON.stringify({ told: said, waiting: still });
  return { told: said, tickets, state };
}

async function blocking(setup: TurnSetup): Promise<TurnEnd> {
  const gated = await oldClient(server => registerTools(server, setup));
  const client = setup.way === 'subagent' ? await delegated(gated, setup) : gated;
  const limit = setup.toolTimeout === undefined ? {} : { timeout: setup.toolTimeout };
  const options = { ...signalOf(setup), ...limit };
  const results = await Promise.all(
    setup.calls.map(async ({ tool: name, input, id }) => {
      const params = { name, arguments: { ...input } };
      return [id, JSON.stringify(await client.callTool(params, undefined, options))] as const;
    }),
  );
  await client.close();
  await gated.close();
  return { told: Object.fromEntries(results), tickets: [], state: null };
}

/** A client of a server whose tools are an agent of their own: each calls the gated server in the name of its caller. */
function delegated(gated: OldClient, { calls }: TurnSetup): Promise<OldClient> {
  return oldClient(server => {
    for (const name of new Set(calls.map(call => call.tool))) {
      const inputSchema = { amount: z.number() };
      server.registerTool(name, { inputSchema }, async input => {
        const result = await gated.callTool({ name, arguments: input });
        return { content: [{ type: 'text', text: JSON.stringify(result) }] };
      });
    }
  });
}

function signalOf({ signal }: TurnSetup): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

export const driver: Driver = {
  hasCallIds: false,
  start: setup =>
    setup.mode === 'block'
      ? blocking(setup)
      : suspending(setup, {
          told: {},
          waiting: setup.calls.map(call => ({ call, requestState: '' })),
        }),
  resume: (setup, state) => suspending(setup, JSON.parse(state) as State),
};

// A whole server in a process of its own: `server-process.ts <options as JSON>`. Everything in it is real: keys in
// files, an anchor, the sequencer and the other jobs beside.

import { join } from 'node:path';
import { type Context, type NoteSigner, sequenceEvents } from '@countersign/coordinator';
import { answerCommands } from './answer-commands.ts';
import { must } from './approval-cycle.ts';
import { agentIds, audience, type ServerAccess } from './http-access.ts';
import { verifyLog } from './verify-log.ts';

export interface ServerOptions {
  /** A Postgres connection string; SQLite where none is given. */
  readonly database?: string;
  /** The folder of another replica; a folder of its own where none is given. */
  readonly folder?: string;
  /** Instead of the policy of the sample. */
  readonly policy?: string;
}

/** The part of a started server that is used here. */
interface Started {
  readonly port: number;
  readonly folder: string;
  readonly app: {
    readonly context: Context;
    readonly logName: string;
    readonly signer: { noteSigner(name: string): NoteSigner };
  };
  person(roles: readonly string[]): Promise<{ readonly headers: ServerAccess['person'] }>;
  apiKey(facts: {
    readonly verbs: readonly string[];
    readonly edge_key?: object;
    readonly agent_ids?: readonly string[];
    readonly executor?: string;
  }): Promise<ServerAccess['agent']>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

interface Starting {
  readonly samplePolicy: string;
  startedServer(options: ServerOptions & { readonly policy: string }): Promise<Started>;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ServerOptions;
// The server is no package that tools are built against, hence by its path.
const source = join(import.meta.dirname, '../../packages/server/src/testing/started-server.ts');
const { startedServer, samplePolicy } = (await import(source)) as Starting;
const policy = `${samplePolicy}fatigue: { requests: 10000, window: 1s }\n`;
const server = await startedServer({ policy, ...options });

await answerCommands({
  access: async (): Promise<ServerAccess> => ({
    port: server.port,
    folder: server.folder,
    agent: await server.apiKey({ verbs: ['observe', 'propose'], agent_ids: agentIds }),
    executor: await server.apiKey({ verbs: ['consume'], executor: audience }),
    person: (await server.person(['reviewer'])).headers,
  }),
  // One key that proposes and consumes, as a gateway has it. With the key of an edge it also allows.
  gatewayKey: async ({ edge_key }: { readonly edge_key?: object }) => {
    const verbs = ['propose', 'consume', 'observe', ...(edge_key === undefined ? [] : ['edge'])];
    const edge = edge_key === undefined ? {} : { edge_key };
    return server.apiKey({ verbs, agent_ids: ['bench'], executor: 'bench', ...edge });
  },
  cpu: async () => {
    await sequenceTheRest();
    const { user, system } = process.cpuUsage();
    return { milliseconds: (user + system) / 1000 };
  },
  verify: async () => {
    const noteSigner = await sequenceTheRest();
    return { events: await verifyLog(server.app.context.store, noteSigner) };
  },
});
await (options.folder === undefined ? server.remove() : server.close());

/** What is left for the sequencer belongs to the cycles before, and weighs on nothing that is measured next. */
async function sequenceTheRest(): Promise<NoteSigner> {
  const { context, signer, logName } = server.app;
  const noteSigner = signer.noteSigner(logName);
  const sink = { publish: async () => undefined };
  const ports = { store: context.store, signer: noteSigner, sink };
  while (must(await sequenceEvents(ports)).more);
  return noteSigner;
}

import { after, afterEach, before } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import { McpSession, mcpFolder, mcpPolicy, type Rpc, type SessionOptions } from './mcp-session.ts';

/** What a suite of the gateway needs. Its members are there once the hooks of the suite have run. */
interface McpScene {
  readonly server: StartedServer;
  readonly reviewer: SignedIn;
  /** The key of the agent behind the gateway. */
  readonly key: string;
  /** A gateway with a client that has said what it can do. Without a folder, the gateway gets a new one. */
  start(options?: Partial<SessionOptions>, capabilities?: object): Promise<McpSession>;
  /** A folder for several gateways of a test. It is removed at the end of the suite. */
  newFolder(): string;
}

/** Called in a suite: starts one server for its tests, and ends what each test has started. */
export function mcpScene(policy: string = mcpPolicy): McpScene {
  let server: StartedServer;
  let reviewer: SignedIn;
  let key = '';
  const opened: McpSession[] = [];
  const folders: { remove(): void }[] = [];
  before(async () => {
    server = await startedServer({ policy });
    reviewer = await server.person(['reviewer']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    key = authorization.slice('Bearer '.length);
  });
  afterEach(async () => {
    for (const session of opened.splice(0)) await session.close();
  });
  after(async () => {
    for (const folder of folders) folder.remove();
    await server.remove();
  });
  const newFolder = (): string => {
    const made = mcpFolder();
    folders.push(made);
    return made.folder;
  };
  return {
    get server() {
      return server;
    },
    get reviewer() {
      return reviewer;
    },
    get key() {
      return key;
    },
    start: async (options = {}, capabilities = {}) => {
      const folder = options.folder ?? newFolder();
      const session = await McpSession.start({ url: server.origin, key, ...options, folder });
      opened.push(session);
      await session.initialize('a test', capabilities);
      return session;
    },
    newFolder,
  };
}

export function textOf({ result }: Rpc): string {
  return result?.content?.[0]?.text ?? '';
}

export function factsOf({ result }: Rpc) {
  return result?._meta?.['countersign/approval'] ?? {};
}

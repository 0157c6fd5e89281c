import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  type ConversationHost,
  connect,
  type Gate,
  type GateClock,
  type ReportTools,
  toolReports,
} from '@countersign/client';
import {
  type DefinitionMode,
  ProcessUpstream,
  RequestStates,
  type Seals,
  serverIdentity,
  serverRecords,
  serveStdio,
  ToolDefinitions,
  type Upstream,
} from '@countersign/mcp-gateway';

export const toolServer = join(import.meta.dirname, 'mcp-tool-server.mjs');

export const mcpPolicy = `version: "1"
default: require_approval
fatigue: { requests: 10000, window: 1m }
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
rules:
  - id: reading
    match: { tool: ["mcp__box__read", "mcp__box__twice", "mcp__box__slow"] }
    outcome: allow
  - id: never
    match: { tool: "mcp__box__forbidden" }
    outcome: deny
`;

export interface Rpc {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown> & {
    readonly content?: readonly { readonly text: string }[];
    readonly _meta?: Record<string, Record<string, string | null>>;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface SessionOptions {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly hold?: number;
  readonly mode?: DefinitionMode;
  readonly bytesMax?: number;
  readonly upstream?: Upstream;
  readonly gate?: (gate: Gate) => Gate;
  readonly showsPages?: boolean;
  readonly offersApprovalTools?: boolean;
  readonly seals?: Seals;
  readonly boundMeta?: readonly string[];
  readonly clock?: GateClock;
  readonly agent?: string;
  readonly host?: ConversationHost;
  readonly session?: string;
  /** Identifies the MCP server. The tools of each server are recorded separately. */
  readonly server?: string;
  /** The name that the operator gave it. */
  readonly name?: string;
  /** How the tools are compared with the recorded ones. The default is to ask the server. */
  readonly report?: ReportTools;
}

/** A client, a gateway and a server of tools. The client is this object; the rest is real. */
export class McpSession {
  readonly folder: string;
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #stop = new AbortController();
  readonly messages: Rpc[] = [];
  readonly logged: string[] = [];
  readonly #waitedAt = new Set<string>();
  #heard: (() => void)[] = [];
  #id = 0;
  ended: Promise<string> = Promise.resolve('');

  private constructor(folder: string) {
    this.folder = folder;
    let held = '';
    this.#output.on('data', bytes => {
      const lines = `${held}${bytes}`.split('\n');
      held = lines.pop() ?? '';
      this.messages.push(...lines.map(line => JSON.parse(line)));
      this.#wake();
    });
  }

  #wake(): void {
    const heard = this.#heard;
    this.#heard = [];
    for (const each of heard) each();
  }

  static async start(options: SessionOptions): Promise<McpSession> {
    const { url, key, folder, hold, mode = 'allow', bytesMax = 262_144 } = options;
    const { agent = 'bot' } = options;
    const session = new McpSession(folder);
    const server = serverIdentity(options.name ?? 'box', { command: [options.server ?? 'box'] });
    const log = (words: string) => {
      session.logged.push(words);
      session.#wake();
    };
    const gate = await connect({ url, key, agent });
    const upstream =
      options.upstream ??
      new ProcessUpstream({
        command: [process.execPath, toolServer, session.logFile, join(folder, 'change.json')],
        cwd: folder,
        env: {},
        bytesMax,
        stderr: process.stderr,
      });
    session.ended = serveStdio({
      gate: options.gate?.(gate) ?? gate,
      server,
      states: new RequestStates(key),
      ...(hold === undefined ? {} : { hold }),
      showsPages: options.showsPages,
      offersApprovalTools: options.offersApprovalTools,
      seals: options.seals,
      boundMeta: options.boundMeta,
      clock: options.clock,
      host: options.host,
      requestUrl: id => `${url}/requests/${id}`,
      log,
      upstream,
      definitions: new ToolDefinitions({
        server: 'box',
        mode,
        records: serverRecords({
          report: options.report ?? toolReports({ url, key }),
          agent,
          server,
          log,
        }),
        log,
      }),
      input: session.#input,
      output: session.#output,
      bytesMax,
      session: options.session ?? null,
      signal: session.#stop.signal,
    });
    return session;
  }

  get logFile(): string {
    return join(this.folder, 'upstream.log');
  }

  /** The calls that reached the server of tools. */
  calls(): readonly { readonly name: string; readonly arguments?: unknown }[] {
    return readFileSync(this.logFile, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => params);
  }

  write(text: string | Buffer): void {
    this.#input.write(text);
  }

  notify(method: string, params: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** The first message that fits, now or later. */
  async heard(fits: (message: Rpc) => boolean): Promise<Rpc> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }

  /** The next request that a call waits for, once the gateway has told its operator. */
  async waitsAt(): Promise<string> {
    for (;;) {
      const ids = this.logged.join('\n').match(/ar_[0-9a-f]{32}/g) ?? [];
      const id = ids.find(each => !this.#waitedAt.has(each));
      if (id !== undefined) {
        this.#waitedAt.add(id);
        return id;
      }
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }

  get lastId(): number {
    return this.#id;
  }

  nextId(): number {
    this.#id += 1;
    return this.#id;
  }

  request(method: string, params: object, id: string | number = this.nextId()): Promise<Rpc> {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return this.heard(message => message.id === id && message.method === undefined);
  }

  call(name: string, given?: object, more: object = {}): Promise<Rpc> {
    return this.request('tools/call', {
      name,
      ...(given === undefined ? {} : { arguments: given }),
      ...more,
    });
  }

  async initialize(name = 'a test', capabilities: object = {}): Promise<void> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities,
      clientInfo: { name, version: '1' },
    });
    this.notify('notifications/initialized', {});
    await this.request('ping', {});
  }

  async close(): Promise<void> {
    this.#input.end();
    await this.ended;
  }
}

export function mcpFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-mcp-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

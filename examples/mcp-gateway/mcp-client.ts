import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly text: string }];
  readonly _meta?: { readonly 'countersign/approval'?: Readonly<Record<string, string>> };
}

/** As much of an MCP client as this story needs: it starts the command of its configuration and makes requests. */
export class McpClient {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (result: unknown) => void>();
  #id = 0;

  private constructor(command: readonly string[], env: NodeJS.ProcessEnv) {
    const [program = '', ...words] = command;
    this.#child = spawn(program, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    void this.#read();
  }

  static async start(command: readonly string[], env: NodeJS.ProcessEnv): Promise<McpClient> {
    const client = new McpClient(command, env);
    const clientInfo = { name: 'example', version: '1.0.0' };
    await client.#ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo,
    });
    return client;
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = (await this.#ask('tools/list', {})) as { tools: { name: string }[] };
    return tools.map(({ name }) => name);
  }

  async call(name: string, note: string): Promise<ToolResult> {
    return (await this.#ask('tools/call', { name, arguments: { note } })) as ToolResult;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.stdin?.end();
    await ended;
  }

  #ask(method: string, params: object): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise(resolve => this.#answers.set(id, resolve));
  }

  async #read(): Promise<void> {
    if (this.#child.stdout === null) return;
    for await (const line of createInterface({ input: this.#child.stdout })) {
      const { id, result, error } = JSON.parse(line);
      if (error !== undefined) throw new Error(error.message);
      this.#answers.get(id)?.(result);
    }
  }
}

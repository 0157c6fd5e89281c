import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SignedIn, StartedServer } from '@countersign/server/testing';
import { CliPlace } from './cli-program.ts';

/** The command line of one person who is signed in. */
export class SignedInTerminal extends CliPlace {
  /** Signs it in the way a person does, but for the pages: the terminal asks, the browser confirms, the token comes. */
  static async at(
    server: Pick<StartedServer, 'call' | 'origin'>,
    { headers }: SignedIn,
  ): Promise<SignedInTerminal> {
    const terminal = new SignedInTerminal();
    const asked = await server.call('POST', '/v1/terminal-sign-ins', { body: { label: 'a test' } });
    const { device_code, user_code } = asked.body as { device_code: string; user_code: string };
    const path = `/v1/terminal-sign-ins/${user_code}/answer`;
    await server.call('POST', path, { headers, body: { answer: 'confirm' } });
    const body = { device_code };
    const fetched = await server.call('POST', '/v1/terminal-sign-ins/token', { body });
    if (fetched.status !== 201) throw new Error(JSON.stringify(fetched.body));
    const { token, session } = fetched.body as {
      token: string;
      session: { name: string | null; expires_at: string };
    };
    terminal.#keep({
      current: server.origin,
      servers: { [server.origin]: { token, name: session.name, expires_at: session.expires_at } },
    });
    return terminal;
  }

  /** Gives the same sign-in to another address, as if that were the server. */
  alsoAt(origin: string): void {
    const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as {
      current: string;
      servers: Record<string, unknown>;
    };
    const servers = { ...kept.servers, [origin]: kept.servers[kept.current] };
    this.#keep({ current: kept.current, servers });
  }

  /** What a thief of the stored sign-in sends. */
  get stolen(): Readonly<Record<string, string>> {
    const { current, servers } = JSON.parse(readFileSync(this.#file, 'utf8')) as {
      current: string;
      servers: Record<string, { token: string }>;
    };
    return { authorization: `Bearer ${servers[current]?.token}` };
  }

  get #file(): string {
    return this.path('.config', 'countersign', 'sign-ins.json');
  }

  #keep(kept: object): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, JSON.stringify({ version: 1, ...kept }), { mode: 0o600 });
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return name;
  }
}

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import {
  freePort,
  headersAfter,
  type SoftwareAuthenticator,
  softwareAuthenticator,
  testBrowser,
} from '@countersign/server/testing';
import { CliPlace } from './cli-program.ts';
import { enter, serverAt } from './server-program.ts';
import type { TerminalScreen } from './terminal-screen.ts';

/** `countersign serve` in a terminal, the person who came in by its first link, and the browser of that person. */
export class ServedPlace {
  readonly place: CliPlace;
  readonly url: string;
  readonly server: TerminalScreen;
  readonly passkey: SoftwareAuthenticator;
  /** Of the browser in which the first person is signed in. */
  readonly browser: Readonly<Record<string, string>>;

  constructor(parts: Pick<ServedPlace, 'place' | 'url' | 'server' | 'passkey' | 'browser'>) {
    this.place = parts.place;
    this.url = parts.url;
    this.server = parts.server;
    this.passkey = parts.passkey;
    this.browser = parts.browser;
  }

  /** With a policy of its own, or the starter for one developer. */
  static async start(policy?: string): Promise<ServedPlace> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const place = new CliPlace({ COUNTERSIGN_URL: url });
    await place.run(['init', '--starter', 'starter']);
    if (policy !== undefined) writeFileSync(place.path('policy.yaml'), policy);
    const args = ['serve', '--port', `${port}`, '--log-level', 'warn'];
    const server = place.screen(args, { columns: 200 });
    const [link] = await server.shows(/http:\S+\/join#\S+/);
    await server.shows(/Stop with Ctrl-C/);
    const passkey = softwareAuthenticator();
    const browser = await enter(link, passkey);
    return new ServedPlace({ place, url, server, passkey, browser });
  }

  /** What the person does in the browser: compares the code, and answers. */
  answer(code: string, answer: 'confirm' | 'refuse'): Promise<void> {
    return answerTerminal(this.url, this.browser, code, answer);
  }

  /** Signs the terminal of this place in. */
  async signIn(): Promise<void> {
    const screen = this.place.screen(['sign-in']);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    await this.answer(code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
  }

  async stop(): Promise<void> {
    this.server.kill('SIGTERM');
    await this.server.ended;
  }
}

export async function answerTerminal(
  url: string,
  headers: Readonly<Record<string, string>>,
  code: string,
  answer: 'confirm' | 'refuse',
): Promise<void> {
  const path = `/v1/terminal-sign-ins/${code}/answer`;
  const answered = await serverAt(url).call('POST', path, { headers, body: { answer } });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
}

/** Signs in with a passkey that is known there; the headers of that browser from now on. */
export async function signInBrowser(
  url: string,
  passkey: SoftwareAuthenticator,
): Promise<Readonly<Record<string, string>>> {
  const server = serverAt(url);
  const headers = { origin: url };
  const { key_digest, browser_key } = testBrowser;
  const asked = await server.call('POST', '/v1/session/options', { headers, body: { key_digest } });
  const { challenge, options } = asked.body as { challenge: string; options: unknown };
  const response = passkey.get(options, url);
  const body = { challenge, response, browser_key };
  const signedIn = await server.call('POST', '/v1/session', { headers, body });
  assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body));
  return headersAfter(url, signedIn);
}

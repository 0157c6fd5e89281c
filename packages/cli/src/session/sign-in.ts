import { hostname, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionFacts } from '@countersign/client/people';
import { type CommandIo, CommandRefused, type Output } from '../command.ts';
import { withProgress } from '../terminal/progress.ts';
import { bold, cyan, text } from '../terminal/styled-text.ts';
import { openBrowser } from './open-browser.ts';
import { openApi } from './person-api.ts';
import { keepSignIn } from './stored-sign-ins.ts';
import { judgedServer } from './which-server.ts';

export interface SignInOptions {
  /** Whether a browser is opened where there is one. */
  readonly browser: boolean;
}

/**
 * Signs this terminal in: a person confirms it in a browser, where the same code is shown. The words go to the error
 * output, so that a command that signs in on the way still answers alone on the standard output.
 */
export async function signIn(
  io: CommandIo,
  out: Output,
  server: string,
  { browser }: SignInOptions,
): Promise<SessionFacts> {
  const { token, session } = await confirmInBrowser(io, out, server, { browser, use: 'stay' });
  keepSignIn(io, server, { token, name: session.name, expires_at: session.expires_at });
  return session;
}

/** Signs this terminal in for one change, and answers the token, which is kept nowhere. */
export async function signInForChange(io: CommandIo, out: Output, server: string): Promise<string> {
  const { token } = await confirmInBrowser(io, out, server, { browser: true, use: 'change' });
  return token;
}

async function confirmInBrowser(
  io: CommandIo,
  out: Output,
  server: string,
  { browser, use }: SignInOptions & { readonly use: 'stay' | 'change' },
): Promise<{ readonly token: string; readonly session: SessionFacts }> {
  judgedServer(server, '--url');
  const api = await openApi(server);
  const { signal } = io;
  const started = await api.startTerminalSignIn(terminalName(), { signal, use });
  refuseOtherPage(server, started.verification_url);
  const opened = browser && io.isTty && openBrowser(io, started.verification_url);
  out.note(opened ? 'Your browser opens this page:' : 'Open this page in a browser:');
  out.note(text`  ${cyan(started.verification_url)}`);
  out.note(text`Confirm there only if it shows the code ${bold(started.user_code)}`);
  return withProgress(io, 'Waiting for you to confirm …', async () => {
    for (;;) {
      const answer = await api.terminalToken(started.device_code, { signal });
      if (answer.status === 'signed_in') return answer;
      await sleep(started.interval_seconds * 1000, undefined, { signal });
    }
  });
}

/**
 * A hostile server could pass on the code of another server and let the person confirm there. It would then receive the
 * token of that other server. So the page must belong to the server that was asked.
 */
function refuseOtherPage(server: string, page: string): void {
  const found = URL.parse(page)?.origin ?? 'null';
  if (found === new URL(server).origin) return;
  throw new CommandRefused(
    'not_permitted',
    `Expected a page of ${server} to confirm on, found one of ${found === 'null' ? 'no server' : found}.`,
    'Sign in at the address that people open in their browser, and only if you trust it: countersign sign-in --url …',
  );
}

/** The name of this terminal on the page in the browser. */
function terminalName(): string {
  return `${hostname()}, ${userName()}`.slice(0, 200);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without a name, as in some containers.
    return 'a terminal';
  }
}

// Goal: the dialog that the guard opens in pi decides nothing by itself: an answer counts only with the sign-in of the person and
// the short code, and only in a terminal. Method: the extension as it is installed, a real server and our own command line. The real
// pi is in guard-pi.proof.ts.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createPersonApi } from '@countersign/client/people';
import { decide } from '@countersign/server/testing';
import { CliPlace } from './testing/cli-program.ts';
import { GuardedSite } from './testing/guarded-site.ts';
import { answerTerminal } from './testing/served-place.ts';

type Handler = (event: object, context: object) => Promise<unknown>;

/** What the person at pi does with a dialog. Undefined: nothing, until it is closed. */
interface Person {
  readonly select?: (title: string, options: readonly string[]) => string | undefined;
  readonly input?: (title: string) => string | undefined;
}

describe('the dialog of pi', { timeout: 120_000 }, () => {
  let site: GuardedSite;
  let place: CliPlace;
  let ask: Handler;
  before(async () => {
    site = await GuardedSite.start('pi.test');
    place = new CliPlace();
    const { origin } = site.server;
    writeFileSync(place.path('key'), site.key);
    const words = ['guard', 'pi', '--write', '--url', origin, '--name', 'pi.test'];
    const installed = await place.run([...words, '--key-file', place.path('key')]);
    assert.equal(installed.code, 0, installed.errors);
    // The extension starts the command line with the environment of pi, in which it finds the sign-in.
    const setup = place.path('.config', 'countersign', 'guard', 'pi.json');
    const { command, ...facts } = JSON.parse(readFileSync(setup, 'utf8')) as { command: string[] };
    const own = ['/usr/bin/env', `HOME=${place.folder}`, ...command];
    writeFileSync(setup, JSON.stringify({ ...facts, command: own }));
    const file = place.path('.pi', 'agent', 'extensions', 'countersign.js');
    const extension = (await import(pathToFileURL(file).href)) as {
      default: (pi: { on: (event: string, handler: Handler) => void }) => void;
    };
    extension.default({
      on: (event, handler) => {
        if (event === 'tool_call') ask = handler;
      },
    });
  });
  after(() => site.server.remove());

  /** As `countersign sign-in` does, without the page. */
  const signIn = async () => {
    const { origin } = site.server;
    const api = createPersonApi({ url: origin });
    const { signal } = new AbortController();
    const { user_code, device_code } = await api.startTerminalSignIn('a terminal', {
      signal,
      use: 'stay',
    });
    await answerTerminal(origin, site.reviewer.headers, user_code, 'confirm');
    const said = await api.terminalToken(device_code, { signal });
    assert.ok(said.status === 'signed_in');
    const { token, session } = said;
    const servers = { [origin]: { token, name: session.name, expires_at: session.expires_at } };
    const file = place.path('.config', 'countersign', 'sign-ins.json');
    writeFileSync(file, JSON.stringify({ version: 1, current: origin, servers }));
  };

  let calls = 0;
  /** One call of pi. Tells what pi is answered, and what the person saw. */
  const call = (command: string, person: Person, mode = 'tui') => {
    const seen: string[] = [];
    const shown = (
      text: string,
      answer: string | undefined,
      signal: AbortSignal,
    ): Promise<string | undefined> => {
      seen.push(text);
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise(closed =>
        signal.addEventListener('abort', () => closed(undefined), { once: true }),
      );
    };
    const ui = {
      setStatus: () => undefined,
      notify: (text: string) => seen.push(text),
      select: (title: string, options: string[], { signal }: { signal: AbortSignal }) =>
        shown([title, ...options].join('\n'), person.select?.(title, options), signal),
      input: (title: string, _: string, { signal }: { signal: AbortSignal }) =>
        shown(title, person.input?.(title), signal),
    };
    const sessionManager = { getSessionId: () => 's1' };
    const event = { toolName: 'bash', toolCallId: `call-${++calls}`, input: { command } };
    const context = { cwd: '/projects/shop', hasUI: true, mode, sessionManager, ui };
    return { seen, answer: ask(event, context) as Promise<{ reason?: string } | undefined> };
  };
  const byInbox = async (decision: 'allow' | 'deny') =>
    decide(site.server, site.reviewer.headers, await site.waiting(), decision);

  test('another program that answers for pi is shown no dialog', async () => {
    const { seen, answer } = call('touch one', { select: (_, [first]) => first }, 'rpc');
    await byInbox('allow');
    assert.equal(await answer, undefined);
    assert.deepEqual(seen, []);
  });

  test('without a sign-in the person is told where the call waits, and nothing is decided', async () => {
    const { seen, answer } = call('touch two', { select: (_, [first]) => first });
    await byInbox('deny');
    assert.match((await answer)?.reason ?? '', /not run/);
    assert.doesNotMatch(seen.join('\n'), /Approve/);
  });

  test('an approval takes the short code, and the call runs', async () => {
    await signIn();
    const { seen, answer } = call('touch three', {
      select: (_, options) => options.find(option => /^Approve/u.test(option)),
      input: title => /Short code\s+(\S+)/u.exec(title)?.[1],
    });
    assert.equal(await answer, undefined);
    assert.match(seen[0] ?? '', /"touch three"[\s\S]*\nLeave it open/u);
    assert.match(seen[1] ?? '', /Type the short code above/);
    assert.deepEqual(await site.requests('pending'), []);
  });
});

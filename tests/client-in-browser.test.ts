// Goal: an agent that lives in a page or in a worker has the same gate as one in Node: it asks, waits, verifies the grant
// with the portable code, consumes, runs once and reports.
// Method: the client as a page would load it, in Chromium, against a real server. The page is served under the origin of
// the server, as a site in front of both would do; what a page of another origin can do is tried as well.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatePolicy } from '@countersign/client/testing';
import { listInbox } from '@countersign/coordinator';
import {
  decide,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { type LaunchedChromium, launchChromium } from './testing/chromium.ts';

const root = join(import.meta.dirname, '..');
const agent = 'page-agent';

/** The agent: one function that a page calls, and a worker calls for it. */
const agentText = `
import { connect, NotAllowed } from '@countersign/client';
async function act({ url, key, tool, note }) {
  const runs = [];
  try {
    const gate = await connect({ url, key, agent: '${agent}' });
    const action = { target: { tool_name: tool }, parameters: { amount: 4200, note } };
    const result = await gate.run(action, ({ parameters }) => {
      runs.push(parameters);
      return { paid: parameters.amount };
    }, { waitTimeout: 20000 });
    return { result, runs };
  } catch (error) {
    return { refused: error instanceof NotAllowed ? error.toJSON() : String(error), runs };
  }
}
if (typeof document === 'undefined') self.onmessage = async ({ data }) => self.postMessage(await act(data));
else self.act = act;
`;

interface Call {
  readonly url: string;
  readonly key: string;
  readonly tool: string;
  readonly note: string;
}

interface Acted {
  readonly result?: unknown;
  readonly refused?: {
    readonly outcome: string;
    readonly code: string;
    readonly for_model: string;
  };
  readonly runs: readonly unknown[];
}

const inPage = (page: Page, call: Call): Promise<Acted> =>
  page.evaluate(given => Reflect.get(globalThis, 'act')(given), call);

const inWorker = (page: Page, call: Call): Promise<Acted> =>
  page.evaluate(
    given =>
      new Promise<Acted>((resolve, reject) => {
        const worker = new Worker('/agent.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(given);
      }),
    call,
  );

describe('the client in a browser', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let chromium: LaunchedChromium;
  let page: Page;
  let key: string;
  let script: string;

  before(async () => {
    server = await startedServer({ policy: gatePolicy('session') });
    reviewer = await server.person(['reviewer']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: [agent],
      executor: agent,
    });
    key = authorization.slice('Bearer '.length);
    script = await bundled();
    chromium = await launchChromium();
    page = await pageAt(server.origin);
  });
  after(async () => {
    await page?.context().close();
    await chromium?.release();
    await server?.remove();
  });

  /** A page under an origin, with the agent in it. */
  const pageAt = async (origin: string): Promise<Page> => {
    const context = await chromium.browser.newContext();
    await context.route(`${origin}/agent.html`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>agent</title><script type="module" src="/agent.js"></script>',
      }),
    );
    await context.route(`${origin}/agent.js`, route =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    const opened = await context.newPage();
    await opened.goto(`${origin}/agent.html`);
    await opened.waitForFunction(() => Reflect.has(globalThis, 'act'));
    return opened;
  };
  const callOf = (tool: string): Call => ({ url: server.origin, key, tool, note: randomUUID() });
  const requests = async (): Promise<readonly string[]> => {
    const listed = await listInbox(server.app.context, { status: 'pending', limit: 50 });
    assert.ok(listed.ok);
    return listed.value.rows.map(({ approval_request_id }) => approval_request_id);
  };
  const pending = async (): Promise<string> => {
    for (;;) {
      const [id] = await requests();
      if (id !== undefined) return id;
      await sleep(20);
    }
  };

  for (const [where, act] of [
    ['a page', inPage],
    ['a worker', inWorker],
  ] as const) {
    test(`in ${where}, the client waits for a person, runs the approved action once, and reports it`, async () => {
      const call = callOf('wire_transfer');
      const acting = act(page, call);
      const id = await pending();
      await decide(server, reviewer.headers, id, 'allow');
      const { note } = call;
      assert.deepEqual(await acting, { result: { paid: 4200 }, runs: [{ amount: 4200, note }] });
      const read = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
      const { status, receipts } = read.body as RequestRepresentation;
      assert.equal(status, 'consumed');
      assert.deepEqual(
        receipts.map(({ outcome }) => outcome),
        ['started', 'succeeded'],
      );
      const again = await act(page, call);
      assert.deepEqual([again.refused?.outcome, again.runs], ['consumed', []]);
    });

    test(`in ${where}, the client runs what policy allows, and nothing that policy or a person denies`, async () => {
      assert.deepEqual((await act(page, callOf('read.file'))).result, { paid: 4200 });
      const never = await act(page, callOf('forbidden.thing'));
      assert.deepEqual([never.refused?.code, never.runs], ['policy_denied', []]);
      const acting = act(page, callOf('wire_transfer'));
      await decide(server, reviewer.headers, await pending(), 'deny');
      const denied = await acting;
      assert.deepEqual([denied.refused?.outcome, denied.runs], ['denied', []]);
      assert.match(denied.refused?.for_model ?? '', /not this time/);
    });
  }

  test('a page of another origin is told that the server is unreachable, and opens no request', async () => {
    const stranger = await pageAt('http://agent.example.test');
    const acted = await inPage(stranger, callOf('wire_transfer'));
    assert.match(String(acted.refused), /^GateMisconfigured: .* Check the URL/);
    assert.deepEqual(acted.runs, []);
    assert.deepEqual(await requests(), []);
    await stranger.context().close();
  });
});

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: agentText, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['source'],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? assert.fail('nothing was bundled');
}

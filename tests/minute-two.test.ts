// Goal: after the first minute, a person connects an agent of their own without reading anything. Method: a fresh server
// under the first-minute policy, the form, the program exactly as the page shows it, and the same person approves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { contracts } from '@countersign/guard';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import { Card } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';
import { toolServer } from './testing/mcp-session.ts';
import { TerminalScreen } from './testing/terminal-screen.ts';

const timeout = 120_000;
const root = join(import.meta.dirname, '..');
const policy = readFileSync(join(root, 'packages/policy/starters/first-minute.yaml'), 'utf8');

interface McpConfig {
  readonly mcpServers: {
    readonly files: {
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
}

/** Waits for a line of a stream that matches. */
function linesOf(stream: Readable): (pattern: RegExp) => Promise<string> {
  let text = '';
  const waiting = new Set<() => void>();
  stream.on('data', bytes => {
    text += bytes;
    for (const look of waiting) look();
  });
  return pattern =>
    new Promise(found => {
      const look = (): void => {
        const line = text.split('\n').find(each => pattern.test(each));
        if (line !== undefined) found(line);
      };
      waiting.add(look);
      look();
    });
}

describe('minute two', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let person: SignedIn;
  let folder = '';

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    person = await server.person(['operator', 'finance']);
    folder = mkdtempSync(join(tmpdir(), 'countersign-minute-two-'));
    // What npm install would put there.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  });
  after(async () => {
    TerminalScreen.endAll();
    await browser?.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = async (tab: Tab, name: string): Promise<void> => {
    await tab.page.goto(`${server.origin}/connect`);
    await tab.page.getByLabel('Name').fill(name);
    await tab.page.getByRole('button', { name: 'Make the key' }).click();
    await tab.page.getByText('Waiting for the first call').waitFor({ timeout });
  };
  const textOf = async (tab: Tab, name: string): Promise<string> =>
    (await tab.page.getByRole('region', { name, exact: true }).locator('pre').textContent()) ?? '';
  /** Runs a program with the variables that the page says to export. */
  const run = (command: string, args: readonly string[], shown: string) => {
    const exported = [...shown.matchAll(/^export (\w+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    );
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...Object.fromEntries(exported) },
    });
    let output = '';
    child.stdout.on('data', bytes => {
      output += bytes;
    });
    child.stderr.on('data', bytes => {
      output += bytes;
    });
    const ended = new Promise<number | null>(done => child.on('exit', done));
    return { ended, output: () => output };
  };
  const approve = async (tab: Tab): Promise<void> => {
    await tab.page.getByRole('link', { name: 'Open the request' }).click();
    const card = new Card(tab.page, server.origin);
    await card.heading().waitFor({ timeout });
    // What a command is given around it is folded, and counts as unseen until it is opened.
    const folds = tab.page.locator('.facts [data-opens]');
    for (let left = await folds.count(); left > 0; left--) {
      await folds.first().click();
      await comesTo(folds, left - 1, 'a fold opens');
    }
    await card.readAll();
    await card.armed();
    await card.approve().click();
  };

  test('the program of the form asks, the same person approves it, and it runs', {
    timeout,
  }, async () => {
    const tab = await browser.open(server.origin, { as: person });
    await connect(tab, 'my-agent');
    writeFileSync(join(folder, 'agent.mjs'), await textOf(tab, 'agent.mjs'));
    const shown = await textOf(tab, 'terminal');
    assert.match(shown, /^npm install @countersign\/client\nexport .*\nnode agent\.mjs\n$/);
    const agent = run(process.execPath, ['--conditions=source', 'agent.mjs'], shown);
    await tab.page
      .getByText('Refund 4,200.00 EUR to customer 20417')
      .waitFor({ timeout })
      .catch(error => assert.fail(`${error}\n${agent.output()}`));
    assert.deepEqual(await accessibilityFindings(tab.page), []);
    await approve(tab);
    assert.equal(await agent.ended, 0, agent.output());
    assert.match(agent.output(), /It ran: \{.*customer: '20417'/);
    const { body } = await server.call('GET', '/v1/requests?agent_id=my-agent', {
      headers: person.headers,
    });
    const [row] = (body as { rows: { approval_request_id: string }[] }).rows;
    const told = await server.call('GET', `/v1/requests/${row?.approval_request_id}`, {
      headers: person.headers,
    });
    assert.match(
      JSON.stringify(told.body),
      /self_confirm/,
      'recorded as confirmed by the same person',
    );
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  test('the lines of the shell form, typed into a terminal, ask, are approved and run', {
    timeout,
  }, async () => {
    const tab = await browser.open(server.origin, { as: person });
    await tab.page.goto(`${server.origin}/connect`);
    await tab.page.getByText('A shell or a CI job').click();
    await connectShell(tab);
    const shown = await textOf(tab, 'terminal');
    assert.match(shown, /^npx countersign exec -- .*$/m);
    mkdirSync(join(folder, 'first-call'));
    // The lines of the page, typed into a shell in a terminal. What npm would install is there already.
    const screen = new TerminalScreen('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder },
    });
    for (const line of shown.trim().split('\n')) {
      if (!line.startsWith('npm install')) screen.type(`${line}\r`);
    }
    screen.type('exit $?\r');
    await screen.shows(/Decide +http\S+\/requests\/ar_[\s\S]*Waiting for the decision/);
    await tab.page.getByText('The first call arrived').waitFor({ timeout });
    await approve(tab);
    assert.equal(await screen.ended, 0, screen.text());
    await tab.close();
  });

  const connectShell = async (tab: Tab): Promise<void> => {
    await tab.page.getByLabel('Name').fill('ci');
    await tab.page.getByRole('button', { name: 'Make the key' }).click();
    await tab.page.getByText('Waiting for the first call').waitFor({ timeout });
  };

  test('the lines for a coding agent put a guard in front of it, whose calls are asked and approved', {
    timeout,
  }, async () => {
    const tab = await browser.open(server.origin, { as: person });
    await tab.page.goto(`${server.origin}/connect`);
    await tab.page.getByText('A coding agent').click();
    // Every agent that the command knows can be picked.
    const picks = await tab.page.getByLabel('Which one').locator('option').all();
    const values = await Promise.all(picks.map(pick => pick.getAttribute('value')));
    assert.deepEqual(values, contracts.map(contract => contract.agent).toSorted());
    await tab.page.getByLabel('Name').fill('my-coder');
    await tab.page.getByRole('button', { name: 'Make the key' }).click();
    await tab.page.getByText('Waiting for the first call').waitFor({ timeout });
    const [keep = '', guard = '', check = ''] = (await textOf(tab, 'terminal')).split('\n');
    assert.match(check, /^npx countersign guard check claude-code$/);
    const screen = new TerminalScreen('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      columns: 200,
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder },
    });
    for (const line of [keep, guard, 'exit $?']) screen.type(`${line}\r`);
    assert.equal(await screen.ended, 0, screen.text());
    // The agent itself is large. Its hook is called as the settings say.
    const { hooks } = JSON.parse(readFileSync(join(folder, '.claude/settings.json'), 'utf8'));
    const [{ url, headers }] = hooks.PreToolUse[0].hooks;
    const answering = fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 'first',
        tool_use_id: 'toolu_1',
        cwd: folder,
        tool_name: 'Bash',
        tool_input: { command: 'git push --force origin main' },
      }),
    });
    await tab.page.getByText('The first call arrived').waitFor({ timeout });
    await approve(tab);
    const answer = JSON.stringify(await (await answering).json());
    assert.match(answer, /"permissionDecision":"allow"/);
    assert.deepEqual(tab.faults, []);
    await tab.close();
  });

  test('the form for an MCP client gives a configuration whose calls are asked, approved and run', {
    timeout,
  }, async () => {
    const tab = await browser.open(server.origin, { as: person });
    await tab.page.goto(`${server.origin}/connect`);
    await tab.page.getByText('A client with MCP servers').click();
    await tab.page.getByLabel('Name').fill('coder');
    await tab.page.getByRole('button', { name: 'Make the key' }).click();
    await tab.page.getByText('Waiting for the first call').waitFor({ timeout });
    const config = JSON.parse(await textOf(tab, 'mcp.json')) as McpConfig;
    const { files } = config.mcpServers;
    const [program, ...options] = files.args.slice(0, files.args.indexOf('--') + 1);
    assert.equal(program, 'countersign');
    const bin = join(root, 'packages/cli/bin/countersign.js');
    // The server of the snippet comes from npm. Here another one stands in its place.
    const upstream = [process.execPath, toolServer, join(folder, 'log'), join(folder, 'change')];
    const gateway = spawn(process.execPath, ['--conditions=source', bin, ...options, ...upstream], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...files.env },
    });
    try {
      const heard = linesOf(gateway.stdout);
      const send = (message: object) => gateway.stdin.write(`${JSON.stringify(message)}\n`);
      const clientInfo = { name: 'test', version: '1' };
      send({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
      });
      await heard(/"id":1/);
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      const call = { name: 'pay', arguments: { amount: '4200.00', to: 'Nordvik' } };
      send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call });
      await tab.page.getByText('The first call arrived').waitFor({ timeout });
      await approve(tab);
      assert.doesNotMatch(await heard(/"id":2/), /isError":true/);
    } finally {
      gateway.kill();
    }
    await tab.close();
  });

  test('the form fits a phone, and says what is wrong with a name', { timeout }, async () => {
    const tab = await browser.open(server.origin, {
      as: person,
      viewport: { width: 375, height: 760 },
    });
    await tab.page.goto(`${server.origin}/connect`);
    await tab.page.getByLabel('Name').fill('my agent');
    await tab.page.getByRole('button', { name: 'Make the key' }).click();
    await tab.page.getByRole('alert').getByText('Use letters').waitFor({ timeout });
    assert.equal(await overflowOf(tab.page), 0);
    await tab.close();
  });

  test('an approver reads when something comes, and no code for developers', {
    timeout,
  }, async () => {
    const fresh = await startedServer({ policy, site: builtSite() });
    try {
      const approver = await fresh.person(['finance']);
      const tab = await browser.open(fresh.origin, { as: approver });
      await tab.page.goto(`${fresh.origin}/`);
      await tab.page.getByText('You decide as').waitFor({ timeout });
      await comesTo(tab.page.getByText('Connect an agent'), 0);
      await comesTo(tab.page.locator('pre'), 0);
      await tab.close();
    } finally {
      await fresh.remove();
    }
  });
});

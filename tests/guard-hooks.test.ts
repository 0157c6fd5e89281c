// Goal: a call of a coding agent runs only where the gate has begun it, and everything else gets a whole refusal in the form of
// its agent. Method: a real server, asked over HTTP as Claude Code does, and through the program that other agents start.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createConnectionServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decide } from '@countersign/server/testing';
import { childEnvironment, programFile } from '@countersign/testing';
import { GuardedSite } from './testing/guarded-site.ts';

const limit = { timeout: 120_000 };
const cwd = '/projects/shop';

let calls = 0;
const claude = (command: string, more: object = {}) => ({
  session_id: 's1',
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: `toolu_${++calls}`,
  ...more,
});

interface ClaudeAnswer {
  readonly hookSpecificOutput?: {
    readonly permissionDecision: string;
    readonly permissionDecisionReason: string;
  };
}
const said = ({ answer }: { answer: object }) => {
  const { permissionDecision, permissionDecisionReason } =
    (answer as ClaudeAnswer).hookSpecificOutput ?? assert.fail(JSON.stringify(answer));
  return [permissionDecision, permissionDecisionReason] as const;
};

describe('hooks over HTTP', limit, () => {
  let site: GuardedSite;
  before(async () => {
    site = await GuardedSite.start('claude-code');
  });
  after(() => site.server.remove());

  const ask = (body: object | string, options = {}) => site.hook('claude-code/1', body, options);
  const decided = async (decision: 'allow' | 'deny', change = {}) =>
    decide(site.server, site.reviewer.headers, await site.waiting(), decision, change);

  test('a call that the policy allows is allowed, and no one is asked', async () => {
    assert.equal(said(await ask(claude('touch allowed')))[0], 'allow');
  });

  test('a call that the policy denies is denied, with the reason', async () => {
    const [decision, reason] = said(await ask(claude('touch denied')));
    assert.equal(decision, 'deny');
    assert.match(reason, /This file is not yours/);
  });

  test('an approval continues the call that waits', async () => {
    const [answer] = await Promise.all([ask(claude('touch one'), { hold: 60 }), decided('allow')]);
    assert.equal(said(answer)[0], 'allow');
  });

  test('a call that cannot be held says where its question waits, and the same call under another id continues it once', async () => {
    const [first, text] = said(await ask(claude('touch two')));
    assert.equal(first, 'deny');
    assert.match(text, /a person has not decided yet/);
    assert.ok(text.includes(`${site.server.origin}/requests/`), text);
    await decided('allow');
    assert.equal(said(await ask(claude('touch two')))[0], 'allow');
    // Used once. The next one is a question of its own.
    assert.equal(said(await ask(claude('touch two')))[0], 'deny');
    await decided('deny');
  });

  test('an approval permits no other call', async () => {
    await ask(claude('touch three'));
    await decided('allow');
    assert.equal(said(await ask(claude('touch three; touch four')))[0], 'deny');
    await decided('deny');
    assert.equal(said(await ask({ ...claude('touch three'), cwd: '/elsewhere' }))[0], 'deny');
    await decided('deny');
    assert.equal(said(await ask(claude('touch three')))[0], 'allow');
  });

  test('two equal calls at once share a question, and one approval lets one of them run', async () => {
    const both = [ask(claude('touch five'), { hold: 60 }), ask(claude('touch five'), { hold: 60 })];
    await decided('allow');
    // The other one asks for itself.
    await decided('deny');
    const answers = (await Promise.all(both)).map(answer => said(answer)[0]);
    assert.deepEqual(answers.toSorted(), ['allow', 'deny']);
  });

  test('a single call of a headless run is deferred, and continues when it is resumed', async () => {
    const headers = { 'countersign-defer': '1' };
    const alone = { session_id: 'headless-1' };
    assert.equal(said(await ask(claude('touch defer', alone), { headers }))[0], 'defer');
    await decided('allow');
    assert.equal(said(await ask(claude('touch defer', alone), { headers }))[0], 'allow');
  });

  test('the model reads the reason of a rejection', async () => {
    const reason = 'Use the staging bucket.';
    const [answer] = await Promise.all([
      ask(claude('touch six'), { hold: 60 }),
      decided('deny', { reason }),
    ]);
    const [decision, text] = said(answer);
    assert.equal(decision, 'deny');
    assert.match(text, /Use the staging bucket\./);
  });

  test('a call that a reviewer changed runs as changed, and the record says that this ran', async () => {
    const asked = claude('touch change me');
    const [answer, id] = await Promise.all([
      ask(asked, { hold: 60 }),
      site.amendAndApprove({ command: 'touch change', cwd }),
    ]);
    assert.equal(said(answer)[0], 'allow');
    const { hookSpecificOutput: told } = answer.answer as { hookSpecificOutput: object };
    assert.deepEqual(Reflect.get(told, 'updatedInput'), { command: 'touch change' });
    assert.match(String(Reflect.get(told, 'additionalContext')), /A reviewer changed your call/);
    await ask({
      ...asked,
      hook_event_name: 'PostToolUse',
      tool_input: { command: 'touch change' },
      tool_response: {},
    });
    assert.deepEqual(await site.lastReceipt(id), { outcome: 'succeeded', isAsApproved: true });
  });

  test('a change that the agent cannot be given uses no approval, and nothing runs', async () => {
    const asked = claude('touch change folder');
    const [answer, id] = await Promise.all([
      ask(asked, { hold: 60 }),
      site.amendAndApprove({ command: 'touch change folder', cwd: '/elsewhere' }),
    ]);
    assert.equal(said(answer)[0], 'deny');
    assert.match(said(answer)[1], /a reviewer changed it to what Claude Code cannot be given/);
    const allowed = await site.requests('allowed');
    assert.ok(allowed.some(row => row.approval_request_id === id));
  });

  test('what ran is recorded, also where it is not what was approved', async () => {
    const approved = claude('touch seven');
    const [answer] = await Promise.all([ask(approved, { hold: 60 }), decided('allow')]);
    assert.equal(said(answer)[0], 'allow');
    const ended = {
      ...approved,
      hook_event_name: 'PostToolUse',
      tool_input: { command: 'touch eight' },
      tool_response: { stdout: '' },
    };
    const { answer: noted } = await ask(ended);
    assert.equal(noted['continue'], true);
    const [row] = await site.requests('consumed');
    const last = await site.lastReceipt(row?.approval_request_id ?? assert.fail('nothing ran'));
    assert.deepEqual(last, { outcome: 'succeeded', isAsApproved: false });
  });

  test('malformed input is refused with the status that agents obey', async () => {
    const refused: readonly (readonly [object | string, RegExp])[] = [
      ['', /cannot be bound/],
      ['not json', /cannot be bound/],
      ['{"a":1,"a":2}', /cannot be bound/],
      ['[]', /expected a JSON object/],
      ['{}', /expected a text in the member hook_event_name/],
      [claude('x', { tool_name: 'Teleport' }), /does not know this tool/],
      [claude('x', { tool_input: 'x' }), /expected an object in the member tool_input/],
      [claude('x', { session_id: 7 }), /expected a text in the member session_id/],
      [claude(`touch ${'a'.repeat(5_000_000)}`), /larger than/],
      [claude('touch \ud800'), /cannot be bound/],
    ];
    for (const [body, why] of refused) {
      const heard = await ask(body);
      assert.equal(heard.status, 200);
      const [decision, text] = said(heard);
      assert.equal(decision, 'deny');
      assert.match(text, why);
    }
  });

  test('a version of the contract that the server does not know is refused', async () => {
    const heard = await site.hook('claude-code/9', claude('touch allowed'));
    assert.equal(heard.status, 200);
    assert.deepEqual(said(heard)[0], 'deny');
    assert.match(said(heard)[1], /does not know version 9/);
  });

  test('a caller without a good key is refused in words', async () => {
    const faults: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ authorization: '' }, /sent no key/],
      [{ authorization: 'Bearer wrong' }, /key/],
      [{ 'countersign-agent': 'another' }, /agent/],
      [{ origin: 'https://evil.example' }, /page/],
    ];
    for (const [headers, why] of faults) {
      const [decision, text] = said(await ask(claude('touch allowed'), { headers }));
      assert.equal(decision, 'deny');
      assert.match(text, why);
    }
  });
});

/** What agents start. In the published package it is one file of JavaScript. */
const program = programFile(
  new URL('../packages/guard/src/program/hook-program.ts', import.meta.url),
);

describe('the program that agents start', limit, () => {
  let site: GuardedSite;
  let folder: string;
  before(async () => {
    site = await GuardedSite.start('codex');
    folder = mkdtempSync(join(tmpdir(), 'guard-'));
  });
  after(async () => {
    await site.server.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const setup = (more: object = {}) => {
    const file = join(folder, `setup-${++calls}.json`);
    const { key, agent, server } = site;
    const usual = { url: server.origin, key, agent, contract: '1', hold: 1, deadline: 60 };
    writeFileSync(file, JSON.stringify({ ...usual, ...more }));
    return file;
  };
  const run = async (agent: string, file: string, input: object | string, ...words: string[]) => {
    const child = spawn(process.execPath, [program, agent, file, ...words], {
      env: childEnvironment(),
    });
    const heard = { out: '', problem: '' };
    child.stdout.on('data', (part: Buffer) => (heard.out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (heard.problem += part.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
    const [exit] = (await once(child, 'close')) as [number];
    return { exit, ...heard };
  };
  const served = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, server };
  };

  test('the program passes a yes and a no on', async () => {
    const allowed = await run('codex', setup(), claude('touch allowed'));
    assert.equal(allowed.exit, 0);
    assert.match(allowed.out, /"permissionDecision":"allow"/);
    const denied = await run('codex', setup(), claude('touch denied'));
    assert.match(denied.out, /"permissionDecision":"deny".*This file is not yours/);
  });

  test('the program refuses without a server, in the form of each agent', async () => {
    const { url, server } = await served(() => undefined);
    server.close();
    await once(server, 'close');
    const file = setup({ url });
    for (const agent of ['claude-code', 'codex', 'gemini', 'copilot', 'cursor']) {
      const { exit, out, problem } = await run(agent, file, {});
      assert.match(problem, /cannot be reached/, agent);
      assert.match(problem, /Nothing runs until it answers/, agent);
      assert.equal(exit, agent === 'copilot' ? 0 : 2, agent);
      if (agent === 'copilot') assert.equal(JSON.parse(out).permissionDecision, 'deny');
    }
  });

  test('the program refuses every answer that is not a decision', async () => {
    const answers: readonly (readonly [number, string])[] = [
      [200, ''],
      [204, ''],
      [200, 'hello'],
      [200, '{}'],
      [200, '[]'],
      [200, 'null'],
      [200, '{"hookSpecificOutput":{"permissionDecision":"ask"}}'],
      [200, '{"hookSpecificOutput":{"permissionDecision":"approve"}}'],
      [500, '{"hookSpecificOutput":{"permissionDecision":"allow"}}'],
    ];
    for (const [status, text] of answers) {
      const { url, server } = await served((_call, answer) => {
        answer.writeHead(status).end(text);
      });
      const { exit, out, problem } = await run('codex', setup({ url }), {});
      server.close();
      assert.equal(exit, 2, text);
      assert.equal(out, '', text);
      assert.match(problem, /Countersign refused this call/, text);
    }
  });

  test('the program refuses a yes that was cut off, comes in pieces, or is not HTTP', async () => {
    const yes = '{"hookSpecificOutput":{"permissionDecision":"allow"}}';
    const head = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`;
    const answers = [
      head(`content-length: ${yes.length + 1}`) + yes,
      head(`content-length: ${yes.length - 1}`) + yes,
      head(`content-length: -${yes.length}`) + yes,
      head('content-type: application/json') + yes,
      `${head('transfer-encoding: chunked')}${yes.length.toString(16)}\r\n${yes}\r\n0\r\n\r\n`,
      `HTTP/1.1 403 Forbidden\r\ncontent-length: ${yes.length}\r\n\r\n${yes}`,
      `HTTP/1.1 200 OK\r\ncontent-length: ${yes.length}\r\n${yes}`,
      yes,
      '',
    ];
    for (const text of answers) {
      const server = createConnectionServer(socket => socket.once('data', () => socket.end(text)));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { exit, out } = await run('codex', setup({ url: `http://127.0.0.1:${port}` }), {});
      server.close();
      assert.equal(exit, 2, text);
      assert.equal(out, '', text);
    }
  });

  test('[TR-6] the program refuses a server that it would reach over plain http across the network', async () => {
    for (const url of [
      'http://192.0.2.1:7319',
      'http://localhost.evil.example',
      'ftp://localhost',
      '?',
    ]) {
      const { exit, problem } = await run('codex', setup({ url }), claude('touch allowed'));
      assert.equal(exit, 2, url);
      assert.match(problem, /must have an https address/, url);
    }
  });

  test('the program refuses by itself when no answer comes in time', async () => {
    const { url, server } = await served(() => undefined);
    const { exit, problem } = await run('codex', setup({ url, deadline: 0.2 }), {});
    server.closeAllConnections();
    server.close();
    assert.equal(exit, 2);
    assert.match(problem, /no answer came in time/);
  });

  test('the program refuses without its set-up, with half of it, for an unknown agent and for an enormous call', async () => {
    const missing = await run('codex', join(folder, 'none.json'), {});
    assert.deepEqual([missing.exit, /cannot be read/.test(missing.problem)], [2, true]);
    const half = await run('codex', setup({ key: '' }), {});
    assert.equal(half.exit, 2);
    const unknown = await run('other', setup(), {});
    assert.deepEqual([unknown.exit, /does not know/.test(unknown.problem)], [2, true]);
    const enormous = await run('codex', setup(), claude('a'.repeat(5_000_000)));
    assert.deepEqual([enormous.exit, /larger than/.test(enormous.problem)], [2, true]);
  });

  test('the program prints nothing after a tool has ended', async () => {
    const ended = { ...claude('touch x'), hook_event_name: 'PostToolUse', tool_response: 'x' };
    const { exit, out } = await run('codex', setup(), ended, 'after');
    assert.deepEqual([exit, out], [0, '']);
    // Before a tool, the same answer is no decision.
    assert.equal((await run('codex', setup(), ended)).exit, 2);
  });
});

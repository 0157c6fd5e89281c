// Goal: a gateway between an MCP client and an MCP server judges every tool call and changes nothing else. Method: a real
// server of Countersign, a real process as the MCP server, and a client that may send any bytes.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { decide, type SignedIn, type StartedServer } from '@countersign/server/testing';
import { factsOf, mcpScene, textOf } from './testing/mcp-scene.ts';
import type { McpSession } from './testing/mcp-session.ts';

describe('a gateway over standard input and output', { timeout: 120_000 }, () => {
  const scene = mcpScene();
  let server: StartedServer;
  let reviewer: SignedIn;
  before(() => {
    ({ server, reviewer } = scene);
  });
  const { start } = scene;
  const waitsAt = (session: McpSession): Promise<string> => session.waitsAt();
  const outcomeOf = async (id: string): Promise<unknown> => {
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
    const { receipts } = body as { receipts: { outcome: string | null }[] };
    return receipts.at(-1)?.outcome;
  };

  test('a call that policy allows is forwarded, and its answer passes as it came', async () => {
    const session = await start();
    const answer = await session.call('read', { path: 'a\u2028b' });
    assert.equal(textOf(answer), 'did read {"path":"a\u2028b"}');
    assert.deepEqual(session.calls(), [{ name: 'read', arguments: { path: 'a\u2028b' } }]);
  });

  test('a call without arguments is forwarded without arguments', async () => {
    const session = await start();
    assert.equal(textOf(await session.call('read')), 'did read null');
  });

  test('a call that policy denies never reaches the server, and the model is told', async () => {
    const session = await start();
    const answer = await session.call('forbidden', { x: 1 });
    assert.equal(answer.result?.['isError'], true);
    assert.equal(factsOf(answer)['outcome'], 'denied');
    assert.match(textOf(answer), /has not run/);
    assert.deepEqual(session.calls(), []);
  });

  test('a call waits for the decision and then runs once', async () => {
    const session = await start();
    const answer = session.call('pay', { amount: 5 });
    const id = await waitsAt(session);
    assert.deepEqual(session.calls(), []);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(textOf(await answer), 'did pay {"amount":5}');
    assert.equal(session.calls().length, 1);
    await session.close();
    assert.equal(await outcomeOf(id), 'succeeded');
  });

  test('a person who rejects is heard, and nothing runs', async () => {
    const session = await start();
    const answer = session.call('pay', { amount: 6 });
    await decide(server, reviewer.headers, await waitsAt(session), 'deny');
    assert.equal(factsOf(await answer)['outcome'], 'denied');
    assert.match(textOf(await answer), /not this time/);
    assert.deepEqual(session.calls(), []);
  });

  test('after the hold the model is told what waits and where, and the same call continues it', async () => {
    const session = await start({ hold: 0.05 });
    const first = await session.call('pay', { amount: 7 });
    const { outcome, approval_request_id: id, url } = factsOf(first);
    assert.deepEqual([outcome, url], ['pending', `${server.origin}/requests/${id}`]);
    assert.ok(textOf(first).includes(String(url)));
    const second = await session.call('pay', { amount: 7 });
    assert.equal(factsOf(second)['approval_request_id'], id, 'the same question');
    const other = await session.call('pay', { amount: 8 });
    assert.notEqual(
      factsOf(other)['approval_request_id'],
      id,
      'other arguments are another question',
    );
    await decide(server, reviewer.headers, String(id), 'allow');
    const patient = await start({ folder: session.folder });
    assert.equal(textOf(await patient.call('pay', { amount: 7 })), 'did pay {"amount":7}');
    const next = await session.call('pay', { amount: 7 });
    assert.equal(factsOf(next)['outcome'], 'pending');
    assert.notEqual(factsOf(next)['approval_request_id'], id, 'once more is a new question');
    assert.equal(session.calls().length, 1);
  });

  test('a gateway that starts again finds what was approved, and does not run it twice', async () => {
    const before = await start({ hold: 0.05 });
    const { approval_request_id: id } = factsOf(await before.call('pay', { amount: 9 }));
    await before.close();
    await decide(server, reviewer.headers, String(id), 'allow');
    const later = await start({ folder: before.folder });
    assert.equal(textOf(await later.call('pay', { amount: 9 })), 'did pay {"amount":9}');
    await later.close();
    const last = await start({ hold: 0.05, folder: before.folder });
    const again = factsOf(await last.call('pay', { amount: 9 }));
    assert.equal(again['outcome'], 'pending');
    assert.notEqual(again['approval_request_id'], id);
    assert.equal(last.calls().length, 1);
  });

  test('a cancelled call is never forwarded, and the question stays open', async () => {
    const session = await start();
    const id = session.nextId();
    session.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: { amount: 10 } } })}\n`,
    );
    const asked = await waitsAt(session);
    session.notify('notifications/cancelled', { requestId: id, reason: 'timeout' });
    await session.request('ping', {});
    await decide(server, reviewer.headers, asked, 'allow');
    await session.request('ping', {});
    assert.deepEqual(session.calls(), []);
    assert.equal(
      session.messages.some(message => message.id === id),
      false,
    );
    assert.doesNotMatch(readFileSync(session.logFile, 'utf8'), /cancelled/);
    assert.equal(textOf(await session.call('pay', { amount: 10 })), 'did pay {"amount":10}');
  });

  test('a client that goes away leaves the question open and runs nothing', async () => {
    const session = await start();
    void session.call('pay', { amount: 11 });
    const id = await waitsAt(session);
    await session.close();
    await decide(server, reviewer.headers, id, 'allow');
    assert.deepEqual(session.calls(), []);
    const later = await start({ folder: session.folder });
    assert.equal(textOf(await later.call('pay', { amount: 11 })), 'did pay {"amount":11}');
  });

  test('a server of tools that dies during an approved call leaves the outcome unknown', async () => {
    const session = await start();
    const answer = session.call('die', { amount: 12 });
    const id = await waitsAt(session);
    await decide(server, reviewer.headers, id, 'allow');
    assert.match(textOf(await answer), /may have happened/);
    assert.equal(factsOf(await answer)['outcome'], 'unknown');
    assert.match(await session.ended, /has ended/);
    assert.equal(await outcomeOf(id), 'unknown');
    assert.equal(session.calls().length, 1);
  });

  test('a tool that reports an error is recorded as failed, and its result passes', async () => {
    const session = await start();
    const answer = session.call('fail', { amount: 13 });
    const id = await waitsAt(session);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(textOf(await answer), 'it did not work');
    await session.close();
    assert.equal(await outcomeOf(id), 'failed');
  });

  test('a message that two readers could read differently is refused', async () => {
    const session = await start();
    const call = '"method":"tools/call","params":{"name":"pay","arguments":{"amount":14}}';
    const hostile = [
      `{"jsonrpc":"2.0","id":900,"method":"ping",${call}}`,
      `{"jsonrpc":"2.0","id":901,"method":"ping","Method":"tools/call","params":{"name":"pay"}}`,
      `{"jsonrpc":"2.0","id":902,"method":"Tools/Call","params":{"name":"pay"}}`,
      `{"jsonrpc":"2.0","id":903,"method":" tools/call","params":{"name":"pay"}}`,
      `{"jsonrpc":"2.0",${call}}`,
      `[{"jsonrpc":"2.0","id":904,${call}}]`,
      `{"jsonrpc":"2.0","id":905,"method":"tools/call","params":{"name":"read","Name":"pay"}}`,
      `{"jsonrpc":"2.0","id":906,"method":"tools/call","params":{"name":"read","paramſ":1,"Arguments":{}}}`,
      `{"jsonrpc":"2.0","id":null,${call}}`,
      `\ufeff{"jsonrpc":"2.0","id":907,${call}}`,
      `{"jsonrpc":"2.0","id":908,"method":"tools/call","params":["pay"]}`,
      '{"jsonrpc":"2.0","id":909,"method":"tools/call"',
      'tools/call',
      '{"jsonrpc":"2.0","id":910,"method":"tools/run","params":{"name":"pay"}}',
      '{"jsonrpc":"2.0","id":911,"method":"Tools/List"}',
    ];
    for (const line of hostile) session.write(`${line}\n`);
    session.write(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]));
    await session.request('ping', {});
    const refused = session.messages.filter(({ error }) => error !== undefined);
    assert.equal(refused.length, hostile.length + 1);
    assert.deepEqual(session.calls(), []);
  });

  test('a carriage return inside a message does not hide a second message', async () => {
    const session = await start();
    const hidden = '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"pay"}}';
    session.write(`{"jsonrpc":"2.0","method":"notifications/x","params":\r${hidden}\r}\n`);
    await session.request('ping', {});
    assert.doesNotMatch(readFileSync(session.logFile, 'utf8'), /\r/);
    assert.deepEqual(session.calls(), []);
  });

  test('characters and messages that are split between chunks arrive whole', async () => {
    const session = await start();
    const id = session.nextId();
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read', arguments: { word: '🙂é' } } })}\n`,
    );
    for (const byte of line) session.write(Buffer.from([byte]));
    const answer = await session.heard(message => message.id === id);
    assert.equal(textOf(answer), 'did read {"word":"🙂é"}');
  });

  test('a message that is too large is refused under its id, in both directions', async () => {
    const session = await start();
    const id = session.nextId();
    session.write(
      `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"x":"${'y'.repeat(300_000)}"}}\n`,
    );
    const refused = await session.heard(message => message.id === id);
    assert.match(refused.error?.message ?? '', /larger than 262144 bytes/);
    const huge = session.call('huge', { amount: 15 });
    const asked = await waitsAt(session);
    await decide(server, reviewer.headers, asked, 'allow');
    assert.equal(factsOf(await huge)['outcome'], 'unknown');
    assert.equal(textOf(await session.call('read', {})), 'did read {}', 'the session goes on');
  });

  test('an id that is in use, a second answer and an answer to a held call are not passed on', async () => {
    const session = await start();
    void session.call('slow', {}, {});
    const slow = 3;
    session.write(
      `{"jsonrpc":"2.0","id":${slow},"method":"tools/call","params":{"name":"read"}}\n`,
    );
    await session.heard(({ id, error }) => id === null && error !== undefined);
    const held = session.call('pay', { amount: 16 });
    await waitsAt(session);
    const heldId = 4;
    session.notify('test/forge', { id: heldId });
    await session.call('twice', {});
    await session.request('ping', {});
    assert.equal(session.messages.filter(({ id }) => id === heldId).length, 0);
    assert.equal(session.messages.filter(({ id }) => id === 5).length, 1);
    void held;
  });

  test('a 2026-07-28 call waits in legs, and a changed state is refused', async () => {
    const session = await start({ hold: 0.02 });
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const first = await session.call('pay', { amount: 17 }, meta);
    assert.equal(first.result?.['resultType'], 'input_required');
    const requestState = String(first.result?.['requestState']);
    const forged = await session.call(
      'pay',
      { amount: 17 },
      { ...meta, requestState: `${requestState}x` },
    );
    assert.equal(forged.error?.code, -32_602);
    const moved = await session.call('pay', { amount: 18 }, { ...meta, requestState });
    assert.equal(moved.error?.code, -32_602, 'the state of other arguments');
    const id = /ar_[0-9a-f]{32}/.exec(session.logged.join())?.[0] ?? '';
    await decide(server, reviewer.headers, id, 'allow');
    // Another gateway of the same agent reads the state too.
    const patient = await start({ folder: session.folder });
    const last = await patient.call('pay', { amount: 17 }, { ...meta, requestState });
    assert.equal(textOf(last), 'did pay {"amount":17}');
    assert.deepEqual(Object.keys(session.calls()[0] ?? {}).sort(), ['_meta', 'arguments', 'name']);
  });

  test('after eight legs the model is told in words', async () => {
    const session = await start({ hold: 0.01 });
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    let answer = await session.call('pay', { amount: 19 }, meta);
    let legs = 1;
    while (answer.result?.['resultType'] === 'input_required') {
      legs += 1;
      const { requestState } = answer.result;
      answer = await session.call('pay', { amount: 19 }, { ...meta, requestState });
    }
    assert.deepEqual([legs, answer.result?.['resultType']], [8, 'complete']);
    assert.equal(factsOf(answer)['outcome'], 'pending');
  });

  test('a state of the server of tools continues its own execution, once, and no other', async () => {
    const session = await start();
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const call = session.call('more', { amount: 20 }, meta);
    const id = await waitsAt(session);
    await decide(server, reviewer.headers, id, 'allow');
    const first = await call;
    const requestState = String(first.result?.['requestState']);
    assert.equal(first.result?.['resultType'], 'input_required');
    assert.notEqual(requestState, 'upstream-1');
    const other = await session.call('more', { amount: 21 }, { ...meta, requestState });
    assert.equal(other.error?.code, -32_602);
    const done = await session.call(
      'more',
      { amount: 20 },
      { ...meta, requestState, inputResponses: { a: 1 } },
    );
    assert.equal(textOf(done), 'state upstream-1');
    const again = await session.call('more', { amount: 20 }, { ...meta, requestState });
    assert.equal(again.error?.code, -32_602);
    assert.equal(session.calls().length, 2);
    await session.close();
    assert.equal(await outcomeOf(id), 'succeeded');
  });

  test('a client that goes away between two legs ends its execution with an unknown outcome', async () => {
    const session = await start();
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const call = session.call('more', { amount: 22 }, meta);
    const id = await waitsAt(session);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal((await call).result?.['resultType'], 'input_required');
    await session.close();
    assert.equal(await outcomeOf(id), 'unknown');
  });

  test('two calls at once that are the same need an approval each', async () => {
    const session = await start();
    const both = [session.call('pay', { amount: 23 }), session.call('pay', { amount: 23 })];
    const first = await waitsAt(session);
    await decide(server, reviewer.headers, first, 'allow');
    await Promise.race(both);
    assert.equal(session.calls().length, 1);
    await decide(server, reviewer.headers, await waitsAt(session), 'allow');
    assert.deepEqual((await Promise.all(both)).map(textOf), [
      'did pay {"amount":23}',
      'did pay {"amount":23}',
    ]);
    assert.equal(session.calls().length, 2);
  });

  test('an approval of one definition does not fit a changed definition', async () => {
    const folder = scene.newFolder();
    const change = (description: string) =>
      writeFileSync(
        join(folder, 'change.json'),
        JSON.stringify([{ name: 'job', description, inputSchema: {} }]),
      );
    change('Does a job.');
    const first = await start({ folder, hold: 0.05 });
    const { approval_request_id: id } = factsOf(await first.call('job', { n: 1 }));
    await decide(server, reviewer.headers, String(id), 'allow');
    change('Does a job\u200b.');
    await first.request('tools/list', {});
    const answer = await first.call('job', { n: 1 });
    assert.equal(answer.result?.['isError'], true);
    assert.deepEqual(first.calls(), []);
  });
});

// What is particular to MCP servers: calls have no id that stays, and the client keeps the state of a suspended call.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type GatedToolOptions, registerGatedTool, type ToolServer } from '@countersign/mcp-server';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import { manyRounds, newClient, oldClient } from './driver.ts';

const inputSchema = z.object({ amount: z.number() });
const call = { name: 'transfer', arguments: { amount: 5 } };
const asking = { allowInputRequired: true };

interface Answer {
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

describe('an MCP server with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (options: GatedToolOptions = {}) => {
    const ran: number[] = [];
    const asked: string[] = [];
    const gate = await openGate(await world.newAgent());
    const session = randomUUID();
    const onAsked: GatedToolOptions['onAsked'] = ({ approval_request_id: id }) => asked.push(id);
    const register = (server: ToolServer<unknown>) => {
      for (const name of ['transfer', 'refund']) {
        registerGatedTool(
          server,
          gate,
          name,
          { inputSchema },
          ({ amount }) => {
            ran.push(amount);
            return { content: [{ type: 'text', text: 'paid' }], isError: amount === 13 };
          },
          { session, onAsked, hold: 0, ...options },
        );
      }
    };
    return { asked, gate, ran, register };
  };
  const textOf = ({ content }: Answer): string => content?.[0]?.text ?? '';

  test('an older client is told that its call is pending, and the same call runs after the approval', async () => {
    const { asked, ran, register } = await open();
    const client = await oldClient(register);
    const make = async () => (await client.callTool(call)) as Answer;
    for (const _ of [1, 2]) {
      const first = await make();
      assert.equal(first.isError, true);
      assert.match(textOf(first), /has not decided yet.*Make the same call later/);
    }
    assert.equal(asked.length, 1, 'the same call opened a second request');
    await world.decide(asked[0] ?? '', 'allow');
    assert.equal(textOf(await make()), 'paid');
    assert.match(textOf(await make()), /has not decided yet/, 'a used approval was found again');
    assert.deepEqual([ran, asked.length], [[5], 2]);
    await client.close();
  });

  test('progress tells an older client that its call is alive while it is held', async () => {
    const { asked, ran, register } = await open({ hold: 60_000, heartbeat: 20 });
    const client = await oldClient(register);
    const beats: number[] = [];
    let isDecided = false;
    const onprogress = ({ progress }: { readonly progress: number }) => {
      beats.push(progress);
      const [id] = asked;
      if (beats.length < 3 || id === undefined || isDecided) return;
      isDecided = true;
      void world.decide(id, 'allow');
    };
    const result = await client.callTool(call, undefined, {
      onprogress,
      resetTimeoutOnProgress: true,
    });
    assert.equal(textOf(result as Answer), 'paid');
    assert.deepEqual([beats.slice(0, 3), ran], [[1, 2, 3], [5]]);
    await client.close();
  });

  test('a newer client comes back by itself until a person has decided', async () => {
    const { asked, ran, register } = await open({ rounds: manyRounds });
    const client = await newClient(register);
    const waits = client.callTool(call);
    for (;;) {
      const [id] = asked;
      if (id !== undefined) {
        await world.decide(id, 'allow');
        break;
      }
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.equal(textOf((await waits.catch(error => error)) as Answer), 'paid');
    assert.deepEqual([ran, asked.length], [[5], 1]);
    await client.close();
  });

  test('after the last round a newer client is told that its call is pending', async () => {
    const { asked, register } = await open({ rounds: 1 });
    const client = await newClient(register);
    const { requestState } = (await client.callTool(call, asking)) as Answer;
    assert.ok(requestState !== undefined);
    const second = (await client.callTool({ ...call, requestState } as never, asking)) as Answer;
    assert.match(textOf(second), /has not decided yet/);
    assert.equal(asked.length, 1);
    await client.close();
  });

  test('a state that is forged, or written for another tool or session, runs nothing', async () => {
    const mine = await open();
    const theirs = await open();
    const client = await newClient(mine.register);
    const other = await newClient(theirs.register);
    const stateOf = async (from: typeof client, given = call) =>
      ((await from.callTool(given, asking)) as Answer).requestState ?? '';
    const own = await stateOf(client);
    await world.decide(mine.asked[0] ?? '', 'allow');
    const states = [
      await stateOf(other),
      await stateOf(client, { ...call, name: 'refund' }),
      own.replace(/.$/, last => (last === '0' ? '1' : '0')),
      own.slice(0, -2),
      `${own}.00`,
      'countersign.',
      'true',
      '',
    ];
    for (const requestState of states) {
      const told = (await client.callTool({ ...call, requestState } as never, asking)) as Answer;
      assert.match(textOf(told), /was not written for it/, requestState);
    }
    const edited = { name: 'transfer', arguments: { amount: 9999 }, requestState: own };
    const told = (await client.callTool(edited as never, asking)) as Answer;
    assert.match(textOf(told), /not exactly what was approved/);
    assert.deepEqual([mine.ran, theirs.ran], [[], []]);
    await client.close();
    await other.close();
  });

  test('an error that a tool reports reaches the client, and the record says that it failed', async () => {
    const { asked, gate, register } = await open();
    const client = await oldClient(register);
    const failing = { name: 'transfer', arguments: { amount: 13 } };
    await client.callTool(failing);
    await world.decide(asked[0] ?? '', 'allow');
    const result = (await client.callTool(failing)) as Answer;
    assert.deepEqual([result.isError, textOf(result)], [true, 'paid']);
    const error = await gate
      .ticket(asked[0] ?? '')
      .wait()
      .catch(thrown => thrown);
    assert.equal(error.execution, 'failed');
    await client.close();
  });

  test('a callback that throws lets nothing run, and a short secret is refused', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const options of [{ onAsked: broken }, { describe: broken }]) {
      const { ran, register } = await open(options);
      const client = await oldClient(register);
      await client.callTool(call).catch(() => undefined);
      assert.deepEqual(ran, []);
      await client.close();
    }
    const { register } = await open({ secret: 'short' });
    await assert.rejects(oldClient(register), /at least 32 characters/);
  });
});

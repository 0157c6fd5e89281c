// A run that a durable checkpointer keeps: another agent object goes on with what Postgres has.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gateToolCalls } from '@countersign/langchain';
import { type RealPostgres, startPostgres } from '@countersign/server/testing';
import { Command, interrupt, isInterrupted } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { createAgent, createMiddleware, ToolMessage, tool } from 'langchain';
import pg from 'pg';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import { scriptedModel } from './driver.ts';

const payment = { tool: 'transfer', input: { amount: 5 }, id: 'call-1' };

describe('LangChain with a gate and a durable checkpointer', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  let postgres: RealPostgres;
  before(async () => {
    world = await adapterWorld();
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres.close();
    await world.close();
  });

  test('a run goes on after its approval, and a checkpoint that is resumed again repeats nothing', async () => {
    const { url } = await postgres.createDatabase();
    const gate = await openGate(await world.newAgent());
    const thread = { configurable: { thread_id: randomUUID() } };
    const ran: number[] = [];
    const asked: string[] = [];
    /** What an application builds when it starts, in every process. */
    const start = async (calls: readonly (typeof payment)[][]) => {
      const pool = new pg.Pool({ connectionString: url });
      // The database is dropped while the last sessions are still closing.
      pool.on('connect', client => client.on('error', () => undefined));
      pool.on('error', () => undefined);
      const checkpointer = new PostgresSaver(pool);
      await checkpointer.setup();
      const transfer = tool(
        async ({ amount }) => {
          ran.push(amount);
          return 'paid';
        },
        { name: 'transfer', description: 'Pays.', schema: z.object({ amount: z.number() }) },
      );
      const countersign = createMiddleware(
        gateToolCalls(
          gate,
          { ToolMessage, interrupt },
          { mode: 'suspend', onAsked: ({ approval_request_id: id }) => asked.push(id) },
        ),
      );
      const model = scriptedModel(calls);
      const agent = createAgent({
        model,
        tools: [transfer],
        middleware: [countersign],
        checkpointer,
      });
      return { agent, end: () => checkpointer.end() };
    };
    const first = await start([[payment]]);
    const waits = await first.agent.invoke({ messages: 'Pay.' }, thread);
    assert.ok(isInterrupted(waits) && ran.length === 0);
    const { config } = await first.agent.graph.getState(thread);
    await first.end();
    await world.decide(asked[0] ?? '', 'allow');
    const second = await start([]);
    await second.agent.invoke(new Command({ resume: true }), thread);
    assert.deepEqual(ran, [5]);
    await second.end();
    const third = await start([]);
    const again = await third.agent.invoke(new Command({ resume: true }), config as typeof thread);
    assert.match(JSON.stringify(again.messages), /already run once, and it succeeded/);
    assert.deepEqual(ran, [5]);
    await third.end();
  });
});

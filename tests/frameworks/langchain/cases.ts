// What LangChain lets through by itself, each with the gate in front of the tool: nothing runs that was not approved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { gateToolCalls } from '@countersign/langchain';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
  ToolMessage,
  tool,
  toolErrorMiddleware,
  toolRetryMiddleware,
} from 'langchain';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import './cases-postgres.ts';
import { scriptedModel } from './driver.ts';

const payment = { tool: 'transfer', input: { amount: 5 }, id: 'call-1' };

describe('LangChain with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (
    options: GatedCallsOptions,
    around: { before?: AgentMiddleware[]; after?: AgentMiddleware[] } = {},
    calls = [payment],
    checkpointer: MemorySaver | null = new MemorySaver(),
    atProvider: Record<string, unknown>[] = [],
  ) => {
    const ran: number[] = [];
    const transfer = tool(
      async ({ amount }) => {
        ran.push(amount);
        return 'paid';
      },
      { name: 'transfer', description: 'Pays.', schema: z.object({ amount: z.number() }) },
    );
    const gate = await openGate(await world.newAgent());
    const countersign = createMiddleware(gateToolCalls(gate, { ToolMessage, interrupt }, options));
    const model = scriptedModel([calls]);
    const agent = createAgent({
      model,
      tools: [transfer, ...atProvider],
      middleware: [...(around.before ?? []), countersign, ...(around.after ?? [])],
      ...(checkpointer === null ? {} : { checkpointer }),
    });
    const thread = { configurable: { thread_id: randomUUID() } };
    const waiting = async () => {
      const { tasks } = await agent.graph.getState(thread);
      return tasks.flatMap(task => task.interrupts);
    };
    const resume = (value: unknown) => agent.invoke(new Command({ resume: value }), thread);
    const start = () => agent.invoke({ messages: 'Pay.' }, thread);
    return { model, ran, resume, start, waiting };
  };
  const denying: GatedCallsOptions = {
    onAsked: ({ approval_request_id }) => void world.decide(approval_request_id, 'deny'),
  };

  test('a value that a run is resumed with approves nothing', async () => {
    const { ran, resume, start, waiting } = await open({ mode: 'suspend' }, {}, [
      payment,
      { tool: 'transfer', input: { amount: 7 }, id: 'call-2' },
    ]);
    await start();
    for (const value of [true, 'approve', { decisions: [{ type: 'approve' }] }, null, 0]) {
      await resume(value).catch(() => undefined);
      const [{ id, value: shown } = {}] = await waiting();
      assert.equal((shown as { waiting: unknown[] }).waiting.length, 2, String(value));
      await resume({ [id ?? '']: 'approve' });
    }
    assert.deepEqual(ran, []);
  });

  test('a middleware after the gate that changes the arguments does not run them', async () => {
    const edit = createMiddleware({
      name: 'edit',
      wrapToolCall: (request, handler) =>
        handler({ ...request, toolCall: { ...request.toolCall, args: { amount: 9999 } } }),
    });
    const asked: string[] = [];
    const onAsked: GatedCallsOptions['onAsked'] = ({ approval_request_id }, { parameters }) => {
      asked.push(JSON.stringify(parameters));
      void world.decide(approval_request_id, 'deny');
    };
    const { ran, start } = await open({ mode: 'block', onAsked }, { after: [edit] });
    await start();
    assert.deepEqual([ran, asked], [[], ['{"amount":9999}']]);
  });

  test('a middleware after the gate that replaces the tool is noticed', async () => {
    const other = tool(async () => 'other', {
      name: 'transfer',
      description: 'Pays.',
      schema: z.object({ amount: z.number() }),
    });
    const replace = createMiddleware({
      name: 'replace',
      wrapToolCall: (request, handler) => handler({ ...request, tool: other }),
    });
    const { start } = await open(denying, { after: [replace] });
    await assert.rejects(start(), /expected the gate to be the last middleware/);
  });

  test('a retry middleware repeats no refusal, and does not break a suspended run', async () => {
    const retry = toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 0 });
    let asked = 0;
    const refused = await open(
      {
        onAsked: ({ approval_request_id }) => {
          asked += 1;
          void world.decide(approval_request_id, 'deny');
        },
      },
      { before: [retry] },
    );
    await refused.start();
    assert.deepEqual([refused.ran, asked], [[], 1]);
    assert.match(JSON.stringify(refused.model.calls.at(-1)?.messages), /denied and has not run/);
    const suspended = await open({ mode: 'suspend' }, { before: [retry] });
    await suspended.start();
    assert.equal((await suspended.waiting()).length, 1);
    assert.deepEqual(suspended.ran, []);
  });

  test("an approval of LangChain's own middleware, or a misspelt name in it, runs nothing", async () => {
    for (const name of ['transfer', 'tranfser']) {
      const theirs = humanInTheLoopMiddleware({ interruptOn: { [name]: true } } as never);
      const { ran, resume, start, waiting } = await open(denying, { before: [theirs] });
      await start();
      if ((await waiting()).length > 0) await resume({ decisions: [{ type: 'approve' }] });
      assert.deepEqual(ran, []);
    }
  });

  test("a condition of LangChain's own middleware that throws, or answers no or nothing, runs nothing", async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const when of [() => undefined, () => false, broken]) {
      const interruptOn = { transfer: { allowedDecisions: ['approve'], when } };
      const theirs = humanInTheLoopMiddleware({ interruptOn } as never);
      const { ran, start } = await open(denying, { before: [theirs] });
      await start().catch(() => undefined);
      assert.deepEqual(ran, []);
    }
  });

  test('a suspending gate without a checkpointer runs nothing', async () => {
    const { ran, start } = await open({ mode: 'suspend' }, {}, [payment], null);
    await start().catch(() => undefined);
    assert.deepEqual(ran, []);
  });

  test('an error middleware before the gate turns an error of the tool into a message, and not a refusal', async () => {
    const errors = toolErrorMiddleware({ onError: () => 'The tool failed.' } as never);
    const { model, ran, start } = await open(denying, { before: [errors] });
    await start();
    assert.deepEqual(ran, []);
    assert.match(JSON.stringify(model.calls.at(-1)?.messages), /denied and has not run/);
  });

  test("a call that LangChain's own middleware renames or edits is asked about as it would run", async () => {
    const asked: string[] = [];
    for (const edited of [
      { name: 'transfer', args: { amount: 9999 } },
      { name: 'tranfser', args: { amount: 5 } },
    ]) {
      const theirs = humanInTheLoopMiddleware({ interruptOn: { transfer: true } } as never);
      const { ran, resume, start } = await open(
        {
          onAsked: ({ approval_request_id: id }, { parameters }) => {
            asked.push(JSON.stringify(parameters));
            void world.decide(id, 'deny');
          },
        },
        { before: [theirs] },
      );
      await start();
      const decisions = [{ type: 'edit', editedAction: edited }];
      await resume({ decisions }).catch(() => undefined);
      assert.deepEqual(ran, []);
    }
    assert.deepEqual(asked, ['{"amount":9999}']);
  });

  test('a call of a tool that the agent does not have runs nothing', async () => {
    const unknown = { tool: 'tranfser', input: { amount: 5 }, id: 'call-1' };
    const { model, ran, start } = await open({}, {}, [unknown]);
    await start();
    assert.deepEqual(ran, []);
    assert.match(JSON.stringify(model.calls.at(-1)?.messages), /the agent has no tool/);
  });

  test('a call that names a tool of the provider runs nothing here, and the model is told so', async () => {
    const search = { type: 'web_search', name: 'web_search' };
    const call = { tool: 'web_search', input: { amount: 5 }, id: 'call-1' };
    const { model, ran, start } = await open({}, {}, [call], new MemorySaver(), [search]);
    await start();
    assert.deepEqual(ran, []);
    assert.match(JSON.stringify(model.calls.at(-1)?.messages), /the agent has no tool/);
  });

  test('a callback that throws lets nothing run', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const options of [{ onAsked: broken }, { describe: broken, mode: 'suspend' as const }]) {
      const { ran, start } = await open(options);
      await start().catch(() => undefined);
      assert.deepEqual(ran, []);
    }
  });
});

// The permission modes and settings of Claude Code under which a callback is never asked: the gate holds in each.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createSdkMcpServer, type Options, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { gateAgent } from '@countersign/claude-agent-sdk';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import './cases-settings.ts';
import { offlineHome, prompt } from './driver.ts';
import { toolName } from './fake-model.ts';

const payment = { tool: 'transfer', input: { amount: 5 }, id: 'call-1' };

describe('Claude Code with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const run = async (more: Options, options: GatedCallsOptions = {}) => {
    const ran: number[] = [];
    const asked: string[] = [];
    const gate = await openGate(await world.newAgent());
    const agent = gateAgent(gate, {
      session: randomUUID(),
      onAsked: ({ approval_request_id: id }) => {
        asked.push(id);
        void world.decide(id, 'deny');
      },
      ...options,
    });
    const transfer = tool('transfer', 'Pays.', { amount: z.number() }, async ({ amount }) => {
      ran.push(amount);
      return { content: [{ type: 'text', text: 'paid' }] };
    });
    const home = await offlineHome([payment]);
    const { input, end } = prompt('Pay.');
    const mcpServers = { bank: createSdkMcpServer({ name: 'bank', tools: [transfer] }) };
    try {
      const given = agent.options({ ...home.options, mcpServers, ...more });
      for await (const message of query({ prompt: input, options: given })) {
        if (message.type === 'result') end();
      }
    } finally {
      end();
      home.close();
    }
    return { asked, ran };
  };

  for (const permissionMode of [
    'default',
    'acceptEdits',
    'bypassPermissions',
    'dontAsk',
  ] as const) {
    test(`the mode ${permissionMode} runs nothing that was not approved`, async () => {
      const { asked, ran } = await run({ permissionMode });
      assert.deepEqual([ran, asked.length], [[], 1]);
      const approved = await run(
        { permissionMode },
        { onAsked: ({ approval_request_id: id }) => void world.decide(id, 'allow') },
      );
      assert.deepEqual(approved.ran, [5]);
    });
  }

  test('a tool that is allowed by its name is held as well', async () => {
    const { asked, ran } = await run({
      permissionMode: 'default',
      allowedTools: [toolName('transfer')],
    });
    assert.deepEqual([ran, asked.length], [[], 1]);
  });

  test('a callback that throws lets nothing run', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    for (const options of [{ onAsked: broken }, { describe: broken }]) {
      const { ran } = await run({}, options);
      assert.deepEqual(ran, []);
    }
  });
});

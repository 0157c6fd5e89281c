// The gate as a policy client: what @ai-sdk/policy-opa does with it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { opaPolicy, shadow } from '@ai-sdk/policy-opa';
import { gateTools } from '@countersign/ai-sdk';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';
import { scriptedModel } from './driver.ts';

const inputSchema = z.object({ amount: z.number() });

type ToolApproval = NonNullable<Parameters<typeof generateText>[0]['toolApproval']>;

/** The newest policy package is typed for an older release of the AI SDK. */
const approvalOf = (approval: unknown) => approval as ToolApproval;

describe('the gate as a policy client', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (name = 'transfer') => {
    const ran: number[] = [];
    const execute = async ({ amount }: { amount: number }) => {
      ran.push(amount);
      return 'paid';
    };
    const gate = await openGate(await world.newAgent());
    const tools = { [name]: tool({ inputSchema, execute }) };
    const options = { session: randomUUID(), mode: 'suspend' as const };
    const countersign = gateTools(gate, tools, options);
    const calls = [{ tool: name, input: { amount: 5 }, id: 'call-1' }];
    return { calls, countersign, ran };
  };
  const prompt: ModelMessage[] = [{ role: 'user', content: 'Pay.' }];

  test('allows what policy allows, denies what it denies, and suspends what people decide', async () => {
    for (const [name, expected] of [
      ['read_balance', [5]],
      ['forbidden_transfer', []],
    ] as const) {
      const { calls, countersign, ran } = await open(name);
      await generateText({
        model: scriptedModel([calls]),
        tools: countersign.tools,
        toolApproval: approvalOf(opaPolicy(countersign.policy)),
        messages: prompt,
        stopWhen: isStepCount(3),
      });
      assert.deepEqual(ran, expected);
    }
    const { calls, countersign, ran } = await open();
    const { tools, policy, resume } = countersign;
    const toolApproval = approvalOf(opaPolicy(policy));
    const stopWhen = isStepCount(3);
    const model = scriptedModel([calls]);
    const first = await generateText({ model, tools, toolApproval, messages: prompt, stopWhen });
    const stored = [...prompt, ...first.response.messages];
    const { waiting } = await resume(stored);
    assert.deepEqual([waiting.length, ran], [1, []]);
    await world.decide(waiting[0] ?? '', 'allow');
    const { messages } = await resume(stored);
    await generateText({ model, tools, toolApproval, messages, stopWhen });
    assert.deepEqual(ran, [5]);
  });

  test('a policy that was not told the call denies it, and shadow mode runs nothing that was not approved', async () => {
    const { calls, countersign, ran } = await open();
    const { client, path } = countersign.policy;
    for (const toolApproval of [
      opaPolicy({ client, path }),
      shadow(opaPolicy(countersign.policy) as never, { enforce: false }),
    ]) {
      const model = scriptedModel([calls]);
      await generateText({
        model,
        tools: countersign.tools,
        toolApproval: approvalOf(toolApproval),
        messages: prompt,
        stopWhen: isStepCount(3),
      });
      assert.deepEqual(ran, []);
      const told = JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
      assert.match(told, /was not told which call|has not decided yet/);
    }
  });
});

// AI SDK 6 asks each tool whether a call needs an approval, and its approval requests carry no reason.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gateTools } from '@countersign/ai-sdk';
import { generateText, type ModelMessage, stepCountIs, tool } from 'ai-6';
import { MockLanguageModelV3 } from 'ai-6/test';
import { z } from 'zod';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function scriptedModel(calls: boolean): MockLanguageModelV3 {
  let isCalling = calls;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = {
        type: 'tool-call' as const,
        toolCallId: 'call-1',
        toolName: 'transfer',
        input: '{"amount":5}',
      };
      const content = isCalling ? [call] : [{ type: 'text' as const, text: 'done' }];
      const unified = isCalling ? ('tool-calls' as const) : ('stop' as const);
      isCalling = false;
      return { content, finishReason: { unified, raw: '' }, usage, warnings: [] };
    },
  });
}

describe('AI SDK 6 with a gate', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async () => {
    const ran: number[] = [];
    const gate = await openGate(await world.newAgent());
    const session = randomUUID();
    /** What an application builds when it starts, in every process. */
    const build = () =>
      gateTools(
        gate,
        {
          transfer: tool({
            inputSchema: z.object({ amount: z.number() }),
            execute: async ({ amount }) => {
              ran.push(amount);
              return 'paid';
            },
          }),
        },
        { session, mode: 'suspend' },
      );
    const prompt: ModelMessage[] = [{ role: 'user', content: 'Pay.' }];
    const first = await generateText({
      model: scriptedModel(true),
      tools: build().tools,
      messages: prompt,
      stopWhen: stepCountIs(3),
    });
    const stored = JSON.stringify([...prompt, ...first.response.messages]);
    const goOn = async (text: string) => {
      const { tools, resume } = build();
      const { messages, waiting } = await resume(JSON.parse(text) as ModelMessage[]);
      if (waiting.length > 0) return { told: '', waiting };
      const model = scriptedModel(false);
      await generateText({ model, tools, messages, stopWhen: stepCountIs(3) });
      return { told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt), waiting };
    };
    return { goOn, ran, stored };
  };

  test('a run is suspended, and runs the approved call once after it was resumed', async () => {
    const { goOn, ran, stored } = await open();
    const { waiting } = await goOn(stored);
    assert.deepEqual([waiting.length, ran], [1, []]);
    await world.decide(waiting[0] ?? '', 'allow');
    assert.match((await goOn(stored)).told, /paid/);
    assert.match((await goOn(stored)).told, /already run once, and it succeeded/);
    assert.deepEqual(ran, [5]);
  });

  test('a rejected call does not run, and the model reads the reason', async () => {
    const { goOn, ran, stored } = await open();
    const { waiting } = await goOn(stored);
    await world.decide(waiting[0] ?? '', 'deny', { reason: 'Wrong account.' });
    assert.match((await goOn(stored)).told, /Wrong account/);
    assert.deepEqual(ran, []);
  });

  test('a history that was edited after the approval waits for a decision of its own', async () => {
    const { goOn, ran, stored } = await open();
    const { waiting } = await goOn(stored);
    await world.decide(waiting[0] ?? '', 'allow');
    const edited = await goOn(stored.replaceAll('"amount":5', '"amount":9999'));
    assert.deepEqual([edited.waiting.length, ran], [1, []]);
    assert.notEqual(edited.waiting[0], waiting[0]);
  });
});

// An AI SDK agent whose run ends while a person decides, and goes on in any process after the decision.
import assert from 'node:assert/strict';
import { gateTools } from '@countersign/ai-sdk';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';
import { scriptedModel } from './driver.ts';

const paid: number[] = [];
const transfer = tool({
  description: 'Transfers money.',
  inputSchema: z.object({ amount: z.number() }),
  execute: async ({ amount }) => {
    paid.push(amount);
    return 'The money was sent.';
  },
});

const { gate, approve, close } = await exampleGate('billing-bot');
const countersign = gateTools(gate, { transfer }, { session: 'chat-7', mode: 'suspend' });
const { tools, toolApproval } = countersign;
const model = scriptedModel([[{ tool: 'transfer', input: { amount: 4200 }, id: 'call-1' }]]);
const stopWhen = isStepCount(5);

// The model asks for a transfer. The run ends, and the messages are stored.
const prompt: ModelMessage[] = [{ role: 'user', content: 'Pay invoice 7.' }];
const first = await generateText({ model, tools, toolApproval, stopWhen, messages: prompt });
const stored = [...prompt, ...first.response.messages];
const { waiting } = await countersign.resume(stored);
assert.deepEqual([waiting.length, paid], [1, []]);

// A person approves. The run goes on with the stored messages.
await approve();
const { messages } = await countersign.resume(stored);
const { text } = await generateText({ model, tools, toolApproval, stopWhen, messages });
assert.deepEqual([text, paid], ['done', [4200]]);
await close();

// A LangChain agent whose run ends while a person decides, and goes on in any process with the same checkpoints.
import assert from 'node:assert/strict';
import { gateToolCalls } from '@countersign/langchain';
import { Command, interrupt, isInterrupted, MemorySaver } from '@langchain/langgraph';
import { createAgent, createMiddleware, ToolMessage, tool } from 'langchain';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';
import { scriptedModel } from './driver.ts';

const paid: number[] = [];
const transfer = tool(
  async ({ amount }) => {
    paid.push(amount);
    return 'The money was sent.';
  },
  { name: 'transfer', description: 'Transfers money.', schema: z.object({ amount: z.number() }) },
);

const { gate, approve, close } = await exampleGate('billing-bot');
const countersign = createMiddleware(
  gateToolCalls(gate, { ToolMessage, interrupt }, { mode: 'suspend' }),
);
const model = scriptedModel([[{ tool: 'transfer', input: { amount: 4200 }, id: 'call-1' }]]);
const checkpointer = new MemorySaver();
const agent = createAgent({ model, tools: [transfer], middleware: [countersign], checkpointer });
const thread = { configurable: { thread_id: 'chat-7' } };

// The model asks for a transfer. The run ends, and the checkpointer keeps it.
const first = await agent.invoke({ messages: 'Pay invoice 7.' }, thread);
assert.ok(isInterrupted(first) && paid.length === 0);

// A person approves. The run goes on with the checkpoints.
await approve();
const { messages } = await agent.invoke(new Command({ resume: true }), thread);
assert.deepEqual([messages.at(-1)?.content, paid], ['done', [4200]]);
await close();

// A Mastra agent whose run ends while a person decides, and goes on in any process with the same storage.
import assert from 'node:assert/strict';
import { gateTools } from '@countersign/mastra';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';
import { scriptedModel } from './driver.ts';

const paid: number[] = [];
const transfer = createTool({
  id: 'transfer',
  description: 'Transfers money.',
  inputSchema: z.object({ amount: z.number() }),
  execute: async ({ amount }) => {
    paid.push(amount);
    return 'The money was sent.';
  },
});

const { gate, approve, close } = await exampleGate('billing-bot');
const { tools } = gateTools(gate, { mode: 'suspend' });
const { model } = scriptedModel([[{ tool: 'transfer', input: { amount: 4200 }, id: 'call-1' }]]);
const settings = { id: 'clerk', name: 'clerk', instructions: 'Pay invoices.', model };
const clerk = new Agent({ ...settings, tools: tools({ transfer }) });
new Mastra({ agents: { clerk }, storage: new InMemoryStore(), logger: false });

// The model asks for a transfer. The run ends, and the storage keeps it.
const { finishReason, runId = '' } = await clerk.generate('Pay invoice 7.');
assert.deepEqual([finishReason, paid], ['suspended', []]);

// A person approves. The run goes on; what it is resumed with says nothing.
await approve();
const { text } = await clerk.resumeGenerate({}, { runId, toolCallId: 'call-1' });
assert.deepEqual([text, paid], ['done', [4200]]);
await close();

// An agent of the OpenAI Agents SDK whose run ends while a person decides, and goes on in any process afterwards.
import assert from 'node:assert/strict';
import { gateTools } from '@countersign/openai-agents';
import { Agent, Runner, RunState, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { exampleGate } from '../example-gate.ts';

const paid: number[] = [];
const { gate, approve, close } = await exampleGate('billing-bot');
const countersign = gateTools(gate, { session: 'chat-7', mode: 'suspend' });
const transfer = tool(
  countersign.options({
    name: 'transfer',
    description: 'Transfers money.',
    parameters: z.object({ amount: z.number() }),
    execute: async ({ amount }: { amount: number }) => {
      paid.push(amount);
      return 'The money was sent.';
    },
  }),
);
const call = functionCall('transfer', { amount: 4200 }, { callId: 'call-1' });
const model = new ScriptedModel([[call], [assistantMessage('Paid.')]]);
const agent = new Agent({ name: 'clerk', model, tools: [transfer] });
const runner = new Runner({ tracingDisabled: true });

// The model asks for a transfer. The run ends, and its state is stored.
const stored = (await runner.run(agent, 'Pay invoice 7.')).state.toString();

// A person approves. The run goes on with the stored state.
await approve();
const state = await RunState.fromString(agent, stored);
assert.deepEqual([await countersign.settle(state), paid], [{ waiting: [] }, []]);
const { finalOutput } = await runner.run(agent, state);
assert.deepEqual([finalOutput, paid], ['Paid.', [4200]]);
await close();
